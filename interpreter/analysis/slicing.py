"""Leaves of a program what one number hangs on, where a measure is taken: a slice.

A slice ends where the measure is taken. Of all before that it keeps the stops, what may change the number, and the
branches on whose ways something is kept; any other branch becomes a jump to where its ways meet again. It stops where
the program does, in the same order, and the number is the same. That anything else may fail, or never end, is left out
with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_ways
from interpreter.data_classes import dataclass
from interpreter.program import (
    Block,
    Decide,
    Finish,
    Instruction,
    Jump,
    Operand,
    Part,
    Program,
    Return,
    Sample,
    Slot,
    Terminator,
)
from interpreter.program.flow import stops
from interpreter.program.instructions.fields import target

Ways = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True)
class Slice:
    """What is left of a program; where it ends, which value is taken there, for each block that parts where its ways
    meet again, and the ways themselves."""

    program: Program
    end: int
    value: Operand
    meeting: Mapping[int, int]
    ways: Ways


def make_slice(program: Program, start: int, returning: Mapping[int, int], at: int, number: int) -> Slice:
    """The slice from a block on to instruction `number` of block `at`, which is a `Sample`. `returning` says where
    routines that are under way come back to."""
    block = program.blocks[at]
    sample = block.instructions[number]
    assert isinstance(sample, Sample), "a slice ends where something is measured"
    ending = replace(block, instructions=block.instructions[: number + 1], terminator=Finish())
    blocks = list(program.blocks)
    blocks[at] = ending
    cut = replace(program, blocks=tuple(blocks))
    ways = find_ways(cut, [start], returning)
    slicer = _Slicer(cut, ways, at)
    return Slice(slicer.cut_out(), at, sample.value, slicer.meeting, ways)


class _Slicer:
    def __init__(self, program: Program, ways: Ways, end: int) -> None:
        self.program, self.ways, self.end = program, ways, end
        self.meeting = find_meeting(ways)
        self.facts = {at: [self._note(each) for each in program.blocks[at].parts] for at in ways}
        self.regions = {at: self._between(at) for at, several in ways.items() if len(several) > 1}
        self.parting = {at for at in self.regions if not self._may_skip(at)}
        self.live = dict.fromkeys(ways, 0)

    def cut_out(self) -> Program:
        """The program with nothing left but the slice, among the blocks that are reached."""
        while True:
            self._find_live()
            busy = {at for at in self.ways if self._is_busy(at)}
            more = {at for at, region in self.regions.items() if not region.isdisjoint(busy)} - self.parting
            if not more:
                break
            self.parting |= more
        blocks = list(self.program.blocks)
        for at in self.ways:
            blocks[at] = self._left(at)
        return replace(self.program, blocks=tuple(blocks))

    def _left(self, at: int) -> Block:
        block = self.program.blocks[at]
        end: Terminator = block.terminator
        if at in self.regions and at not in self.parting:
            end = Jump(self.meeting[at])
        elif isinstance(end, Return) and len(self.ways[at]) == 1:
            end = Jump(self.ways[at][0])
        return replace(block, instructions=tuple(self._kept(at)), terminator=end)

    def _may_skip(self, at: int) -> bool:
        return at in self.meeting and not isinstance(self.program.blocks[at].terminator, Return)

    def _between(self, at: int) -> set[int]:
        """The blocks on the ways from one that parts to where they meet again."""
        found, waiting, beyond = set[int](), list(self.ways[at]), self.meeting.get(at, -1)
        while waiting:
            each = waiting.pop()
            if each != beyond and each not in found:
                found.add(each)
                waiting += self.ways[each]
        return found

    def _is_busy(self, at: int) -> bool:
        return at == self.end or stops(self.program.blocks[at]) or bool(self._kept(at))

    # ---- what is of use

    def _note(self, part: Part) -> tuple[Part, int, int, int]:
        """A part, the bits that it surely writes, that it may write, and that it reads."""
        effects = find_effects(self.program, part)
        sure = self._bits(effects.writes)
        into = target(part)
        zones = self._zones(effects.handles)
        may = sure | _runs(effects.stores) | self._zones(effects.moves)
        reads = self._bits(effects.reads) | _runs(effects.loads) | zones
        if isinstance(part, Decide):
            reads = self._bits([part.chooser]) | _runs(effects.loads)
        if isinstance(part, Sample):
            return part, 0, 0, 0
        return part, sure | (self._bits([into]) if into is not None else 0), may, reads

    def _find_live(self) -> None:
        changed = True
        while changed:
            changed = False
            for at in sorted(self.ways, reverse=True):
                live, _ = self._through(at)
                if live != self.live[at]:
                    self.live[at], changed = live, True

    def _kept(self, at: int) -> list[Instruction]:
        return self._through(at)[1]

    def _through(self, at: int) -> tuple[int, list[Instruction]]:
        """What is live before a block, and what is kept of it."""
        live = 0
        for each in self.ways[at]:
            live |= self.live[each]
        *parts, (end, written, _, reads) = self.facts[at]
        live &= ~written
        if len(self.ways[at]) == 1 or at in self.parting:
            live |= 0 if isinstance(end, Return) and len(self.ways[at]) == 1 else reads
        kept = list[Instruction]()
        for position in range(len(parts) - 1, -1, -1):
            part, written, may, reads = parts[position]
            last = at == self.end and position == len(parts) - 1
            if last:
                assert isinstance(part, Sample)
                live |= self._bits([part.value])
            if last or may & live:
                assert isinstance(part, Instruction)
                kept.append(part)
                live = live & ~written | reads
        return live, kept[::-1]

    def _bits(self, several: Iterable[Operand]) -> int:
        found = 0
        for each in several:
            if not isinstance(each, int):
                found |= 1 << (each.index if isinstance(each, Slot) else len(self.program.slots) + each.index)
        return found

    def _zones(self, zones: Iterable[int]) -> int:
        several = (self.program.zones[each] for each in zones)
        return _runs(range(zone.first, zone.first + zone.size) for zone in several)


def _runs(several: Iterable[range]) -> int:
    """The bits of all slots in some runs."""
    found = 0
    for slots in several:
        found |= ((1 << len(slots)) - 1) << slots.start
    return found


def find_meeting(ways: Ways) -> dict[int, int]:
    """For each block the first that every way from it comes to, if there is one before the end."""
    order = sorted(ways)
    place = {at: 1 << number for number, at in enumerate(order)}
    everything = (1 << len(order)) - 1
    behind = {at: everything if ways[at] else place[at] for at in order}
    changed = True
    while changed:
        changed = False
        for at in reversed(order):
            common = everything if ways[at] else 0
            for each in ways[at]:
                common &= behind[each]
            if common | place[at] != behind[at]:
                behind[at], changed = common | place[at], True
    found: dict[int, int] = {}
    for at in order:
        others = behind[at] & ~place[at]
        nearest = [each for each in order if others & place[each] and behind[each] == others]
        if nearest:
            found[at] = nearest[0]
    return found
