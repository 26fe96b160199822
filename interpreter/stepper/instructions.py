"""Writes instructions as lines of Python, from the templates in this file and from integers alone.

No word of a ruleset ever gets into a line. The lines work on the list `v`, slots first and registers after them, on
local variables `r0`, `r1`, ... for the registers that are of no use outside one block, and on `run`. A line that
finds something impossible leaves the function by `return fail(...)`.

While it writes, the writer keeps in `ranges` between which numbers slots and registers are sure to be. A test that
cannot fail is left out, and a number that is known takes the place of what holds it.
"""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

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
    Register,
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
from interpreter.program.cards import UNKNOWN
from interpreter.program.ranges import FULL, SHIFT_HIGHEST, Range, range_after

Ranges: TypeAlias = dict[Target, Range]

REASONS = ("out-of-range", "empty-set", "division-by-zero", "bad-index")
OUT_OF_RANGE, EMPTY_SET, DIVISION_BY_ZERO, BAD_INDEX = range(4)

OPERATORS = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "div": "{0} // {1}",
    "mod": "{0} % {1}",
    "min": "{0} if {0} < {1} else {1}",
    "max": "{0} if {0} > {1} else {1}",
    "and": "{0} & {1}",
    "or": "{0} | {1}",
    "xor": "{0} ^ {1}",
    "shl": "{0} << {1}",
    "shr": "{0} >> {1}",
    "eq": "{0} == {1}",
    "ne": "{0} != {1}",
    "lt": "{0} < {1}",
    "le": "{0} <= {1}",
    "gt": "{0} > {1}",
    "ge": "{0} >= {1}",
}
TOTAL = ("min", "max", "and", "or", "xor", *COMPARISONS)
OF_SETS = {"lowest": "({0} & -{0}).bit_length() - 1", "highest": "{0}.bit_length() - 1", "size": "{0}.bit_count()"}


