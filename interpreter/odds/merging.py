"""States that do the same become one.

Partition refinement: states stay together as long as they lead to the same classes, with the same gains, equally
likely. What is left has the same figures, exactly.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter.chains.states import Edge, States

MOST = 30_000
"""Larger chains are left as they are: it would take longer than to solve them."""


@dataclass(frozen=True)
class Merged:
    """A chain of classes of states. `edges` has for each class (chance, class, gain); `ends` says where it is over how:
    the stop and the winners. `classes` has the class of each state; it begins in `start`. If gains are means,
    `squares` are for each class the mean of their squares. If it `is_rounded`, chances are in floating point."""

    start: int
    gained: int
    edges: tuple[tuple[tuple[Fraction, int, int], ...], ...]
    ends: dict[int, tuple[int, tuple[int, ...]]]
    classes: tuple[int, ...]
    squares: tuple[float, ...] | None = None
    is_rounded: bool = False


def merge_states(states: States) -> Merged:
    """The same chain with as few states as there can be."""
    count = len(states.stops)
    if states.is_rounded:
        return _take_as_it_is(states)
    classes = list(range(count)) if count > MOST else _refine(states)
    first = dict(reversed([(kind, at) for at, kind in enumerate(classes)]))
    edges = [_edges(states, classes, first[kind]) for kind in range(len(first))]
    ends = {kind: (states.stops[at], states.winners[at]) for kind, at in first.items() if states.stops[at] < 0}
    return Merged(classes[states.start], states.gained, tuple(edges), ends, tuple(classes))


def _take_as_it_is(states: States) -> Merged:
    """A chain of which hardly any chances are equal."""
    edges: Any = tuple(tuple((edge.chance, edge.to, edge.gain) for edge in each) for each in states.edges)
    ends = {at: (stop, states.winners[at]) for at, stop in enumerate(states.stops) if stop < 0}
    squares = None
    if any(edge.square is not None for each in states.edges for edge in each):
        squares = tuple(sum(float(edge.chance) * _square(edge) for edge in each) for each in states.edges)
    return Merged(states.start, states.gained, edges, ends, tuple(range(len(states.stops))), squares, True)


def _square(edge: Edge) -> float:
    return edge.gain**2 if edge.square is None else edge.square


def _edges(states: States, classes: list[int], state: int) -> tuple[tuple[Fraction, int, int], ...]:
    chances: Any = {}
    for edge in states.edges[state]:
        way = classes[edge.to], edge.gain
        chances[way] = chances.get(way, Fraction(0)) + edge.chance
    return tuple((chance, to, gain) for (to, gain), chance in sorted(chances.items()))


def _refine(states: States) -> list[int]:
    kinds: dict[Hashable, int] = {}
    begin = [
        (stop, won) if stop < 0 else ("on", won) for stop, won in zip(states.stops, states.winners, strict=True)
    ]
    classes = [kinds.setdefault(each, len(kinds)) for each in begin]
    count = 0
    while count != len(kinds):
        count, kinds = len(kinds), {}
        signatures = [(classes[at], _edges(states, classes, at)) for at in range(len(classes))]
        classes = [kinds.setdefault(each, len(kinds)) for each in signatures]
    return classes
