"""Makes a table smaller: states that do the same become one, and outcomes that do the same one class.

States that are whole are all different, since the table may be left there. Two others are one if each class of outcomes
does the same in both and leads to the same states; two classes of a stop are one if they do the same in all its states.
Each of these makes more of the other, so they take turns until nothing changes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from interpreter.native.tabulation.tables import Edge, Table, renumbered

Edges: TypeAlias = tuple[Edge | None, ...]


def merged(table: Table) -> Table:
    """The same table with fewer states and classes, if it can be."""
    while True:
        smaller = _with_fewer_classes(_with_fewer_states(table))
        if smaller.edges == table.edges:
            return table
        table = smaller


def _with_fewer_states(table: Table) -> Table:
    first: dict[tuple[int, Edges], int] = {}
    kept: list[int] = []
    now: list[int] = []
    for number, (state, edges, whole) in enumerate(zip(table.states, table.edges, table.whole, strict=True)):
        same = number if whole else first.setdefault((state[0], edges), number)
        if same == number:
            now.append(len(kept))
            kept.append(number)
        else:
            now.append(now[same])
    return renumbered(table, kept, now)


def _with_fewer_classes(table: Table) -> Table:
    edges, classes = list(table.edges), list(table.classes)
    for stop, before in enumerate(table.classes):
        states = [number for number, state in enumerate(table.states) if state[0] == stop]
        first: dict[Edges, int] = {}
        now, kept = list[int](), list[int]()
        for kind in range(max(before) + 1):
            same = first.setdefault(tuple(table.edges[state][kind] for state in states), len(kept))
            if same == len(kept):
                kept.append(kind)
            now.append(same)
        classes[stop] = tuple(now[each] for each in before)
        for state in states:
            edges[state] = tuple(edges[state][each] for each in kept)
    return replace(table, edges=tuple(edges), classes=tuple(classes))
