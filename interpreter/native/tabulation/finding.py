"""Finds out which parts of a game can be played by a table (see `tables`).

A few throws are played beforehand, to see which come up often and what slots may hold. Which slots make up the states
is found by trying: a slot that has to be known for a walk is taken in, if it has few values, and everything begins
again (see `making`).
"""

from __future__ import annotations

from collections import Counter
from math import prod

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.graph import Graph
from interpreter.analysis.partition import partition
from interpreter.chains.merging import merged
from interpreter.chains.walking import Leaves, Needed, Walk, Walker
from interpreter.chance import Stream
from interpreter.native.memory_layout import EDGES
from interpreter.native.tabulation.making import FEW_VALUES, Making, TooLarge, TooMany
from interpreter.native.tabulation.ordering import ordered
from interpreter.native.tabulation.tables import Table, kinds_of, places_of
from interpreter.program import Chance, Slot
from interpreter.program.ranges import FULL

PRACTICE = 600
"""How many throws are played beforehand."""

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


class Finder:
    """Looks for tables in one program. Slots of `elsewhere` are read by those who advise, nobody knows how."""

    def __init__(self, trimmed: Trimmed, graph: Graph, walker: Walker, elsewhere: set[int]) -> None:
        self.program, self.graph, self.walker = trimmed.program, graph, walker
        self.live, self.ranges = trimmed.live, trimmed.ranges
        self.elsewhere = elsewhere
        self.visits: list[tuple[int, dict[int, int]]] = []
        self.stops = [at for at in graph.superblocks if isinstance(self.program.blocks[at].terminator, Chance)]
        self.classes = {at: self.classes_of(at) for at in self.stops}
        self.thrown = self._thrown()
        self.too_many: set[int] = set()

    def _thrown(self) -> dict[int, list[int]]:
        """For each slot that throws of one kind go to, the first outcome of the class of each."""
        found: dict[int, list[int]] = {}
        sizes: dict[int, set[int]] = {}
        for stop in self.stops:
            chance, classes = self.chance(stop), self.classes[stop]
            found[chance.target.index] = [classes.index(each) for each in classes]
            sizes.setdefault(chance.target.index, set()).add(chance.outcomes)
        return {slot: firsts for slot, firsts in found.items() if len(sizes[slot]) == 1}

    def find(self) -> Table | None:
        """The table for the throws that come up most, if there is one that is of use."""
        if self.program.zones or not self.stops:
            return None
        self.practise()
        often = Counter(stop for stop, _ in self.visits).most_common()
        if not often:
            return None
        outcomes = self.chance(often[0][0]).outcomes
        tried: set[tuple[int, ...]] = set()
        for share in SHARES:
            least = min(share * len(self.visits), often[0][1])
            alike = [at for at, count in often if count >= least and self.chance(at).outcomes == outcomes]
            stops = tuple(sorted(alike[:MOST_STOPS]))
            if stops in tried:
                continue
            tried.add(stops)
            try:
                table = merged(self.table(stops, often[0][0]))
            except TooLarge:
                continue
            if _fits(table) and self.inside(table) >= LEAST_INSIDE:
                table = self.going_on(table) or table
                return ordered(table, self.seen(table))
        return None

    def going_on(self, table: Table) -> Table | None:
        """A table for the same throws that goes on where something is measured, if it does not become too large."""
        if len(table.states) > FEW_STATES or not any(map(self.walker.tells, table.ends)):
            return None
        try:
            longer = merged(self.table(table.stops, table.home, table))
        except TooLarge:
            return None
        goes_on = any(edge.samples for edges in longer.edges for edge in edges if edge)
        return longer if goes_on and _fits(longer) else None

    def chance(self, stop: int) -> Chance:
        """What is thrown at a stop."""
        end = self.program.blocks[stop].terminator
        assert isinstance(end, Chance)
        return end

    def practise(self) -> None:
        """Play a few games, and note each stop with all slots."""
        stream = Stream(0, 0)
        block, slots = self.program.start, dict.fromkeys(range(len(self.program.slots)), 0)
        for _ in range(PRACTICE):
            try:
                walk = Walk(dict(slots), whole=True)
                self.walker.walk(block, walk)
            except Leaves:
                block, slots = self.program.start, dict.fromkeys(slots, 0)
                continue
            slots = {at: value for at, value in walk.slots.items() if isinstance(value, int)}
            self.visits.append((walk.stop, dict(slots)))
            chance = self.chance(walk.stop)
            slots[chance.target.index] = stream.below(chance.outcomes)
            block = chance.then

    # ---- outcomes that are alike

    def classes_of(self, stop: int) -> tuple[int, ...]:
        """The class of each outcome of a stop: those that nothing done with the slot it goes to tells apart."""
        chance = self.chance(stop)
        if chance.target.index in self.elsewhere:
            return tuple(range(chance.outcomes))
        return partition(self.program, self.graph.blocks, chance.target, chance.outcomes)

    def first_of(self, stop: int) -> list[int]:
        """The first outcome of each class."""
        classes = self.classes[stop]
        return [classes.index(each) for each in range(max(classes) + 1)]

    # ---- states

    def table(self, stops: tuple[int, ...], home: int, before: Table | None = None) -> Table:
        """The table for some stops, one of which comes up most. If there is one `before`, another that goes on where
        something is measured. Raises TooLarge."""
        tracked = set(before.tracked if before else ())
        counted = frozenset(before.adding) if before else None
        while True:
            try:
                return Making(self, stops, home, tuple(sorted(tracked)), counted).table()
            except Needed as needed:
                tracked |= needed.slots
            except TooMany as many:
                tracked.discard(many.slot)
                self.too_many.add(many.slot)

    def may_be_tracked(self, slot: int) -> bool:
        """Whether a slot has few values."""
        if slot in self.too_many:
            return False
        return self.has_few(slot) or len({slots[slot] for _, slots in self.visits}) <= SOME_VALUES

    def has_few(self, slot: int) -> bool:
        """Whether it is sure that a slot has few values."""
        low, high = self.ranges.get(Slot(slot), FULL)
        return high - low < FEW_VALUES or 0 < len(set(self.thrown.get(slot, ()))) < FEW_VALUES

    def inside(self, table: Table) -> float:
        """How large a part of the throws played beforehand stays in the table, once it is entered."""
        index = {state: number for number, state in enumerate(table.states)}
        state, staying = -1, 0
        for (stop, slots), (_, after) in zip(self.visits, self.visits[1:], strict=False):
            if stop not in table.stops or (state >= 0 and table.states[state][0] != table.stops.index(stop)):
                state = -1
            if state < 0 and stop == table.home:
                state = index.get(self.state_of(table.stops, table.tracked, stop, slots), -1)
            if state >= 0:
                outcome = after.get(self.chance(stop).target.index, 0)
                classes = table.classes[table.stops.index(stop)]
                # another throw may have gone into the same slot since, of more dice
                edge = table.edges[state][classes[outcome]] if outcome < len(classes) else None
                staying += edge is not None
                state = edge.following if edge else -1
        return staying / max(len(self.visits), 1)

    def seen(self, table: Table) -> list[int]:
        """The numbers of the states at which the throws played beforehand would enter a table."""
        index = {state: number for number, state in enumerate(table.states)}
        states = (self.state_of(table.stops, table.tracked, *visit) for visit in self.visits if visit[0] == table.home)
        return [index[state] for state in states if state in index]

    def state_of(
        self, stops: tuple[int, ...], tracked: tuple[int, ...], stop: int, slots: dict[int, int]
    ) -> tuple[int, ...]:
        """The whole state of a position at a stop; slots that are not live there are 0."""
        live = self.live[stop]
        return (stops.index(stop), *(self.first(slot, slots[slot]) if live >> slot & 1 else 0 for slot in tracked))

    def first(self, slot: int, value: int) -> int:
        """The first of all values that nothing tells from this one."""
        firsts = self.thrown.get(slot, [])
        return firsts[value] if 0 <= value < len(firsts) else value


def _fits(table: Table) -> bool:
    """Whether there is room for a table."""
    return len(table.states) * len(kinds_of(table)) <= EDGES and prod(places_of(table)[1]) <= MOST_PLACES
