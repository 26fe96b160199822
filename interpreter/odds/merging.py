"""States that do the same become one.

Partition refinement: states stay together as long as they lead to the same classes, with the same gains, equally
likely. What is left has the same figures, exactly.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from interpreter.chains.exploring import States

MOST = 30_000
"""Larger chains are left as they are: it would take longer than to solve them."""


@dataclass(frozen=True)
class Merged:
    """A chain of classes of states. `edges` has for each class (chance, class, gain); `ends` says where it is over how:
    the stop and the winners. `classes` has the class of each state; it begins in `start`."""

    start: int
    gained: int
    edges: tuple[tuple[tuple[Fraction, int, int], ...], ...]
    ends: dict[int, tuple[int, tuple[int, ...]]]
    classes: tuple[int, ...]


def merge_states(states: States) -> Merged:
    """The same chain with as few states as there can be."""
    count = len(states.stops)
    classes = list(range(count)) if count > MOST else _refine(states)
    first = dict(reversed([(kind, at) for at, kind in enumerate(classes)]))
    edges = [_edges(states, classes, first[kind]) for kind in range(len(first))]
    ends = {kind: (states.stops[at], states.winners[at]) for kind, at in first.items() if states.stops[at] < 0}
    return Merged(classes[states.start], states.gained, tuple(edges), ends, tuple(classes))


def _edges(states: States, classes: list[int], state: int) -> tuple[tuple[Fraction, int, int], ...]:
    chances: dict[tuple[int, int], Fraction] = {}
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
