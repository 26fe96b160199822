"""Writes the part of a game's function that plays by a table (see `tables`).

Where a throw comes up at which the table is entered, the number of the state is looked up from the slots. Then each
throw takes one draw and a few loads: what it leads to, and what it adds, which is gathered in lanes (`lanes`); what it
measures is noted (`sample_log`). How often each edge was taken is counted, and made into marks at the end of all games.

If walks come to another block than a throw, as where a phase ends, the game goes on there in a copy of its chains
that takes the lanes for what they are (`exit_paths`), up to the next entry (`entry`). If the table is left in another
way, the slots are set to what they would be, and the game goes on as usual.

The time that a throw takes is that from one state to the next, so as little as can be is done in between: a state is
its first edge, and all states tell the same kinds of outcomes apart, so that the kind of a throw is known before the
state is. All arrays lie side by side behind one pointer, those of states that come up often at their beginning.
"""

from __future__ import annotations

from functools import reduce
from math import prod

from interpreter.engine import MULTIPLIER, fold
from interpreter.native.game_writer import GameWriter
from interpreter.native.hooks import Hooks
from interpreter.native.llvm_text import RARELY, ConstantArrays, constant
from interpreter.native.tabulation.entry import TableEntry
from interpreter.native.tabulation.exit_paths import ExitPaths
from interpreter.native.tabulation.lanes import Lanes
from interpreter.native.tabulation.sample_log import SampleLog
from interpreter.native.tabulation.tables import Table, kinds_of, places_of
from interpreter.program import Chance
from interpreter.program.machines.ranged import Term
from interpreter.program.operands import Range

WIDE = ("words", "factors", "addends")
"""The arrays whose numbers are not made narrower."""


