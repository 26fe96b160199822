"""What the states of a large chain come to with all decisions at their best.

States that can come again and again after each other are worked out together, and before those that lead to them: so
the chain falls into layers, from the ends of the game to its beginning. In each layer sweeps go on until nothing
changes any more, decisions first and then chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

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
    0 for others; `worths` what it is worth to come to a state."""
    sources = numpy.concatenate([chain.falls.sources, chain.answers.sources])
    goals = numpy.concatenate([chain.falls.goals, chain.answers.goals])
    layers = find_layers(sources, goals, chain.count)
    falls, answers = _sort(chain.falls, layers), _sort(chain.answers, layers)
    values = numpy.zeros(chain.count)
    count = int(layers.max()) + 1
    bounds = [numpy.searchsorted(layers[each.sources], numpy.arange(count + 1)) for each in (falls, answers)]
    for layer in range(count):
        several = [
            _cut(each, worths, int(ends[layer]), int(ends[layer + 1]))
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
    order = numpy.lexsort((edges.sources, layers[edges.sources]))
    return Edges(edges.sources[order], edges.goals[order], edges.gains[order], edges.weights[order])


def _cut(edges: Edges, worths: Array, start: int, end: int) -> Part:
    some = slice(start, end)
    sources, goals = edges.sources[some], edges.goals[some]
    first = numpy.flatnonzero(numpy.r_[True, sources[1:] != sources[:-1]]) if end > start else sources
    return Part(sources[first], first, goals, edges.gains[some] + worths[goals], edges.weights[some])


def _settle(values: Array, signs: Array, falls: Part, answers: Part) -> None:
    """Sweep a layer until nothing changes any more. Its states and those next to it are numbered anew, side by side."""
    near = list_different(numpy.concatenate([falls.at, answers.at, falls.goals, answers.goals]))
    if not len(near):
        return
    here = values[near]
    choose = _Choice(near, signs[answers.at], answers)
    gained = falls.weights * falls.gains
    ways, right = _matrix(falls, near), numpy.add.reduceat(gained, falls.first) if len(falls.at) else gained
    at_falls, at_answers = numpy.searchsorted(near, falls.at), numpy.searchsorted(near, answers.at)
    for sweep in range(MOST_SWEEPS):
        before = here.copy() if sweep % SWEEPS == 0 else None
        if len(answers.at):
            here[at_answers] = choose.find_best(here)
        if len(falls.at):
            here[at_falls] = ways @ here + right
        if before is not None and abs(here - before).max() <= STILL * max(1.0, abs(here).max()):
            break
    values[near] = here


class _Choice:
    """The answers of all states of a layer in which somebody decides: the first of each, the second where there is one,
    and so on."""

    def __init__(self, near: Array, owners: Array, answers: Part) -> None:
        self.owners = owners
        counts = numpy.diff(numpy.r_[answers.first, len(answers.goals)])
        self.several: list[tuple[Any, Array, Array]] = []
        for nth in range(int(counts.max(initial=0))):
            rows = slice(None) if (counts > nth).all() else numpy.flatnonzero(counts > nth)
            at = answers.first[rows] + nth
            self.several.append((rows, numpy.searchsorted(near, answers.goals[at]), owners[rows] * answers.gains[at]))

    def find_best(self, here: Array) -> Array:
        """What the best answers come to."""
        found = numpy.full(len(self.owners), -numpy.inf)
        for rows, goals, won in self.several:
            found[rows] = numpy.maximum(found[rows], self.owners[rows] * here[goals] + won)
        return found * self.owners


def _matrix(falls: Part, near: Array) -> Any:
    """What adds up the edges of each state, weighted."""
    columns, ends = numpy.searchsorted(near, falls.goals), numpy.r_[falls.first, len(falls.goals)]
    return csr_matrix((falls.weights, columns, ends), shape=(len(falls.at), len(near)))
