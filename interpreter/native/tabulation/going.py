"""Writes how a game goes on from where a table ends to where it is entered again, with what is in the lanes left there.

The chains on the way are written a second time: what they read of a slot is what it holds and what is in its lane, and
what they write empties the lane. Where there is a stop on the way, or one of several slots is meant that are not told
apart before, the lanes are emptied, and the game goes on as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.program import Instruction, Load, Store
from interpreter.program.flow import stops
from interpreter.program.ranges import FULL, Range

if TYPE_CHECKING:
    from interpreter.native.game import GameWriter
    from interpreter.native.tabulation.tabling import TableWriter

FAR = 100
"""If there are more chains on the way, none is written a second time."""


class Going:
    """What is written a second time, for one table."""

    def __init__(self, table: TableWriter, writer: GameWriter) -> None:
        self.table, self.writer = table, writer
        self.chains = self._chains()
        self.leaving: dict[int, str] = {}
        self.active = False

    def _chains(self) -> frozenset[int]:
        """The chains on the way, by their first blocks."""
        graph, program, found = self.writer.graph, self.writer.program, set[int]()
        waiting = list(self.table.table.ends)
        while waiting:
            first = waiting.pop()
            if first not in found and not any(stops(program.blocks[block]) for block in graph.chains[first]):
                found.add(first)
                waiting.extend(graph.ways[first])
        return frozenset(found if len(found) <= FAR else ())

    def label_of(self, block: int) -> str:
        """The label that leads to a block on the way, or out of it."""
        if block in self.chains:
            return f"going{block}"
        return self.leaving.setdefault(block, f"entering{block}" if self.is_home(block) else f"leaving{block}")

    def is_home(self, block: int) -> bool:
        """Whether the table is entered at a block."""
        return block == self.table.table.home

    def write(self) -> None:
        """All chains on the way, and the ways out."""
        self.active = True
        for first in sorted(self.chains):
            self.writer.write_chain(first)
        for block, label in self.leaving.items():
            if self.is_home(block):
                self.write_entering(block, label)
            else:
                self.writer.f.label(label)
                self.write_leaving(block)
        self.active = False

    def write_leaving(self, block: int) -> None:
        """The lanes are emptied, and the game goes on as usual."""
        self.table.lanes.settle(self.writer)
        self.writer.f.jump(f"b{block}")

    def write_entering(self, home: int, label: str) -> None:
        """Into the table again, with what is in the lanes."""
        f, writer, table = self.writer.f, self.writer, self.table
        out = f.fresh("out")
        f.label(label)
        writer.forget_all()
        for slot, (low, high) in table.lanes.bounds.items():
            if slot not in table.lanes.plain:
                table.check_bound(slot, low, high, out)
        state = table.entered(out)
        table.lanes.gather(writer)
        f.store(state, table.places["state"])
        f.jump("table")
        f.label(out)
        self.write_leaving(home)

    # ---- slots with lanes

    def has_lane(self, slot: int) -> bool:
        """Whether a slot and its lane have to be taken together."""
        return self.active and slot in self.table.lanes.plain

    def whole(self, slot: int, held: str) -> str:
        """What a slot and its lane come to."""
        return self.writer.f.op("add", held, self.table.lanes.lane(self.writer, slot))

    def written(self, slot: int, known: Range) -> None:
        """A slot has been written to. If it may hold too much for the throws that were to follow, none may."""
        self.table.lanes.empty(self.writer, slot)
        low, high = self.table.lanes.bounds.get(slot, FULL)
        if known[0] < low or known[1] > high:
            self.writer.f.store(0, self.table.places["limit"])

    def before(self, instruction: Instruction) -> None:
        """Before an instruction that means one of several slots: all lanes are emptied."""
        if not isinstance(instruction, Load | Store):
            return
        if any(self.has_lane(slot) for slot in range(instruction.first, instruction.first + instruction.size)):
            self.table.lanes.settle(self.writer)
            if isinstance(instruction, Store):
                self.writer.f.store(0, self.table.places["limit"])