class TableWriter(Hooks):
    """Writes what a game's function needs for a table, and has its part in the rest of it."""

    def __init__(self, table: Table, writer: GameWriter) -> None:
        self.table, self.writer = table, writer
        self.kinds = kinds_of(table)
        self.edges = [
            edges[kind[state[0]]] if edges else None
            for state, edges in zip(table.states, table.edges, strict=True)
            for kind in self.kinds
        ]
        self.lanes = Lanes(table)
        self.samples = SampleLog(self.edges, self.lanes, writer)
        self.arrays = ConstantArrays("table", self._arrays(), WIDE)
        self.entry = TableEntry(table, self.lanes, self.arrays, writer)
        self.exits = ExitPaths(table, self.lanes, self.entry, writer)
        self.need = (self.lanes.throws + table.slack) * (1 + table.decisions)
        self.outcome = ""

    # ---- constants

    def constants(self) -> list[str]:
        """The arrays of the table."""
        return [self.arrays.text(), constant("edge_marks", self.marks(), 64)]

    def _arrays(self) -> dict[str, list[int]]:
        """All that is looked up: of each edge what it leads to and the row of what it adds, the kind of each outcome,
        the state of each place for what slots hold, and of each state its stop or other end, and what slots hold in
        it."""
        table = self.table
        rows = [self.lanes.row(edge) for edge in self.edges]
        numbers = {row: self.lanes.stride * number for number, row in enumerate(dict.fromkeys(rows))}
        lows, sizes = places_of(table)
        index = [-1] * prod(sizes)
        for number, state in enumerate(table.states):
            if state[0] == table.stops.index(table.home):
                index[_place(state, lows, sizes)] = self.packed(number)
        arrays = {
            "following": [self.packed(edge.following) if edge else -1 for edge in self.edges],
            "rows": [numbers[row] for row in rows],
            "words": [number for row in numbers for number in row],
            "kinds": [self.kinds.index(each) for each in zip(*table.classes, strict=True)],
            "index": index,
            "stops": [state[0] for state in table.states],
            "states": [value for state in table.states for value in state[1:]],
        }
        return arrays | self.samples.arrays() | self._answers()

    def _answers(self) -> dict[str, list[int]]:
        """What the digest of a game is multiplied by for the answers of an edge, and what is added."""
        answers = [edge.answers if edge else () for edge in self.edges]
        if not any(answers):
            return {}
        factors = [_signed(pow(MULTIPLIER, len(each), 2**64)) for each in answers]
        return {"factors": factors, "addends": [_signed(reduce(fold, each, 0)) for each in answers]}

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

    # ---- into the table

    def begin(self) -> None:
        """At the beginning of the function: no throw has been played by the table."""
        self.entry.begin()
        self.outcome = self.writer.f.place()
        self.lanes.begin(self.writer)
        self.samples.begin()

    def start_chain(self, first: int) -> None:
        """At the stop where the table is entered, with empty lanes: in, if the slots allow it for as many throws as
        there may be until the lanes are emptied again."""
        if first != self.table.home:
            return
        f, writer, entry = self.writer.f, self.writer, self.entry
        plain = f"plain{first}"
        left = f.op("sub", f.load(writer.own["stops"]), f.load(writer.own["random 3"]))
        f.unless(f.is_("sgt", left, self.need), plain)
        entry.check_bounds(set(self.lanes.bounds), plain)
        state = entry.find_state(plain)
        entry.set_limit()
        entry.enter(state)
        f.label(plain)
        writer.forget_all()

    # ---- slots and labels, while the exit paths are written

    def label_of(self, block: int) -> str | None:
        return self.exits.label_of(block) if self.exits.active else None

    def whole(self, slot: int, held: str) -> str:
        return self.exits.whole(slot, held)

    def written(self, slot: int, known: Range) -> None:
        self.exits.written(slot, known)

    def touch_several(self, slots: range, store: bool) -> None:
        self.exits.touch_several(slots, store)

    # ---- the table

    def end(self) -> None:
        """The loop over throws, and the ways out of it."""
        f, writer, entry, table = self.writer.f, self.writer, self.entry, self.table
        f.label("table")
        writer.forget_all()
        in_time = f.is_("slt", f.load(writer.own["random 3"]), f.load(entry.limit))
        f.branch(in_time, "throw", "late" if table.slack else "spent", RARELY)
        if table.slack:
            self.write_late()
        f.label("throw")
        outcome = writer.below(table.outcomes)
        f.store(outcome, self.outcome)
        writer.fold(outcome)
        edge = f.op("add", f.load(entry.state), entry.look_up("kinds", outcome))
        following = entry.look_up("following", edge)
        if writer.game.counting:
            f.increase("%c", writer.layout["edges"], edge)
        self.fold_answers(edge)
        self.samples.note(edge, entry.look_up)
        words, _ = self.arrays.places["words"]
        row = f.at(entry.base, entry.look_up("rows", edge))
        self.lanes.add(writer, f.set(f"getelementptr inbounds i8, ptr {row}, i64 {words}"))
        f.branch(f.is_("sge", following, 0), "taken", "away")
        f.label("taken")
        f.store(following, entry.state)
        f.jump("table")
        f.label("away")
        self.samples.count()
        may_leave = any(None in several for several in table.edges)
        f.branch(f.is_("eq", following, -1) if may_leave else "false", "left", "ended")
        self.write_ended(following)
        f.label("spent")
        self.samples.count()
        self.write_out()
        f.jump(f"plain{table.home}")
        f.label("left")
        stop = entry.look_up("stops", self.write_out())
        cases = [(at, f"thrown{each}") for at, each in enumerate(table.stops)]
        f.switch(stop, cases[0][1], cases)
        for each in table.stops:
            self.write_thrown(each)
        self.exits.write()

    def fold_answers(self, edge: str) -> None:
        """The answers of an edge, for the digest of the game."""
        if "factors" in self.arrays.places:
            f, place = self.writer.f, self.writer.own["digest"]
            product = f.op("mul", f.load(place), self.entry.look_up("factors", edge))
            f.store(f.op("add", product, self.entry.look_up("addends", edge)), place)

    def number(self) -> str:
        """The number of the state."""
        return self.writer.f.op("udiv", self.writer.f.load(self.entry.state), len(self.kinds))

    def write_late(self) -> None:
        """The time has come to empty the lanes, as soon as a state is at the stop where the table is entered."""
        f = self.writer.f
        f.label("late")
        stop = self.entry.look_up("stops", self.number())
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
            f.jump(self.exits.label_of(table.ends[0]) if table.ends else writer.refused)
            return
        cases = [(len(table.stops) + at, self.exits.label_of(block)) for at, block in enumerate(table.ends)]
        f.switch(self.entry.look_up("stops", number), writer.refused, cases)

    def write_state(self, number: str) -> None:
        """The slots that states are made of, and those that are cleared, hold what they would in a state."""
        f, writer, table = self.writer.f, self.writer, self.table
        first = f.op("mul", number, len(table.tracked))
        for at, slot in enumerate(table.tracked):
            f.put(self.entry.look_up("states", f.op("add", first, at)), *writer.place_of_slot(slot))
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
        writer.following = None
        writer.write(chance.target, Term(0, chance.outcomes - 1, f.load(self.outcome)))
        writer.go(chance.then)


def _place(state: tuple[int, ...], lows: list[int], sizes: list[int]) -> int:
    """The place of a state in the index."""
    place = 0
    for value, low, size in zip(state[1:], lows, sizes, strict=True):
        place = place * size + value - low
    return place


def _signed(number: int) -> int:
    """The same 64 bits, with a sign."""
    return number - 2**64 if number >> 63 else number
