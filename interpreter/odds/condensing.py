"""The ways in which a phase may end, from the chain of its states.

Chances are moved along the edges until next to nothing is left on the way, state by state and by what was added; with
them go the mean of what the figure gains, and of its square. Where a chain has many starts and adds nothing, how all of
its states end is solved for instead (`endings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.chains.phase_exploring import CRUMB, InnerEdge, Way

if TYPE_CHECKING:
    from interpreter.odds.endings import Endings

Matrices: TypeAlias = dict[tuple[int, float, float], Any]

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
        self.edges: list[Sequence[InnerEdge]] = []
        self.starts = 0
        self.is_unsolvable = False
        self.matrices: Matrices = {}

    @cached_property
    def endings(self) -> Endings:
        from interpreter.odds.endings import Endings

        return Endings()

    def add(self, edges: Sequence[Sequence[InnerEdge]]) -> None:
        """The states that come next, by their numbers, with the edges of each. One without edges is an end."""
        self.edges += edges
        self.matrices = {}

    def ways_from(self, start: int) -> list[Way]:
        """The ways to end from a state on."""
        self.starts += 1
        with suppress(ImportError):
            if self.starts > MOVED and self._solves():
                return self.endings.ways_from(start)
            several = [edge for each in self.edges for edge in each]
            if len(several) > FEW and min(edge.added for edge in several) >= 0:
                self.matrices = self.matrices or _list_matrices(self.edges)
                return _move_arrays(self.edges, self.matrices, start)
        return _move_one_by_one(self.edges, start)

    def _solves(self) -> bool:
        """Solve for the states that were added, and tell whether that can be done. Raises ImportError without SciPy."""
        from interpreter.odds.endings import Unsolvable

        new = self.edges[self.endings.count :]
        try:
            if new and not self.is_unsolvable:
                self.endings.add(new)
        except Unsolvable:
            self.is_unsolvable = True
        return not self.is_unsolvable


def _move_one_by_one(edges: Sequence[Sequence[InnerEdge]], start: int) -> list[Way]:
    now: dict[tuple[int, int], tuple[float, float, float]] = {(start, 0): (1.0, 0.0, 0.0)}
    ended: dict[tuple[int, int], tuple[float, float, float]] = {}
    for _ in range(MOST_STEPS):
        then: dict[tuple[int, int], tuple[float, float, float]] = {}
        for (state, added), (chance, gain, square) in now.items():
            if not edges[state]:
                _add(ended, (state, added), chance, gain, square)
            for edge in edges[state]:
                part, more = float(edge.chance), edge.gain
                _add(
                    then,
                    (edge.to, added + edge.added),
                    part * chance,
                    part * (gain + more * chance),
                    part * (square + 2 * more * gain + edge.square * chance),
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


def _move_arrays(edges: Sequence[Sequence[InnerEdge]], matrices: Matrices, start: int) -> list[Way]:
    import numpy

    ends = [state for state, each in enumerate(edges) if not each]
    widest = max(added for added, _, _ in matrices)
    gains = any(gain or square for _, gain, square in matrices)
    now = numpy.zeros((3 if gains else 1, len(edges), 1))
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
        then = numpy.zeros((len(now), len(edges), width + widest))
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


def _list_matrices(edges: Sequence[Sequence[InnerEdge]]) -> Matrices:
    """For each change how likely each state is to come from each, as sparse matrices of SciPy's."""
    import numpy
    from scipy.sparse import csr_matrix

    sources = numpy.repeat(numpy.arange(len(edges)), [len(each) for each in edges])
    chances, goals, *changes = zip(*(edge for each in edges for edge in each), strict=True)
    numbers: dict[tuple[int, float, float], int] = {}
    kinds = numpy.array([numbers.setdefault(change, len(numbers)) for change in zip(*changes, strict=True)])
    likely, to = numpy.array(chances, float), numpy.array(goals)
    found = {}
    for change, kind in numbers.items():
        here = kinds == kind
        found[change] = csr_matrix((likely[here], (to[here], sources[here])), shape=(len(edges), len(edges)))
    return found
