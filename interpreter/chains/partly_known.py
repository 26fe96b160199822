"""The machine of numbers of which some are not known.

A slot that nothing is known of holds itself: `Sum(slot, 0)`. Numbers may be added to it, and it may be held against
bounds, which is noted. Some slots are given: what they hold is looked at only where it matters, and it is noted that
it was (`asked`), so that whoever walks knows for which other slots the same walk would do. Where any other slot would
have to be known, it is asked for (`Needed`). Anything that cannot be told beforehand ends the walk (`Leaves`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import NamedTuple, TypeAlias

from interpreter.chains.scope import Scope
from interpreter.program import FULL, HIGHEST, LOWEST, Kept, Operand, Range, Slot, Target
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import OPERATORS, Impossible, Operator
from interpreter.program.machines.quiet import QuietMachine


class Sum(NamedTuple):
    """What a slot held where the walk began, and so much more."""

    slot: int
    more: int


class Unknown(NamedTuple):
    """Something that depends on what these slots held."""

    slots: frozenset[int]


Value: TypeAlias = int | Sum | Unknown

ADD, SUBTRACT = OPERATORS["add"], OPERATORS["sub"]


class Leaves(Exception):
    """What comes cannot be told beforehand."""


class Needed(Exception):
    """These slots have to be known; if it is `doubtful`, only where something that is calculated with them makes a
    difference to what comes. Whoever is at a stop adds which it is."""

    def __init__(self, slots: frozenset[int], doubtful: bool = False) -> None:
        self.slots, self.doubtful = slots, doubtful
        self.stop: int | None = None


class PartlyKnown(QuietMachine[Value]):
    """How far a walk has come.

    `slots` and `registers` are what they hold now. Of the slots that are `given`, `asked` has those that were looked
    at, in this order; `hidden` ones may be passed on, but not looked at. `marks`, `samples` and `bounds` are what was
    met on the way, and `answers` those to decisions, by their numbers. One that is `sampling` goes on where something
    is measured; how it was before is then at hand (`ended`). `block` is where it is, and `next` comes then;
    `carried_out` counts instructions."""

    def __init__(
        self,
        scope: Scope,
        slots: dict[int, Value],
        given: Mapping[int, int],
        hidden: frozenset[int] = frozenset(),
        sampling: bool = False,
    ) -> None:
        self.records, self.scope = scope.program, scope
        self.slots, self.given, self.hidden, self.sampling = slots, given, hidden, sampling
        self.registers: dict[int, Value] = {}
        self.asked: dict[int, int] = {}
        self.block = self.next = -1
        self.steps = self.carried_out = 0
        self.answers: list[int] = []
        self.marks = Counter[int]()
        self.samples: list[tuple[int, int, int]] = []
        self.bounds: set[tuple[int, int, int]] = set()
        self.ended: PartlyKnown | None = None

    def end(self) -> None:
        """Keep how it is now, in case that it cannot be told how it goes on."""
        self.ended = copy(self)
        self.ended.slots, self.ended.asked = dict(self.slots), dict(self.asked)
        self.ended.marks, self.ended.bounds, self.ended.samples = Counter(self.marks), set(self.bounds), []
        self.ended.answers = list(self.answers)

    # ---- values

    def settled(self, value: Value) -> Value:
        """A value, as a number if the slot that it depends on has been looked at."""
        if isinstance(value, Sum) and value.slot in self.asked:
            return self.asked[value.slot] + value.more
        return value

    def look_at(self, value: Value) -> Value:
        """A value whose slot is looked at if it is given. Raises Needed if it is hidden."""
        if isinstance(value, Sum):
            if value.slot in self.given:
                self.asked[value.slot] = self.given[value.slot]
            elif value.slot in self.hidden:
                raise Needed(frozenset({value.slot}))
        return self.settled(value)

    def number(self, value: Value) -> int:
        """The number that a value is; asks for it if it is not known."""
        value = self.look_at(value)
        if isinstance(value, int):
            return value
        raise Needed(_slots(value))

    def range_of(self, value: Value) -> Range:
        """Between which numbers a value is."""
        if isinstance(value, int):
            return value, value
        if isinstance(value, Sum):
            low, high = self.scope.ranges.get(Slot(value.slot), FULL)
            return low + value.more, high + value.more
        return FULL

    # ---- numbers

    def read(self, operand: Operand) -> Value:
        if isinstance(operand, int):
            return operand
        if isinstance(operand, Slot):
            value = self.slots.get(operand.index)
            return self.settled(Sum(operand.index, 0) if value is None else value)
        return self.settled(self.registers[operand.index])

    def write(self, target: Target, number: Value) -> None:
        if isinstance(target, Slot):
            self.slots[target.index] = number
        else:
            self.registers[target.index] = number

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Value:
        return self._keep_within(self.look_at(self.read(operand)), low, high)

    def _keep_within(self, value: Value, low: int, high: int) -> Value:
        """A value that is held against bounds."""
        if isinstance(value, Unknown):
            raise Needed(value.slots)
        if isinstance(value, Sum):
            self.bounds.add((value.slot, low - value.more, high - value.more))
        elif not low <= value <= high:
            raise Leaves
        return value

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Value:
        values = [self.look_at(self.read(operand)) for operand in operands]
        numbers = [value for value in values if isinstance(value, int)]
        if len(numbers) == len(values):
            try:
                return operator.calculate(*numbers)
            except Impossible:
                raise Leaves from None
        total = _total(operator, values)
        if total:
            return self._keep_within(total, LOWEST, HIGHEST)
        low, high = operator.bounds(*map(self.range_of, values))
        if low == high:
            return low
        slots = frozenset[int]().union(*map(_slots, values))
        if low < LOWEST or high > HIGHEST or operator.needs:
            raise Needed(slots)
        return Unknown(slots)

    def look_up(self, array: int, index: Value) -> Value:
        return self.records.arrays[array][self.number(index)]

    def load(self, slots: range, index: Value) -> Value:
        return self.read(Slot(slots[self.number(index)]))

    def store(self, slots: range, index: Value, number: Value) -> None:
        self.slots[slots[self.number(index)]] = number

    def handle(
        self, handling: Handling, places: tuple[Place[Value], ...], numbers: tuple[Value, ...], site: int
    ) -> Value:
        raise Leaves

    # ---- events

    def mark(self, site: int) -> None:
        self.marks[site] += self.scope.counting

    def sample(self, measure: int, value: Operand) -> None:
        number = self.look_at(self.read(value))
        if not self.sampling or isinstance(number, Unknown):
            raise Leaves
        self.samples.append((measure, *(number if isinstance(number, Sum) else (-1, number))))

    def award(self, winner: Operand, site: int) -> None:
        raise Leaves

    # ---- ways on

    def go(self, block: int) -> None:
        self.next = block

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        value = self.read(condition)
        low, high = self.range_of(value)
        self.next = yes if low > 0 or high < 0 or self.number(value) else no

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        at = self.number(self.read(number))
        if not 0 <= at < len(blocks):
            raise Leaves
        self.next = blocks[at]

    def leave(self, routine: int) -> None:
        ways = [each for each in self.records.routines[routine].continuations if each in self.scope.reached]
        if len(ways) == 1:
            self.next = ways[0]
        else:
            super().leave(routine)

    # ---- stops and ends

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Value:
        raise Leaves

    def draw(self, place: Place[Value], onto: Place[Value], site: int) -> Value:
        raise Leaves

    def decide(self, choice: int, chooser: Kept, flags: int, default: Slot, site: int) -> Value:
        """The answer to a choice that is not open, or with one answer alone."""
        values = self.records.choices[choice].values
        self.answers.append(self._answer_to(choice, range(flags, flags + len(values)), default))
        return values[self.answers[-1]]

    def _answer_to(self, choice: int, flags: range, default: Slot) -> int:
        if self.block in self.scope.sure:
            return self.scope.sure[self.block]
        offered = [at for at, flag in enumerate(flags) if self.number(self.read(Slot(flag))) == 1]
        if not offered or (len(offered) > 1 and choice in self.scope.open_choices):
            raise Leaves
        if len(offered) > 1:
            answer = self.number(self.read(default))
            return answer if answer in offered else offered[0]
        return offered[0]

    def finish(self) -> None:
        raise Leaves

    def answer(self, values: tuple[Operand, ...]) -> None:
        raise Leaves


def _total(operator: Operator, values: list[Value]) -> Sum | None:
    """A slot and so much more, if that is what an operator comes to."""
    match values:
        case [Sum(slot, more), int(number)] if operator is ADD:
            return Sum(slot, more + number)
        case [int(number), Sum(slot, more)] if operator is ADD:
            return Sum(slot, more + number)
        case [Sum(slot, more), int(number)] if operator is SUBTRACT:
            return Sum(slot, more - number)
        case _:
            return None


def _slots(value: Value) -> frozenset[int]:
    if isinstance(value, Unknown):
        return value.slots
    return frozenset({value.slot}) if isinstance(value, Sum) else frozenset()
