"""The machine that writes instructions as lines of Python, from templates in this file and integers alone.

No word of a ruleset ever gets into a line. The lines work on the list `v`, slots first and registers after them, on
local variables `r0`, `r1`, ... for registers that are dead outside one block, and on `run`. A line that finds something
impossible leaves the function by `return fail(...)`.

Two lines are kept back until the next one, which may make them needless (peephole optimization). A value written to a
local register may be what the block branches on, and is then the condition itself. And the test that a number fits 64
bits is omitted if its range is tested next; only registers are written in between, which nobody sees after a failure.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from interpreter.program import (
    ALL_ANSWERS,
    ANSWERS_IN_SLOT,
    HIGHEST,
    LOWEST,
    Kept,
    Operand,
    Program,
    Register,
    Slot,
    Target,
)
from interpreter.program.cards import EMPTY
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Operator
from interpreter.program.machines.ranged import RangedMachine, Term


class Untested(NamedTuple):
    """A result of which it is not known yet that it fits 64 bits: the variable, and what else holds it."""

    name: str
    site: int
    copy: str = ""


class PythonMachine(RangedMachine):
    """Collects the lines of one function. `block` and `depth` are the block being written and how deep its lines
    are indented. `carried` registers are live between blocks; `events` are noted, or counted if it is False. Subclasses
    say how blocks follow each other."""

    def __init__(self, program: Program, carried: frozenset[int], events: bool) -> None:
        super().__init__(program)
        self.program = program
        self.carried = carried
        self.events = events
        self.lines: list[str] = []
        self.block = 0
        self.depth = 1
        self._variables = 0
        self._truths: dict[str, str] = {}
        self._held: tuple[Target, str] | None = None
        self._untested: Untested | None = None

    # ---- lines

    def line(self, text: str) -> None:
        """One line, after those that have been kept back."""
        self._flush()
        self._append(text)

    def _append(self, text: str) -> None:
        self.lines.append(" " * self.depth + text)

    def _flush(self) -> None:
        if self._untested is not None:
            (name, site, _), self._untested = self._untested, None
            self._append(f"if not {LOWEST} <= {name} <= {HIGHEST}:")
            self._append(f" return {self._failure('out-of-range', site, -1, name, LOWEST, HIGHEST)}")
        if self._held is not None:
            (target, text), self._held = self._held, None
            self._append(f"{self.text_of(target)} = {text}")

    def drop_held(self) -> None:
        """The block ends, and with it the use of what has not been written yet."""
        self._held = None

    def variable(self, text: str) -> str:
        name = f"t{self._variables:d}"
        self._variables += 1
        self.line(f"{name} = {text}")
        return name

    # ---- numbers

    def is_local(self, operand: Operand) -> bool:
        """Whether an operand is a register that is dead outside its block."""
        return isinstance(operand, Register) and operand.index not in self.carried

    def text_of(self, operand: Operand) -> str:
        if isinstance(operand, int):
            return self.number(operand)
        if isinstance(operand, Slot):
            return f"v[{operand.index:d}]"
        return f"r{operand.index:d}" if self.is_local(operand) else f"v[{len(self.program.slots) + operand.index:d}]"

    def number(self, number: int) -> str:
        return f"({number:d})"

    def listed(self, operands: tuple[Operand, ...]) -> str:
        return "(" + "".join(f"{self.read(each).text}, " for each in operands) + ")"

    def condition(self, operand: Operand) -> str:
        """The text of what is asked for at the end of a block: in place of a register what would be written to it."""
        if self._held is None or self._held[0] != operand:
            return self.text_of(operand)
        (_, text), self._held = self._held, None
        return self._truths.get(text, text)

    def put(self, target: Target, number: Term) -> None:
        if self._untested is not None and number.text == self._untested.name and isinstance(target, Register):
            self._untested = self._untested._replace(copy=self.text_of(target))
        else:
            self._flush()
        if not self.is_local(target):
            self._append(f"{self.text_of(target)} = {number.text}")
        elif not number.known:
            self._held = target, number.text

    def compute(self, operator: Operator, numbers: tuple[Term, ...], fits: bool, site: int) -> str:
        text = operator.python.format(*(number.text for number in numbers))
        if operator.comparison:
            self._truths[f"(1 if {text} else 0)"] = text
            return f"(1 if {text} else 0)"
        if fits:
            return f"({text})"
        name = self.variable(text)
        self._untested = Untested(name, site)
        return name

    def element(self, array: int, index: Term) -> str:
        return f"a{array:d}[{index.text}]"

    def one_of(self, slots: range, index: Term) -> str:
        return f"v[{slots.start:d} + {index.text}]"

    def those_of(self, operator: Operator, slots: range, index: Term, places: tuple[int, ...], number: Term) -> str:
        """The set is read as a binary number, whose first digit is the last place's."""
        start, (steps, *others) = f"{slots.start:d} + {index.text}", {b - a for a, b in pairwise(places)} or {0}
        held = f"({''.join(f'v[{start} + {each:d}], ' for each in reversed(places))})"
        if not others and steps and slots.start > 0:
            held = f"v[{start} + {places[-1]:d}:{start} + {places[0] + (1 if steps < 0 else -1):d}:{-steps:d}]"
        return f"int(bytes(map({operator.name}_digits[{number.text}], {held})), 2)"

    def put_into_one(self, slots: range, index: Term, number: Term) -> None:
        self.line(f"v[{slots.start:d} + {index.text}] = {number.text}")

    # ---- failures

    def _failure(self, reason: str, site: int, check: int, value: str, low: int, high: int) -> str:
        return f"fail(run, {self.block:d}, {reason!r}, {site:d}, {check:d}, {value}, {low:d}, {high:d})"

    def require(self, number: Term, low: int, high: int, reason: str, site: int, check: int) -> None:
        if self._untested is None or number.text not in (self._untested.name, self._untested.copy):
            self.line(f"if {_outside(number, low, high)}:")
            self.line(f" return {self._failure(reason, site, check, number.text, low, high)}")
            return
        (name, own_site, _), self._untested = self._untested, None
        self._append(f"if not {low:d} <= {name} <= {high:d}:")
        failure = self._failure(reason, site, check, name, low, high)
        self._append(f" return fail_unfit(run, {self.block:d}, {own_site:d}, {name}) or {failure}")

    def require_other_than_zero(self, number: Term, reason: str, site: int) -> None:
        self.line(f"if {number.text} == 0:")
        self.line(f" return {self._failure(reason, site, -1, '0', 0, 0)}")

    def call_function(self, function: int, numbers: tuple[Term, ...], site: int) -> str:
        result = self.variable(f"apply{function:d}({', '.join(['v', 'run', *(each.text for each in numbers)])})")
        self.line(f"if {result} is None:")
        self.line(f" return {~self.block:d}")
        return result

    # ---- cards

    def call_handling(
        self, handling: Handling, places: tuple[Place[Term], ...], numbers: tuple[Term, ...], site: int
    ) -> str:
        given = [each for zone, index in places for each in (f"z{zone:d}", index.text)]
        result = self.variable(f"{handling.name}({', '.join(['v', *given, *(number.text for number in numbers)])})")
        self.line(f"if {result} < {handling.least:d}:")
        self.line(f" return fail_cards(run, {self.block:d}, {site:d}, {result})")
        return result

    # ---- events

    def note(self, event: str) -> None:
        """An event, for those who hear of events."""
        if self.events:
            self.line(f"run.events.append({event})")

    def mark(self, site: int) -> None:
        self.note(f"reached[{site:d}]")
        if not self.events:
            self.line(f"run.marks[{site:d}] += 1")

    def say(self, text: int, values: tuple[Operand, ...], site: int) -> None:
        self.note(f"Said({text:d}, {self.listed(values)}, {site:d})")

    def sample(self, measure: int, value: Operand) -> None:
        whose = self.program.measures[measure].whose
        number = self.read(value).text
        self.note(f"Sampled({measure:d}, {number}, {self.read(Slot(whose)).text if whose >= 0 else '-1'})")
        if not self.events:
            self.line(f"run.samples.append(({measure:d}, {number}))")

    def award(self, winner: Operand, site: int) -> None:
        number = self.read(winner).text
        self.line(f"run.winners.append({number})")
        self.note(f"Awarded({number}, {site:d})")

    # ---- stops and ends

    def halt(self) -> None:
        self.line(f"return {~self.block:d}")

    def finish(self) -> None:
        self.halt()

    def answer(self, values: tuple[Operand, ...]) -> None:
        self.line(f"run.answer = {self.listed(values)}")
        self.halt()

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Term:
        outcome = self.variable(f"run.below({outcomes:d})")
        self.line(f"run.rolls[{dice:d}] += 1")
        self.note(f"Rolled({dice:d}, {outcome}, {self.read(thrower).text}, {site:d})")
        return Term(0, outcomes - 1, outcome)

    def draw(self, place: Place[Term], onto: Place[Term], site: int) -> Term:
        (number, index), zone = place, self.program.zones[place[0]]
        loose = self.variable(f"count_loose(v, z{number:d}, {index.text})")
        self.line(f"if not {loose}:")
        self.line(f" return fail_cards(run, {self.block:d}, {site:d}, {EMPTY:d})")
        card = self.variable(f"draw(v, z{number:d}, {index.text}, run.below({loose}))")
        self.note(f"Drawn({number:d}, {index.text}, {card}, {onto[0]:d}, {onto[1].text}, {site:d})")
        self.forget(range(zone.first, zone.first + zone.size))
        return Term(0, zone.cards - 1, card)

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Term:
        """Take the only answer or the default; halt where there is none or somebody is to be asked."""
        values = self.program.choices[choice].values
        words = (f"(v[{slot:d}] & {ALL_ANSWERS:d}) << {ANSWERS_IN_SLOT * at:d}" for at, slot in enumerate(offers))
        offered = self.variable(f"({' | '.join(words)}) & {(1 << len(values)) - 1:d}")
        self.line(f"if not {offered} or run.asks and {offered} & {offered} - 1:")
        self.line(f" return {~self.block:d}")
        answer = self.variable(self.read(default).text)
        self.line(f"if {answer} < 0 or not {offered} >> {answer} & 1:")
        self.line(f" {answer} = ({offered} & -{offered}).bit_length() - 1")
        self.note(f"Decided({choice:d}, {answer}, {self.read(chooser).text}, {site:d})")
        return Term(min(values), max(values), f"({''.join(f'{value:d}, ' for value in values)})[{answer}]")


def _outside(number: Term, low: int, high: int) -> str:
    """That a number is not from `low` to `high`, of which it is known to be partly true already."""
    if number.low >= low:
        return f"{number.text} > {high:d}"
    if number.high <= high:
        return f"{number.text} < {low:d}"
    return f"not {low:d} <= {number.text} <= {high:d}"
