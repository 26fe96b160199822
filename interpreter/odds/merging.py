"""States that do the same become one.

Partition refinement: states stay together as long as they lead to the same classes, with the same gains, equally
likely. What is left has the same figures, exactly.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from math import lcm
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from interpreter.chains.states import Bundle, Edges, States, list_columns
from interpreter.data_classes import dataclass

MOST = 30_000
"""Larger chains are left as they are: it would take longer than to solve them."""


_Weighed: TypeAlias = Sequence[tuple[int, float, int]]
"""Of edges where each leads, what is gained, and how likely it is, in whole numbers."""


@dataclass(frozen=True)
class Columns:
    """The edges of classes of states, one class after the other: how many each has; and of each edge how likely it is,
    where it leads, and what is gained."""

    counts: Sequence[int]
    chances: Sequence[Fraction | float]
    goals: Sequence[int]
    gains: Sequence[Any]


class Arrays(NamedTuple):
    """The same as arrays of NumPy's; `sources` are the classes that edges come from."""

    sources: Any
    chances: Any
    goals: Any
    gains: Any


@dataclass(frozen=True)
class Merged:
    """A chain of classes of states. `ends` says where it is over how: the stop and the winners. `classes` has the class
    of each state; it begins in `start`. If gains are means, `squares` are for each class the mean of their squares. If
    it `is_rounded`, chances are in floating point."""

    start: int
    gained: int
    columns: Columns
    ends: dict[int, tuple[int, tuple[int, ...]]]
    classes: tuple[int, ...]
    squares: tuple[float, ...] | None = None
    is_rounded: bool = False

    @property
    def count(self) -> int:
        """How many classes there are."""
        return len(self.columns.counts)

    @property
    def edge_count(self) -> int:
        """How many edges there are in all."""
        return len(self.columns.goals)

    @cached_property
    def edges(self) -> tuple[tuple[tuple[Any, int, Any], ...], ...]:
        """Of each class how likely the next one is, which it is, and what is gained."""
        columns = self.columns
        every = zip(columns.chances, columns.goals, columns.gains, strict=True)
        return tuple(tuple(islice(every, count)) for count in columns.counts)

    @cached_property
    def arrays(self) -> Arrays:
        """The edges as arrays. Raises ImportError without NumPy."""
        import numpy

        columns = self.columns
        sources = numpy.arange(self.count).repeat(columns.counts)
        chances = columns.chances if self.is_rounded else list(map(float, columns.chances))
        return Arrays(sources, numpy.array(chances), numpy.array(columns.goals, int), numpy.array(columns.gains))


def merge_states(states: States) -> Merged:
    """The same chain with as few states as there can be."""
    count = len(states.stops)
    if states.is_rounded:
        return take_as_it_is(states)
    edges, whole = _weigh_edges(states)
    classes = list(range(count)) if count > MOST else _refine(states, edges)
    first = dict(reversed([(kind, at) for at, kind in enumerate(classes)]))
    ways = [_signature(edges[first[kind]], classes) for kind in range(len(first))]
    chances = {weight: Fraction(weight, whole) for weight in {weight for each in ways for _, weight in each}}
    columns = Columns(
        [len(each) for each in ways],
        [chances[weight] for each in ways for _, weight in each],
        [to for each in ways for (to, _), _ in each],
        [gain for each in ways for (_, gain), _ in each],
    )
    ends = {kind: (states.stops[at], states.winners[at]) for kind, at in first.items() if states.stops[at] < 0}
    return Merged(classes[states.start], states.gained, columns, ends, tuple(classes))


def take_as_it_is(states: States) -> Merged:
    """A chain in floating point, without looking for states that do the same: hardly any chances are equal."""
    every = [list_columns(each) for each in states.edges]
    columns = Columns(
        [len(chances) for chances, _, _ in every],
        list(map(float, chain.from_iterable(chances for chances, _, _ in every))),
        list(chain.from_iterable(goals for _, goals, _ in every)),
        list(chain.from_iterable(gains for _, _, gains in every)),
    )
    ends = {at: (stop, states.winners[at]) for at, stop in enumerate(states.stops) if stop < 0}
    squares = tuple(map(_mean_square, states.edges)) if states.are_means else None
    return Merged(states.start, states.gained, columns, ends, tuple(range(len(every))), squares, True)


def _mean_square(edges: Edges) -> float:
    """The mean of the square of what is gained next."""
    chances, _, gains = list_columns(edges)
    squares = edges.squares if isinstance(edges, Bundle) and edges.squares is not None else [gain**2 for gain in gains]
    return float(sum(map(mul, chances, squares)))


def _refine(states: States, edges: Sequence[_Weighed]) -> list[int]:
    kinds: dict[Hashable, int] = {}
    begin = [(stop, won) if stop < 0 else ("on", won) for stop, won in zip(states.stops, states.winners, strict=True)]
    classes = [kinds.setdefault(each, len(kinds)) for each in begin]
    count = 0
    while count != len(kinds):
        count, kinds = len(kinds), {}
        signatures = [(classes[at], *_signature(each, classes)) for at, each in enumerate(edges)]
        classes = [kinds.setdefault(each, len(kinds)) for each in signatures]
    return classes


def _weigh_edges(states: States) -> tuple[list[_Weighed], int]:
    """The edges of each state, and what their weights come to together."""
    chances: set[Any] = {edge.chance for each in states.edges for edge in each}
    whole = lcm(*(chance.denominator for chance in chances))
    weights = {chance: int(chance * whole) for chance in chances}
    return [[(edge.to, edge.gain, weights[edge.chance]) for edge in each] for each in states.edges], whole


def _signature(edges: _Weighed, classes: Sequence[int]) -> list[tuple[tuple[int, float], int]]:
    """How likely each class and gain is to come next, in whole numbers."""
    weights: dict[tuple[int, float], int] = {}
    for to, gain, weight in edges:
        way = classes[to], gain
        weights[way] = weights.get(way, 0) + weight
    return sorted(weights.items())
