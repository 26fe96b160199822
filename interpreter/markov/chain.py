"""A finite Markov chain as arrays, and its linear systems.

Kemeny and Snell, "Finite Markov Chains", 1960, chapter 3: expected visits are b (I - P)^-1, and expected rewards until
absorption are (I - P)^-1 r. States are put in the topological order of their strongly connected components, so that the
matrix is block triangular. One sparse LU solves all blocks between two large ones, and a chain without cycles, or whose
cycles all pass through one state, takes time proportional to its edges. Large blocks whose LU fills in are solved by
the Neumann series, the sum of all P^n b, if it converges soon.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, identity
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.sparse.linalg import splu

from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Floats, Numbers

LARGE = 500
"""The most states of a component that is solved by LU at once; larger ones try the series first."""

TERMS, TOGETHER = 4_000, 16
"""The most terms of a series before LU takes over, and how many are added between two checks."""

REST = 1e-20
"""The remainder at which a series stops, as a share of its sum."""


class Chain:
    """Edges between states 0 to `size` - 1. States without edges are absorbing."""

    def __init__(self, size: int, sources: Numbers, goals: Numbers, chances: Floats) -> None:
        self.size, self.sources, self.goals, self.chances = size, sources, goals, chances

    def reach(self, starts: Sequence[int] | Numbers) -> tuple[Chain, Numbers, Numbers]:
        """The chain of the states reachable from `starts`, with their indices and those of its edges."""
        many = len(starts)
        sources = np.concatenate([self.sources, np.full(many, self.size)])
        goals = np.concatenate([self.goals, starts]).astype(np.int64)
        ways = csr_matrix((np.ones(len(sources), np.int8), (sources, goals)), (self.size + 1, self.size + 1))
        states = np.sort(breadth_first_order(ways, self.size, return_predecessors=False))[:-1].astype(np.int64)
        place = np.full(self.size, -1)
        place[states] = np.arange(len(states))
        edges = np.flatnonzero(place[self.sources] >= 0)
        chain = Chain(len(states), place[self.sources[edges]], place[self.goals[edges]], self.chances[edges])
        return chain, states, edges

    def keep(self, edges: Numbers | NDArray[np.bool_]) -> Chain:
        """The same chain with some of its edges alone."""
        return type(self)(self.size, self.sources[edges], self.goals[edges], self.chances[edges])

    def find_visits(self, begun: Floats) -> Floats:
        """The expected visits to each state, if `begun` walks begin in each; one column for each start. Raises
        OutOfReach."""
        return self._solve(begun, "T")

    def find_gains(self, gained: Floats) -> Floats:
        """The expected total reward from each state on, if each visit to a state gains `gained`. Raises OutOfReach."""
        return self._solve(gained, "N")

    def _solve(self, base: Floats, trans: str) -> Floats:
        """Solve (I - P) x = base, where `trans` is "N", or its transpose, where it is "T" (as in SuperLU)."""
        order, blocks = self._ordered
        base, found = base[order], np.zeros(base.shape)
        for block in blocks if trans == "N" else blocks[::-1]:
            known = base[block.low : block.high]
            if len(blocks) > 1:
                known = known + block.rows(self._matrix if trans == "N" else self._transpose) @ found
            found[block.low : block.high] = block.solve(known, self._matrix, trans)
        result = np.empty(base.shape)
        result[order] = found
        return result

    @cached_property
    def _ordered(self) -> tuple[Numbers, list[_Block]]:
        """The states in topological order of components, and the blocks of that order."""
        count, labels = find_components(self.size, self.sources, self.goals)
        first = np.concatenate([[0], np.cumsum(np.bincount(labels, minlength=count))])
        large = np.flatnonzero(np.diff(first) > LARGE)
        cuts = np.unique(np.concatenate([[0, self.size], first[large], first[large + 1]])).tolist()
        begun = {*first[large].tolist()}
        blocks = [_Block(low, high, low in begun) for low, high in pairwise(cuts)]
        return order_states(self.sources, self.goals, labels), blocks

    @cached_property
    def _matrix(self) -> csr_matrix:
        """P, in the order of states."""
        order, _ = self._ordered
        place = np.empty(self.size, np.int64)
        place[order] = np.arange(self.size)
        return csr_matrix((self.chances, (place[self.sources], place[self.goals])), (self.size, self.size))

    @cached_property
    def _transpose(self) -> csr_matrix:
        return self._matrix.T.tocsr()


class _Block:
    """States that are solved together: a large component, or everything between two of them."""

    def __init__(self, low: int, high: int, large: bool) -> None:
        self.low, self.high, self.large = low, high, large
        self.solver: Any = None

    def rows(self, matrix: csr_matrix) -> csr_matrix:
        return matrix[self.low : self.high]

    def solve(self, known: Floats, matrix: csr_matrix, trans: str) -> Floats:
        if self.solver is None:
            own = self.rows(matrix)[:, self.low : self.high]
            rows, columns = own.nonzero()
            fills = self.large and bool((columns[columns > rows] < len(known) - 1).any())
            if fills and (found := _add_series(own if trans == "N" else own.T.tocsr(), known)) is not None:
                return found
            self.solver = self._factor(own, "COLAMD" if fills else "NATURAL")
        return np.asarray(self.solver.solve(known, trans))

    def _factor(self, own: csr_matrix, order: str) -> Any:
        system = (identity(self.high - self.low, format="csc") - own).tocsc()
        try:
            return splu(system, permc_spec=order, diag_pivot_thresh=0.0)
        except RuntimeError:
            raise OutOfReach("some games never end", endless=True) from None
        except MemoryError:
            raise OutOfReach("too many states lead back to each other") from None


def _add_series(matrix: csr_matrix, base: Floats) -> Floats | None:
    """The sum of all P^n b, or None if it does not converge soon. The remainder is estimated from its rate of
    decrease."""
    found, term = base.copy(), base
    before = float(np.abs(term).max(initial=0.0))
    for _ in range(TERMS // TOGETHER):
        for _ in range(TOGETHER):
            term = matrix @ term
            found += term
        now = float(np.abs(term).max(initial=0.0))
        ratio = now / before if before else 0.0
        if ratio < 1 and now * TOGETHER * ratio <= (1 - ratio) * REST * float(np.abs(found).max(initial=0.0)):
            return found
        before = now
    return None


def add_up(places: Numbers, numbers: NDArray[Any], size: int) -> NDArray[Any]:
    """The sum of the numbers at each place."""
    found = np.zeros(size, numbers.dtype)
    np.add.at(found, places, numbers)
    return found


def find_components(size: int, sources: Numbers, goals: Numbers) -> tuple[int, Numbers]:
    """The number of strongly connected components, and that of each state: numbered in reverse topological order."""
    graph = csr_matrix((np.ones(len(sources), np.int8), (sources, goals)), (size, size))
    count, labels = connected_components(graph, directed=True, connection="strong")
    assert (labels[sources] >= labels[goals]).all(), "SciPy numbers components in this order"
    return count, labels.astype(np.int64)


def order_states(sources: Numbers, goals: Numbers, labels: Numbers) -> Numbers:
    """The states by component. In each, the state with the least number is the last; without the edges to it the others
    are in topological order as far as can be, so that LU fills little more than a row of each component."""
    size = len(labels)
    inside = labels[sources] == labels[goals]
    if not inside.any():
        return np.argsort(labels, kind="stable")
    last = np.unique(labels, return_index=True)[1]
    cut = np.zeros(size, bool)
    cut[last] = True
    kept = ~cut[goals] & inside
    count, inner = find_components(size, sources[kept], goals[kept])
    inner[last] = count
    return np.lexsort((inner, labels))
