"""Asks first what looks at fewer numbers, where two tests must both come out one way.

`second_leads and batting is second` asks for the lead before it asks who bats. Whoever makes a chain of states of it
has to know the lead in every half, and not only in the second. So where two tests follow one another, and either alone
leads past what they guard, the one that looks at fewer numbers comes first. Both only calculate, and neither can fail,
so it makes no difference to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import prod
from typing import TypeAlias

from interpreter.analysis.dead_code import replace_blocks
from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_ways, turn_round
from interpreter.analysis.ranges import Ranges
from interpreter.data_classes import dataclass
from interpreter.program import FULL, Block, Branch, Instruction, Jump, Part, Program, Range, Register, Slot, Target
from interpreter.program.flow import carried_registers, read_registers

Test: TypeAlias = tuple[Instruction, ...]


def ask_few_first(program: Program, starts: Iterable[int], ranges: Mapping[Target, Range]) -> Program:
    """The program with its tests in the better order, as far as some blocks lead. `ranges` are those of its slots."""
    order = _Order(program, frozenset(starts), ranges)
    while (guard := order.find_worse()) is not None:
        order.swap(guard)
    return replace_blocks(program, order.blocks)


@dataclass(frozen=True)
class _Guard:
    """Two tests one after the other: block `first` leads `inside`, from where nothing is done before block `second`,
    and that leads `on`; or either leads `past`."""

    first: int
    second: int
    inside: int
    on: int
    past: int


class _Order:
    """The `blocks` as they are ordered until now. For each, `tests` has the last of its instructions, which only
    calculate for what it asks, and cannot fail: as to find out what can takes longest, it is left until it matters."""

    def __init__(self, program: Program, starts: frozenset[int], ranges: Mapping[Target, Range]) -> None:
        self.program, self.starts, self.ranges = program, starts, ranges
        self.ways = find_ways(program, starts)
        self.blocks = {at: program.blocks[at] for at in self.ways}
        self.leading = turn_round(self.ways)
        self.carried = carried_registers(program)

    def find_worse(self) -> _Guard | None:
        """Tests that should change places."""
        for at, block in self.blocks.items():
            if isinstance(end := block.terminator, Branch):
                for inside, past in ((end.yes, end.no), (end.no, end.yes)):
                    guard = self._find_guard(at, inside, past)
                    if guard is not None and self._may_improve(guard):
                        return guard
        return None

    def swap(self, guard: _Guard) -> None:
        """Let two tests change places."""
        first, second = self.blocks[guard.first], self.blocks[guard.second]
        test, other = self.tests[guard.first] or (), self.tests[guard.second] or ()
        before = first.instructions[: len(first.instructions) - len(test)]
        self.tests[guard.first], self.tests[guard.second] = other, test
        self.blocks[guard.first] = replace(
            first, instructions=before + other, terminator=_lead(second, guard.on, guard.inside, guard.past)
        )
        self.blocks[guard.second] = replace(
            second, instructions=test, terminator=_lead(first, guard.inside, guard.on, guard.past)
        )

    def _find_guard(self, first: int, inside: int, past: int) -> _Guard | None:
        second = inside
        while self._is_followed_alone(second) and not self.blocks[second].instructions:
            end = self.blocks[second].terminator
            if not isinstance(end, Jump):
                break
            second = end.block
        end = self.blocks[second].terminator
        if second == first or not isinstance(end, Branch) or not self._is_followed_alone(second):
            return None
        for on, other in ((end.yes, end.no), (end.no, end.yes)):
            if other == past:
                return _Guard(first, second, inside, on, past)
        return None

    def _is_followed_alone(self, at: int) -> bool:
        """Whether one other block alone leads to this one."""
        return at not in self.starts and len(self.leading[at]) == 1

    def _may_improve(self, guard: _Guard) -> bool:
        return self._is_worse(guard, self._find_test) and self._is_worse(guard, self.tests.get)

    def _is_worse(self, guard: _Guard, find_test: Callable[[int], Test | None]) -> bool:
        """Whether what is asked first looks at more numbers, and each can be asked where the other is."""
        test, second = find_test(guard.first), self.blocks[guard.second]
        if test is None or find_test(guard.second) != second.instructions:
            return False
        return self._count_values((*test, self.blocks[guard.first].terminator)) > self._count_values(second.parts)

    def _count_values(self, parts: Iterable[Part]) -> int:
        """How many numbers there are, at most, for the slots together that some parts look at."""
        sizes = (self.ranges.get(Slot(slot), FULL) for slot in find_effects(self.program, parts).slots_read())
        return prod(high - low + 1 for low, high in sizes)

    @cached_property
    def tests(self) -> dict[int, Test | None]:
        certain = Ranges(self.program, self.starts).certain
        return {at: self._find_test(at, sure) for at, sure in certain.items() if at in self.blocks}

    def _find_test(self, at: int, certain: Sequence[bool] | None = None) -> Test | None:
        """The last instructions of a block that only calculate for its test, and are certain, if that is said; none
        where the test looks at what the block calculated before them."""
        block = self.blocks[at]
        begin = len(block.instructions)
        while begin and self._only_calculates(block.instructions[begin - 1]) and (not certain or certain[begin - 1]):
            begin -= 1
        test = block.instructions[begin:]
        return test if self.carried.issuperset(read_registers((*test, block.terminator))) else None

    def _only_calculates(self, instruction: Instruction) -> bool:
        effects = find_effects(self.program, instruction)
        within = all(isinstance(each, Register) and each.index not in self.carried for each in effects.writes)
        return within and not (effects.lasting or effects.stores or effects.says)


def _lead(block: Block, inside: int, instead: int, past: int) -> Branch:
    """The test of a block where it leads to `instead` of `inside`, and past as before."""
    end = block.terminator
    assert isinstance(end, Branch)
    return Branch(end.condition, *((instead, past) if end.yes == inside else (past, instead)))
