"""Finds which slots and registers are still of use in a block, and which instructions are not.

A slot or a register is live where it may be read, there or later, before it is written; anything else may as well hold
whatever it likes. What an instruction reads only counts if what it writes is live, or if it does more than that; what
is said to the players does not count here at all, since machine code that goes fast tells nothing. Sets are the bits of
a number: slots first, then registers.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.analysis.graph import zone_slots
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
from interpreter.program.flow import operands, target


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
        self.parts = {at: self._parts(at) for at in ways}
        self.order = _last_first(ways)
        self._find()

    def _parts(self, block: int) -> list[tuple[Instruction, int, int, int]]:
        """The instructions of a block from the last to the first, without what is said: each with the bits that have to
        be live for it to be of use (-1 if it always is), those that it writes and those that it reads."""
        found: list[tuple[Instruction, int, int, int]] = []
        for each, certain in zip(reversed(self.blocks[block].instructions), reversed(self.certain[block]), strict=True):
            if isinstance(each, Say):
                continue
            into = target(each)
            written = self.bit(into) if into is not None else 0
            reads = self.bits(operands(each)) | (_run(each.first, each.size) if isinstance(each, Load) else 0)
            found.append((each, self.use_of(each) if certain else -1, written, reads))
        return found

    def _find(self) -> None:
        leading: dict[int, list[int]] = {}
        for at, several in self.ways.items():
            for each in several:
                leading.setdefault(each, []).append(at)
        place = {at: number for number, at in enumerate(self.order)}
        waiting = set(self.ways)
        while waiting:
            now, waiting = sorted(waiting, key=place.__getitem__), set()
            for at in now:
                live, _ = self.through(at)
                if live != self.before[at]:
                    self.before[at] = live
                    waiting.update(leading.get(at, ()))

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
                return live | self.bits(operands(end))

    def through(self, block: int) -> tuple[int, list[Instruction]]:
        """What is live before a block, and those of its instructions that are of use."""
        live, kept = self.at_end(block), list[Instruction]()
        for each, use, written, reads in self.parts[block]:
            if use == -1 or live & use:
                kept.append(each)
                live = live & ~written | reads
        return live, kept[::-1]

    def use_of(self, instruction: Instruction) -> int:
        """Where something has to be live for an instruction to be of use that cannot fail; -1 if it is in any case."""
        match instruction:
            case Move() | Binary() | Unary() | Lookup() | Load():
                return self.bit(instruction.target)
            case Store():
                return _run(instruction.first, instruction.size)
            case Check():
                return 0
            case _:
                return -1

    def is_idle(self, block: int, then: int) -> bool:
        """Whether a block does nothing that is of use if the next is another."""
        return all(use != -1 and not use & self.before[then] for _, use, _, _ in self.parts[block])

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


def _last_first(ways: Mapping[int, tuple[int, ...]]) -> list[int]:
    """All blocks, those further on before those that lead to them, as far as there is such an order."""
    seen: set[int] = set()
    found: list[int] = []
    for root in ways:
        waiting = [(root, False)]
        while waiting:
            at, done = waiting.pop()
            if done:
                found.append(at)
            elif at not in seen:
                seen.add(at)
                waiting.append((at, True))
                waiting.extend((each, False) for each in ways[at])
    return found


def _run(first: int, size: int) -> int:
    return ((1 << size) - 1) << first
