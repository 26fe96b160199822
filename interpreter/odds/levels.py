"""The ways to end a chain of whose edges some add to a counter, and none takes from it: level by level of the counter.
The counter may be what is gained, or a slot to which a phase adds.

How often a chain comes to each state while the counter stands where it does follows from what comes in from lower
levels, by a system of linear equations that is the same for all levels where the same edges are open. As in `endings`,
its matrix has no pivot but the diagonal to look for, and nothing cancels.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy
from scipy.sparse import csc_matrix, identity

from interpreter.chains.leads import FAR
from interpreter.chains.phase_exploring import CRUMB, LEFT, InnerEdges, Way, Worth
from interpreter.odds.endings import factor

Array: TypeAlias = Any

MOST_LEVELS = 20_000

Level: TypeAlias = Array
"""How often each state is come to on a level; where something is gained, also what until then, weighed with that, and
the square of it."""


class Zone(NamedTuple):
    """Where the same edges are open: what solves for a level; and for each number that edges add how likely they are,
    and where something is gained what, weighed with that, and the square of it."""

    solve: Callable[[Array], Array]
    onward: dict[int, list[Array]]


class Levels:
    """The ways to end a chain."""

    def __init__(self, edges: InnerEdges, worths: Sequence[Worth]) -> None:
        self.count, self.chances = len(edges.counts), numpy.array(edges.chances, float)
        self.edges = numpy.array(edges.goals), numpy.arange(self.count).repeat(edges.counts)
        changes = numpy.array(edges.changes)
        self.added, *gained = numpy.array([each[:3] for each in worths], float)[changes].T
        self.gained = gained if any(each.any() for each in gained) else []
        self.steps = [int(each) for each in numpy.unique(self.added) if each]
        self.widest = max(self.steps, default=0)
        self.low, self.high = numpy.array([each.within for each in worths])[changes].T
        used = {worths[each].within for each in numpy.unique(changes).tolist()}
        self.cuts = sorted({cut for each in used for cut in (each.low, each.high + 1)} - {-FAR, FAR + 1})
        self.zones: dict[int, Zone] = {}
        self.known: dict[tuple[int, int], list[Level]] = {}
        self.ends = [state for state, count in enumerate(edges.counts) if not count]

    def ways_from(self, start: int, lead: int = 0) -> list[Way]:
        """The ways to end from a state on, where the counter stands at a number. Raises Unsolvable where states may
        never end."""
        first = bisect_right(self.cuts, lead)
        known = self.known.setdefault((start, first), [])
        levels: dict[int, Level] = {}
        zones: list[Zone] = []
        ended: list[Level] = []
        empty = 0
        for level in range(MOST_LEVELS):
            number = bisect_right(self.cuts, lead + level)
            zones.append(self._find_zone(number))
            if number == first and level < len(known):
                levels[level] = known[level]
            else:
                levels[level] = self._find_level(start, level, levels, zones)
                if self.cuts and number == first and level == len(known):
                    known.append(levels[level])
            ended.append(levels[level][:, self.ends])
            empty = empty + 1 if levels[level][0].sum() < LEFT else 0
            if empty > self.widest:
                break
            levels.pop(level - self.widest, None)
        return self._list_ways(ended)

    def _find_zone(self, number: int) -> Zone:
        if number not in self.zones:
            here = self.cuts[number - 1] if number else self.cuts[0] - 1 if self.cuts else 0
            is_open = (self.low <= here) & (here <= self.high)
            onward = {added: self._weigh(is_open & (self.added == added)) for added in (0, *self.steps)}
            solve = factor(identity(self.count, format="csc") - onward[0][0])
            self.zones[number] = Zone(solve, {added: each for added, each in onward.items() if each[0].nnz})
        return self.zones[number]

    def _weigh(self, chosen: Array) -> list[Array]:
        chances, where = self.chances[chosen], tuple(each[chosen] for each in self.edges)
        columns = [chances, *(chances * each[chosen] for each in self.gained)]
        return [csc_matrix((each, where), shape=(self.count, self.count)) for each in columns]

    def _find_level(self, start: int, at: int, levels: Mapping[int, Level], zones: Sequence[Zone]) -> Level:
        """A level, which follows from some of those below."""
        coming = numpy.zeros((1 + len(self.gained), self.count))
        coming[0, start] = not at
        for below, added in ((at - each, each) for each in self.steps if each <= at):
            matrices = zones[below].onward.get(added)
            if matrices is not None:
                for row in range(len(coming)):
                    coming[row] += matrices[0] @ levels[below][row] + _gain(matrices, levels[below], row)
        if not coming.any():
            return coming
        here, found = zones[at], numpy.zeros_like(coming)
        for row in range(len(coming)):
            inside = _gain(here.onward[0], found, row) if 0 in here.onward else 0.0
            found[row] = here.solve(coming[row] + inside)
        return found

    def _list_ways(self, ended: Sequence[Level]) -> list[Way]:
        found = []
        for added, level in enumerate(ended):
            for number, end in enumerate(self.ends):
                if level[0, number] > CRUMB:
                    chance, *gained = level[:, number].tolist()
                    gain, square = (each / chance for each in gained or (0.0, 0.0))
                    found.append(Way(chance, end, added, gain, square))
        return found


def _gain(matrices: Sequence[Array], level: Level, row: int) -> Array | float:
    """What edges add to a row of a level besides what they lead on."""
    if row == 0:
        return 0.0
    return matrices[1] @ level[0] if row == 1 else 2 * (matrices[1] @ level[1]) + matrices[2] @ level[0]
