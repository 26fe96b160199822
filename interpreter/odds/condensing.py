"""The ways in which a phase may end, from the chain of its states.

Chances are moved along the edges until next to nothing is left on the way, state by state and by what was added; with
them go the mean of what the figure gains, and of its square. Where a chain has many starts and adds nothing, how all of
its states end is solved for instead (`endings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.chains.phase_exploring import CRUMB, InnerEdges, Way, Worth

if TYPE_CHECKING:
    from interpreter.odds.endings import Endings

Matrices: TypeAlias = dict[Worth, Any]

LEFT = 1e-18
"""So much may be left on the way: it is missing among the ways to end."""

MOST_STEPS = 20_000

MOVED = 4
"""For so many starts chances are moved along, at most."""

FEW = 400
"""So many edges are gone over one by one; for more, whole arrays are moved, where NumPy and SciPy are installed."""


class Condensing:
    """The ways to end a chain, which may grow from one start to the next: for the first starts they are found by moving
    chances along, for others by solving."""

    def __init__(self) -> None:
        self.edges, self.unsolved = InnerEdges([], [], [], []), InnerEdges([], [], [], [])
        self.worths: Sequence[Worth] = ()
        self.starts = 0
        self.is_unsolvable = False
        self.matrices: Matrices = {}

    @cached_property
    def endings(self) -> Endings:
        from interpreter.odds.endings import Endings

        return Endings()

    def add(self, edges: InnerEdges, worths: Sequence[Worth]) -> None:
        """The states that come next, by their numbers: one without edges is an end. Of all changes until now, those of
        earlier states too, it is said what they are worth."""
        self.edges.add(*edges)
        self.unsolved.add(*edges)
        self.worths, self.matrices = worths, {}

    def ways_from(self, start: int) -> list[Way]:
        """The ways to end from a state on."""
        self.starts += 1
        with suppress(ImportError):
            if self.starts > MOVED and self._solves():
                return self.endings.ways_from(start)
            used = {self.worths[each] for each in set(self.edges.changes)}
            if len(self.edges.goals) > FEW and min(worth.added for worth in used) >= 0:
                self.matrices = self.matrices or _list_matrices(self.edges, self.worths)
                return _move_arrays(self.edges, self.matrices, start)
        return _move_one_by_one(self.edges, self.worths, start)

    def _solves(self) -> bool:
        """Solve for the states that were added, and tell whether that can be done. Raises ImportError without SciPy."""
        from interpreter.odds.endings import Unsolvable

        try:
            if self.unsolved.counts and not self.is_unsolvable:
                self.endings.add(self.unsolved, self.worths)
        except Unsolvable:
            self.is_unsolvable = True
        self.unsolved = InnerEdges([], [], [], [])
        return not self.is_unsolvable


def _move_one_by_one(edges: InnerEdges, worths: Sequence[Worth], start: int) -> list[Way]:
    every = iter(zip(edges.chances, edges.goals, edges.changes, strict=True))
    onward = [
        [(float(chance), to, worths[change]) for chance, to, change in islice(every, count)] for count in edges.counts
    ]
    now: dict[tuple[int, int], tuple[float, float, float]] = {(start, 0): (1.0, 0.0, 0.0)}
    ended: dict[tuple[int, int], tuple[float, float, float]] = {}
    for _ in range(MOST_STEPS):
        then: dict[tuple[int, int], tuple[float, float, float]] = {}
        for (state, added), (chance, gain, square) in now.items():
            if not onward[state]:
                _add(ended, (state, added), chance, gain, square)
            for part, to, worth in onward[state]:
                _add(
                    then,
                    (to, added + worth.added),
                    part * chance,
                    part * (gain + worth.gain * chance),
                    part * (square + 2 * worth.gain * gain + worth.square * chance),
                )
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


def _move_arrays(edges: InnerEdges, matrices: Matrices, start: int) -> list[Way]:
    import numpy

    count = len(edges.counts)
    ends = [state for state, each in enumerate(edges.counts) if not each]
    widest = max(worth.added for worth in matrices)
    gains = any(worth.gain or worth.square for worth in matrices)
    now = numpy.zeros((3 if gains else 1, count, 1))
    now[0, start, 0] = 1.0
    ended = numpy.zeros((3, len(ends), 1))
    for _ in range(MOST_STEPS):
        width = now.shape[2]
        if width > ended.shape[2]:
            ended = numpy.pad(ended, ((0, 0), (0, 0), (0, width - ended.shape[2])))
        ended[: len(now), :, :width] += now[:, ends]
        now[:, ends] = 0.0
        if now[0].sum() < LEFT:
            break
        then = numpy.zeros((len(now), count, width + widest))
        for (added, gain, square), matrix in matrices.items():
            into = then[:, :, added : added + width]
            moved = [matrix @ part for part in now]
            into[0] += moved[0]
            if gains:
                into[1] += moved[1] + gain * moved[0]
                into[2] += moved[2] + 2 * gain * moved[1] + square * moved[0]
        used = numpy.flatnonzero(then[0].max(axis=0) > CRUMB)
        now = then[:, :, : used[-1] + 1 if len(used) else 1]
    found = []
    for at, added in zip(*numpy.nonzero(ended[0]), strict=True):
        chance, mean, squares = ended[:, at, added].tolist()
        found.append(Way(chance, ends[at], int(added), mean / chance, squares / chance))
    return found


def _list_matrices(edges: InnerEdges, worths: Sequence[Worth]) -> Matrices:
    """For all changes that are worth the same how likely each state is to come from each, as sparse matrices of
    SciPy's."""
    import numpy
    from scipy.sparse import csr_matrix

    numbers: dict[Worth, int] = {}
    kinds = numpy.array([numbers.setdefault(worth, len(numbers)) for worth in worths])[edges.changes]
    chances, to = numpy.array(edges.chances, float), numpy.array(edges.goals)
    sources, count = numpy.arange(len(edges.counts)).repeat(edges.counts), len(edges.counts)
    found = {}
    for worth, kind in numbers.items():
        here = numpy.flatnonzero(kinds == kind)
        if len(here):
            found[worth] = csr_matrix((chances[here], (to[here], sources[here])), shape=(count, count))
    return found
