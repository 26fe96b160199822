"""What a table is by which a part of a game can be played (see `finding` for how one is found).

Between two throws a game often depends on few slots with few values each, and does no more to the others than add to
them, or set them to some number. Then what each result of the dice leads to is worked out once: the next state, what is
added to which slots, and the sites that are marked. A table has the stops of some throws with the same number of
outcomes; outcomes that nothing tells apart are one class.

A throw that leads to anything else leaves the table: it is taken the usual way, from the slots as the table's state
says they are. Where a phase ends that is measured, the game goes on from there, unless the table is small enough to go
on into the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Edge:
    """What a class of outcomes does in a state: the next state, what is added to slots, those that are `cleared`
    before that, the sites marked, and the samples taken: of which measure, and of how much more than which slot held
    before all that (minus 1 for none). `answers` are those of the decisions on the way, where anybody asks."""

    following: int
    added: tuple[tuple[int, int], ...]
    cleared: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    samples: tuple[tuple[int, int, int], ...] = ()
    answers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    """`stops` are blocks with the same number of outcomes, `classes[stop][outcome]` the class of each outcome. A state
    is the number of its stop and the values of the `tracked` slots. `edges[state][class]` is None where the table is
    left. Some walks come to another block instead of a throw, one of `ends`; the states there have no edges, and their
    first number is that of the end, counted on from the stops.

    States that are `whole` say what all tracked slots hold that are live there; in others those are 0 that do not
    matter to what comes in the table. `home` is the stop where the table is entered: all its states are whole. `slack`
    is how many throws there can be from one whole state to the next, at most, less one.

    `adding` are the slots that are added to, `cleared` those of them that are cleared on some edges; `bounds` say where
    slots have to be for all that, and `decisions` how many decisions a throw may bring with it. `live` has the slots
    that are live at each stop."""

    stops: tuple[int, ...]
    outcomes: int
    classes: tuple[tuple[int, ...], ...]
    tracked: tuple[int, ...]
    states: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[Edge | None, ...], ...]
    whole: tuple[bool, ...]
    home: int
    slack: int
    adding: tuple[int, ...]
    cleared: tuple[int, ...]
    bounds: tuple[tuple[int, int, int], ...]
    decisions: int
    live: dict[int, int]
    ends: tuple[int, ...]


def renumbered(table: Table, kept: Sequence[int], now: Sequence[int]) -> Table:
    """The same table with some of its states, in this order; `now` has the new number of each state there was."""
    return replace(
        table,
        states=tuple(table.states[each] for each in kept),
        whole=tuple(table.whole[each] for each in kept),
        edges=tuple(tuple(_leading(edge, now) for edge in table.edges[each]) for each in kept),
    )


def _leading(edge: Edge | None, now: Sequence[int]) -> Edge | None:
    if edge is None or now[edge.following] == edge.following:
        return edge
    return replace(edge, following=now[edge.following])


def places_of(table: Table) -> tuple[list[int], list[int]]:
    """For the states in which the table is entered, the least value of each slot and how many there may be from that
    on."""
    number = table.stops.index(table.home)
    states = [state[1:] for state in table.states if state[0] == number]
    columns = list(zip(*states, strict=True)) if states else [(0,)] * len(table.tracked)
    lows = [min(column) for column in columns]
    return lows, [max(column) - low + 1 for column, low in zip(columns, lows, strict=True)]


def kinds_of(table: Table) -> list[tuple[int, ...]]:
    """What is told apart of outcomes when it is not known at which stop: the classes that one has at each of them."""
    return list(dict.fromkeys(zip(*table.classes, strict=True)))
