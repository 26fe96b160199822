"""How often a chain comes to each of its states with which total, as whole arrays.

States that can come again and again after each other make a layer; each layer is worked out once, after all that lead
to it: within it chances are moved until next to nothing is left, and then on to the layers that follow.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from scipy.sparse import csr_matrix

from interpreter.odds.layers import find_layers, list_different
from interpreter.odds.merging import Merged

Array: TypeAlias = Any

LEFT = 1e-17
"""So much may be left on the way within a layer."""

CRUMB = 1e-22
"""Less than that is dropped where it would make a total longer."""

MOST_STEPS = 20_000

class Flow:
    """The mean number of times that each class of states is come to: `visits` has a row for each, and a column for each
    total."""

    def __init__(self, chain: Merged, start: int) -> None:
        self.visits = numpy.zeros((chain.count, 1))
        self.visits[start, 0] = 1.0
        sources, chances, goals, gains = chain.arrays
        layers = find_layers(sources, goals, chain.count)
        order = numpy.argsort(-layers[sources], kind="stable")
        self.sources, self.chances, self.goals, self.gains = (
            each[order] for each in (sources, chances, goals, gains)
        )
        self.stay = layers[self.sources] == layers[self.goals]
        ends = numpy.flatnonzero(numpy.diff(layers[self.sources])) + 1
        for edges in numpy.split(numpy.arange(len(order)), ends):
            self._leave_layer(edges)

    def _leave_layer(self, edges: Array) -> None:
        """Move what has come to the states of a layer on, along their edges."""
        inside, outside = edges[self.stay[edges]], edges[~self.stay[edges]]
        if len(inside):
            here = list_different(numpy.concatenate([self.sources[inside], self.goals[inside]]))
            self._go_round(here, self._list_ways(inside, here, here))
        if len(outside):
            here, there = list_different(self.sources[outside]), list_different(self.goals[outside])
            moved = _move(self._list_ways(outside, here, there), self._cut(self.visits[here]), len(there))
            self._add(there, moved)

    def _list_ways(self, edges: Array, here: Array, there: Array) -> dict[int, Any]:
        """For each gain what moves chances along some edges, from states `here` to states `there`."""
        sources, goals = numpy.searchsorted(here, self.sources[edges]), numpy.searchsorted(there, self.goals[edges])
        chances, gains, found = self.chances[edges], self.gains[edges], {}
        for gain in list_different(gains).tolist():
            some = gains == gain
            found[gain] = csr_matrix((chances[some], (goals[some], sources[some])), shape=(len(there), len(here)))
        return found

    def _go_round(self, here: Array, ways: dict[int, Any]) -> None:
        """Move chances within a layer until next to nothing is left, and add up how often they come by."""
        now = self.visits[here]
        for _ in range(MOST_STEPS):
            now = _move(ways, self._cut(now), len(here))
            self._add(here, now)
            if now.sum() < LEFT:
                break

    def _cut(self, rows: Array) -> Array:
        """Rows of totals up to the last one with any chance."""
        used = numpy.flatnonzero(rows.max(axis=0) > CRUMB)
        return rows[:, : used[-1] + 1 if len(used) else 1]

    def _add(self, states: Array, rows: Array) -> None:
        more = rows.shape[1] - self.visits.shape[1]
        if more > 0:
            self.visits = numpy.pad(self.visits, ((0, 0), (0, more)))
        self.visits[states, : rows.shape[1]] += rows


def _move(ways: dict[int, Any], now: Array, count: int) -> Array:
    """What comes of rows of totals to so many states."""
    width = now.shape[1]
    then = numpy.zeros((count, width + max(ways)))
    for gain, matrix in ways.items():
        then[:, gain : gain + width] += matrix @ now
    return then
