"""Which outcomes of the dice a block tells apart.

The number of an outcome is followed through a block as a column: what comes of it for each outcome. Looking it up,
counting with known numbers and comparing make new columns; where a column decides something, or goes where it cannot be
followed, it tells its outcomes apart.
"""

from __future__ import annotations

from typing import TypeAlias

from interpreter.program import (
    Binary,
    Branch,
    Chance,
    Check,
    Instruction,
    Load,
    Lookup,
    Move,
    Operand,
    Program,
    Register,
    Say,
    Slot,
    Target,
)
from interpreter.program.flow import operands, target
from interpreter.program.instructions.operators import OPERATORS, Impossible

Column: TypeAlias = tuple[int, ...]


class Telling:
    """Follows the outcomes that go into one slot through blocks."""

    def __init__(self, program: Program, slot: Slot, outcomes: int, carried: frozenset[int]) -> None:
        self.program, self.slot, self.outcomes, self.carried = program, slot, outcomes, carried
        self.columns: dict[Target, Column] = {}
        self.told: set[Column] = set()

    def block(self, at: int) -> set[Column]:
        """The columns by which a block tells outcomes apart."""
        self.columns, self.told = {self.slot: tuple(range(self.outcomes))}, set()
        for instruction in self.program.blocks[at].instructions:
            self.instruction(instruction)
        end = self.program.blocks[at].terminator
        if isinstance(end, Branch) and self.column(end.condition):
            self.told.add(tuple(int(value != 0) for value in self.column(end.condition) or ()))
        elif not isinstance(end, Chance):
            self.told.update(self.columns[each] for each in operands(end) if each in self.columns)
        return self.told

    def column(self, operand: Operand) -> Column | None:
        """What an operand is for each outcome; None if that is not known."""
        return (operand,) * self.outcomes if isinstance(operand, int) else self.columns.get(operand)

    def instruction(self, each: Instruction) -> None:
        """One instruction."""
        if isinstance(each, Load) and each.first <= self.slot.index < each.first + each.size:
            self.told.update(self.columns[at] for at in (self.slot,) if at in self.columns)
        written, column = target(each), None
        if isinstance(each, Say) or not any(operand in self.columns for operand in operands(each)):
            pass
        elif isinstance(each, Move):
            column = self.column(each.value)
        elif isinstance(each, Lookup):
            column = self.looked_up(self.program.arrays[each.array], self.column(each.index) or ())
        elif isinstance(each, Check):
            self.told.add(tuple(int(each.low <= value <= each.high) for value in self.column(each.value) or ()))
        elif isinstance(each, Binary) and self.column(each.left) and self.column(each.right):
            column = self.calculated(each)
        else:
            self.told.update(self.columns[operand] for operand in operands(each) if operand in self.columns)
        if written is not None:
            self.columns.pop(written, None)
            if column is not None:
                self.keep(written, column)

    def keep(self, written: Target, column: Column) -> None:
        """A column goes somewhere; what outlives the block is not followed any further."""
        if isinstance(written, Slot) or written.index in self.carried:
            self.told.add(column)
        if isinstance(written, Register):
            self.columns[written] = column

    def looked_up(self, array: tuple[int, ...], column: Column) -> Column:
        """What an array says of each number; whether it says anything tells outcomes apart."""
        inside = [0 <= at < len(array) for at in column]
        self.told.add(tuple(map(int, inside)))
        return tuple(array[at] if within else 0 for at, within in zip(column, inside, strict=True))

    def calculated(self, each: Binary) -> Column:
        """An operator on two columns; whether it fails tells outcomes apart."""
        found, works = [], []
        for left, right in zip(self.column(each.left) or (), self.column(each.right) or (), strict=True):
            try:
                found.append(OPERATORS[each.operator].calculate(left, right))
                works.append(1)
            except Impossible:
                found.append(0)
                works.append(0)
        self.told.add(tuple(works))
        return tuple(found)
