"""Between which numbers the slots of a program are in every game.

Interval analysis with widening (Patrick and Radhia Cousot, "Abstract Interpretation", 1977). Ranges are right for every
reachable position: each slot begins as 0 and then holds what one of the blocks writes. Reachable blocks are visited
until nothing changes that they read; a bound that keeps growing jumps to the next of a few thresholds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from interpreter.analysis.effects import find_effects
from interpreter.program import (
    FULL,
    HIGHEST,
    LOWEST,
    Chance,
    Check,
    Kept,
    Operand,
    Program,
    Range,
    Register,
    Slot,
    Target,
)
from interpreter.program.instructions.fields import operands
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import SHIFT_HIGHEST, Operator
from interpreter.program.machines.quiet import QuietMachine
from interpreter.program.machines.ranged import RangedMachine, Term

ROUNDS = 3
"""Times that a bound may grow before it jumps."""


class Ranges:
    """The ranges of all slots and of registers that pass from block to block (`found`), and of everything written to
    them (`written`); `taken` has the possible successors of each reachable block, `failing` the blocks whose end may
    fail, and `certain` says of each instruction of a block whether it cannot fail. With `cards`, zones are taken to
    hold valid sets; without, machine code tests that more often, and is faster for what it learns."""

    def __init__(self, program: Program, starts: Iterable[int], cards: bool = False) -> None:
        self.program = program
        self.found: dict[Target, Range] = {Slot(at): (0, 0) for at in range(len(program.slots))}
        for zone in program.zones:
            self.found.update({Slot(at): FULL for at in range(zone.first, zone.first + zone.size)})
            sets = range(zone.first, zone.first + zone.members) if cards else range(0)
            self.found.update({Slot(at): (0, 2**zone.cards - 1) for at in sets})
        self.written: dict[Target, Range] = {}
        self.taken: dict[int, set[int]] = {at: set() for at in starts}
        for function in program.functions:
            self.taken[function.entry] = set()
            ranges = zip(function.lows, function.highs, strict=True)
            self.found.update(zip(map(Register, function.parameters), ranges, strict=True))
        self.calls: dict[int, set[int]] = {}
        self.returns: dict[int, set[int]] = {}
        self.grown: Counter[Target] = Counter()
        self.thresholds = sorted(self._thresholds())
        self.readers = _readers(program)
        self.rolled = _find_rolled(program, self.taken)
        self.waiting = set(self.taken)
        while self.waiting:
            now, self.waiting = sorted(self.waiting), set()
            for block in now:
                _BlockRanges(self, block).carry_out()
        self.certain: dict[int, Sequence[bool]] = {}
        self.failing: set[int] = set()
        self.written.clear()
        for block in self.taken:
            self.certain[block], ends = _BlockRanges(self, block).carry_out()
            if not ends:
                self.failing.add(block)

    def _thresholds(self) -> Iterable[int]:
        found = {LOWEST, HIGHEST, -1, 0, *(2**power for power in (1, 2, 3, 4, 5, 6, 8, 16, 31, 62))}
        for block in self.program.blocks:
            for each in block.instructions:
                if isinstance(each, Check):
                    found |= {each.low, each.high}
                    if 0 <= each.high < SHIFT_HIGHEST:
                        found.add(2 ** (each.high + 1) - 1)
                found |= {used for used in operands(each) if isinstance(used, int) and used & (used + 1) == 0 <= used}
        return found

    def go(self, block: int, following: int) -> None:
        """A block may lead to another."""
        self.taken[block].add(following)
        if following not in self.taken:
            self.taken[following] = set()
            self.waiting.add(following)

    def write(self, written: Target, known: Range) -> None:
        """A number from a range may be written."""
        ever = self.written.get(written, known)
        self.written[written] = min(ever[0], known[0]), max(ever[1], known[1])
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


class _BlockRanges(QuietMachine[Term], RangedMachine):
    """Carries out one block on what has been found so far."""

    def __init__(self, finder: Ranges, block: int) -> None:
        super().__init__(finder.program)
        self.finder, self.block, self.certain = finder, block, True
        self.halved: tuple[int, Operand] | None = None
        self.cut: dict[Target, tuple[int, Operand]] = {}
        self.passing: dict[Register, None] = {}

    def carry_out(self) -> tuple[Sequence[bool], bool]:
        """For each instruction whether it is sure not to fail; and whether the terminator is."""
        sure = []
        self.ranges.update(self.finder.rolled.get(self.block, {}))
        for each in self.finder.program.blocks[self.block].parts:
            self.certain = True
            each.meaning(self)
            sure.append(self.certain)
        for register in self.passing:
            self.finder.write(register, self.range_of(register))
        return sure[:-1], sure[-1]

    def range_of(self, operand: Operand) -> Range:
        if isinstance(operand, int):
            return operand, operand
        return self.ranges.get(operand) or self.finder.found.get(operand, (0, 0))

    # ---- members of a set from one place on: shifted there and back

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Term:
        """What is shifted right and back again, by as much, is no greater than before."""
        low, high = self.range_of(operands[0])
        found, by = super().operate(operator, operands, site), operands[-1]
        self.halved = (high, by) if operator.name == "shr" and low >= 0 and not isinstance(by, Slot) else None
        before = self.cut.get(operands[0]) if not isinstance(operands[0], int) else None
        if operator.name == "shl" and before is not None and before[1] == by:
            return Term(max(found.low, 0), min(found.high, before[0]), found.text)
        return found

    def write(self, target: Target, number: Term) -> None:
        super().write(target, number)
        self.cut = {each: cut for each, cut in self.cut.items() if target not in (each, cut[1])}
        if self.halved is not None and target != self.halved[1]:
            self.cut[target] = self.halved
        self.halved = None

    # ---- what may fail

    def require(self, number: Term, low: int, high: int, reason: str, site: int, check: int) -> None:
        self.certain = False

    def require_other_than_zero(self, number: Term, reason: str, site: int) -> None:
        self.certain = False

    def compute(self, operator: Operator, numbers: tuple[Term, ...], fits: bool, site: int) -> str:
        self.certain &= fits
        return ""

    def call_function(self, function: int, numbers: tuple[Term, ...], site: int) -> str:
        self.certain = False
        return ""

    def call_handling(
        self, handling: Handling, places: tuple[Place[Term], ...], numbers: tuple[Term, ...], site: int
    ) -> str:
        self.certain = False
        return ""

    # ---- what is written

    def put(self, target: Target, number: Term) -> None:
        """Other blocks see what a register holds at the end of the block."""
        if isinstance(target, Register):
            self.passing[target] = None
        else:
            self.finder.write(target, (number.low, number.high))

    def put_into_one(self, slots: range, index: Term, number: Term) -> None:
        for slot in slots:
            self.put(Slot(slot), number)

    # ---- where it leads

    def go(self, block: int) -> None:
        self.finder.go(self.block, block)

    def fork(self, condition: Operand, yes: int, no: int) -> None:
        self.go(yes)
        self.go(no)

    def fan_out(self, number: Operand, blocks: tuple[int, ...]) -> None:
        low, high = self.range_of(number)
        self.certain = low >= 0 and high < len(blocks)
        for each in blocks[max(low, 0) : high + 1]:
            self.go(each)

    def call(self, routine: int, number: int, then: int) -> None:
        super().call(routine, number, then)
        self.finder.calls.setdefault(routine, set()).add(then)
        for each in self.finder.returns.get(routine, ()):
            self.finder.go(each, then)

    def leave(self, routine: int) -> None:
        self.finder.returns.setdefault(routine, set()).add(self.block)
        for each in self.finder.calls.get(routine, ()):
            self.go(each)

    # ---- stops

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Term:
        return Term(0, outcomes - 1)

    def draw(self, place: Place[Term], onto: Place[Term], site: int) -> Term:
        return Term(0, self.records.zones[place[0]].cards - 1)

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Term:
        values = self.records.choices[choice].values
        return Term(min(values), max(values))

    # ---- no text is written

    def text_of(self, operand: Operand) -> str:
        return ""

    def number(self, number: int) -> str:
        return ""

    def element(self, array: int, index: Term) -> str:
        return ""

    def one_of(self, slots: range, index: Term) -> str:
        return ""

    def those_of(self, operator: Operator, slots: range, index: Term, places: tuple[int, ...], number: Term) -> str:
        return ""


def _find_rolled(program: Program, starts: Iterable[int]) -> dict[int, dict[Target, Range]]:
    """The blocks that come after rolls into one slot and after nothing else, each with what that holds where they
    begin."""
    others = {*starts, *(query.entry for query in program.queries)}
    rolls: dict[int, dict[Target, Range]] = {}
    for block in program.blocks:
        end = block.terminator
        if isinstance(end, Chance):
            before = rolls.setdefault(end.then, {}).get(end.target, (0, 0))
            rolls[end.then][end.target] = 0, max(before[1], end.outcomes - 1)
        else:
            others.update(end.successors(program))
    return {at: found for at, found in rolls.items() if at not in others and len(found) == 1}


def _readers(program: Program) -> dict[Target, list[int]]:
    found: dict[Target, list[int]] = {}
    for at, block in enumerate(program.blocks):
        effects = find_effects(program, block.parts)
        read = {each for each in effects.reads if not isinstance(each, int)}
        for operand in read.union(*(map(Slot, slots) for slots in effects.loads)):
            found.setdefault(operand, []).append(at)
    return found
