"""Puts the states of a table in order: those that come up often first.

They then lie side by side in memory, and what a throw looks up is nearly always in the processor's first cache.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from interpreter.chains.chain import renumber
from interpreter.native.tabulation.tables import Table

ROUNDS = 12
"""How many throws are looked ahead to see where states lead to."""


def sort_states(table: Table, seen: Sequence[int]) -> Table:
    """The same table; `seen` are the numbers of some states that came up."""
    often = _weights(table, seen)
    order = sorted(range(len(table.states)), key=lambda state: -often[state])
    now = {state: number for number, state in enumerate(order)}
    return renumber(table, order, [now[state] for state in range(len(order))])


def _weights(table: Table, seen: Sequence[int]) -> list[float]:
    """How often each state comes up from those seen."""
    chances = [[count / table.outcomes for _, count in sorted(Counter(each).items())] for each in table.classes]
    now = [0.0] * len(table.states)
    for state in seen:
        now[state] += 1
    often = list(now)
    for _ in range(ROUNDS):
        before, now = now, [0.0] * len(table.states)
        for state, edges in enumerate(table.edges):
            if before[state] and edges:
                for edge, chance in zip(edges, chances[table.states[state][0]], strict=True):
                    if edge:
                        now[edge.following] += before[state] * chance
        often = [one + other for one, other in zip(often, now, strict=True)]
    return often
