"""A table of states: rows of numbers, each with a number of its own."""

from __future__ import annotations

import numpy as np

from interpreter.markov.question import Numbers
from interpreter.markov.reach import OutOfReach

EDGES, FEWEST = 12, 500_000
"""There may be so many edges for each state that there may be, and these in any case."""

CUT = 1e-17
"""A state that is visited less often than this in a game is not explored; what is lost is part of the bound."""


class Limit:
    """How many states there may be, in all tables together, and edges between them; and how seldom visited states are
    cut off."""

    def __init__(self, most: int, cut: float = CUT) -> None:
        self.most, self.cut, self.states, self.edges = most, cut, 0, 0
        self.most_edges = max(EDGES * most, FEWEST)

    def add(self, states: int = 0, edges: int = 0) -> None:
        """Raises OutOfReach."""
        self.states, self.edges = self.states + states, self.edges + edges
        if self.states > self.most:
            raise OutOfReach(f"there are more than {self.most:,} states", larger=True)
        if self.edges > self.most_edges:
            raise OutOfReach(f"there are more than {self.most_edges:,} steps between states", larger=True)


class States:
    """Each state has a row, a block and a node. It is found by a hash of 64 bits, which is compared with its row."""

    def __init__(self, width: int, limit: Limit, random: np.random.Generator) -> None:
        self.limit, self.size = limit, 0
        self._rows, self._places = np.zeros((64, width), np.int64), np.zeros((64, 2), np.int64)
        self._keys = random.integers(-(2**62), 2**62, width + 1) * 2 + 1
        self._numbers: dict[int, int] = {}

    @property
    def rows(self) -> Numbers:
        return self._rows[: self.size]

    @property
    def blocks(self) -> Numbers:
        return self._places[: self.size, 0]

    @property
    def nodes(self) -> Numbers:
        return self._places[: self.size, 1]

    def intern(self, rows: Numbers, blocks: Numbers, nodes: Numbers) -> Numbers:
        """The numbers of canonical states; new ones are added. Raises OutOfReach."""
        keys = rows @ self._keys[:-1] + blocks * self._keys[-1]
        unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        numbers, added = np.empty(len(unique), np.int64), list[int]()
        for at, key in enumerate(unique.tolist()):
            number = self._numbers.get(key)
            if number is None:
                number = self._numbers[key] = self.size + len(added)
                added.append(int(first[at]))
            numbers[at] = number
        if added:
            self._add(rows[added], np.stack([blocks[added], nodes[added]], axis=1))
        found = numbers[inverse]
        if not (np.array_equal(self.rows[found], rows) and np.array_equal(self.blocks[found], blocks)):
            raise OutOfReach("two states have one hash")
        return found

    def _add(self, rows: Numbers, places: Numbers) -> None:
        self.limit.add(states=len(rows))
        size = self.size + len(rows)
        if size > len(self._rows):
            room = max(2 * len(self._rows), size) - len(self._rows)
            self._rows = np.concatenate([self._rows, np.zeros((room, self._rows.shape[1]), np.int64)])
            self._places = np.concatenate([self._places, np.zeros((room, 2), np.int64)])
        self._rows[self.size : size], self._places[self.size : size] = rows, places
        self.size = size
