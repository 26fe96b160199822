"""Writes how a game enters a table: from what slots hold to the number of a state.

A state is its first edge in the loop over throws. All arrays of a table lie side by side behind one pointer. Nothing is
said of where they are, so that one register leads to all of them.
"""

from __future__ import annotations

from interpreter.native.game_writer import GameWriter
from interpreter.native.llvm_text import ConstantArrays
from interpreter.native.tabulation.lanes import Lanes
from interpreter.native.tabulation.tables import Table, places_of
from interpreter.program import Slot


class TableEntry:
    """Where a table is entered. `state` is where the number of the state lies, and `limit` how many words may be drawn
    until the lanes are emptied."""

    def __init__(self, table: Table, lanes: Lanes, arrays: ConstantArrays, writer: GameWriter) -> None:
        self.table, self.lanes, self.arrays, self.writer = table, lanes, arrays, writer
        self.lows, self.sizes = places_of(table)
        self.base, self.state, self.limit = "", "", ""

    def begin(self) -> None:
        """At the beginning of the function: no throw has been played by the table."""
        f = self.writer.f
        self.base = f.set(f'call ptr asm "", "=r,0"(ptr @{self.arrays.name})')
        self.state, self.limit = f.place(), f.place()
        f.store(0, self.limit)

    def look_up(self, array: str, at: str) -> str:
        """A number of an array."""
        first, bits = self.arrays.places[array]
        return self.writer.f.look_up(self.base, at, bits, first)

    def check_bounds(self, slots: set[int], otherwise: str) -> None:
        """Goes on only if these slots are where they have to be for the table."""
        f, writer = self.writer.f, self.writer
        for slot, (low, high) in self.lanes.bounds.items():
            known = writer.range_of(Slot(slot))
            if slot in slots and known[0] < low:
                f.unless(f.is_("sge", writer.read(Slot(slot)).text, low), otherwise)
            if slot in slots and known[1] > high:
                f.unless(f.is_("sle", writer.read(Slot(slot)).text, high), otherwise)

    def find_state(self, otherwise: str) -> str:
        """The state that the slots are in; if there is none, the game goes on elsewhere."""
        f, writer, place = self.writer.f, self.writer, "0"
        live = self.table.live[self.table.home]
        for slot, low, size in zip(self.table.tracked, self.lows, self.sizes, strict=True):
            if not live >> slot & 1:
                continue
            held = writer.read(Slot(slot))
            offset = f.op("sub", held.text, low)
            if held.low < low or held.high >= low + size:
                f.unless(f.is_("ult", offset, size), otherwise)
            place = f.op("add", f.op("mul", place, size), offset)
        state = self.look_up("index", place)
        f.unless(f.is_("sge", state, 0), otherwise)
        return state

    def enter(self, state: str) -> None:
        """Into the loop over throws."""
        self.lanes.gather(self.writer)
        self.writer.f.store(state, self.state)
        self.writer.f.jump("table")

    def set_limit(self) -> None:
        """The lanes are empty: so many throws may follow. As many decisions as these may bring are taken from those
        that there may be; those that did not come since the last time are given back."""
        f, own = self.writer.f, self.writer.own
        now = f.load(own["random 3"])
        if self.table.decisions:
            unused = f.set(f"call i64 @llvm.smax.i64(i64 {f.op('sub', f.load(self.limit), now)}, i64 0)")
            taken = f.op("sub", self.lanes.throws, unused)
            f.store(f.op("sub", f.load(own["stops"]), f.op("mul", taken, self.table.decisions)), own["stops"])
        f.store(f.op("add", now, self.lanes.throws), self.limit)
