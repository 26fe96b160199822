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

from interpreter.chains.leads import FAR
from interpreter.chains.phase_exploring import CRUMB, LEFT, InnerEdges, Way, Worth
from interpreter.odds.elimination import Unsolvable

Array: TypeAlias = Any

MOST_LEVELS = 20_000
"""So far the counter may go."""

Level: TypeAlias = Array
"""How often each state is come to on a level; where something is gained, also what until then, weighed with that, and
the square of it."""


MOST_NUMBERS = 60_000_000
"""So many numbers are kept at a time: they take half a gigabyte."""

DENSE = 1_200
"""The equations of so many states are solved by a whole matrix: to load SciPy takes longer."""


MANY = 50_000
"""So many edges are moved along by sparse matrices: to load SciPy takes less than that."""

MOST_VISITS = 1e12
"""What comes to a state more often than that in the mean, until something is added, comes there for ever."""


class TooFar(Unsolvable):
    """The counter goes too far to go through all levels."""


class Onward:
    """Some edges: from where to where they lead, among so many states, how likely they are, and where something is
    gained what, weighed with that, and the square of it. They are moved along one by one, or by sparse matrices."""

    def __init__(self, states: int, sources: Array, goals: Array, weights: list[Array], is_sparse: bool) -> None:
        self.states, self.sources, self.goals, self.weights = states, sources, goals, weights
        self.matrices: list[Any] = []
        if is_sparse:
            from scipy.sparse import csr_matrix

            self.matrices = [csr_matrix((each, (goals, sources)), shape=(states, states)) for each in weights]

    def move(self, row: Array, weight: int = 0) -> Array:
        """What comes to each state of what there was in each."""
        if self.matrices:
            return self.matrices[weight] @ row
        return numpy.bincount(self.goals, self.weights[weight] * row[self.sources], self.states)

    def gain(self, level: Level, row: int) -> Array | float:
        """What they add to a row of a level besides what they move on."""
        if row == 0:
            return 0.0
        return self.move(level[0], 1) if row == 1 else 2 * self.move(level[1], 1) + self.move(level[0], 2)

    def make_solver(self) -> Callable[[Array], Array]:
        """What solves x = fixed + what is moved of x. Raises Unsolvable, or ImportError without SciPy."""
        places = self.goals, self.sources
        if self.states > DENSE:
            from scipy.sparse import csc_matrix

            from interpreter.odds import endings

            return endings.make_solver(csc_matrix((self.weights[0], places), shape=(self.states, self.states)))
        moved = numpy.bincount(self.goals * self.states + self.sources, self.weights[0], self.states**2)
        try:
            visits = numpy.linalg.inv(numpy.identity(self.states) - moved.reshape(self.states, self.states))
        except numpy.linalg.LinAlgError:
            raise Unsolvable from None
        if not visits.max() < MOST_VISITS:
            raise Unsolvable
        return lambda fixed: visits @ fixed


class Zone(NamedTuple):
    """Where the same edges are open: what solves for a level, and the edges by what they add."""

    solve: Callable[[Array], Array]
    onward: dict[int, Onward]


class Levels:
    """The ways to end a chain. Its edges are in the order of what they add."""

    def __init__(self, edges: InnerEdges, worths: Sequence[Worth]) -> None:
        self.count, changes = len(edges.counts), numpy.array(edges.changes)
        order = numpy.array([each.added for each in worths])[changes].argsort(kind="stable")
        sources, changes = numpy.arange(self.count).repeat(edges.counts), changes[order]
        self.sources, self.goals = sources[order], numpy.array(edges.goals)[order]
        self.chances = numpy.array(edges.chances, float)[order]
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
        self.inside = numpy.array(edges.counts) > 0

    def ways_from(self, start: int, lead: int = 0) -> list[Way]:
        """The ways to end from a state on, where the counter stands at a number. Raises Unsolvable where states may
        never end, and TooFar."""
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
                found = known[level]
            else:
                found = self._find_level(start, level, levels, zones)
                if self.cuts and number == first and level == len(known):
                    known.append(found)
            ended.append(found[:, self.ends])
            empty = empty + 1 if found[0].sum() < LEFT else 0
            if empty > self.widest:
                return self._list_ways(ended)
            levels.pop(level - self.widest, None)
            if found[0, self.inside].any():
                levels[level] = found
            if len(levels) * found.size + len(ended) * ended[-1].size > MOST_NUMBERS:
                raise TooFar
        raise TooFar

    def _find_zone(self, number: int) -> Zone:
        if number not in self.zones:
            here = self.cuts[number - 1] if number else self.cuts[0] - 1 if self.cuts else 0
            is_open = (self.low <= here) & (here <= self.high)
            steps = 0, *self.steps
            ends = numpy.searchsorted(self.added, steps, "right")
            parts = zip(steps, map(slice, (0, *ends), ends), strict=True)
            numbers = numpy.arange(len(self.goals))
            onward = {added: self._choose(numbers[part][is_open[part]]) for added, part in parts}
            self.zones[number] = Zone(onward[0].make_solver(), onward)
        return self.zones[number]

    def _choose(self, chosen: Array) -> Onward:
        chances = self.chances[chosen]
        weights = [chances, *(chances * each[chosen] for each in self.gained)]
        return Onward(self.count, self.sources[chosen], self.goals[chosen], weights, len(self.goals) > MANY)

    def _find_level(self, start: int, at: int, levels: Mapping[int, Level], zones: Sequence[Zone]) -> Level:
        """A level, which follows from some of those below."""
        coming = numpy.zeros((1 + len(self.gained), self.count))
        coming[0, start] = not at
        for below, level in levels.items():
            onward = zones[below].onward.get(at - below)
            if onward is not None:
                for row in range(len(coming)):
                    coming[row] += onward.move(level[row]) + onward.gain(level, row)
        if not coming[:, self.inside].any():
            return coming
        here, found = zones[at], numpy.zeros_like(coming)
        for row in range(len(coming)):
            found[row] = here.solve(coming[row] + here.onward[0].gain(found, row))
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
