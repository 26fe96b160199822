"""What the states of a large chain come to with all decisions at their best.

States that can come again and again after each other are worked out together, and before those that lead to them: so
the chain falls into layers, from the ends of the game to its beginning. In each layer sweeps go on until nothing
changes any more, decisions first and then chance.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from interpreter.data_classes import dataclass
from interpreter.odds.frontiers import Edges, Many
from interpreter.odds.optimising import MOST_SWEEPS, STILL

Array: TypeAlias = Any

SWEEPS = 8
"""It is looked once in so many sweeps whether anything changes."""


@dataclass(frozen=True)
class Part:
    """What is done at once in a layer: for the states `at` their edges, those from `first[n]` on for the n-th, lead to
    `goals` with so much gained, and so likely (`weights`)."""

    at: Array
    first: Array
    goals: Array
    gains: Array
    weights: Array


def find_values(chain: Many, signs: Array, worths: Array) -> Array:
    """What each state comes to. `signs` has 1 for each state where somebody decides for the most, -1 for the least, and
    0 for others; `worths` what each is worth where nothing follows."""
    sources = numpy.concatenate([chain.falls.sources, chain.answers.sources])
    goals = numpy.concatenate([chain.falls.goals, chain.answers.goals])
    layers = find_layers(sources, goals, chain.count)
    falls, answers = _sort(chain.falls, layers), _sort(chain.answers, layers)
    values = worths.copy()
    count = int(layers.max()) + 1
    bounds = [numpy.searchsorted(layers[each.sources], numpy.arange(count + 1)) for each in (falls, answers)]
    for layer in range(count):
        several = [
            _cut(each, int(ends[layer]), int(ends[layer + 1]))
            for each, ends in zip((falls, answers), bounds, strict=True)
        ]
        _settle(values, signs, *several)
    return values


def find_layers(sources: Array, goals: Array, states: int) -> Array:
    """The layer of each state: above all that it leads to, but for those that lead back to it."""
    ways = csr_matrix((numpy.ones(len(sources), numpy.int8), (sources, goals)), shape=(states, states))
    count, labels = connected_components(ways, directed=True, connection="strong")
    above, below = labels[sources], labels[goals]
    apart = above != below
    pairs = list_different(above[apart].astype(numpy.int64) * count + below[apart])
    return _count_layers(pairs // count, pairs % count, count)[labels]


def list_different(values: Array) -> Array:
    """All values, each once, in order: sorting is faster than the table of `numpy.unique` where they lie in rows."""
    values = numpy.sort(values)
    return values[numpy.r_[True, values[1:] != values[:-1]]] if len(values) else values


def _count_layers(above: Array, below: Array, count: int) -> Array:
    """Of each part one more than the highest of those below it."""
    layers, left = numpy.zeros(count, numpy.int64), numpy.bincount(above, minlength=count)
    order = numpy.argsort(below, kind="stable")
    above, first = above[order], numpy.searchsorted(below[order], numpy.arange(count + 1))
    now, layer = numpy.flatnonzero(left == 0), 0
    while len(now):
        layers[now] = layer
        sizes = first[now + 1] - first[now]
        at = numpy.repeat(first[now] - numpy.r_[0, sizes.cumsum()[:-1]], sizes) + numpy.arange(sizes.sum())
        parts, times = numpy.unique(above[at], return_counts=True)
        left[parts] -= times
        now, layer = parts[left[parts] == 0], layer + 1
    return layers


def _sort(edges: Edges, layers: Array) -> Edges:
    """Edges by the layers of their states, and by these."""
    order = numpy.argsort(layers[edges.sources] * len(layers) + edges.sources, kind="stable")
    return Edges(edges.sources[order], edges.goals[order], edges.gains[order], edges.weights[order])


def _cut(edges: Edges, start: int, end: int) -> Part:
    some = slice(start, end)
    sources, goals = edges.sources[some], edges.goals[some]
    first = numpy.flatnonzero(numpy.r_[True, sources[1:] != sources[:-1]]) if end > start else sources
    return Part(sources[first], first, goals, edges.gains[some], edges.weights[some])


def _settle(values: Array, signs: Array, falls: Part, answers: Part) -> None:
    """Sweep a layer until nothing changes any more."""
    near = _Near(falls, answers, signs)
    here = values[near.states]
    sides = [_Choice(near, answers, sign) for sign in (1, -1)]
    fallen, ways = len(falls.at), _matrix(falls, near)
    gained = numpy.add.reduceat(falls.weights * falls.gains, falls.first) if falls.gains.any() else None
    for sweep in range(MOST_SWEEPS):
        before = here.copy() if sweep % SWEEPS == 0 else None
        for each in sides:
            each.decide(here)
        here[:fallen] = ways @ here
        if gained is not None:
            here[:fallen] += gained
        if before is not None and abs(here - before).max(initial=0) <= STILL * max(1.0, abs(here).max(initial=0)):
            break
    values[near.states] = here


class _Near:
    """The states of a layer and those next to it, side by side: first those where chance decides, then those where
    somebody does for the most, or for the least, and then all others. `deciding` are the rows of these two among the
    answers, by sign."""

    def __init__(self, falls: Part, answers: Part, signs: Array) -> None:
        self.deciding = {sign: numpy.flatnonzero(signs[answers.at] == sign) for sign in (1, -1)}
        first = numpy.concatenate([falls.at, answers.at[self.deciding[1]], answers.at[self.deciding[-1]]])
        self._sorted = list_different(numpy.concatenate([first, falls.goals, answers.goals]))
        self._places = numpy.full(len(self._sorted), -1)
        self._places[numpy.searchsorted(self._sorted, first)] = numpy.arange(len(first))
        others = numpy.flatnonzero(self._places < 0)
        self._places[others] = numpy.arange(len(first), len(self._sorted))
        self.states = numpy.concatenate([first, self._sorted[others]])

    def find(self, states: Array) -> Array:
        """Where each of these stands."""
        return self._places[numpy.searchsorted(self._sorted, states)]


class _Choice:
    """The answers of all states of a layer in which one side decides: the first of each, the second where there is one,
    and so on."""

    def __init__(self, near: _Near, answers: Part, sign: int) -> None:
        deciding = near.deciding[sign]
        self.better = numpy.maximum if sign > 0 else numpy.minimum
        start = int(near.find(answers.at[deciding[:1]])[0]) if len(deciding) else 0
        self.here = slice(start, start + len(deciding))
        counts = numpy.diff(numpy.r_[answers.first, len(answers.goals)])[deciding]
        self.several: list[tuple[Array | None, Array, Array | None]] = []
        for nth in range(int(counts.max(initial=0))):
            rows = numpy.flatnonzero(counts > nth)
            at = answers.first[deciding[rows]] + nth
            gains = answers.gains[at]
            goals = near.find(answers.goals[at])
            self.several.append((None if len(rows) == len(deciding) else rows, goals, gains if gains.any() else None))

    def decide(self, here: Array) -> None:
        """Give each state what its best answer comes to."""
        found: Array = None
        for rows, goals, gains in self.several:
            worth = here.take(goals, mode="clip")
            if gains is not None:
                worth += gains
            if found is None:
                found = worth
            elif rows is None:
                self.better(found, worth, out=found)
            else:
                found[rows] = self.better(found[rows], worth)
        if found is not None:
            here[self.here] = found


def _matrix(falls: Part, near: _Near) -> Any:
    """What adds up the edges of each state, weighted."""
    ends = numpy.r_[falls.first, len(falls.goals)]
    return csr_matrix((falls.weights, near.find(falls.goals), ends), shape=(len(falls.at), len(near.states)))
