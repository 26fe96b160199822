"""Finds out which parts of a game can be played by a table (see `tables`).

A few throws are played beforehand, to see which come up often and what slots may hold. Then chains are built for the
throws that come up most (see `chains`), and the first that is of use is taken.
"""

from __future__ import annotations

from collections import Counter
from math import prod

from interpreter.chains.building import Builder, Limits, Request
from interpreter.chains.merging import merge
from interpreter.chains.scope import Scope
from interpreter.chains.trees import TooLarge
from interpreter.native.memory_layout import EDGES
from interpreter.native.tabulation.ordering import sort_states
from interpreter.native.tabulation.practice import practise
from interpreter.native.tabulation.tables import Table, kinds_of, places_of, table_of

PRACTICE = 600
"""How many throws are played beforehand."""

MOST_PRACTICE, MOST_INSTRUCTIONS = 300_000, 2_000_000
"""How many instructions may be carried out for that, and then to find tables: with more of them from throw to throw,
looking for a table takes long, and has never found one that was of use."""

MOST_PLACES = 1 << 16
"""How many places there may be for the states in which a table is entered."""

SOME_VALUES = 32
"""How many values a slot of a state may have beforehand, if it is not known how many it can have."""

LEAST_INSIDE = 0.5
"""A table is of use if at least so many of the throws played beforehand stay within it."""

FEW_STATES = 200
"""Up to how many states it is tried whether a table can go on where something is measured."""

MOST_STOPS = 4
"""How many throws a table can have."""

SHARES = (0.04, 0.15, 0.5)
"""Throws that come up less often than that are left out, beginning with as many throws as can be."""


MOST_STATES = 4_000
MOST_WALKS = 3_000
FEW_WALKS = 600
"""How large a table may be: its states, and how many walks it takes, or may take to go on where something is measured
so that it is worth the time."""

FEW_VALUES = 64
"""How many values a slot of a state may have."""

LARGEST = 16
"""What is added to a slot by one throw is less than that."""


class Finder:
    """Looks for tables in one program."""

    def __init__(self, scope: Scope) -> None:
        playable = scope.rolls and not scope.program.zones
        self.scope, self.visits = scope, practise(scope, PRACTICE, MOST_PRACTICE) if playable else []
        self.builder = Builder(scope, self.may_be_tracked, MOST_INSTRUCTIONS)

    def find(self) -> Table | None:
        """The table for the throws that come up most, if there is one that is of use."""
        often = Counter(stop for stop, _ in self.visits).most_common()
        if not often:
            return None
        outcomes = self.scope.rolls[often[0][0]].outcomes
        tried: set[tuple[int, ...]] = set()
        for share in SHARES:
            least = min(share * len(self.visits), often[0][1])
            alike = [at for at, count in often if count >= least and self.scope.rolls[at].outcomes == outcomes]
            stops = tuple(sorted(alike[:MOST_STOPS]))
            if stops in tried:
                continue
            tried.add(stops)
            try:
                table = self.table(stops, often[0][0])
            except TooLarge:
                continue
            if _fits(table) and self.inside(table) >= LEAST_INSIDE:
                table = self.going_on(table) or table
                return sort_states(table, self.seen(table))
        return None

    def going_on(self, table: Table) -> Table | None:
        """A table for the same throws that goes on where something is measured, if it does not become too large."""
        if len(table.states) > FEW_STATES or self.scope.measuring.isdisjoint(table.ends):
            return None
        try:
            longer = self.table(table.stops, table.home, table)
        except TooLarge:
            return None
        goes_on = any(edge.samples for edges in longer.edges for edge in edges if edge)
        return longer if goes_on and _fits(longer) else None

    def table(self, stops: tuple[int, ...], home: int, before: Table | None = None) -> Table:
        """The table for some stops, one of which comes up most. If there is one `before`, another that goes on where
        something is measured. Raises TooLarge."""
        request = Request(
            stops,
            whole=frozenset({home}),
            positions=tuple(visit for visit in self.visits if visit[0] == home),
            limits=Limits(MOST_STATES, FEW_WALKS if before else MOST_WALKS, FEW_VALUES, range(LARGEST)),
            tracked=before.tracked if before else (),
            measured=frozenset(before.adding) if before else None,
        )
        return merge(table_of(self.builder.build(request), home, self.scope.live))

    def may_be_tracked(self, slot: int) -> bool:
        """Whether a slot has few values, as far as is known."""
        few = self.scope.has_few(slot, FEW_VALUES)
        return few or len({slots[slot] for _, slots in self.visits}) <= SOME_VALUES

    def inside(self, table: Table) -> float:
        """How large a part of the throws played beforehand stays in the table, once it is entered."""
        index = {state: number for number, state in enumerate(table.states)}
        state, staying = -1, 0
        for (stop, slots), (_, after) in zip(self.visits, self.visits[1:], strict=False):
            if stop not in table.stops or (state >= 0 and table.states[state][0] != table.stops.index(stop)):
                state = -1
            if state < 0 and stop == table.home:
                state = index.get(self.scope.state_of(table.stops, table.tracked, stop, slots), -1)
            if state >= 0:
                outcome = after.get(self.scope.rolls[stop].target.index, 0)
                classes = table.classes[table.stops.index(stop)]
                # another throw may have gone into the same slot since, of more dice
                edge = table.edges[state][classes[outcome]] if outcome < len(classes) else None
                staying += edge is not None
                state = edge.following if edge else -1
        return staying / max(len(self.visits), 1)

    def seen(self, table: Table) -> list[int]:
        """The numbers of the states at which the throws played beforehand would enter a table."""
        index = {state: number for number, state in enumerate(table.states)}
        visits = [visit for visit in self.visits if visit[0] == table.home]
        states = [self.scope.state_of(table.stops, table.tracked, *visit) for visit in visits]
        return [index[state] for state in states if state in index]


def _fits(table: Table) -> bool:
    """Whether there is room for a table."""
    return len(table.states) * len(kinds_of(table)) <= EDGES and prod(places_of(table)[1]) <= MOST_PLACES
