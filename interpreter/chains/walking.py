"""Carries out blocks on numbers of which some are not known, from one stop to the next.

A slot that nothing is known of holds itself: `Sum(slot, 0)`. Numbers may be added to it, and it may be held against
bounds, which is noted. Some slots are given: what they hold is looked at only where it matters, and it is noted that
it was (`asked`), so that whoever walks knows for which other slots the same walk would do. Where any other slot would
have to be known, the walk asks for it (`Needed`). Anything that cannot be told beforehand ends the walk (`Leaves`). A
walk in which all slots are known is a piece of an ordinary game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.graph import Graph
from interpreter.analysis.steps import Steps
from interpreter.program import (
    HIGHEST,
    LOWEST,
    Award,
    Binary,
    Branch,
    Call,
    Chance,
    Check,
    Decide,
    Instruction,
    Jump,
    Load,
    Lookup,
    Mark,
    Move,
    Operand,
    Return,
    Sample,
    Say,
    Slot,
    Store,
    Switch,
    Target,
    Unary,
)
from interpreter.program.instructions.operators import OPERATORS, Impossible
from interpreter.program.ranges import FULL, Range, range_after

LONGEST = 3_000
"""How many blocks a walk may have."""


class Sum(NamedTuple):
    """What a slot held where the walk began, and so much more."""

    slot: int
    more: int


class Unknown(NamedTuple):
    """Something that depends on what these slots held."""

    slots: frozenset[int]


Value: TypeAlias = int | Sum | Unknown


class Leaves(Exception):
    """What comes cannot be told beforehand."""


class Needed(Exception):
    """These slots have to be known."""

    def __init__(self, slots: frozenset[int]) -> None:
        self.slots = slots


@dataclass
class Walk:
    """How far it has come: what slots and registers hold, the block of the stop that was reached, the sites marked, the
    bounds that slots were held against, how many decisions were taken on the way, and steps at most. Of the slots that
    are `given`, it says which were `asked` for, in this order; `hidden` slots may be passed on, but not looked at. One
    that is `sampling` goes on where something is measured; how it was before is then at hand (`ended`)."""

    slots: dict[int, Value]
    whole: bool = False
    given: Mapping[int, int] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    asked: dict[int, int] = field(default_factory=dict)
    registers: dict[int, Value] = field(default_factory=dict)
    stop: int = -1
    marks: Counter[int] = field(default_factory=Counter)
    bounds: set[tuple[int, int, int]] = field(default_factory=set)
    decisions: int = 0
    steps: int = 0
    sampling: bool = False
    samples: list[tuple[int, int, int]] = field(default_factory=list)
    ended: Walk | None = None
    answers: list[int] = field(default_factory=list)

    def end_at(self, block: int) -> None:
        """Notes how it is before a block."""
        slots, asked, marks, bounds = dict(self.slots), dict(self.asked), Counter(self.marks), set(self.bounds)
        answers = list(self.answers)
        self.ended = replace(
            self, slots=slots, asked=asked, marks=marks, bounds=bounds, samples=[], stop=block, answers=answers
        )

    def settled(self, value: Value) -> Value:
        """A value, as a number if the slot that it depends on has been looked at."""
        if isinstance(value, Sum) and value.slot in self.asked:
            return self.asked[value.slot] + value.more
        return value

    def looked_at(self, value: Value) -> Value:
        """A value whose slot is looked at if it is given. Raises Needed if it is hidden."""
        if isinstance(value, Sum):
            if value.slot in self.given:
                self.asked[value.slot] = self.given[value.slot]
            elif value.slot in self.hidden:
                raise Needed(frozenset({value.slot}))
        return self.settled(value)


class Walker:
    """Carries out the blocks of one program. `advised` are the choices on which somebody is advised, and `counting`
    tells whether the sites marked are of any interest, `answering` whether the answers to decisions are."""

    def __init__(
        self,
        trimmed: Trimmed,
        graph: Graph,
        steps: Steps,
        advised: set[int],
        counting: bool,
        answering: bool = False,
    ) -> None:
        self.program, self.graph, self.steps, self.advised = trimmed.program, graph, steps, advised
        self.ranges, self.sure, self.counting, self.answering = trimmed.ranges, trimmed.sure, counting, answering
        self.reached = frozenset(graph.blocks)
        self.telling: dict[int, bool] = {}

    def walk(self, block: int, walk: Walk) -> None:
        """From the beginning of a block to the next chance, or to a block that tells something. With all slots known
        (`whole`), samples and winners are passed over. Raises Needed and Leaves."""
        walk.steps = self.steps.taken(block)
        for _ in range(LONGEST):
            if block in self.steps.heads:
                walk.steps += self.steps.ahead[block]
                if walk.steps > self.steps.most:
                    raise Leaves
            if not walk.whole and self.tells(block):
                if not walk.sampling:
                    walk.stop = block
                    return
                if walk.ended is None:
                    walk.end_at(block)
            for instruction in self.program.blocks[block].instructions:
                self.carry_out(instruction, walk)
            following = self.end(block, walk)
            if following is None:
                walk.stop = block
                return
            block = following
        raise Leaves

    def tells(self, block: int) -> bool:
        """Whether a block does something that is told of every single time, where a walk ends that can be taken up."""
        if block not in self.telling:
            instructions = self.program.blocks[block].instructions
            samples = any(isinstance(each, Sample) for each in instructions)
            self.telling[block] = block in self.graph.superblocks and samples
        return self.telling[block]

    # ---- numbers

    def read(self, operand: Operand, walk: Walk) -> Value:
        """What an operand holds."""
        if isinstance(operand, int):
            return operand
        if isinstance(operand, Slot):
            value = walk.slots.get(operand.index)
            if value is None:
                return Sum(operand.index, 0)
        else:
            value = walk.registers[operand.index]
        return walk.settled(value)

    def known(self, operand: Operand, walk: Walk) -> int:
        """The number that an operand holds; asks for it if it is not known."""
        value = walk.looked_at(self.read(operand, walk))
        if isinstance(value, int):
            return value
        raise Needed(_slots(value))

    def write(self, target: Target, value: Value, walk: Walk) -> None:
        """A number written."""
        if isinstance(target, Slot):
            walk.slots[target.index] = value
        else:
            walk.registers[target.index] = value

    def range_of(self, value: Value) -> Range:
        """Between which numbers a value is."""
        if isinstance(value, int):
            return value, value
        if isinstance(value, Sum):
            low, high = self.ranges.get(Slot(value.slot), FULL)
            return low + value.more, high + value.more
        return FULL

    # ---- instructions

    def carry_out(self, instruction: Instruction, walk: Walk) -> None:
        """One instruction."""
        match instruction:
            case Move(target, value):
                self.write(target, self.read(value, walk), walk)
            case Binary():
                left = walk.looked_at(self.read(instruction.left, walk))
                right = walk.looked_at(self.read(instruction.right, walk))
                self.write(instruction.target, self.binary(instruction.operator, left, right, walk), walk)
            case Unary(target, operator, value, _):
                self.write(target, calculate(operator, self.known(value, walk)), walk)
            case Lookup(target, array, index, _):
                self.write(
                    target, self.program.arrays[array][self.index(index, len(self.program.arrays[array]), walk)], walk
                )
            case Load(target, first, size, index, _):
                at = first + self.index(index, size, walk)
                self.write(target, self.read(Slot(at), walk), walk)
            case Store(first, size, index, value, _):
                at = first + self.index(index, size, walk)
                walk.slots[at] = self.read(value, walk)
            case Check(value, low, high, _, _):
                self.check(self.read(value, walk), low, high, walk)
            case Mark(site):
                walk.marks[site] += self.counting
            case Say():
                pass
            case Sample() | Award() if walk.whole:
                pass
            case Sample(measure, value) if walk.sampling:
                walk.samples.append((measure, *self.sampled(value, walk)))
            case _:
                raise Leaves

    def index(self, operand: Operand, size: int, walk: Walk) -> int:
        """An index within its bounds."""
        at = self.known(operand, walk)
        if not 0 <= at < size:
            raise Leaves
        return at

    def check(self, value: Value, low: int, high: int, walk: Walk) -> None:
        """A number held against bounds."""
        value = walk.looked_at(value)
        if isinstance(value, Unknown):
            raise Needed(value.slots)
        if isinstance(value, Sum):
            walk.bounds.add((value.slot, low - value.more, high - value.more))
        elif not low <= value <= high:
            raise Leaves

    def sampled(self, operand: Operand, walk: Walk) -> tuple[int, int]:
        """A number measured: how much more than what a slot held (minus 1 for none)."""
        value = walk.looked_at(self.read(operand, walk))
        if isinstance(value, Unknown):
            raise Leaves
        return value if isinstance(value, Sum) else (-1, value)

    def binary(self, operator: str, left: Value, right: Value, walk: Walk) -> Value:
        """An operator on two numbers."""
        if isinstance(left, int) and isinstance(right, int):
            return calculate(operator, left, right)
        if operator in ("add", "sub") and isinstance(left, Sum) and isinstance(right, int):
            result = Sum(left.slot, left.more + (right if operator == "add" else -right))
            self.check(result, LOWEST, HIGHEST, walk)
            return result
        if operator == "add" and isinstance(left, int) and isinstance(right, Sum):
            return self.binary("add", right, left, walk)
        low, high = range_after(operator, self.range_of(left), self.range_of(right))
        if low == high:
            return low
        if operator in ("add", "sub", "mul", "div", "mod", "shl", "shr") and not isinstance(right, int):
            raise Needed(_slots(left) | _slots(right))
        if low < LOWEST or high > HIGHEST or operator in ("div", "mod", "shl", "shr"):
            raise Needed(_slots(left) | _slots(right))
        return Unknown(_slots(left) | _slots(right))

    # ---- ends

    def end(self, block: int, walk: Walk) -> int | None:
        """The next block; None at a stop for chance."""
        end = self.program.blocks[block].terminator
        match end:
            case Jump(following):
                return following
            case Branch():
                return self.branch(end, walk)
            case Switch(value, blocks):
                return blocks[self.index(value, len(blocks), walk)]
            case Call(routine, number, _):
                walk.slots[self.program.routines[routine].return_slot] = number
                return self.program.routines[routine].entry
            case Return(routine):
                info = self.program.routines[routine]
                ways = [each for each in info.continuations if each in self.reached]
                if len(ways) == 1:
                    return ways[0]
                return info.continuations[self.index(Slot(info.return_slot), len(info.continuations), walk)]
            case Chance():
                return None
            case Decide():
                return self.decide(block, end, walk)
            case _:
                raise Leaves

    def branch(self, branch: Branch, walk: Walk) -> int:
        """One of two ways."""
        value = self.read(branch.condition, walk)
        low, high = self.range_of(value)
        if low > 0 or high < 0:
            return branch.yes
        value = walk.looked_at(value)
        if isinstance(value, int):
            return branch.yes if value else branch.no
        raise Needed(_slots(value))

    def decide(self, block: int, decide: Decide, walk: Walk) -> int:
        """A decision that nobody is advised on, or with one answer alone."""
        values = self.program.choices[decide.choice].values
        walk.steps = self.steps.taken(decide.then)
        walk.decisions += 1
        if block in self.sure:
            return self.take_answer(self.sure[block], decide, walk)
        flags = [self.known(Slot(decide.flags + each), walk) for each in range(len(values))]
        offered = [answer for answer, flag in enumerate(flags) if flag == 1]
        if not offered or (len(offered) > 1 and decide.choice in self.advised and not walk.whole):
            raise Leaves
        answer = offered[0]
        if len(offered) > 1:
            default = self.known(decide.default, walk)
            answer = default if default in offered else answer
        return self.take_answer(answer, decide, walk)

    def take_answer(self, answer: int, decide: Decide, walk: Walk) -> int:
        """On with an answer."""
        walk.slots[decide.target.index] = self.program.choices[decide.choice].values[answer]
        if self.answering:
            walk.answers.append(answer)
        return decide.then


def calculate(operator: str, *numbers: int) -> int:
    """An operator on numbers that are known. Raises Leaves where the game would fail."""
    try:
        return OPERATORS[operator].calculate(*numbers)
    except Impossible:
        raise Leaves from None


def _slots(value: Value) -> frozenset[int]:
    if isinstance(value, Unknown):
        return value.slots
    return frozenset({value.slot}) if isinstance(value, Sum) else frozenset()
