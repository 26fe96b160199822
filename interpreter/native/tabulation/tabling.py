"""Writes the part of a game's function that plays by a table (see `tables`).

Where a throw comes up at which the table is entered, the number of the state is looked up from the slots. Then each
throw takes one draw and a few loads: what it leads to, and what it adds, which is gathered in lanes (`lanes`); what it
measures is noted (`noting`). How often each edge was taken is counted, and made into marks at the end of all games.

When walks come to another block than a throw, as where a phase ends, the game goes on there in a copy of its chains
that takes the lanes for what they are (`going`), up to the next entry. When the table is left in another way, the slots
are set to what they would be, and the game goes on as usual.

The time that a throw takes is that from one state to the next, so as little as can be is done in between: a state is
its first edge, and all states tell the same kinds of outcomes apart, so that the kind of a throw is known before the
state is. All arrays lie side by side behind one pointer, those of states that come up often at their beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from interpreter.native.tabulation.going import Going
from interpreter.native.tabulation.lanes import Lanes
from interpreter.native.tabulation.noting import Notes
from interpreter.native.tabulation.tables import Table, kinds_of, places_of
from interpreter.native.writing import RARELY, Shelf, constant
from interpreter.program import Chance, Slot

if TYPE_CHECKING:
    from interpreter.native.game import GameWriter


@dataclass
class TableWriter:
    """Writes what a game's function needs for a table."""

    table: Table
    writer: GameWriter
    places: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        self.kinds = kinds_of(table)
        self.edges = [
            edges[kind[state[0]]] if edges else None
            for state, edges in zip(table.states, table.edges, strict=True)
            for kind in self.kinds
        ]
        self.lanes = Lanes(table)
        self.notes = Notes(self.edges, self.lanes, self.writer)
        self.lows, self.sizes = places_of(table)
        self.shelf = Shelf("table", self.arrays(), wide=("words",))
        self.base = ""
        self.going = Going(self, self.writer)
        self.need = (self.lanes.throws + table.slack) * (1 + table.decisions)

    # ---- constants

    def constants(self) -> list[str]:
        """The arrays of the table."""
        return [self.shelf.text(), constant("edge_marks", self.marks(), 64)]

    def arrays(self) -> dict[str, list[int]]:
        """All that is looked up: of each edge what it leads to and the row of what it adds, the kind of each outcome,
        the state of each place for what slots hold, and of each state its stop or other end, and what slots hold in
        it."""
        table = self.table
        rows = [self.lanes.row(edge) for edge in self.edges]
        numbers = {row: self.lanes.stride * number for number, row in enumerate(dict.fromkeys(rows))}
        index = [-1] * prod(self.sizes)
        for number, state in enumerate(table.states):
            if state[0] == table.stops.index(table.home):
                index[self.place_of(state)] = self.packed(number)
        arrays = {
            "following": [self.packed(edge.following) if edge else -1 for edge in self.edges],
            "rows": [numbers[row] for row in rows],
            "words": [number for row in numbers for number in row],
            "kinds": [self.kinds.index(each) for each in zip(*table.classes, strict=True)],
            "index": index,
            "stops": [state[0] for state in table.states],
            "states": [value for state in table.states for value in state[1:]],
        }
        return arrays | self.notes.arrays()

    def place_of(self, state: tuple[int, ...]) -> int:
        """The place of a state in the index."""
        place = 0
        for value, low, size in zip(state[1:], self.lows, self.sizes, strict=True):
            place = place * size + value - low
        return place

    def packed(self, state: int) -> int:
        """A state in the loop: its first edge. One that the table ends with has none: minus 2 and its number."""
        return -2 - state if self.table.states[state][0] >= len(self.table.stops) else state * len(self.kinds)

    def marks(self) -> list[int]:
        """Each edge that marks a site, with the site and how often, one after the other."""
        return [
            number
            for at, edge in enumerate(self.edges)
            if edge
            for site, times in edge.marks
            for number in (at, site, times)
        ]

    def look_up(self, array: str, at: str) -> str:
        """A number of an array."""
        first, bits = self.shelf.places[array]
        return self.writer.f.look_up(self.base, at, bits, first)

    # ---- into the table

    def begin(self) -> None:
        """At the beginning of the function: no throw has been played by the table. Nothing is said of where the arrays
        are, so that one register leads to all of them."""
        f = self.writer.f
        self.base = f.set('call ptr asm "", "=r,0"(ptr @table)')
        self.places = {name: f.place() for name in ("state", "limit", "outcome")}
        f.store(0, self.places["limit"])
        self.lanes.begin(self.writer)
        self.notes.begin()

    def write_entry(self) -> None:
        """At the stop where the table is entered, with empty lanes: in, if the slots allow it for as many throws as
        there may be until the lanes are emptied again."""
        f, writer = self.writer.f, self.writer
        plain = f"plain{self.table.home}"
        left = f.op("sub", f.load(writer.own["stops"]), f.load(writer.own["random 3"]))
        f.unless(f.is_("sgt", left, self.need), plain)
        for slot, (low, high) in self.lanes.bounds.items():
            self.check_bound(slot, low, high, plain)
        state = self.entered(plain)
        self.lanes.gather(writer)
        self.set_limit()
        f.store(state, self.places["state"])
        f.jump("table")
        f.label(plain)
        writer.forget_all()

    def check_bound(self, slot: int, low: int, high: int, otherwise: str) -> None:
        """Goes on only if a slot is where it has to be."""
        f, writer = self.writer.f, self.writer
        known = writer.range_of(Slot(slot))
        if known[0] < low:
            f.unless(f.is_("sge", writer.read(Slot(slot)), low), otherwise)
        if known[1] > high:
            f.unless(f.is_("sle", writer.read(Slot(slot)), high), otherwise)

    def set_limit(self) -> None:
        """The lanes are empty: so many throws may follow. As many decisions as these may bring are taken from those
        that there may be; those that did not come since the last time are given back."""
        f, own, limit = self.writer.f, self.writer.own, self.places["limit"]
        now = f.load(own["random 3"])
        if self.table.decisions:
            unused = f.set(f"call i64 @llvm.smax.i64(i64 {f.op('sub', f.load(limit), now)}, i64 0)")
            taken = f.op("sub", self.lanes.throws, unused)
            f.store(f.op("sub", f.load(own["stops"]), f.op("mul", taken, self.table.decisions)), own["stops"])
        f.store(f.op("add", now, self.lanes.throws), limit)

    def entered(self, otherwise: str) -> str:
        """The state that the slots are in, as it is in the loop; if there is none, the game goes on elsewhere."""
        f, writer, place = self.writer.f, self.writer, "0"
        live = self.table.live[self.table.home]
        for slot, low, size in zip(self.table.tracked, self.lows, self.sizes, strict=True):
            if not live >> slot & 1:
                continue
            known = writer.range_of(Slot(slot))
            offset = f.op("sub", writer.read(Slot(slot)), low)
            if known[0] < low or known[1] >= low + size:
                f.unless(f.is_("ult", offset, size), otherwise)
            place = f.op("add", f.op("mul", place, size), offset)
        state = self.look_up("index", place)
        f.unless(f.is_("sge", state, 0), otherwise)
        return state

    # ---- the table

    def write(self) -> None:
        """The loop over throws, and the ways out of it."""
        f, writer, places, table = self.writer.f, self.writer, self.places, self.table
        f.label("table")
        writer.forget_all()
        in_time = f.is_("slt", f.load(writer.own["random 3"]), f.load(places["limit"]))
        f.branch(in_time, "throw", "late" if table.slack else "spent", RARELY)
        if table.slack:
            self.write_late()
        f.label("throw")
        outcome = writer.below(table.outcomes)
        f.store(outcome, places["outcome"])
        edge = f.op("add", f.load(places["state"]), self.look_up("kinds", outcome))
        following = self.look_up("following", edge)
        if writer.counting:
            f.increase("%c", writer.layout["edges"], edge)
        self.notes.note(edge, self.look_up)
        words, _ = self.shelf.places["words"]
        row = f.at(self.base, self.look_up("rows", edge))
        self.lanes.add(writer, f.set(f"getelementptr inbounds i8, ptr {row}, i64 {words}"))
        f.branch(f.is_("sge", following, 0), "taken", "away")
        f.label("taken")
        f.store(following, places["state"])
        f.jump("table")
        f.label("away")
        self.notes.count()
        may_leave = any(None in several for several in table.edges)
        f.branch(f.is_("eq", following, -1) if may_leave else "false", "left", "ended")
        self.write_ended(following)
        f.label("spent")
        self.notes.count()
        self.write_out()
        f.jump(f"plain{table.home}")
        f.label("left")
        stop = self.look_up("stops", self.write_out())
        cases = [(at, f"thrown{each}") for at, each in enumerate(table.stops)]
        f.switch(stop, cases[0][1], cases)
        for each in table.stops:
            self.write_thrown(each)
        self.going.write()

    def number(self) -> str:
        """The number of the state."""
        return self.writer.f.op("udiv", self.writer.f.load(self.places["state"]), len(self.kinds))

    def write_late(self) -> None:
        """The time has come to empty the lanes, as soon as a state is at the stop where the table is entered."""
        f = self.writer.f
        f.label("late")
        stop = self.look_up("stops", self.number())
        f.branch(f.is_("eq", stop, self.table.stops.index(self.table.home)), "spent", "throw")

    def write_ended(self, following: str) -> None:
        """On from a block that is no throw."""
        f, writer, table = self.writer.f, self.writer, self.table
        f.label("ended")
        number = f.op("sub", -2, following)
        self.write_state(number)
        f.store(writer.steps.budget - writer.steps.most, writer.fuel)
        writer.forget_all()
        if len(table.ends) < 2:
            f.jump(self.going.label_of(table.ends[0]) if table.ends else writer.refused)
            return
        cases = [(len(table.stops) + at, self.going.label_of(block)) for at, block in enumerate(table.ends)]
        f.switch(self.look_up("stops", number), writer.refused, cases)

    def write_state(self, number: str) -> None:
        """The slots that states are made of, and those that are cleared, hold what they would in a state."""
        f, writer, table = self.writer.f, self.writer, self.table
        first = f.op("mul", number, len(table.tracked))
        for at, slot in enumerate(table.tracked):
            base, offset = writer.slot(slot)
            f.put(self.look_up("states", f.op("add", first, at)), base, offset)
        self.lanes.put_back(writer)

    def write_out(self) -> str:
        """All slots hold what they would; the number of the state."""
        number = self.number()
        self.write_state(number)
        self.lanes.settle(self.writer)
        return number

    def write_thrown(self, stop: int) -> None:
        """The throw that leaves the table."""
        f, writer = self.writer.f, self.writer
        chance = writer.program.blocks[stop].terminator
        assert isinstance(chance, Chance)
        f.label(f"thrown{stop}")
        writer.forget_all()
        f.store(writer.steps.budget - writer.steps.taken(chance.then), writer.fuel)
        writer.write(chance.target, f.load(self.places["outcome"]), (0, chance.outcomes - 1))
        writer.goto(chance.then)
