"""A finite Markov chain as arrays, and the linear systems that its figures are solutions of.

Kemeny and Snell, "Finite Markov Chains", 1960, chapter 3: expected visits are b (I - P)^-1, and what is gained by
absorption is (I - P)^-1 r. The systems are solved by one sparse LU. States are put in the topological order of their
strongly connected components first, so that the matrix is block triangular and a chain without cycles costs no more
than its edges.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix, csr_matrix, identity
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from interpreter.markov.question import Floats, Numbers


class Chain:
    """Edges between states 0 to `size` - 1. States without edges are absorbing."""

    def __init__(self, size: int, sources: Numbers, goals: Numbers, chances: Floats) -> None:
        self.size, self.sources, self.goals, self.chances = size, sources, goals, chances

    def start(self, state: int) -> Floats:
        found = np.zeros(self.size)
        found[state] = 1.0
        return found

    def find_visits(self, begun: Floats) -> Floats:
        """How often each state is visited, if so many walks begin in each; by column, if there are several."""
        order, solver = self._factored
        found = np.empty(begun.shape)
        found[order] = solver.solve(begun[order], "T")
        return found

    def find_gains(self, gained: Floats) -> Floats:
        """The expected sum, from each state on, of what is gained in each state at each visit."""
        order, solver = self._factored
        found = np.empty(gained.shape)
        found[order] = solver.solve(gained[order])
        return found

    @cached_property
    def _factored(self) -> tuple[Numbers, Any]:
        """The states in their order, and I - P in that order, factored."""
        size = self.size
        _, labels = find_components(size, self.sources, self.goals)
        order = np.argsort(labels, kind="stable")
        place = np.empty(size, np.int64)
        place[order] = np.arange(size)
        ways = csc_matrix((self.chances, (place[self.sources], place[self.goals])), (size, size))
        system = (identity(size, format="csc") - ways).tocsc()
        return order, splu(system, permc_spec="NATURAL", diag_pivot_thresh=0.0)


def find_components(size: int, sources: Numbers, goals: Numbers) -> tuple[int, Numbers]:
    """How many strongly connected components there are, and that of each state, which is numbered after all to which it
    leads."""
    graph = csr_matrix((np.ones(len(sources), np.int8), (sources, goals)), (size, size))
    count, labels = connected_components(graph, directed=True, connection="strong")
    assert (labels[sources] >= labels[goals]).all(), "SciPy numbers components in this order"
    return count, labels.astype(np.int64)
