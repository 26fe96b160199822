"""The ways in which a phase may end, from the chain of its states.

From a start that leads to few states chances are moved along the edges until next to nothing is left on the way, state
by state and by what was added; with them go the mean of what the figure gains, and of its square. Where that takes
long they are solved for, level by level of what is added (`levels`), or where nothing is and there are many starts, for
all states (`endings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING

from interpreter.chains.phase_exploring import CRUMB, LEFT, InnerEdges, Way, Worth
from interpreter.chains.states import OutOfReach
from interpreter.odds.elimination import Unsolvable

if TYPE_CHECKING:
    from interpreter.odds.endings import Endings
    from interpreter.odds.levels import Levels

MOST_STEPS = 20_000

SHORT, CELL = 4_000, 10
"""It takes long to move along from a start if so many moves are not enough; and from all starts together, if there were
more moves than one for so many numbers that tell how each state comes to each end."""

MOVED = 4
"""For so many starts they are found one by one, at most, where it takes long to move along."""

LARGE = 20_000
"""In a chain of so many states, for as many starts as there are ends, if these are more: to solve for all of its states
takes as long."""

FEW = 400
"""So many edges are gone over one by one however long that takes; for more, the ways to end are found level by level,
where NumPy and SciPy are installed."""


class Condensing:
    """The ways to end a chain, which may grow from one start to the next. Where nothing is added they are solved for
    all starts at once, after the first few."""

    def __init__(self) -> None:
        self.edges, self.unsolved = InnerEdges([], [], [], []), InnerEdges([], [], [], [])
        self.begins = [0]
        self.worths: Sequence[Worth] = ()
        self.starts = self.moves = self.ends = 0
        self.is_long = self.is_unsolvable = False
        self.levels: Levels | None = None

    @cached_property
    def endings(self) -> Endings:
        from interpreter.odds.endings import Endings

        return Endings()

    def add(self, edges: InnerEdges, worths: Sequence[Worth]) -> None:
        """The states that come next, by their numbers: one without edges is an end. Of all changes until now, those of
        earlier states too, it is said what they are worth."""
        if edges.counts or worths != self.worths:
            self.edges.add(*edges)
            self.unsolved.add(*edges)
            self.begins += list(accumulate(edges.counts, initial=self.begins.pop()))
            self.ends += edges.counts.count(0)
            self.worths, self.levels = worths, None

    def ways_from(self, start: int, lead: int = 0) -> list[Way]:
        """The ways to end from a state on, where the one slot has such a lead."""
        if not self.is_long:
            ways = self._move(start, lead, SHORT)
            self.is_long = ways is None or self.moves * CELL > max(SHORT, len(self.edges.counts) * self.ends)
            if ways is not None:
                return ways
        self.starts += 1
        with suppress(ImportError):
            if self.starts > self._count_found_alone() and self._solves():
                return self.endings.ways_from(start)
            found = self._solve_levels(start, lead)
            if found is not None:
                return found
        return self._move(start, lead) or []

    def _count_found_alone(self) -> int:
        """For how many starts the ways are found one by one."""
        return MOVED if len(self.edges.counts) < LARGE else max(MOVED, self.ends)

    def _solve_levels(self, start: int, lead: int) -> list[Way] | None:
        """The ways level by level, where that pays and can be done. Raises OutOfReach; ImportError without SciPy."""
        if len(self.edges.goals) <= FEW or min(self.worths[each].added for each in set(self.edges.changes)) < 0:
            return None
        from interpreter.odds.levels import MOST_LEVELS, Levels, TooFar

        self.levels = self.levels or Levels(self.edges, self.worths)
        try:
            return self.levels.ways_from(start, lead)
        except TooFar:
            raise OutOfReach(f"more is counted in a phase than {MOST_LEVELS:,}") from None
        except Unsolvable:
            return None

    def _solves(self) -> bool:
        """Solve for the states that were added, and tell whether that can be done. Raises ImportError without SciPy."""
        try:
            if self.unsolved.counts and not self.is_unsolvable:
                self.endings.add(self.unsolved, self.worths)
        except Unsolvable:
            self.is_unsolvable = True
        self.unsolved = InnerEdges([], [], [], [])
        return not self.is_unsolvable

    def _move(self, start: int, lead: int, most: float = inf) -> list[Way] | None:
        """The ways that are found by moving along; None if that takes more than so many moves."""
        last, (_, chances, goals, changes) = self.moves + most, self.edges
        now: dict[tuple[int, int], tuple[float, float, float]] = {(start, 0): (1.0, 0.0, 0.0)}
        ended: dict[tuple[int, int], tuple[float, float, float]] = {}
        for _ in range(MOST_STEPS):
            then: dict[tuple[int, int], tuple[float, float, float]] = {}
            for (state, added), (chance, gain, square) in now.items():
                edges = slice(*self.begins[state : state + 2])
                self.moves += self.edges.counts[state]
                if not self.edges.counts[state]:
                    _add(ended, (state, added), chance, gain, square)
                for part, to, change in zip(chances[edges], goals[edges], changes[edges], strict=True):
                    worth = self.worths[change]
                    if worth.within.low <= lead + added <= worth.within.high:
                        _add(
                            then,
                            (to, added + worth.added),
                            part * chance,
                            part * (gain + worth.gain * chance),
                            part * (square + 2 * worth.gain * gain + worth.square * chance),
                        )
            if self.moves > last:
                return None
            now = {key: masses for key, masses in then.items() if masses[0] > CRUMB}
            if sum(chance for chance, _, _ in now.values()) < LEFT:
                break
        return [
            Way(chance, state, added, gain / chance, square / chance)
            for (state, added), (chance, gain, square) in ended.items()
        ]


def _add(
    masses: dict[tuple[int, int], tuple[float, float, float]],
    key: tuple[int, int],
    chance: float,
    gain: float,
    square: float,
) -> None:
    before = masses.get(key, (0.0, 0.0, 0.0))
    masses[key] = before[0] + chance, before[1] + gain, before[2] + square
