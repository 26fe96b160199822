"""Removes code that affects nothing but the event stream.

Machine code reports only who won and what was measured. So texts for the players are removed, with what was computed
for them alone; the offers of a decision on which nobody is advised, if the default is always offered; and branches
whose two ways do nothing else. All blocks keep their numbers, and the game stops where it did; unreachable blocks are
emptied. Steps can no longer be counted in what is left: `steps` counts them in the original program.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import Graph, find_ways
from interpreter.analysis.liveness import Liveness
from interpreter.analysis.ranges import Ranges
from interpreter.data_classes import dataclass
from interpreter.program import (
    ANSWERS_IN_SLOT,
    Binary,
    Block,
    Decide,
    Jump,
    Lookup,
    Move,
    Program,
    Range,
    Register,
    Slot,
    Target,
    Terminator,
)
from interpreter.program.instructions import fields

ROUNDS = 4
"""The most passes: removing code makes more code dead."""


@dataclass(frozen=True)
class Trimmed:
    """The trimmed program, the answers of decisions that are certain, the ranges of slots and registers, and the slots
    live before each block (bits)."""

    program: Program
    sure: dict[int, int]
    ranges: dict[Target, Range]
    live: dict[int, int]


def trim(program: Program, graph: Graph, advised: set[int], asked: set[int]) -> Trimmed:
    """Trims the part of a program in a graph. `advised` are the choices on which somebody is advised, and `asked` the
    slots that are read then."""
    return _Trimming(program, graph, advised, asked).trim()


def untrimmed(program: Program) -> Trimmed:
    """A program as it is."""
    return Trimmed(program, {}, {}, {})


class _Trimming:
    def __init__(self, program: Program, graph: Graph, advised: set[int], asked: set[int]) -> None:
        self.program, self.graph, self.advised, self.asked = program, graph, advised, asked
        self.ranges = Ranges(program, graph.entries)
        self.blocks = {at: self.going_on(at) for at in sorted(self.ranges.taken)}
        self.sure: dict[int, int] = {}

    def trim(self) -> Trimmed:
        """What is left in the end."""
        self.sure = self.sure_answers(self.liveness())
        for _ in range(ROUNDS):
            live = self.liveness()
            if not self.shorten(live):
                break
        left = {at: replace(block, instructions=tuple(live.through(at)[1])) for at, block in self.blocks.items()}
        never = {at: replace(self.program.blocks[at], instructions=(), terminator=Jump(at)) for at in self.graph.blocks}
        return Trimmed(replace_blocks(self.program, never | left), self.sure, self.ranges.found, live.before)

    def going_on(self, at: int) -> Block:
        """A block; one that only ever goes one way just jumps there."""
        block, taken = self.program.blocks[at], self.ranges.taken[at]
        jumps = block.terminator.local and len(taken) == 1 and at not in self.ranges.failing
        return replace(block, terminator=Jump(min(taken))) if jumps else block

    def liveness(self) -> Liveness:
        ways = find_ways(replace_blocks(self.program, self.blocks), self.graph.entries)
        taken = self.ranges.taken
        ways = {at: tuple(each for each in several if each in taken) for at, several in ways.items() if at in taken}
        self.blocks = {at: self.blocks[at] for at in ways}
        return Liveness(self.program, self.blocks, ways, self.ranges.certain, self.asked, self.sure)

    # ---- decisions that are sure

    def sure_answers(self, live: Liveness) -> dict[int, int]:
        """For each decision on which nobody is advised the number of its default, where that is always on offer."""
        found: dict[int, int] = {}
        for at, block in self.blocks.items():
            end = block.terminator
            if isinstance(end, Decide) and end.choice not in self.advised:
                answer, highest = self.ranges.written.get(end.default, (0, -1))
                if answer == highest and self.is_sure(end, answer, live):
                    found[at] = answer
        return found

    def is_sure(self, decide: Decide, answer: int, live: Liveness) -> bool:
        """Whether an answer is always offered at a decision: every write to the set of offers includes it, and every
        path from the start or another stop has such a write."""
        if not 0 <= answer < len(self.program.choices[decide.choice].values):
            return False
        offers, bit = decide.offers + answer // ANSWERS_IN_SLOT, 1 << answer % ANSWERS_IN_SLOT
        if not all(self.offers(block, Slot(offers), bit) for block in self.blocks.values()):
            return False
        for slot in (offers, decide.default.index):
            if any(live.before[each] >> slot & 1 for each in self.graph.entries):
                return False
            for at, block in self.blocks.items():
                end = block.terminator
                same = isinstance(end, Decide) and end.offers == decide.offers and end.choice == decide.choice
                if end.stops and not same and live.after(at) >> slot & 1:
                    return False
        return True

    def offers(self, block: Block, offers: Slot, bit: int) -> bool:
        """Whether a block leaves a bit of a slot on, if it was on before."""
        is_on, looked_up = True, dict[Target | None, bool]()
        for each in block.instructions:
            looked_up.pop(fields.target(each), None)
            match each:
                case Move(target, int(value)) if target == offers:
                    is_on = bool(value & bit)
                case Move(target, Register() as value) if target == offers and value in looked_up:
                    is_on = looked_up[value]
                case Lookup(Register() as target, array):
                    looked_up[target] = all(entry & bit for entry in self.program.arrays[array])
                case Binary(target, "or", one, other) if target == offers in (one, other):
                    is_on = is_on or any(isinstance(part, int) and bool(part & bit) for part in (one, other))
                case _ if offers.index in find_effects(self.program, each).slots_written():
                    is_on = False
        return is_on

    # ---- ways

    def shorten(self, live: Liveness) -> bool:
        """Skip blocks without effect. Returns whether there were any."""
        leading: dict[int, int] = {}
        for at in live.order:
            leading[at] = self.beyond(at, live, leading)
        changed = False
        for at, block in list(self.blocks.items()):
            if block.terminator.local:
                end: Terminator = fields.with_blocks(block.terminator, leading)
                places = set(end.successors(self.program))
                if len(places) == 1 and at not in self.ranges.failing:
                    end = Jump(min(places))
                if end != block.terminator:
                    self.blocks[at] = replace(block, terminator=end)
                    changed = True
        return changed

    def beyond(self, block: int, live: Liveness, leading: dict[int, int]) -> int:
        """The first block from here on with an effect, if that is known of its successors. Blocks where steps are
        counted, or a game may be resumed, are never skipped."""
        end = self.blocks[block].terminator
        if block in self.graph.heads or block in self.graph.entries or not end.local or block in self.ranges.failing:
            return block
        places = set(fields.with_blocks(end, leading).successors(self.program))
        return min(places) if len(places) == 1 and live.is_idle(block, min(places)) else block


def replace_blocks(program: Program, blocks: dict[int, Block]) -> Program:
    """A program with some other blocks."""
    everything = list(program.blocks)
    for at, block in blocks.items():
        everything[at] = block
    return replace(program, blocks=tuple(everything))
