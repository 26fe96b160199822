"""Between which numbers the slots of a program are in every game.

Ranges hold for every position that a game from the start comes to: each slot begins as 0 and then holds what one of the
blocks writes. They are found by going over blocks that are known to be reached, again and again where something has
changed that they read; a bound that keeps growing jumps to the next of a few thresholds, so that this ends soon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from interpreter.program import (
    HIGHEST,
    LOWEST,
    Binary,
    Branch,
    Call,
    Chance,
    Check,
    Decide,
    Draw,
    Instruction,
    Lift,
    Load,
    Lookup,
    Move,
    Operand,
    Peek,
    Program,
    Register,
    Return,
    Reveal,
    Slot,
    Store,
    Switch,
    Target,
    Terminator,
    Unary,
)
from interpreter.program.flow import operands, successors
from interpreter.program.ranges import FULL, SHIFT_HIGHEST, Range, range_after

ROUNDS = 3
"""After having grown so many times bounds jump."""


class Ranges:
    """Finds the ranges of all slots, and of registers that pass from block to block, and the ways that are ever taken:
    `taken` has the blocks that each block that is reached may lead to, `failing` the blocks that may lead nowhere."""

    def __init__(self, program: Program, starts: Iterable[int]) -> None:
        self.program = program
        self.found: dict[Target, Range] = {Slot(at): (0, 0) for at in range(len(program.slots))}
        for zone in program.zones:
            self.found.update({Slot(at): FULL for at in range(zone.first, zone.first + zone.size)})
        self.taken: dict[int, set[int]] = {at: set() for at in starts}
        self.failing: set[int] = set()
        self.calls: dict[int, set[int]] = {}
        self.returns: dict[int, set[int]] = {}
        self.grown: Counter[Target] = Counter()
        self.thresholds = sorted(self._thresholds())
        self.readers = _readers(program)
        self.waiting = set(self.taken)
        while self.waiting:
            now, self.waiting = sorted(self.waiting), set()
            for block in now:
                self._block(block)

    def certain(self, instructions: Iterable[Instruction]) -> list[bool]:
        """For each instruction of a block whether it is sure not to fail."""
        own: dict[Target, Range] = {}
        found = []
        for each in instructions:
            found.append(self._is_certain(each, own))
            self._instruction(each, own)
        return found

    def _is_certain(self, each: Instruction, own: dict[Target, Range]) -> bool:
        match each:
            case Binary():
                left, right = self._read(each.left, own), self._read(each.right, own)
                if each.operator in ("div", "mod") and right[0] <= 0 <= right[1]:
                    return False
                if each.operator in ("shl", "shr") and not 0 <= right[0] <= right[1] <= SHIFT_HIGHEST:
                    return False
                low, high = _nearer(each.operator, left, right)
                return low >= LOWEST and high <= HIGHEST
            case Unary():
                return self._read(each.value, own)[0] >= (0 if each.operator == "size" else 1)
            case Lookup():
                return _within(self._read(each.index, own), 0, len(self.program.arrays[each.array]) - 1)
            case Load() | Store():
                return _within(self._read(each.index, own), 0, each.size - 1)
            case Check():
                return _within(self._read(each.value, own), each.low, each.high)
            case _:
                return True

    def _thresholds(self) -> Iterable[int]:
        found = {LOWEST, HIGHEST, -1, 0, *(2**power for power in (1, 2, 3, 4, 5, 6, 8, 16, 31, 62))}
        for block in self.program.blocks:
            for each in block.instructions:
                if isinstance(each, Check):
                    found |= {each.low, each.high}
        return found

    def _block(self, block: int) -> None:
        own: dict[Target, Range] = {}
        for instruction in self.program.blocks[block].instructions:
            self._instruction(instruction, own)
        end = self.program.blocks[block].terminator
        match end:
            case Call(routine, number, _):
                self._write(Slot(self.program.routines[routine].return_slot), (number, number), own)
            case Chance():
                self._write(end.target, (0, end.outcomes - 1), own)
            case Draw():
                self._write(end.target, (0, self.program.zones[end.zone].cards - 1), own)
            case Decide():
                values = self.program.choices[end.choice].values
                self._write(end.target, (min(values), max(values)), own)
            case _:
                pass
        self._go(block, self._ways(block, end, own))

    def _ways(self, block: int, end: Terminator, own: dict[Target, Range]) -> Iterable[int]:
        """The ways that may be taken from a block."""
        match end:
            case Branch():
                low, high = self._read(end.condition, own)
                return [*([end.no] if low <= 0 <= high else []), *([end.yes] if (low, high) != (0, 0) else [])]
            case Switch():
                low, high = self._read(end.value, own)
                if not _within((low, high), 0, len(end.blocks) - 1):
                    self.failing.add(block)
                return [then for number, then in enumerate(end.blocks) if low <= number <= high]
            case Call(routine, _, then):
                self.calls.setdefault(routine, set()).add(then)
                for each in self.returns.get(routine, ()):
                    self._go(each, [then])
                return [self.program.routines[routine].entry]
            case Return(routine):
                self.returns.setdefault(routine, set()).add(block)
                return self.calls.get(routine, set())
            case _:
                return successors(self.program, end)

    def _go(self, block: int, ways: Iterable[int]) -> None:
        for each in ways:
            self.taken[block].add(each)
            if each not in self.taken:
                self.taken[each] = set()
                self.waiting.add(each)

    def _read(self, operand: Operand, own: dict[Target, Range]) -> Range:
        if isinstance(operand, int):
            return operand, operand
        return own.get(operand) or self.found.get(operand, (0, 0))

    def _write(self, written: Target, known: Range, own: dict[Target, Range]) -> None:
        known = max(known[0], LOWEST), min(known[1], HIGHEST)
        own[written] = known
        before = self.found.get(written, known if isinstance(written, Register) else (0, 0))
        low, high = min(before[0], known[0]), max(before[1], known[1])
        if (low, high) == before and written in self.found:
            return
        self.grown[written] += 1
        if self.grown[written] > ROUNDS:
            low = low if low == before[0] else max(each for each in self.thresholds if each <= low)
            high = high if high == before[1] else min(each for each in self.thresholds if each >= high)
        self.found[written] = low, high
        self.waiting.update(each for each in self.readers.get(written, ()) if each in self.taken)

    def _instruction(self, each: Instruction, own: dict[Target, Range]) -> None:
        program = self.program
        match each:
            case Move():
                self._write(each.target, self._read(each.value, own), own)
            case Binary():
                left, right = self._read(each.left, own), self._read(each.right, own)
                if each.operator in ("shl", "shr"):
                    right = min(max(right[0], 0), SHIFT_HIGHEST), max(min(right[1], SHIFT_HIGHEST), 0)
                self._write(each.target, _nearer(each.operator, left, right), own)
            case Unary():
                self._write(each.target, (0, SHIFT_HIGHEST + 1 - (each.operator != "size")), own)
            case Lookup():
                array = program.arrays[each.array]
                self._write(each.target, (min(array, default=0), max(array, default=0)), own)
            case Load():
                several = [self._read(Slot(at), own) for at in range(each.first, each.first + each.size)]
                self._write(each.target, (min(low for low, _ in several), max(high for _, high in several)), own)
            case Store():
                known = self._read(each.value, own)
                for at in range(each.first, each.first + each.size):
                    self._write(Slot(at), known, own)
                    own.pop(Slot(at))
            case Check() if not isinstance(each.value, int):
                low, high = self._read(each.value, own)
                narrower = max(low, each.low), min(high, each.high)
                own[each.value] = narrower if narrower[0] <= narrower[1] else (each.low, each.high)
            case Peek() | Lift():
                self._write(each.target, (-1, program.zones[each.zone].cards - 1), own)
            case Reveal():
                self._write(each.target, (0, HIGHEST), own)
            case _:
                pass


def _within(known: Range, low: int, high: int) -> bool:
    return low <= known[0] and known[1] <= high


def _nearer(operator: str, left: Range, right: Range) -> Range:
    """A result's range, a little nearer for numbers that are not negative than what is needed elsewhere."""
    low, high = range_after(operator, left, right)
    if left[0] >= 0 and right[0] >= 0:
        match operator:
            case "and":
                return 0, min(left[1], right[1])
            case "or" | "xor":
                return 0, 2 ** max(left[1].bit_length(), right[1].bit_length()) - 1
            case "shr":
                return 0, left[1] >> right[0]
            case "div":
                return (0, left[1] // max(right[0], 1))
            case _:
                pass
    match operator:
        case "min":
            return min(left[0], right[0]), min(left[1], right[1])
        case "max":
            return max(left[0], right[0]), max(left[1], right[1])
        case _:
            return low, high


def _readers(program: Program) -> dict[Target, list[int]]:
    """The blocks that read each slot and each register."""
    found: dict[Target, list[int]] = {}
    for at, block in enumerate(program.blocks):
        read = set(operands(block.terminator))
        for each in block.instructions:
            read.update(operands(each))
            if isinstance(each, Load):
                read.update(map(Slot, range(each.first, each.first + each.size)))
        for operand in read:
            if not isinstance(operand, int):
                found.setdefault(operand, []).append(at)
    return found
