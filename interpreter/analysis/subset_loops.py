"""Makes loops through all subsets of a set shorter.

`lower.set_loops` goes from the whole set down to the empty one. Where a condition such as `size of part is 2` is looked
at first for each subset, those of that size are gone through alone: the members that are left out are as many for all
of them, so the numbers with so many bits are gone through, the least first, and each is scattered over the set. The
subsets come in the same order as before.

All such loops get a block of their own before them, where all steps of the loop are counted, as many as there are if
each subset is looked at. What is set for the loop is set there, too, so that the loop hangs on less (`calculations`).
That is for machine code only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.graph import Graph, find_ways, turn_round
from interpreter.analysis.ranges import Ranges
from interpreter.analysis.register_use import RegisterUse
from interpreter.analysis.steps import CountedLoop, Steps
from interpreter.data_classes import dataclass
from interpreter.program import (
    FULL,
    HIGHEST,
    Binary,
    Block,
    Branch,
    Instruction,
    Jump,
    Move,
    Operand,
    Program,
    Range,
    Register,
    Slot,
    Target,
    Unary,
)
from interpreter.program.instructions.fields import target

LARGEST = 60
"""The most members that a set may have."""

MOST_COUNTED = 40
"""Of how many members all subsets are counted as steps: of more, there are never steps enough."""


@dataclass(frozen=True)
class SubsetLoop:
    """A loop through the subsets of `whole`: the block that it is entered from, its first, the one behind which comes
    the next subset, the one that makes this, and what comes after all. Those that have so `many` members go on with
    `met`, if the loop begins by looking at that."""

    entry: int
    head: int
    following: int
    latch: int
    after: int
    part: Register
    whole: Target
    met: int = -1
    many: Operand = -1

    @property
    def sized(self) -> bool:
        return self.met >= 0


def shorten_subset_loops(left: Trimmed, graph: Graph, steps: Steps) -> tuple[Trimmed, dict[int, CountedLoop]]:
    """What is left of a program, with such loops made shorter, and these loops by their heads."""
    ways = find_ways(left.program, graph.entries)
    leading, use = turn_round(ways), RegisterUse(left.program, ways)
    heads = sorted((ways.keys() & graph.heads) - set(graph.entries))
    loops = [loop for head in heads if (loop := _find_loop(left.program, head, leading)) is not None]
    ranges = Ranges(left.program, graph.entries, cards=True).found if loops else {}
    counted: dict[int, CountedLoop] = {}
    for loop in loops:
        if _is_apart(use, loop, leading) and _is_small(ranges, loop):
            sized = loop.sized and _keeps_size(use, loop, ranges)
            shortening = _Shortening(left, loop if sized else replace(loop, met=-1))
            inside = _find_steps_inside(left.program, loop, leading, steps)
            left, counted[loop.head] = shortening.put_in_place(steps, inside)
    return replace(left, ranges=left.ranges | _find_counts(left.program, ways)), counted


def _find_counts(program: Program, ways: Iterable[int]) -> dict[Target, Range]:
    """The ranges of registers that only ever begin with 0 and count: nobody counts to the end of numbers."""
    found, others = dict[Target, Range](), set[Target | None]()
    for each in (each for at in ways for each in program.blocks[at].parts):
        match each:
            case Binary(Register() as count, "add", one, 1) if count == one:
                found[count] = 0, 2**LARGEST
            case Move(Register(), 0):
                pass
            case _:
                others.add(target(each))
    return {count: known for count, known in found.items() if count not in others}


def _find_loop(program: Program, head: int, leading: Mapping[int, list[int]]) -> SubsetLoop | None:
    """The loop that begins with a block, if it has the form that such loops have."""
    for latch in leading[head]:
        entries, befores = [each for each in leading[head] if each != latch], leading[latch]
        if len(entries) == len(befores) == 1:
            loop = _read_loop(program, entries[0], head, befores[0], latch)
            if loop is not None and _begins_with_all(program.blocks[entries[0]], loop):
                return _read_size(program.blocks[head], loop)
    return None


def _read_loop(program: Program, entry: int, head: int, following: int, latch: int) -> SubsetLoop | None:
    step, before = program.blocks[latch], program.blocks[following]
    match step.instructions, step.terminator, before.instructions, before.terminator:
        case (
            (Binary(Register() as part, "sub", one, 1), Binary(to, "and", other, Register() | Slot() as whole)),
            Jump(),
            (),
            Branch(condition, yes, after),
        ) if part == one == to == other == condition and yes == latch:
            return SubsetLoop(entry, head, following, latch, after, part, whole)
    return None


def _begins_with_all(block: Block, loop: SubsetLoop) -> bool:
    """Whether a block leaves the whole set as the first subset, and leads to the loop alone."""
    last = [each for each in block.instructions if target(each) in (loop.part, loop.whole)][-1:]
    return last == [Move(loop.part, loop.whole)] and block.terminator == Jump(loop.head)


def _read_size(block: Block, loop: SubsetLoop) -> SubsetLoop:
    match block.instructions, block.terminator:
        case (Unary(size, "size", part), Binary(fits, "eq", one, many)), Branch(condition, met, following) if (
            part == loop.part and size == one and fits == condition and following == loop.following
        ):
            return replace(loop, met=met, many=many)
    return loop


# ---- what has to be so


def _is_apart(use: RegisterUse, loop: SubsetLoop, leading: Mapping[int, list[int]]) -> bool:
    """Whether nobody else comes to the blocks of a loop, and the set stays as it is."""
    inside = _find_inside(use, loop)
    alone = inside.issuperset(each for at in inside - {loop.head} for each in leading[at])
    return alone and all(loop.whole not in use.written[at] for at in inside)


def _keeps_size(use: RegisterUse, loop: SubsetLoop, ranges: Mapping[Target, Range]) -> bool:
    """Whether nobody else has to do with the subset, and how many members there are to be, never fewer than none, stays
    the same."""
    inside, many = _find_inside(use, loop) - {loop.latch}, loop.many
    fewest = many if isinstance(many, int) else ranges.get(many, FULL)[0]
    read = use.is_read(loop.part, loop.after, use.ways.keys())
    written = any(not use.written[at].isdisjoint({loop.part, many}) for at in inside)
    return not read and not written and fewest >= 0


def _is_small(ranges: Mapping[Target, Range], loop: SubsetLoop) -> bool:
    low, high = ranges.get(loop.whole, FULL)
    return low >= 0 and high < 2**LARGEST


def _find_inside(use: RegisterUse, loop: SubsetLoop) -> set[int]:
    """The blocks of a loop."""
    found, waiting = set[int](), [loop.head]
    while waiting:
        at = waiting.pop()
        if at not in found and at != loop.after:
            found.add(at)
            waiting += use.ways[at]
    return found


# ---- steps


def _find_steps_inside(
    program: Program, loop: SubsetLoop, leading: Mapping[int, list[int]], steps: Steps
) -> dict[int, int]:
    """What stands for a loop through the members of the subset, right behind the beginning: for each member it takes so
    many steps."""
    head = program.blocks[loop.head]
    if not isinstance(head.terminator, Jump) or leading[head.terminator.block] != [loop.head]:
        return {}
    at = head.terminator.block
    instructions = head.instructions + program.blocks[at].instructions
    match instructions[-2:]:
        case (Unary(size, "size", rest), Binary(taken, "mul", one, int(each))) if (
            size == one and taken == steps.loops.get(at) and _is_subset(instructions, rest, loop.part)
        ):
            return {at: each}
    return {}


def _is_subset(instructions: tuple[Instruction, ...], operand: Operand, part: Register) -> bool:
    """Whether an operand is the subset that is looked at, behind some instructions."""
    last = [each for each in instructions if target(each) == operand]
    return operand == part or (len(last) == 1 and isinstance(last[0], Move) and last[0].value == part)


# ---- what takes its place


class _Shortening:
    """Puts blocks of another kind in the place of those of a loop. Its `numbers` are, for each subset of a size, the
    members that are left out, the lowest of the set having the number 0."""

    def __init__(self, left: Trimmed, loop: SubsetLoop) -> None:
        self.left, self.loop = left, loop
        self.free = left.program.registers
        self.ranges: dict[Target, Range] = {}
        self.size, self.top = self.take(0, LARGEST), self.take(1, 2**LARGEST)
        self.numbers = self.take(0, 2**LARGEST - 1)

    def take(self, low: int, high: int) -> Register:
        """A register that nothing else uses, for numbers from a range."""
        self.free += 1
        self.ranges[Register(self.free - 1)] = low, high
        return Register(self.free - 1)

    def put_in_place(self, steps: Steps, inside: Mapping[int, int]) -> tuple[Trimmed, CountedLoop]:
        """What is left of the program then, and the loop, with those `inside`, which take so many steps a member."""
        loop, blocks = self.loop, list(self.left.program.blocks)
        old, entry, before = blocks[loop.head], blocks[loop.entry], len(blocks)
        taken = self.take(0, HIGHEST)
        staying, moved = _divide(entry.instructions)
        blocks[loop.entry] = Block(entry.name, staying, Jump(before))
        blocks.append(Block(old.name, (*moved, *self.count(taken, steps, inside)), Jump(loop.head)))
        if loop.sized:
            self.leave_others_out(blocks)
        program = replace(self.left.program, blocks=tuple(blocks), registers=self.free)
        live = self.left.live | {at: self.left.live.get(loop.head, 0) for at in range(before, len(blocks))}
        left = replace(self.left, program=program, live=live, ranges=self.left.ranges | self.ranges)
        return left, CountedLoop(before, taken, tuple(inside))

    def count(self, taken: Register, steps: Steps, inside: Mapping[int, int]) -> tuple[Instruction, ...]:
        """How many steps there are: no subset has more members than the whole set."""
        each, beside = self.take(0, HIGHEST), sum(steps.beside[at] for at in inside)
        return (
            Unary(self.size, "size", self.loop.whole, 0),
            Binary(each, "mul", self.size, sum(inside.values()), 0),
            Binary(each, "add", each, steps.ahead[self.loop.head] + beside, 0),
            Binary(taken, "min", self.size, MOST_COUNTED, 0),
            Binary(taken, "shl", 1, taken, 0),
            Binary(taken, "mul", taken, each, 0),
        )

    def leave_others_out(self, blocks: list[Block]) -> None:
        """Only subsets of the size that is asked for are gone through."""
        loop, before, first = self.loop, len(blocks) - 1, len(blocks)
        short, enough, more = self.take(-HIGHEST, LARGEST), self.take(0, 1), self.take(0, 1)
        asked = Binary(short, "sub", self.size, loop.many, 0), Binary(enough, "ge", short, 0, 0)
        blocks[before] = replace(
            blocks[before],
            instructions=(*blocks[before].instructions, *asked),
            terminator=Branch(enough, first, loop.after),
        )
        further, following = first + 1, self.take(0, 2 ** (LARGEST + 1) - 1)
        blocks.append(Block("first subset", self.begin(short), Jump(loop.head)))
        blocks.append(Block("next subset", (Move(self.numbers, following), *self.leave_out()), Jump(loop.head)))
        blocks[loop.head] = replace(blocks[loop.head], terminator=Jump(loop.met))
        blocks[loop.following] = replace(
            blocks[loop.following], terminator=Branch(self.numbers, loop.latch, loop.after)
        )
        step = (*self.find_next(following), Binary(more, "lt", following, self.top, 0))
        blocks[loop.latch] = replace(
            blocks[loop.latch], instructions=step, terminator=Branch(more, further, loop.after)
        )

    def begin(self, short: Register) -> tuple[Instruction, ...]:
        """The lowest members are left out first, as many as the set has more than are asked for."""
        many = self.take(0, LARGEST)
        return (
            Binary(self.top, "shl", 1, self.size, 0),
            Binary(many, "max", short, 0, 0),
            Binary(many, "shl", 1, many, 0),
            Binary(self.numbers, "sub", many, 1, 0),
            *self.leave_out(),
        )

    def find_next(self, following: Register) -> tuple[Instruction, ...]:
        """The next greater number with as many bits: of the lowest bits in a row the highest moves up, and the others
        to the bottom."""
        numbers, lowest, moved, places = self.numbers, *(self.take(-HIGHEST, HIGHEST) for _ in "123")
        return (
            Binary(lowest, "sub", 0, numbers, 0),
            Binary(lowest, "and", numbers, lowest, 0),
            Binary(following, "add", numbers, lowest, 0),
            Binary(moved, "xor", following, numbers, 0),
            Unary(places, "lowest", numbers, 0),
            Binary(places, "add", places, 2, 0),
            Binary(moved, "shr", moved, places, 0),
            Binary(following, "or", following, moved, 0),
        )

    def leave_out(self) -> tuple[Instruction, ...]:
        """The subset that is left of the whole set."""
        part, whole = self.loop.part, self.loop.whole
        return Binary(part, "scatter", self.numbers, whole, 0), Binary(part, "xor", part, whole, 0)


def _divide(instructions: tuple[Instruction, ...]) -> tuple[tuple[Instruction, ...], tuple[Instruction, ...]]:
    """Some instructions, and those at their end that only set registers."""
    first = len(instructions)
    while first and isinstance(instructions[first - 1], Move) and isinstance(target(instructions[first - 1]), Register):
        first -= 1
    return instructions[:first], instructions[first:]
