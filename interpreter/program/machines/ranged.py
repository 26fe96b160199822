"""The machine of ranges: between which numbers everything is sure to be.

Machines that write code are made from it. Each number is a range and, where code is written, the text of what holds it.
A test that cannot fail is left out then, and a number that is known takes the place of what holds it. A machine that
finds ranges and nothing else (`analysis.ranges`) writes no text.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Machine, Place
from interpreter.program.instructions.operators import NOT_ZERO, Impossible, Operator
from interpreter.program.operands import FULL, HIGHEST, LOWEST, Operand, Range, Slot, Target
from interpreter.program.records import Records


class Term(NamedTuple):
    """A number from `low` to `high`, and its `text` in the language that is written."""

    low: int
    high: int
    text: str = ""

    @property
    def known(self) -> bool:
        return self.low == self.high


class RangedMachine(Machine[Term]):
    """Carries out instructions on ranges. `ranges` is what is known here and now."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.ranges: dict[Target, Range] = {}

    # ---- for those who write code

    @abstractmethod
    def text_of(self, operand: Operand) -> str:
        """The code that reads an operand."""

    @abstractmethod
    def number(self, number: int) -> str:
        """A number that is known."""

    @abstractmethod
    def put(self, target: Target, number: Term) -> None:
        """Write code that puts a number into a slot or register."""

    @abstractmethod
    def require(self, number: Term, low: int, high: int, reason: str, site: int, check: int) -> None:
        """Fail unless a number, which need not be, is from `low` to `high`."""

    @abstractmethod
    def require_other_than_zero(self, number: Term, reason: str, site: int) -> None:
        """Fail if a number is 0, which it may be."""

    @abstractmethod
    def compute(self, operator: Operator, numbers: tuple[Term, ...], fits: bool, site: int) -> str:
        """The text of a result; if it is not sure that it `fits` 64 bits, fail unless it does."""

    @abstractmethod
    def element(self, array: int, index: Term) -> str:
        """The text of an element of an array."""

    @abstractmethod
    def one_of(self, slots: range, index: Term) -> str:
        """The text of what one of several slots holds."""

    @abstractmethod
    def those_of(self, operator: Operator, slots: range, index: Term, places: tuple[int, ...], number: Term) -> str:
        """The text of the set of those of several slots whose numbers compare so with another."""

    @abstractmethod
    def put_into_one(self, slots: range, index: Term, number: Term) -> None:
        """Write a number into one of several slots."""

    @abstractmethod
    def call_function(self, function: int, numbers: tuple[Term, ...], site: int) -> str:
        """The text of the result of a function; fail if the function does."""

    @abstractmethod
    def call_handling(
        self, handling: Handling, places: tuple[Place[Term], ...], numbers: tuple[Term, ...], site: int
    ) -> str:
        """The text of the result of handling cards; fail if that cannot be done."""

    @abstractmethod
    def fork(self, condition: Operand, yes: int, no: int) -> None:
        """Continue with one of two blocks."""

    @abstractmethod
    def fan_out(self, number: Operand, blocks: tuple[int, ...]) -> None:
        """Continue with one of several blocks."""

    # ---- numbers

    def range_of(self, operand: Operand) -> Range:
        """Between which numbers an operand is sure to be."""
        return (operand, operand) if isinstance(operand, int) else self.ranges.get(operand, FULL)

    def narrow(self, operand: Operand, low: int, high: int) -> None:
        """From here on an operand is known to be from `low` to `high`, too."""
        known = self.range_of(operand)
        nearer = max(low, known[0]), min(high, known[1])
        if not isinstance(operand, int) and nearer[0] <= nearer[1]:
            self.ranges[operand] = nearer

    def forget(self, slots: Iterable[int]) -> None:
        """Some slots may have been written to."""
        for slot in slots:
            self.ranges.pop(Slot(slot), None)

    def known(self, number: int) -> Term:
        return Term(number, number, self.number(number))

    def read(self, operand: Operand) -> Term:
        low, high = self.range_of(operand)
        return self.known(low) if low == high else Term(low, high, self.text_of(operand))

    def write(self, target: Target, number: Term) -> None:
        self.put(target, number)
        self.ranges[target] = number.low, number.high

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Term:
        known = self.range_of(operand)
        if known[0] < low or known[1] > high:
            self.require(self.read(operand), low, high, reason, site, check)
            self.narrow(operand, low, high)
        return self.read(operand)

    def _other_than_zero(self, operand: Operand, reason: str, site: int) -> None:
        low, high = self.range_of(operand)
        if low <= 0 <= high:
            self.require_other_than_zero(self.read(operand), reason, site)
            self.narrow(operand, low + (low == 0), high - (high == 0))

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Term:
        for at, low, high, reason in operator.needs:
            if (low, high) == NOT_ZERO:
                self._other_than_zero(operands[at], reason, site)
            else:
                self.within(operands[at], low, high, reason, site)
        numbers = tuple(map(self.read, operands))
        if all(number.known for number in numbers):
            try:
                return self.known(operator.calculate(*(number.low for number in numbers)))
            except Impossible:
                pass
        low, high = operator.bounds(*((number.low, number.high) for number in numbers))
        fits = low >= LOWEST and high <= HIGHEST
        if low == high and fits:
            return self.known(low)
        text = self.compute(operator, numbers, fits, site)
        return Term(max(low, LOWEST), min(high, HIGHEST), text)

    def look_up(self, array: int, index: Term) -> Term:
        values = self.records.arrays[array]
        inside = values[max(index.low, 0) : index.high + 1] or (0,)
        low, high = min(inside), max(inside)
        return self.known(low) if low == high else Term(low, high, self.element(array, index))

    def load(self, slots: range, index: Term) -> Term:
        if index.known and 0 <= index.low < len(slots):
            return self.read(Slot(slots[index.low]))
        ranges = [self.range_of(Slot(slot)) for slot in slots]
        return Term(min(low for low, _ in ranges), max(high for _, high in ranges), self.one_of(slots, index))

    def gather(self, operator: Operator, slots: range, index: Term, places: tuple[int, ...], number: Term) -> Term:
        return Term(0, (1 << len(places)) - 1, self.those_of(operator, slots, index, places, number))

    def store(self, slots: range, index: Term, number: Term) -> None:
        if index.known and 0 <= index.low < len(slots):
            self.write(Slot(slots[index.low]), number)
        else:
            self.put_into_one(slots, index, number)
            self.forget(slots)

    def apply(self, function: int, numbers: tuple[Term, ...], site: int) -> Term:
        info = self.records.functions[function]
        return Term(info.low, info.high, self.call_function(function, numbers, site))

    def handle(self, handling: Handling, places: tuple[Place[Term], ...], numbers: tuple[Term, ...], site: int) -> Term:
        zones = [self.records.zones[zone] for zone, _ in places]
        text = self.call_handling(handling, places, numbers, site)
        if handling.changes:
            for zone in zones:
                self.forget(range(zone.first, zone.first + zone.size))
        return Term(*handling.result(zones[0]), text)

    # ---- ways on

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        low, high = self.range_of(condition)
        if low > 0 or high < 0:
            self.go(yes)
        elif low == high:
            self.go(no)
        else:
            self.fork(condition, yes, no)

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        low, high = self.range_of(number)
        if low == high and 0 <= low < len(blocks):
            self.go(blocks[low])
        else:
            self.fan_out(number, blocks)