class InstructionWriter:
    """Collects the lines of one function. `block` and `depth` are the block being written and how deep its lines
    are indented."""

    def __init__(self, program: Program, carried: frozenset[int], events: bool) -> None:
        self.program = program
        self.carried = carried
        self.events = events
        self.lines: list[str] = []
        self.block = 0
        self.depth = 1
        self.ranges: Ranges = {}

    def line(self, text: str) -> None:
        """One line."""
        self.lines.append(" " * self.depth + text)

    def write_instructions(self, instructions: tuple[Instruction, ...]) -> None:
        """Several instructions in order. A sum in a register and the check of its range take one test together."""
        at = 0
        while at < len(instructions):
            first, second = instructions[at], instructions[at + 1] if at + 1 < len(instructions) else None
            if isinstance(first, Binary) and isinstance(second, Check) and _is_checked_sum(first, second):
                self.write_checked_sum(first, second)
                at += 2
            else:
                self.write_instruction(first)
                at += 1

    def write_instruction(self, instruction: Instruction) -> None:
        """The lines of one instruction."""
        match instruction:
            case Move(target, value):
                self.set(target, self.operand(value), self.range_of(value))
            case Binary():
                self.write_binary(instruction)
            case Unary():
                self.write_unary(instruction)
            case Lookup(target, number, index, site):
                array = self.program.arrays[number]
                self.check_index(index, len(array), site)
                self.set(target, f"a{number:d}[{self.operand(index)}]", (min(array), max(array)) if array else FULL)
            case Load(target, first, size, index, site):
                self.check_index(index, size, site)
                self.set(target, f"v[{first:d} + {self.operand(index)}]", FULL)
            case Store(first, size, index, value, site):
                self.check_index(index, size, site)
                self.line(f"v[{first:d} + {self.operand(index)}] = {self.operand(value)}")
                self.forget(first, size)
            case Check(value, low, high, what, site):
                self.check_range(value, low, high, OUT_OF_RANGE, site, what)
            case Mark() | Say() | Sample() | Award():
                self.write_event(instruction)
            case _:
                self.write_cards(instruction)

    def set(self, target: Target, value: str, known: Range) -> None:
        """A line that writes to a target, and what is known of it then."""
        self.line(f"{self.place(target)} = {value}")
        self.ranges[target] = known

    def forget(self, first: int, size: int) -> None:
        """One of several slots has been written to."""
        for index in range(first, first + size):
            self.ranges.pop(Slot(index), None)

    def range_of(self, operand: Operand) -> Range:
        """Between which numbers an operand is sure to be."""
        return (operand, operand) if isinstance(operand, int) else self.ranges.get(operand, FULL)

    # ---- operands

    def is_local(self, operand: Operand) -> bool:
        """Whether an operand is a register that is of no use outside its block."""
        return isinstance(operand, Register) and operand.index not in self.carried

    def place(self, target: Target) -> str:
        """The text of something that holds a number."""
        if isinstance(target, Slot):
            return f"v[{target.index:d}]"
        return f"r{target.index:d}" if self.is_local(target) else f"v[{len(self.program.slots) + target.index:d}]"

    def operand(self, operand: Operand) -> str:
        """The text of a number that is read: itself, if it is known."""
        low, high = self.range_of(operand)
        if low == high or isinstance(operand, int):
            return f"({low:d})"
        return self.place(operand)

    def listed(self, operands: tuple[Operand, ...]) -> str:
        """A tuple of operands."""
        return "(" + "".join(f"{self.operand(each)}, " for each in operands) + ")"

    # ---- cards

    def write_cards(self, instruction: Any) -> None:
        """What is done with cards is done by a function of `stepper.cards`; a negative result is a failure."""
        zone = self.program.zones[instruction.zone]
        self.check_index(instruction.index, zone.members, instruction.site)
        first = f"v, z{instruction.zone:d}, {self.operand(instruction.index)}"
        match instruction:
            case Lay(_, _, card, bottom, site):
                self.check_index(card, zone.cards, site)
                self.call_cards(f"lay({first}, {self.operand(card)}, {bottom:d})", site, zone)
            case Peek(target, _, _, site):
                self.call_cards(f"peek({first})", site, None, least=UNKNOWN)
                self.set(target, "t", (UNKNOWN, zone.cards - 1))
            case Lift(target, _, _, site):
                self.call_cards(f"lift({first})", site, zone)
                self.set(target, "t", (0, zone.cards - 1))
            case Reveal(target, _, _, many, site):
                self.call_cards(f"reveal({first}, {self.operand(many)})", site, None)
                self.set(target, "t", (0, HIGHEST))
            case Take(_, _, cards, site):
                self.call_cards(f"take({first}, {self.operand(cards)})", site, zone)
            case Pour(_, _, number, place, bottom, site):
                onto = self.program.zones[number]
                self.check_index(place, onto.members, site)
                self.call_cards(f"pour({first}, z{number:d}, {self.operand(place)}, {bottom:d})", site, zone, onto)
            case Exchange(_, _, number, place, site):
                onto = self.program.zones[number]
                self.check_index(place, onto.members, site)
                self.call_cards(f"exchange({first}, z{number:d}, {self.operand(place)})", site, zone, onto)
            case Mix(_, _, site):
                self.call_cards(f"mix({first})", site, zone)
            case _:
                assert_never(instruction)

    def call_cards(self, call: str, site: int, *changed: ZoneInfo | None, least: int = 0) -> None:
        """Calls a function, fails if its result is less than `least`, and forgets what was known of what it changes."""
        self.line(f"t = {call}")
        self.line(f"if t < {least:d}:")
        self.line(f" return fail_cards(run, {self.block:d}, {site:d}, t)")
        for zone in changed:
            if zone is not None:
                self.forget(zone.first, zone.size)

    # ---- what others hear of

    def write_event(self, instruction: Mark | Say | Sample | Award) -> None:
        """An event; without events, what is counted of it."""
        match instruction:
            case Mark(site):
                self.line(f"run.events.append(reached[{site:d}])" if self.events else f"run.marks[{site:d}] += 1")
            case Say(text, values, site):
                if self.events:
                    self.line(f"run.events.append(Said({text:d}, {self.listed(values)}, {site:d}))")
            case Sample(measure, value):
                sample, whose = f"{measure:d}, {self.operand(value)}", self.program.measures[measure].whose
                if self.events:
                    owner = self.operand(Slot(whose)) if whose >= 0 else "-1"
                    self.line(f"run.events.append(Sampled({sample}, {owner}))")
                else:
                    self.line(f"run.samples.append(({sample}))")
            case Award(winner, site):
                self.line(f"run.winners.append({self.operand(winner)})")
                if self.events:
                    self.line(f"run.events.append(Awarded({self.operand(winner)}, {site:d}))")
            case _:
                assert_never(instruction)

    # ---- operators

    def expression(self, binary: Binary) -> str:
        """An operator with its operands; a comparison is a truth value."""
        return OPERATORS[binary.operator].format(self.operand(binary.left), self.operand(binary.right))

    def write_binary(self, binary: Binary) -> None:
        """An operator on two numbers, with the checks it needs."""
        expression = self.expression(binary)
        if binary.operator in COMPARISONS:
            self.set(binary.target, f"1 if {expression} else 0", self.range_after(binary))
            return
        if binary.operator in ("div", "mod"):
            self.fail_unless(f"{self.operand(binary.right)} != 0", DIVISION_BY_ZERO, binary.site, "0", 0, 0)
        elif binary.operator in ("shl", "shr"):
            self.check_range(binary.right, 0, SHIFT_HIGHEST, OUT_OF_RANGE, binary.site)
        known = self.range_after(binary)
        if known[0] >= LOWEST and known[1] <= HIGHEST:
            self.set(binary.target, expression, known)
        else:
            self.line(f"t = {expression}")
            self.fail_unless(f"{LOWEST} <= t <= {HIGHEST}", OUT_OF_RANGE, binary.site, "t", LOWEST, HIGHEST)
            self.set(binary.target, "t", (max(known[0], LOWEST), min(known[1], HIGHEST)))

    def range_after(self, binary: Binary) -> Range:
        """Between which numbers a result is sure to be, before it is checked."""
        return range_after(binary.operator, self.range_of(binary.left), self.range_of(binary.right))

    def write_checked_sum(self, binary: Binary, check: Check) -> None:
        """A sum and the check of its range; `fail_sum` tells which of them it is that fails."""
        self.line(f"t = {self.expression(binary)}")
        self.line(f"if not {check.low:d} <= t <= {check.high:d}:")
        facts = f"{binary.site:d}, {check.site:d}, {check.what:d}, t, {check.low:d}, {check.high:d}"
        self.line(f" return fail_sum(run, {self.block:d}, {facts})")
        self.set(binary.target, "t", (check.low, check.high))

    def write_unary(self, unary: Unary) -> None:
        """An operator on a set, which must not be negative, nor empty where a member is wanted."""
        value = self.operand(unary.value)
        low = 0 if unary.operator == "size" else 1
        if self.range_of(unary.value)[0] < low:
            self.line(f"if {value} < {low:d}:")
            self.line(f" return fail_set(run, {self.block:d}, {unary.site:d}, {value})")
        self.set(unary.target, OF_SETS[unary.operator].format(value), (0, SHIFT_HIGHEST + 1 - low))

    # ---- failures

    def check_index(self, index: Operand, size: int, site: int) -> None:
        """Fails unless 0 <= index < size."""
        self.check_range(index, 0, size - 1, BAD_INDEX, site)

    def check_range(self, value: Operand, low: int, high: int, reason: int, site: int, what: int = -1) -> None:
        """Fails unless low <= value <= high."""
        known = self.range_of(value)
        if known[0] < low or known[1] > high:
            text = self.operand(value)
            self.fail_unless(f"{low:d} <= {text} <= {high:d}", reason, site, text, low, high, what)
            if not isinstance(value, int):
                self.ranges[value] = (max(low, known[0]), min(high, known[1]))

    def fail_unless(self, test: str, reason: int, site: int, value: str, low: int, high: int, what: int = -1) -> None:
        """Fails unless a test holds."""
        self.line(f"if not {test}:")
        self.line(f" return fail(run, {self.block:d}, {reason:d}, {site:d}, {what:d}, {value}, {low:d}, {high:d})")


def _is_checked_sum(binary: Binary, check: Check) -> bool:
    narrow = LOWEST <= check.low <= check.high <= HIGHEST
    in_register = isinstance(binary.target, Register) and check.value == binary.target
    return narrow and in_register and binary.operator in ("add", "sub", "mul")
