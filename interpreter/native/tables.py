"""Finds out which parts of a game can be played by a table, and makes the table.

Between two throws a game often depends on few slots with few values each, and does no more to the others than add to
them. Then what each result of the dice leads to is worked out once: the next state, what is added to which slots, and
the sites that are marked. A table has the stops of some throws with the same number of outcomes. Which slots make up
its states is found by trying: a slot that has to be known for a walk is taken in, if it has few values, and everything
begins again. The first states are those of a few games played beforehand; the others are those that they lead to.

A throw that leads to anything else leaves the table: it is taken the usual way, from the slots as the table's state
says they are. Where a phase ends that is measured, the game goes on from there. Outcomes that nothing tells apart are
one class; the slot with the outcome then holds the first of its class.
"""

from __future__ import annotations

from collections import Counter

from interpreter.chance import Stream
from interpreter.frozen import dataclass
from interpreter.native.graph import Graph
from interpreter.native.layout import EDGES
from interpreter.native.telling_apart import Column, Telling
from interpreter.native.walking import Leaves, Needed, Sum, Walk, Walker
from interpreter.program import Chance, Program, Slot, Target
from interpreter.program.ranges import FULL, Range

PRACTICE = 600
"""How many throws are played beforehand."""

MOST_STATES = 4_000
MOST_WALKS = 1_000
MOST_PLACES = 1 << 16
"""How large a table may be: its states, and its states times its classes."""

FEW_VALUES = 64
SOME_VALUES = 32
"""How many values a slot of a state may have: in all, or if that is not known, beforehand."""

LEAST_INSIDE = 0.5
"""A table is of use if at least so many of the throws played beforehand stay within it."""


@dataclass(frozen=True)
class Edge:
    """What a class of outcomes does in a state: the next state, what is added to slots, and the sites marked."""

    following: int
    added: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Table:
    """`stops` are blocks with the same number of outcomes, `classes[stop][outcome]` the class of each outcome. A state
    is the number of its stop and the values of the `tracked` slots. `edges[state][class]` is None where the table is
    left. Some walks come to another block instead of a throw, one of `ends`; the states there have no edges, and their
    first number is that of the end, counted on from the stops. `adding` are the slots that are added to, `bounds` say
    where slots have to be for all that, and `decisions` how many decisions a throw may bring with it. `live` has the
    slots that are live at each stop."""

    stops: tuple[int, ...]
    outcomes: int
    classes: tuple[tuple[int, ...], ...]
    tracked: tuple[int, ...]
    states: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[Edge | None, ...], ...]
    adding: tuple[int, ...]
    bounds: tuple[tuple[int, int, int], ...]
    decisions: int
    live: dict[int, int]
    ends: tuple[int, ...]


class TooLarge(Exception):
    """There would be too many states."""


class Finder:
    """Looks for tables in one program. Slots of `elsewhere` are read by those who advise, nobody knows how."""

    def __init__(
        self,
        program: Program,
        graph: Graph,
        walker: Walker,
        live: dict[int, int],
        ranges: dict[Target, Range],
        elsewhere: set[int],
    ) -> None:
        self.program, self.graph, self.walker, self.live, self.ranges = program, graph, walker, live, ranges
        self.elsewhere = elsewhere
        self.visits: list[tuple[int, dict[int, int]]] = []
        self.stops = [at for at in graph.chains if isinstance(program.blocks[at].terminator, Chance)]
        self.classes = {at: self.classes_of(at) for at in self.stops}

    def find(self) -> Table | None:
        """The table for the throws that come up most, if there is one that is of use."""
        if self.program.zones or not self.stops:
            return None
        self.practise()
        often = Counter(stop for stop, _ in self.visits).most_common()
        if not often:
            return None
        outcomes = self.chance(often[0][0]).outcomes
        alike = [
            stop for stop, count in often if self.chance(stop).outcomes == outcomes and count * 10 > len(self.visits)
        ]
        for stops in ([*alike], [often[0][0]]):
            try:
                table = self.table(tuple(sorted(stops)))
            except TooLarge:
                continue
            fits = len(table.states) * max(map(len, table.edges)) <= EDGES and room_of(table) <= MOST_PLACES
            if fits and self.inside(table) >= LEAST_INSIDE:
                return table
        return None

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
                walk = self.walker.walk(block, dict(slots), whole=True)
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
        chance, told = self.chance(stop), set[Column]()
        if chance.target.index in self.elsewhere:
            return tuple(range(chance.outcomes))
        for at in self.graph.blocks:
            told |= Telling(self.program, chance.target, chance.outcomes, self.walker.carried).block(at)
        seen: dict[tuple[int, ...], int] = {}
        ordered = sorted(told)
        rows = [tuple(column[outcome] for column in ordered) for outcome in range(chance.outcomes)]
        return tuple(seen.setdefault(row, len(seen)) for row in rows)

    def first_of(self, stop: int) -> list[int]:
        """The first outcome of each class."""
        classes = self.classes[stop]
        return [classes.index(each) for each in range(max(classes) + 1)]

    # ---- states

    def table(self, stops: tuple[int, ...]) -> Table:
        """The table for some stops. Raises TooLarge."""
        tracked: set[int] = set()
        while True:
            try:
                return _Making(self, stops, tuple(sorted(tracked))).table()
            except Needed as needed:
                tracked |= needed.slots

    def may_be_tracked(self, slot: int) -> bool:
        """Whether a slot has few values."""
        low, high = self.ranges.get(Slot(slot), FULL)
        if high - low < FEW_VALUES:
            return True
        return high >= 2**31 and len({slots[slot] for _, slots in self.visits}) <= SOME_VALUES

    def inside(self, table: Table) -> float:
        """How large a part of the throws played beforehand stays in the table."""
        index = {state: number for number, state in enumerate(table.states)}
        staying = 0
        for (stop, slots), (_, after) in zip(self.visits, self.visits[1:], strict=False):
            if stop in table.stops:
                state = index.get(self.state_of(table.stops, table.tracked, stop, slots))
                outcome = after.get(self.chance(stop).target.index, 0)
                kind = table.classes[table.stops.index(stop)][outcome]
                staying += state is not None and table.edges[state][kind] is not None
        return staying / max(len(self.visits), 1)

    def state_of(
        self, stops: tuple[int, ...], tracked: tuple[int, ...], stop: int, slots: dict[int, int]
    ) -> tuple[int, ...]:
        """The state of a position at a stop; slots that do not matter there are 0."""
        live = self.live[stop]
        return (stops.index(stop), *(slots[slot] if live >> slot & 1 else 0 for slot in tracked))


