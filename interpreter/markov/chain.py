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
        matrix = csr_matrix((self.chances, (self.sources, self.goals)), (size, size))
        _, labels = connected_components(matrix, directed=True, connection="strong")
        order = np.argsort(labels, kind="stable")
        place = np.empty(size, np.int64)
        place[order] = np.arange(size)
        ways = csc_matrix((self.chances, (place[self.sources], place[self.goals])), (size, size))
        system = (identity(size, format="csc") - ways).tocsc()
        return order, splu(system, permc_spec="NATURAL", diag_pivot_thresh=0.0)
