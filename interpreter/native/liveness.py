"""Finds which slots and registers are still of use in a block, and which instructions are not.

A slot or a register is live where it may be read, there or later, before it is written; anything else may as well hold
whatever it likes. What an instruction reads only counts if what it writes is live, or if it does more than that; what
is said to the players does not count here at all, since machine code that goes fast tells nothing. Sets are the bits of
a number: slots first, then registers.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.native.graph import zone_slots
from interpreter.program import (
    Binary,
    Block,
    Call,
    Chance,
    Check,
    Decide,
    Draw,
    Instruction,
    Load,
    Lookup,
    Move,
    Operand,
    Program,
    Register,
    Return,
    Say,
    Slot,
    Store,
    Target,
    Unary,
)
from interpreter.program.flow import closing_operands, operands, target


class Liveness:
    """What is live where. `ways` leads from block to block, `certain` tells of each instruction whether it cannot fail,
    `asked` are slots that are read wherever somebody may be asked for advice, and `sure` decisions are those whose
    answer is known."""

    def __init__(
        self,
        program: Program,
        blocks: Mapping[int, Block],
        ways: Mapping[int, tuple[int, ...]],
        certain: Mapping[int, list[bool]],
        asked: set[int],
        sure: Mapping[int, int],
    ) -> None:
        self.program, self.blocks, self.ways, self.certain, self.sure = program, blocks, ways, certain, sure
        self.asked = sum(1 << each for each in asked)
        self.always = sum(1 << each for each in zone_slots(program))
        self.before = dict.fromkeys(ways, self.always)
        self._find()

    def _find(self) -> None:
        leading: dict[int, list[int]] = {}
        for at, several in self.ways.items():
            for each in several:
                leading.setdefault(each, []).append(at)
        waiting = dict.fromkeys(sorted(self.ways, reverse=True))
        while waiting:
            at = next(iter(waiting))
            del waiting[at]
            now, _ = self.through(at)
            if now != self.before[at]:
                self.before[at] = now
                waiting.update(dict.fromkeys(leading.get(at, ())))

    def after(self, block: int) -> int:
        """What is live behind a block."""
        live = self.always
        for each in self.ways[block]:
            live |= self.before[each]
        return live

    def at_end(self, block: int) -> int:
        """What is live where a block ends, before its last step is taken."""
        end, live = self.blocks[block].terminator, self.after(block)
        match end:
            case Chance():
                return live & ~self.bit(end.target)
            case Draw():
                return live & ~self.bit(end.target) | self.bits((end.index, end.place))
            case Decide():
                live &= ~self.bit(end.target)
                if block in self.sure:
                    return live
                flags = _run(end.flags, len(self.program.choices[end.choice].values))
                return live | flags | self.asked | self.bits((end.default, end.chooser))
            case Call():
                return live & ~(1 << self.program.routines[end.routine].return_slot)
            case Return():
                return live | (1 << self.program.routines[end.routine].return_slot if len(self.ways[block]) > 1 else 0)
            case _:
                return live | self.bits(closing_operands(end))

    def through(self, block: int) -> tuple[int, list[Instruction]]:
        """What is live before a block, and those of its instructions that are of use."""
        live, kept = self.at_end(block), list[Instruction]()
        instructions = self.blocks[block].instructions
        for each, certain in zip(reversed(instructions), reversed(self.certain[block]), strict=True):
            if isinstance(each, Say) or (certain and self.is_useless(each, live)):
                continue
            kept.append(each)
            written = target(each)
            if written is not None:
                live &= ~self.bit(written)
            live |= self.bits(operands(each))
            if isinstance(each, Load):
                live |= _run(each.first, each.size)
        return live, kept[::-1]

    def is_useless(self, instruction: Instruction, live: int) -> bool:
        """Whether an instruction that cannot fail does nothing of use."""
        match instruction:
            case Move() | Binary() | Unary() | Lookup() | Load():
                return not live & self.bit(instruction.target)
            case Store():
                return not live & _run(instruction.first, instruction.size)
            case Check():
                return True
            case _:
                return False

    def bit(self, of: Target) -> int:
        """The bit of a slot or a register."""
        return 1 << (of.index if isinstance(of, Slot) else len(self.program.slots) + of.index)

    def bits(self, several: tuple[Operand, ...]) -> int:
        """The bits of those operands that are no plain numbers."""
        found = 0
        for each in several:
            if isinstance(each, Slot | Register):
                found |= self.bit(each)
        return found

    def written(self, instructions: tuple[Instruction, ...]) -> int:
        """The bits of all that instructions write."""
        found = 0
        for each in instructions:
            into = target(each)
            if into is not None:
                found |= self.bit(into)
            elif isinstance(each, Store):
                found |= _run(each.first, each.size)
        return found


def _run(first: int, size: int) -> int:
    return ((1 << size) - 1) << first
