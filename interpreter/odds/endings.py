"""How each state of a chain ends: for all states at once, and as the chain grows.

What is likely after a state is what is likely after those that it leads to, weighed with how likely they are; so the
states that are added follow from those that there were, by a system of linear equations for these alone. Its matrix
has no pivot but the diagonal to look for: nothing is subtracted then but what stays in a state, and even the least
chances are right to many digits (Winfried Grassmann, Michael Taksar and Daniel Heyman, "Regenerative Analysis and
Steady State Distributions for Markov Chains", Operations Research 33, 1985).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy
from scipy.sparse import csr_matrix, identity
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from interpreter.chains.leads import EVERYWHERE
from interpreter.chains.phase_exploring import CRUMB, InnerEdges, Way, Worth
from interpreter.odds.elimination import Unsolvable

Array: TypeAlias = Any

MOST_CELLS = 30_000_000
"""So many numbers may be kept of how states end."""


FEW_TOGETHER = 100
"""Of so many states each may lead to each other, at most."""


MANY_TOGETHER, MOST_MOVES, NEXT_TO_NOTHING = 1_000, 4_000, 1e-20
"""Where each of so many states leads to each other, to take a matrix apart would fill it up: then it is moved along, so
often at most, until so small a part is left."""


class Endings:
    """How likely each state comes to each end, what is gained until then, weighed with that, and the square of it:
    three arrays with a row for each state. `ends` are the states without edges."""

    def __init__(self) -> None:
        self.count = 0
        self.ends: list[int] = []
        self.arrays = [numpy.zeros((64, 64))]

    def add(self, edges: InnerEdges, worths: Sequence[Worth]) -> None:
        """The states that come next, by their numbers: one without edges is an end. Raises Unsolvable."""
        added, gains, squares = numpy.array([each[:3] for each in worths], float).reshape(-1, 3)[edges.changes].T
        if added.any() or any(each.within != EVERYWHERE for each in worths):
            raise Unsolvable
        before, last, count = self.count, len(self.ends), len(edges.counts)
        ended = [at for at, size in enumerate(edges.counts) if not size]
        self.count += count
        self.ends += [before + at for at in ended]
        where = numpy.arange(count).repeat(edges.counts), edges.goals
        chances = numpy.array(edges.chances, float)
        if len(self.arrays) == 1 and (gains.any() or squares.any()):
            self.arrays += [numpy.zeros_like(self.arrays[0]) for _ in range(2)]
        self._make_room()

        def weigh(data: Array) -> Array:
            return csr_matrix((data, where), shape=(count, self.count))

        onward = weigh(chances)
        solve = _solve_used(onward[:, before:])
        known = [each[: self.count, : len(self.ends)] for each in self.arrays]
        fixed = onward[:, :before] @ known[0][:before]
        fixed[ended, range(last, len(self.ends))] = 1.0
        known[0][before:] = solve(fixed)
        if len(known) > 1:
            gaining, squaring = weigh(chances * gains), weigh(chances * squares)
            known[1][before:] = solve(onward[:, :before] @ known[1][:before] + gaining @ known[0])
            more = 2 * (gaining @ known[1]) + squaring @ known[0]
            known[2][before:] = solve(onward[:, :before] @ known[2][:before] + more)

    def _make_room(self) -> None:
        """Have a row for each state and a column for each end. Raises Unsolvable."""
        used = self.count, len(self.ends)
        if used[0] * used[1] > MOST_CELLS:
            raise Unsolvable
        room = [(0, 2 * size if size > here else 0) for size, here in zip(used, self.arrays[0].shape, strict=True)]
        if any(more for _, more in room):
            self.arrays = [numpy.pad(each, room) for each in self.arrays]

    def ways_from(self, start: int) -> list[Way]:
        """The ways to end from a state on."""
        found = []
        rows = [each[start, : len(self.ends)] for each in self.arrays]
        for at in numpy.flatnonzero(rows[0] > CRUMB).tolist():
            chance, *gained = (float(row[at]) for row in rows)
            gain, square = (each / chance for each in gained or (0.0, 0.0))
            found.append(Way(chance, self.ends[at], 0, gain, square))
        return found


def make_solver(moves: Array) -> Callable[[Array], Array]:
    """What solves x = fixed + moves x, where no pivot but the diagonal is needed. Raises Unsolvable.

    Where hardly a state comes back to where it was, they are taken in the order in which they come: nothing else is
    filled in then."""
    _, parts = connected_components(moves, connection="strong")
    if numpy.bincount(parts).max() > MANY_TOGETHER:
        return _make_mover(moves.tocsr())
    system, order = identity(moves.shape[0], format="csc") - moves, None
    if numpy.bincount(parts).max() <= FEW_TOGETHER:
        order = numpy.argsort(parts, kind="stable")
        system = system.tocsr()[order][:, order]
    try:
        how = "MMD_AT_PLUS_A" if order is None else "NATURAL"
        factors = splu(system.tocsc(), how, diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    except RuntimeError:
        raise Unsolvable from None

    def solve(fixed: Array) -> Array:
        if order is None:
            return factors.solve(fixed)
        found = numpy.empty_like(fixed)
        found[order] = factors.solve(fixed[order])
        return found

    return solve


def _make_mover(moves: Array) -> Callable[[Array], Array]:
    """The same, by moving along until next to nothing is left. Raises Unsolvable where that takes too long."""

    def solve(fixed: Array) -> Array:
        left = found = fixed
        for _ in range(MOST_MOVES):
            left = moves @ left
            found = found + left
            if left.max() <= NEXT_TO_NOTHING * found.max():
                return found
        raise Unsolvable

    return solve


def _solve_used(moves: Array) -> Callable[[Array], Array]:
    """`make_solver` for systems in which most columns are of no use. Raises Unsolvable."""
    solve_all = make_solver(moves)

    def solve(fixed: Array) -> Array:
        used = numpy.flatnonzero(fixed.any(axis=0))
        found = numpy.zeros_like(fixed)
        found[:, used] = solve_all(fixed[:, used])
        return found

    return solve
