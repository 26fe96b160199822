"""Makes a chain smaller: states that do the same become one, and outcomes that do the same one class.

States that are whole are all different, since the chain may be left there. Two others are one if each class of outcomes
does the same in both and leads to the same states; two classes of a stop are one if they do the same in all its states.
Each of these makes more of the other, so they take turns until nothing changes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from interpreter.chains.chain import AnyChain, Edge, renumber

Edges: TypeAlias = tuple[Edge | None, ...]


def merge(chain: AnyChain) -> AnyChain:
    """The same chain with fewer states and classes, if it can be."""
    while True:
        smaller = _with_fewer_classes(_with_fewer_states(chain))
        if smaller.edges == chain.edges:
            return chain
        chain = smaller


def _with_fewer_states(chain: AnyChain) -> AnyChain:
    first: dict[tuple[int, Edges], int] = {}
    kept: list[int] = []
    now: list[int] = []
    for number, (state, edges, whole) in enumerate(zip(chain.states, chain.edges, chain.whole, strict=True)):
        same = number if whole else first.setdefault((state[0], edges), number)
        if same == number:
            now.append(len(kept))
            kept.append(number)
        else:
            now.append(now[same])
    return renumber(chain, kept, now)


def _with_fewer_classes(chain: AnyChain) -> AnyChain:
    edges, classes = list(chain.edges), list(chain.classes)
    for stop, before in enumerate(chain.classes):
        states = [number for number, state in enumerate(chain.states) if state[0] == stop]
        first: dict[Edges, int] = {}
        now, kept = list[int](), list[int]()
        for kind in range(max(before) + 1):
            same = first.setdefault(tuple(chain.edges[state][kind] for state in states), len(kept))
            if same == len(kept):
                kept.append(kind)
            now.append(same)
        classes[stop] = tuple(now[each] for each in before)
        for state in states:
            edges[state] = tuple(edges[state][each] for each in kept)
    return replace(chain, edges=tuple(edges), classes=tuple(classes))
