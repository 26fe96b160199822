"""Writes how a game goes on from where a table ends to where it is entered again, with what is in the lanes left there.

The chains on the way are written a second time: what they read of a slot is what it holds and what is in its lane, and
what they write empties the lane. Where there is a stop on the way, or one of several slots is meant that are not told
apart before, the lanes are emptied, and the game goes on as usual.
"""

from __future__ import annotations

from interpreter.native.game_writer import GameWriter
from interpreter.native.tabulation.entry import TableEntry
from interpreter.native.tabulation.lanes import Lanes
from interpreter.native.tabulation.tables import Table
from interpreter.program.flow import stops
from interpreter.program.operands import FULL, Range

FAR = 100
"""If there are more chains on the way, none is written a second time."""


class ExitPaths:
    """What is written a second time, for one table. `active` is whether that is being done."""

    def __init__(self, table: Table, lanes: Lanes, entry: TableEntry, writer: GameWriter) -> None:
        self.table, self.lanes, self.entry, self.writer = table, lanes, entry, writer
        self.chains = self._chains()
        self.leaving: dict[int, str] = {}
        self.active = False

    def _chains(self) -> frozenset[int]:
        """The chains on the way, by their first blocks."""
        graph, program, found = self.writer.graph, self.writer.program, set[int]()
        waiting = list(self.table.ends)
        while waiting:
            first = waiting.pop()
            if first not in found and not any(stops(program.blocks[block]) for block in graph.superblocks[first]):
                found.add(first)
                waiting.extend(graph.ways[first])
        return frozenset(found if len(found) <= FAR else ())

    def label_of(self, block: int) -> str:
        """The label that leads to a block on the way, or out of it."""
        if block in self.chains:
            return f"exit{block}"
        return self.leaving.setdefault(block, f"entering{block}" if block == self.table.home else f"leaving{block}")

    def write(self) -> None:
        """All chains on the way, and the ways out."""
        self.active = True
        for first in sorted(self.chains):
            self.writer.write_chain(first)
        for block, label in self.leaving.items():
            self.writer.f.label(label)
            if block == self.table.home:
                self.write_entering()
            self.write_leaving(block)
        self.active = False

    def write_leaving(self, block: int) -> None:
        """The lanes are emptied, and the game goes on as usual."""
        self.lanes.settle(self.writer)
        self.writer.f.jump(f"b{block}")

    def write_entering(self) -> None:
        """Into the table again, with what is in the lanes, if that can be."""
        out = self.writer.f.fresh("out")
        self.writer.forget_all()
        self.entry.check_bounds(set(self.lanes.bounds) - self.lanes.plain, out)
        self.entry.enter(self.entry.find_state(out))
        self.writer.f.label(out)

    # ---- slots with lanes

    def has_lane(self, slot: int) -> bool:
        """Whether a slot and its lane have to be taken together."""
        return self.active and slot in self.lanes.plain

    def whole(self, slot: int, held: str) -> str:
        """What a slot and its lane come to."""
        return self.writer.f.op("add", held, self.lanes.lane(self.writer, slot)) if self.has_lane(slot) else held

    def written(self, slot: int, known: Range) -> None:
        """A slot has been written to. If it may hold too much for the throws that were to follow, none may."""
        if self.has_lane(slot):
            self.lanes.empty(self.writer, slot)
            low, high = self.lanes.bounds.get(slot, FULL)
            if known[0] < low or known[1] > high:
                self.writer.f.store(0, self.entry.limit)

    def touch_several(self, slots: range, store: bool) -> None:
        """Before one of several slots is meant, all lanes are emptied."""
        if any(map(self.has_lane, slots)):
            self.lanes.settle(self.writer)
            if store:
                self.writer.f.store(0, self.entry.limit)
