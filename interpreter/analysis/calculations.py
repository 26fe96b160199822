"""Finds loops that only calculate: what they leave in a few registers hangs on nothing but what those hold that they
read, and on slots that they leave alone.

So what one of them came to holds whenever the same is read again. Only those are looked for that take long: loops with
a loop inside, and those through all subsets of a set. Machine code has a function for each (`native`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import Graph, find_ways, turn_round
from interpreter.analysis.liveness import order_last_first
from interpreter.analysis.register_use import RegisterUse
from interpreter.data_classes import dataclass
from interpreter.program import Binary, Instruction, Program, Register, Target

Ways: TypeAlias = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True)
class Calculation:
    """A loop that begins with the block `head` and leads to `after` alone; what it reads of what was written before,
    and the registers that others read of what it writes."""

    head: int
    after: int
    blocks: frozenset[int]
    inputs: tuple[Target, ...]
    results: tuple[Register, ...]

    @property
    def size(self) -> int:
        """How many numbers there are to keep."""
        return len(self.inputs) + len(self.results)


def find_calculations(program: Program, graph: Graph, inside: bool = False) -> list[Calculation]:
    """All of them, none of which is within another; or else those that are `inside`, too, each after those around."""
    finder = _Finder(program, graph)
    return list(finder.find_within(finder.quiet, inside))


def find_ends(program: Program, graph: Graph) -> frozenset[int]:
    """Where loops lead that may be calculations."""
    finder = _Finder(program, graph)
    rounds = find_rounds(finder.ways, finder.quiet)
    return frozenset(each for blocks in rounds for each in finder.find_exits(finder.join_exits(blocks)))


class _Finder:
    """Finds them. `quiet` blocks only calculate."""

    def __init__(self, program: Program, graph: Graph) -> None:
        self.program, self.heads = program, graph.heads
        self.ways = find_ways(program, graph.entries)
        self.leading = turn_round(self.ways)
        self.quiet = {at for at in self.ways if at not in graph.entries and _is_quiet(program, at)}

    @cached_property
    def use(self) -> RegisterUse:
        """What blocks read and write, which is asked of loops alone that take long."""
        return RegisterUse(self.program, self.ways)

    def find_within(self, within: Collection[int], inside: bool) -> Iterator[Calculation]:
        """The calculations within some blocks, and those inside them."""
        for blocks in find_rounds(self.ways, within):
            yield from self.find(blocks, within)
            entered = self.find_entered(blocks)
            if inside and entered:
                yield from self.find_within(blocks - entered, inside)

    def find_entered(self, blocks: frozenset[int]) -> set[int]:
        """The blocks of some to which others lead."""
        return {at for at in blocks if not blocks.issuperset(self.leading[at])}

    def find(self, blocks: frozenset[int], within: Collection[int]) -> Iterator[Calculation]:
        """The calculation within others that some blocks are that lead round to one another, if they are one."""
        blocks = self.join_exits(blocks)
        entered = self.find_entered(blocks)
        afters = self.find_exits(blocks)
        if len(entered) == len(afters) == 1 and entered <= self.heads and self.takes_long(blocks - entered):
            (head,), (after,) = entered, afters
            yield min(self.widen(self.describe(head, after, blocks), within), key=lambda each: each.size)

    def find_exits(self, blocks: frozenset[int]) -> frozenset[int]:
        """Where blocks lead."""
        return frozenset(each for at in blocks for each in self.ways[at] if each not in blocks)

    def join_exits(self, blocks: frozenset[int]) -> frozenset[int]:
        """Blocks with those that only lead from them to where others of them lead, too."""
        exits = self.find_exits(blocks)
        joining = (at for at in exits & self.quiet if exits.issuperset(self.ways[at]) and self.ways[at] != (at,))
        return blocks | {at for at in joining if blocks.issuperset(self.leading[at])}

    def takes_long(self, inside: frozenset[int]) -> bool:
        """Whether there is another loop in a loop, or it goes through subsets (`subset_loops`)."""
        bodies = [self.program.blocks[at].instructions for at in inside]
        return any(map(_makes_subset, bodies)) or any(True for _ in find_rounds(self.ways, inside))

    def describe(self, head: int, after: int, blocks: frozenset[int]) -> Calculation:
        inputs, results = self.use.find_inputs(head, after, blocks), self.use.find_results(head, after, blocks)
        return Calculation(head, after, blocks, inputs, results)

    def widen(self, loop: Calculation, within: Collection[int]) -> Iterator[Calculation]:
        """A loop, and the same with what comes before it, as far as that only calculates and leads to nothing else."""
        at, blocks = loop.head, set(loop.blocks)
        while True:
            if at in self.heads:
                yield self.describe(at, loop.after, frozenset(blocks))
            before = {each for each in self.leading[at] if each not in blocks}
            ways = {each for one in before for each in self.ways[one]}
            if len(before) != 1 or not before.issubset(within) or not ways <= blocks | {loop.after}:
                return
            at = before.pop()
            blocks.add(at)


def _is_quiet(program: Program, at: int) -> bool:
    """Whether a block does nothing but calculate in registers, and leads on to blocks that are known."""
    block = program.blocks[at]
    effects = find_effects(program, block.parts)
    lasting = effects.lasting or effects.handles or effects.stores or effects.loads or effects.says
    return block.terminator.local and not lasting and all(isinstance(each, Register) for each in effects.writes)


def _makes_subset(instructions: tuple[Instruction, ...]) -> bool:
    """Whether instructions make another subset (`lower.set_loops`, `subset_loops`)."""
    match instructions[-2:]:
        case (Binary(part, "sub", one, 1), Binary(to, "and", other)):
            return part == one == to == other
        case (Binary(part, "scatter"), Binary(to, "xor", other)):
            return part == to == other
    return False


def find_rounds(ways: Ways, within: Collection[int]) -> Iterator[frozenset[int]]:
    """Of some blocks those that lead round to one another, each time as many as do."""
    inside = {at: [each for each in ways[at] if each in within] for at in sorted(within)}
    back = turn_round(inside)
    seen = set[int]()
    for root in reversed(order_last_first(inside)):
        found = _gather(root, back, seen)
        if len(found) > 1 or root in inside[root]:
            yield frozenset(found)


def _gather(root: int, back: Mapping[int, Iterable[int]], seen: set[int]) -> list[int]:
    """What leads to a block and was not seen before."""
    found, waiting = list[int](), [root]
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            found.append(at)
            waiting += back[at]
    return found
