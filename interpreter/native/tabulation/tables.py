"""What a table is by which a part of a game can be played (see `finding` for how one is found): a chain that has a stop
where it is entered.

A throw that leads to anything else leaves the table: it is taken the usual way, from the slots as the table's state
says they are. Where a phase ends that is measured, the game goes on by itself, unless the table is small enough to go
on into the next.
"""

from __future__ import annotations

from interpreter.chains.chain import Chain
from interpreter.chains.chain import Edge as Edge
from interpreter.chains.trees import TooLarge
from interpreter.data_classes import dataclass

LONGEST_WAY = 16
"""How many throws there may be between whole states."""


@dataclass(frozen=True)
class Table(Chain):
    """`home` is the stop where the table is entered: all its states are whole. `slack` is how many throws there can be
    from one whole state to the next, at most, less one. `adding` are the slots that are added to, `cleared` those of
    them that are cleared on some edges. `live` has the slots that are live at each stop."""

    home: int
    slack: int
    adding: tuple[int, ...]
    cleared: tuple[int, ...]
    live: dict[int, int]


def table_of(chain: Chain, home: int, live: dict[int, int]) -> Table:
    """The table that enters a chain at a stop; `live` has the slots that are live at all blocks. Raises TooLarge."""
    edges = [edge for several in chain.edges for edge in several if edge]
    cleared = {slot for edge in edges for slot in edge.cleared}
    adding = {slot for edge in edges for slot, _ in edge.added}
    return Table(
        **vars(chain),
        home=home,
        slack=_slack_of(chain, home),
        adding=tuple(sorted(adding)),
        cleared=tuple(sorted(cleared)),
        live={stop: live[stop] for stop in chain.stops},
    )


def _slack_of(chain: Chain, home: int) -> int:
    """How many states in a row are not of the stop where the chain is entered, at most."""
    first = chain.stops.index(home)
    level = {number for number, state in enumerate(chain.states) if state[0] != first and chain.edges[number]}
    leading = {state: {edge.following for edge in chain.edges[state] if edge} & level for state in level}
    for length in range(LONGEST_WAY):
        if not level:
            return length
        level = {state for state in level if leading[state] & level}
    raise TooLarge


def places_of(table: Table) -> tuple[list[int], list[int]]:
    """For the states in which the table is entered, the least value of each slot and how many there may be from that
    on."""
    number = table.stops.index(table.home)
    states = [state[1:] for state in table.states if state[0] == number]
    columns = list(zip(*states, strict=True)) if states else [(0,)] * len(table.tracked)
    lows = [min(column) for column in columns]
    return lows, [max(column) - low + 1 for column, low in zip(columns, lows, strict=True)]


def kinds_of(table: Table) -> list[tuple[int, ...]]:
    """Which outcomes differ when it is not known at which stop: the classes that one has at each of them."""
    return list(dict.fromkeys(zip(*table.classes, strict=True)))