class _Making:
    """Makes a table with these slots in its states. Raises Needed if there should be more of them."""

    def __init__(self, finder: Finder, stops: tuple[int, ...], tracked: tuple[int, ...]) -> None:
        self.finder, self.stops, self.tracked = finder, stops, tracked
        self.numbers: dict[tuple[int, ...], int] = {}
        self.order: list[tuple[int, ...]] = []
        self.bounds: set[tuple[int, int, int]] = set()
        self.decisions = 0
        self.ends: list[int] = []

    def table(self) -> Table:
        """The whole table."""
        finder = self.finder
        for stop, slots in finder.visits:
            if stop in self.stops:
                self.number(finder.state_of(self.stops, self.tracked, stop, slots))
        edges: list[tuple[Edge | None, ...]] = []
        walks = 0
        firsts = {stop: finder.first_of(stop) for stop in self.stops}
        while len(edges) < len(self.numbers):
            state = self.order[len(edges)]
            if state[0] >= len(self.stops):
                edges.append(())
                continue
            stop = self.stops[state[0]]
            walks += len(firsts[stop])
            if walks > MOST_WALKS:
                raise TooLarge
            edges.append(tuple(self.edge(stop, state, outcome) for outcome in firsts[stop]))
        adding = {slot for several in edges for edge in several if edge for slot, _ in edge.added}
        return Table(
            self.stops,
            finder.chance(self.stops[0]).outcomes,
            tuple(finder.classes[stop] for stop in self.stops),
            self.tracked,
            tuple(self.order),
            tuple(edges),
            tuple(sorted(adding)),
            tuple(sorted(self.bounds)),
            self.decisions,
            {stop: finder.live[stop] for stop in self.stops},
            tuple(self.ends),
        )

    def number(self, state: tuple[int, ...]) -> int:
        """The number of a state, which may be a new one."""
        if state not in self.numbers:
            if len(self.numbers) >= MOST_STATES:
                raise TooLarge
            self.numbers[state] = len(self.numbers)
            self.order.append(state)
        return self.numbers[state]

    def edge(self, stop: int, state: tuple[int, ...], outcome: int) -> Edge | None:
        """What an outcome leads to; None if out of the table."""
        chance = self.finder.chance(stop)
        slots: dict[int, int | Sum] = dict(zip(self.tracked, state[1:], strict=True))
        slots[chance.target.index] = outcome
        try:
            walk = self.finder.walker.walk(chance.then, dict(slots))
            return self.taken(walk)
        except Leaves:
            return None
        except Needed as needed:
            if all(map(self.finder.may_be_tracked, needed.slots)) and not needed.slots <= set(self.tracked):
                raise
            return None

    def number_of(self, block: int) -> int:
        """The number of a stop, or of another end of a walk."""
        if block in self.stops:
            return self.stops.index(block)
        if isinstance(self.finder.program.blocks[block].terminator, Chance):
            raise Leaves
        if block not in self.ends:
            self.ends.append(block)
        return len(self.stops) + self.ends.index(block)

    def taken(self, walk: Walk) -> Edge:
        """A walk from throw to throw, or to another end."""
        live, added, tracked = self.finder.live[walk.stop], [], set(self.tracked)
        for slot, value in walk.slots.items():
            if not live >> slot & 1:
                continue
            if isinstance(value, Sum) and value.slot == slot and slot not in tracked:
                if value.more:
                    added.append((slot, value.more))
            elif not isinstance(value, int):
                raise Leaves
            elif slot not in tracked:
                raise Needed(frozenset({slot}))
        if any(not 0 <= more < 16 for _, more in added):
            raise Leaves
        known = {slot: value for slot, value in walk.slots.items() if isinstance(value, int)}
        values = (known.get(slot, 0) if live >> slot & 1 else 0 for slot in self.tracked)
        following = self.number((self.number_of(walk.stop), *values))
        self.bounds |= walk.bounds
        self.decisions = max(self.decisions, walk.decisions)
        return Edge(following, tuple(sorted(added)), tuple(sorted(walk.marks.items())))


def room_of(table: Table) -> int:
    """How many places there are for the values that the slots of a state may have."""
    room = len(table.stops) + len(table.ends)
    for column in list(zip(*table.states, strict=True))[1:]:
        room *= max(0, *column) - min(0, *column) + 1
    return room
