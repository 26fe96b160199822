"""Between which numbers the slots of a program are in every game.

Ranges hold for every position that a game from the start comes to: each slot begins as 0 and then holds what one of the
blocks writes. They are found by going over all blocks again and again; a bound that keeps growing jumps to the next of
a few thresholds, so that this ends soon. Slots that are `live` in a block may be read there, or later, before they are
written; all others may as well hold anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.program import (
    HIGHEST,
    LOWEST,
    Binary,
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
    Reveal,
    Slot,
    Store,
    Target,
    Unary,
)
from interpreter.program.ranges import FULL, SHIFT_HIGHEST, Range, range_after

ROUNDS = 3
"""After so many rounds bounds that still grow jump."""


class Ranges:
    """Finds the ranges of all slots, and of registers that pass from block to block."""

    def __init__(self, program: Program, blocks: Iterable[int]) -> None:
        self.program = program
        self.blocks = sorted(blocks)
        self.found: dict[Target, Range] = {Slot(at): (0, 0) for at in range(len(program.slots))}
        for zone in program.zones:
            self.found.update({Slot(at): FULL for at in range(zone.first, zone.first + zone.size)})
        self.thresholds = sorted(self._thresholds())
        self.rounds = 0
        self.changed = True
        while self.changed:
            self.changed = False
            for block in self.blocks:
                self._block(block)
            self.rounds += 1

    def _thresholds(self) -> Iterable[int]:
        found = {LOWEST, HIGHEST, -1, 0, *(2**power for power in (1, 2, 3, 4, 5, 6, 8, 16, 31, 62))}
        for block in self.blocks:
            for each in self.program.blocks[block].instructions:
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
        if self.rounds >= ROUNDS:
            low = low if low == before[0] else max(each for each in self.thresholds if each <= low)
            high = high if high == before[1] else min(each for each in self.thresholds if each >= high)
        self.found[written] = low, high
        self.changed = True

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


def ranges_of(program: Program, blocks: Iterable[int]) -> dict[Target, Range]:
    """Between which numbers each slot is, and each register that passes from block to block."""
    return Ranges(program, blocks).found
