"""Writes what the instructions of one block do, whatever function it is in.

While it writes, it keeps what the slots and registers are known to hold (`known`: the number or the name of it) and
between which numbers they are sure to be (`ranges`, and `always` where nothing nearer is known), so that what was just
written need not be read again, and tests that cannot fail are left out. Whoever uses it says where slots and registers
lie, what happens when something is impossible (`require`), and what is done about events (`tell`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from interpreter.native.layout import BAD_INDEX, DIVISION_BY_ZERO, EMPTY_SET, OUT_OF_RANGE
from interpreter.native.writing import Function, bits_of
from interpreter.program import (
    COMPARISONS,
    HIGHEST,
    LOWEST,
    Award,
    Binary,
    Check,
    Exchange,
    Instruction,
    Lay,
    Lift,
    Load,
    Lookup,
    Mark,
    Mix,
    Move,
    Operand,
    Peek,
    Pour,
    Program,
    Reveal,
    Sample,
    Say,
    Slot,
    Store,
    Take,
    Target,
    Unary,
    ZoneInfo,
)
from interpreter.program.ranges import FULL, SHIFT_HIGHEST, Range, range_after

Value: TypeAlias = str | int
"""A number that is known, or the name of one."""

RELATIONS = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
PLAIN = {"add": "add nsw", "sub": "sub nsw", "mul": "mul nsw", "and": "and", "or": "or", "xor": "xor"}
OVERFLOWING = {"add": "sadd", "sub": "ssub", "mul": "smul"}


@dataclass(frozen=True)
class Fault:
    """What to tell of something impossible. With an `operator`, `value` and `right` are what it was applied to."""

    reason: int
    site: int
    value: Value = 0
    low: int = 0
    high: int = 0
    what: int = -1
    operator: str = ""
    right: Value = 0


class InstructionWriter:
    """Writes instructions into a function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.f = function
        self.known: dict[Target, Value] = {}
        self.ranges: dict[Target, Range] = {}
        self.always: dict[Target, Range] = {}
        self.truths: dict[Value, str] = {}
        self.block = 0

    # ---- for others to say

    def slot(self, first: int) -> tuple[str, int]:
        """Where a slot lies: a vector and the place in it."""
        raise NotImplementedError

    def register(self, index: int) -> str:
        """Where a register lies that outlives its block."""
        raise NotImplementedError

    def is_kept(self, target: Target) -> bool:
        """Whether what is written there is ever read outside the block."""
        raise NotImplementedError

    def require(self, truth: str, fault: Fault) -> None:
        """Goes on only if something holds."""
        raise NotImplementedError

    def require_cards(self, result: str, least: int, site: int) -> None:
        """Goes on only if something could be done with cards."""
        raise NotImplementedError

    def tell(self, instruction: Mark | Say | Sample | Award) -> None:
        """An event."""
        raise NotImplementedError

    def cards(self, name: str, *zones: int) -> str:
        """The name of a function that does something with the cards of zones."""
        raise NotImplementedError

    # ---- numbers

    def forget_all(self) -> None:
        """A block begins of whose past nothing is known."""
        self.known, self.ranges, self.truths = {}, {}, {}

    def read(self, operand: Operand) -> Value:
        """A number, by what it is known to be or by its name."""
        if isinstance(operand, int):
            return operand
        low, high = self.range_of(operand)
        if low == high:
            return low
        if operand not in self.known:
            self.known[operand] = self.f.load(self._pointer(operand))
        return self.known[operand]

    def _pointer(self, target: Target) -> str:
        if isinstance(target, Slot):
            base, at = self.slot(target.index)
            return self.f.at(base, at)
        return self.register(target.index)

    def write(self, target: Target, value: Value, known: Range) -> None:
        """A number written."""
        self.known[target], self.ranges[target] = value, known
        if self.is_kept(target):
            self.f.store(value, self._pointer(target))

    def range_of(self, operand: Operand) -> Range:
        """Between which numbers an operand is sure to be."""
        if isinstance(operand, int):
            return operand, operand
        return self.ranges.get(operand) or self.always.get(operand, FULL)

    def forget(self, first: int, size: int) -> None:
        """One of several slots has been written to, and it is not known which."""
        for index in range(first, first + size):
            self.known.pop(Slot(index), None)
            self.ranges.pop(Slot(index), None)

    def truth(self, value: Value) -> str:
        """Whether a number is not 0."""
        if isinstance(value, int):
            return "true" if value else "false"
        return self.truths.get(value) or self.f.is_("ne", value, 0)

    # ---- instructions

    def write_instruction(self, instruction: Instruction) -> None:
        """The lines of one instruction."""
        match instruction:
            case Move(target, value):
                self.write(target, self.read(value), self.range_of(value))
            case Binary():
                self.write_binary(instruction)
            case Unary():
                self.write_unary(instruction)
            case Lookup():
                self.write_lookup(instruction)
            case Load(target, first, size, index, site):
                at = self.checked_index(index, size, site)
                base, offset = self.slot(first)
                self.write(target, self.f.get(base, offset, at), self.range_of_several(first, size))
            case Store(first, size, index, value, site):
                at = self.checked_index(index, size, site)
                base, offset = self.slot(first)
                if any(self.is_kept(Slot(each)) for each in range(first, first + size)):
                    self.f.put(self.read(value), base, offset, at)
                self.forget(first, size)
            case Check(value, low, high, what, site):
                self.check_range(value, low, high, OUT_OF_RANGE, site, what)
            case Mark() | Say() | Sample() | Award():
                self.tell(instruction)
            case _:
                self.write_cards(instruction)

    def range_of_several(self, first: int, size: int) -> Range:
        """Between which numbers one of several slots is sure to be."""
        ranges = [self.range_of(Slot(each)) for each in range(first, first + size)]
        return min(low for low, _ in ranges), max(high for _, high in ranges)

    def write_lookup(self, lookup: Lookup) -> None:
        """A number of a constant array, which is kept in as few bits as will do."""
        array = self.program.arrays[lookup.array]
        at = self.checked_index(lookup.index, len(array), lookup.site)
        known = (min(array), max(array)) if array else FULL
        if isinstance(at, int) and 0 <= at < len(array):
            self.write(lookup.target, array[at], (array[at], array[at]))
            return
        self.write(lookup.target, self.f.look_up(f"@a{lookup.array}", at, bits_of(array)), known)

    # ---- operators

    def write_binary(self, binary: Binary) -> None:
        """An operator on two numbers, with the checks it needs."""
        operator, f = binary.operator, self.f
        left, right = self.read(binary.left), self.read(binary.right)
        known = range_after(operator, self.range_of(binary.left), self.range_of(binary.right))
        if operator in COMPARISONS:
            truth = f.is_(RELATIONS[operator], left, right)
            value = f.number(truth)
            self.truths[value] = truth
            self.write(binary.target, value, known)
            return
        fits = known[0] >= LOWEST and known[1] <= HIGHEST
        if operator in ("div", "mod"):
            value = self.quotient(binary, left, right)
        elif operator in ("shl", "shr"):
            self.check_range(binary.right, 0, SHIFT_HIGHEST, OUT_OF_RANGE, binary.site)
            known = range_after(operator, self.range_of(binary.left), self.range_of(binary.right))
            value = f.op("ashr", left, right) if operator == "shr" else self.shifted(binary, left, right, known)
        elif operator in ("min", "max"):
            value = f.set(f"call i64 @llvm.s{operator}.i64(i64 {left}, i64 {right})")
        elif fits:
            value = f.op(PLAIN[operator], left, right)
        else:
            value = self.overflowing(binary, left, right)
        self.write(binary.target, value, (max(known[0], LOWEST), min(known[1], HIGHEST)))

    def overflowing(self, binary: Binary, left: Value, right: Value) -> str:
        """A sum or a product that may not fit."""
        f, name = self.f, OVERFLOWING[binary.operator]
        both = f.set(f"call {{i64, i1}} @llvm.{name}.with.overflow.i64(i64 {left}, i64 {right})")
        over = f.set(f"extractvalue {{i64, i1}} {both}, 1")
        self.require(f.set(f"xor i1 {over}, true"), self.misfit(binary, left, right))
        return f.set(f"extractvalue {{i64, i1}} {both}, 0")

    def shifted(self, binary: Binary, left: Value, right: Value, known: Range) -> str:
        """A shift to the left that may not fit."""
        value = self.f.op("shl", left, right)
        if known[0] < LOWEST or known[1] > HIGHEST:
            same = self.f.is_("eq", self.f.op("ashr", value, right), left)
            self.require(same, self.misfit(binary, left, right))
        return value

    def quotient(self, binary: Binary, left: Value, right: Value) -> str:
        """A division rounded down, or what it leaves."""
        f, is_division = self.f, binary.operator == "div"
        low, high = self.range_of(binary.right)
        if low <= 0 <= high:
            self.require(f.is_("ne", right, 0), Fault(DIVISION_BY_ZERO, binary.site))
        if low > 0 and self.range_of(binary.left)[0] >= 0:
            return f.op("udiv" if is_division else "urem", left, right)
        divisor: Value = right
        if low <= -1 <= high:
            backwards = f.is_("eq", right, -1)
            if is_division:
                lowest = f.both(backwards, f.is_("eq", left, LOWEST))
                self.require(f.set(f"xor i1 {lowest}, true"), self.misfit(binary, left, right))
            else:
                divisor = f.pick(backwards, 1, right)
        rest = f.op("srem", left, divisor)
        apart = f.is_("slt", f.op("xor", rest, divisor), 0)
        short = f.both(f.is_("ne", rest, 0), apart)
        if is_division:
            return f.op("sub", f.op("sdiv", left, divisor), f.number(short))
        return f.op("add", rest, f.pick(short, divisor, 0))

    def misfit(self, binary: Binary, left: Value, right: Value) -> Fault:
        """What to tell of a result that does not fit 64 bits."""
        return Fault(OUT_OF_RANGE, binary.site, left, LOWEST, HIGHEST, -1, binary.operator, right)

    def write_unary(self, unary: Unary) -> None:
        """An operator on a set, which must not be negative, nor empty where a member is wanted."""
        f, value, least = self.f, self.read(unary.value), 0 if unary.operator == "size" else 1
        low, high = self.range_of(unary.value)
        if low < 0:
            self.require(f.is_("sge", value, 0), Fault(OUT_OF_RANGE, unary.site, value, 0, HIGHEST))
        if low < 1 and least == 1:
            self.require(f.is_("ne", value, 0), Fault(EMPTY_SET, unary.site))
        if not isinstance(unary.value, int):
            self.ranges[unary.value] = (max(low, least), max(high, least))
        named = str(value)
        if unary.operator == "lowest":
            result = f.lowest(named)
        elif unary.operator == "highest":
            result = f.op("sub", 63, f.set(f"call i64 @llvm.ctlz.i64(i64 {named}, i1 true)"))
        else:
            result = f.size(named)
        self.write(unary.target, result, (0, SHIFT_HIGHEST + 1 - least))

    # ---- cards

    def zone(self, number: int) -> str:
        """Where the slots of a zone begin."""
        base, at = self.slot(self.program.zones[number].first)
        return self.f.at(base, at)

    def write_cards(self, instruction: Any) -> None:
        """What is done with cards is done by functions; a negative result is a failure."""
        number, info = instruction.zone, self.program.zones[instruction.zone]
        at = self.checked_index(instruction.index, info.members, instruction.site)
        match instruction:
            case Lay(_, _, card, bottom, site):
                laid = self.checked_index(card, info.cards, site)
                self.call_cards("lay_under" if bottom else "lay", (number,), f"i64 {at}, i64 {laid}", site)
            case Peek(target, _, _, site):
                found = self.call_cards("peek", (number,), f"i64 {at}", site, least=-1, changes=False)
                self.write(target, found, (-1, info.cards - 1))
            case Lift(target, _, _, site):
                found = self.call_cards("lift", (number,), f"i64 {at}", site)
                self.write(target, found, (0, info.cards - 1))
            case Reveal(target, _, _, many, site):
                wanted = f"i64 {at}, i64 {self.read(many)}"
                found = self.call_cards("reveal", (number,), wanted, site, changes=False)
                self.write(target, found, (0, HIGHEST))
            case Take(_, _, cards, site):
                self.call_cards("take", (number,), f"i64 {at}, i64 {self.read(cards)}", site)
            case Pour(_, _, onto, place, bottom, site):
                there = self.checked_index(place, self.program.zones[onto].members, site)
                name = "pour_under" if bottom else "pour"
                self.call_cards(name, (number, onto), f"i64 {at}, i64 {there}", site)
            case Exchange(_, _, onto, place, site):
                there = self.checked_index(place, self.program.zones[onto].members, site)
                self.call_cards("exchange", (number, onto), f"i64 {at}, i64 {there}", site)
            case Mix(_, _, site):
                self.call_cards("mix", (number,), f"i64 {at}", site)
            case _:
                assert_never(instruction)

    def call_cards(
        self, name: str, zones: tuple[int, ...], given: str, site: int, least: int = 0, changes: bool = True
    ) -> str:
        """Calls a function, fails if its result is less than `least`, and forgets what was known of what it changes."""
        places = ", ".join(f"ptr {self.zone(each)}" for each in zones)
        result = self.f.set(f"call i64 @{self.cards(name, *zones)}({places}, {given})")
        if changes:
            for each in zones:
                info: ZoneInfo = self.program.zones[each]
                self.forget(info.first, info.size)
        self.require_cards(result, least, site)
        return result

    # ---- checks

    def checked_index(self, index: Operand, size: int, site: int) -> Value:
        """An index that is known to be within its bounds from here on."""
        self.check_range(index, 0, size - 1, BAD_INDEX, site)
        return self.read(index)

    def check_range(self, operand: Operand, low: int, high: int, reason: int, site: int, what: int = -1) -> None:
        """Goes on only if a number is within its bounds."""
        known, f = self.range_of(operand), self.f
        if known[0] >= low and known[1] <= high:
            return
        value = self.read(operand)
        if low > high or known[0] > high or known[1] < low:
            holds = "false"
        elif low == 0 and high >= 0:
            holds = f.is_("ule", value, high)
        elif known[0] >= low:
            holds = f.is_("sle", value, high)
        else:
            holds = f.both(f.is_("sge", value, low), f.is_("sle", value, high))
        self.require(holds, Fault(reason, site, value, low, high, what))
        if not isinstance(operand, int):
            self.ranges[operand] = (max(low, known[0]), min(high, known[1])) if holds != "false" else known
