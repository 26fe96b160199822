"""The states of a space that match a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from interpreter.markov.question import Numbers
from interpreter.markov.space import Space


class Positions:
    """The states of a space where a game waits, with what slots hold in them, or only some `states`. The usual position
    is the first one within a phase (`routine`), or of the game."""

    def __init__(self, space: Space, routine: int | None, states: Numbers | None = None) -> None:
        self.space = space
        if states is not None:
            self.states = states
            return
        graph = space.canonical.graph
        inside = {
            at
            for at, node in enumerate(graph.nodes)
            if routine is None or any(called == routine for called, _ in node.calls)
        }
        waiting = np.isin(space.nodes, list(inside)) & (space.blocks >= 0) & (np.arange(len(space.blocks)) > 0)
        self.states = np.flatnonzero(waiting & np.isin(np.arange(len(space.blocks)), space.edges.sources))

    def values_of(self, slot: int) -> Numbers:
        """What a slot holds in each state."""
        slots = self.space.canonical.slots
        rows = self.space.rows[self.states]
        return rows[:, slots.index(slot) + 1] if slot in slots else np.zeros(len(self.states), np.int64)

    def find(self, wanted: Mapping[int, int]) -> int | None:
        """The state in which slots hold this, and others what they do at first, as far as there is one."""
        if not len(self.states):
            return None
        fits = np.ones(len(self.states), bool)
        for slot, value in wanted.items():
            fits &= self.values_of(slot) == value
        if not fits.any():
            return None
        rows, first = self.space.rows[self.states], self.states[0]
        likeness = (rows == self.space.rows[first]).sum(axis=1)
        likeness += len(self.space.canonical.slots) * (self.space.blocks[self.states] == self.space.blocks[first])
        best = np.flatnonzero(fits)[np.argmax(likeness[fits])]
        return int(self.states[best])

    def list_values(self, slots: Sequence[int]) -> list[tuple[int, ...]]:
        """What slots hold together where the game waits as it first does, in rising order."""
        if not len(self.states):
            return []
        alike = self.space.blocks[self.states] == self.space.blocks[self.states[0]]
        columns = np.stack([self.values_of(slot)[alike] for slot in slots], axis=1)
        return sorted({*map(tuple, columns.tolist())})
