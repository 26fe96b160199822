"""Equivalence of outcomes: which results of the dice make no difference to a program.

The number of an outcome is followed through each block that reads it, as a column with a value for each outcome.
Lookups, arithmetic with known numbers and comparisons make new columns; a column that decides something, or cannot be
followed, distinguishes its outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import TypeAlias

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_closure, find_ways
from interpreter.program import HIGHEST, LOWEST, Binary, Chance, Kept, Operand, Part, Program, Slot, Target
from interpreter.program.flow import carried_registers
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import OPERATORS, Impossible, Operator
from interpreter.program.machines.quiet import QuietMachine

Column: TypeAlias = tuple[int, ...] | int | None
"""A number for each outcome, or for all of them; None if it does not depend on the outcome alone."""


def partition(
    program: Program, blocks: Iterable[int], slot: Slot, outcomes: int, heard: bool = False
) -> tuple[int, ...]:
    """The class of each outcome in a slot: some blocks do not distinguish those of one class. With `heard`, texts for
    the players distinguish outcomes, too."""
    return _partition(program, blocks, _Columns(program, slot, outcomes, heard))


def partition_after(program: Program, starts: Iterable[int], roll: Chance) -> tuple[int, ...]:
    """The class of each outcome of a roll in a program: nothing distinguishes those of one class until the next roll
    into the slot. If the first instruction replaces the outcome in its slot, as where fewer dice are rolled than there
    are, the new value is followed."""
    ways, machine = find_ways(program, starts), _Columns(program, roll.target, roll.outcomes, False)
    further = {at: then for at, then in ways.items() if not _rolls_into(program, at, roll.target)}
    blocks = find_closure([roll.then], further)
    comes_again = any(roll.then in further.get(at, ()) for at in blocks)
    if not comes_again and machine.pass_through(program.blocks[roll.then].instructions):
        blocks.remove(roll.then)
    return _partition(program, sorted(blocks), machine)


def _partition(program: Program, blocks: Iterable[int], machine: _Columns) -> tuple[int, ...]:
    slot, outcomes = machine.slot, machine.outcomes
    for at in blocks:
        parts = program.blocks[at].parts
        effects = find_effects(program, parts)
        if slot in effects.shown or slot.index in effects.slots_read():
            machine.carry_out(parts)
    seen: dict[tuple[int, ...], int] = {}
    rows = zip(*machine.apart, strict=True) if machine.apart else ((),) * outcomes
    return tuple([seen.setdefault(row, len(seen)) for row in rows])


def _rolls_into(program: Program, at: int, slot: Slot) -> bool:
    end = program.blocks[at].terminator
    return isinstance(end, Chance) and end.target == slot


class _Columns(QuietMachine[Column]):
    """Carries out blocks on columns. Those in `apart` distinguish outcomes. Columns are not followed beyond a block,
    and outcomes with which a block fails are alike, wherever in it."""

    def __init__(self, program: Program, slot: Slot, outcomes: int, heard: bool) -> None:
        self.records, self.slot, self.outcomes, self.heard = program, slot, outcomes, heard
        self.carried = carried_registers(program)
        self.apart: set[tuple[int, ...]] = set()
        self.first: Column = tuple(range(outcomes))

    def pass_through(self, instructions: tuple[Part, ...]) -> bool:
        """Whether some instructions only replace the value in the slot, which is the first column from then on."""
        match instructions:
            case (Binary(target, operator, left, int(number)),) if target == left == self.slot:
                self.begin()
                column = self.operate(OPERATORS[operator], (left, number), -1)
                if not self.failed:
                    self.first = column
                return not self.failed
        return False

    def begin(self) -> None:
        self.columns: dict[Target, Column] = {self.slot: self.first}
        self.apart_here: set[tuple[int, ...]] = set()
        self.failed: set[int] = set()

    def carry_out(self, parts: Iterable[Part]) -> None:
        self.begin()
        for each in parts:
            each.meaning(self)
        if self.failed:
            fails = tuple([int(outcome in self.failed) for outcome in range(self.outcomes)])
            self.apart_here = {tuple(map(_choose, fails, column)) for column in self.apart_here} | {fails}
        self.apart |= self.apart_here

    def distinguish(self, *columns: Column) -> None:
        """Something depends on these columns."""
        self.apart_here.update(column for column in columns if isinstance(column, tuple))

    # ---- numbers

    def read(self, operand: Operand) -> Column:
        return operand if isinstance(operand, int) else self.columns.get(operand)

    def write(self, target: Target, number: Column) -> None:
        self.columns[target] = number
        if isinstance(target, Slot) or target.index in self.carried:
            self.distinguish(number)

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Column:
        column = self.read(operand)
        if column is not None:
            values = enumerate(self.list_values(column))
            self.failed.update(outcome for outcome, value in values if not low <= value <= high)
        return column

    def list_values(self, column: tuple[int, ...] | int) -> Iterable[int]:
        """What a column is for each outcome."""
        return repeat(column, self.outcomes) if isinstance(column, int) else column

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Column:
        columns = [column for column in map(self.read, operands) if column is not None]
        if len(columns) < len(operands):
            self.distinguish(*columns)
            return None
        ranges = [(each, each) if isinstance(each, int) else (min(each), max(each)) for each in columns]
        low, high = operator.bounds(*ranges)
        if operator.accepts(*ranges) and low >= LOWEST and high <= HIGHEST:
            return tuple(map(operator.exact, *map(self.list_values, columns))) if low < high else low
        found = []
        for outcome, numbers in enumerate(zip(*map(self.list_values, columns), strict=True)):
            try:
                found.append(operator.calculate(*numbers))
            except Impossible:
                found.append(0)
                self.failed.add(outcome)
        return tuple(found)

    def look_up(self, array: int, index: Column) -> Column:
        values = self.records.arrays[array]
        if index is None:
            return None
        if isinstance(index, int):
            return values[index] if 0 <= index < len(values) else 0
        return tuple([values[at] if 0 <= at < len(values) else 0 for at in index])

    def load(self, slots: range, index: Column) -> Column:
        self.distinguish(index, *(self.columns.get(Slot(slot)) for slot in slots))
        return None

    def gather(
        self, operator: Operator, slots: range, index: Column, places: tuple[int, ...], number: Column
    ) -> Column:
        self.distinguish(number)
        return self.load(slots, index)

    def store(self, slots: range, index: Column, number: Column) -> None:
        self.distinguish(index, number)
        for slot in slots:
            self.columns.pop(Slot(slot), None)

    def handle(
        self, handling: Handling, places: tuple[Place[Column], ...], numbers: tuple[Column, ...], site: int
    ) -> Column:
        self.distinguish(*(index for _, index in places), *numbers)
        return None

    # ---- events

    def say(self, text: int, values: tuple[Operand, ...], site: int) -> None:
        if self.heard:
            self.distinguish(*map(self.read, values))

    def sample(self, measure: int, value: Operand) -> None:
        self.distinguish(self.read(value))

    def award(self, winner: Operand, site: int) -> None:
        self.distinguish(self.read(winner))

    # ---- ways on

    def go(self, block: int) -> None:
        pass

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        column = self.read(condition)
        self.distinguish(tuple([int(value != 0) for value in column]) if isinstance(column, tuple) else column)

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        self.distinguish(self.read(number))

    # ---- stops and ends

    def apply(self, function: int, numbers: tuple[Column, ...], site: int) -> Column:
        info = self.records.functions[function]
        read = (Slot(each) for run in (info.slots, *info.loads) for each in run)
        self.distinguish(*numbers, *map(self.read, read))
        return None

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Column:
        if self.heard:
            self.distinguish(self.read(thrower))
        return None

    def draw(self, place: Place[Column], onto: Place[Column], site: int) -> Column:
        self.distinguish(place[1], onto[1])
        return None

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Column:
        self.distinguish(self.read(chooser), self.read(default))
        return None

    def answer(self, values: tuple[Operand, ...]) -> None:
        self.distinguish(*map(self.read, values))


def _choose(fails: int, number: int) -> int:
    """The number, but 0 for an outcome with which a block fails."""
    return 0 if fails else number
