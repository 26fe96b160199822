"""How many blocks a game may go through, at most, before its steps are looked at again.

That is done where a way round without a stop comes round (`Graph.heads`), and not after each block: so a game may be
taken for too long that is not quite, which is then left to another engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from interpreter.analysis.graph import Graph
from interpreter.data_classes import dataclass
from interpreter.program import Operand, Program
from interpreter.program.flow import stops


@dataclass(frozen=True)
class ReplacedLoop:
    """A loop that is gone, for which block `entry` now stands: how often it came round at most, through how many blocks
    each time, and the loops that were inside. `taken` holds, at the end of `entry`, how many steps it takes this time,
    if that is worked out there."""

    entry: int
    times: int
    blocks: int
    inside: tuple[ReplacedLoop, ...]
    taken: Operand | None = None

    @property
    def steps(self) -> int:
        """How many steps it took at most."""
        return self.times * (self.blocks + sum(each.steps for each in self.inside))


@dataclass(frozen=True)
class CountedLoop:
    """A loop with a block `before` it, at whose end `taken` holds the steps from its head on, for all the times that it
    comes round to that, and those of what stands for loops that were `inside`."""

    before: int
    taken: Operand
    inside: tuple[int, ...]


@dataclass(frozen=True)
class Steps:
    """`budget` is how many steps there are from stop to stop. `ahead` says how many blocks there are at most from
    a superblock to the next head or stop. Of blocks that stand
    for loops whose steps are worked out there (`loops`), `beside` says how many there are beside those."""

    budget: int
    ahead: dict[int, int]
    heads: frozenset[int]
    loops: dict[int, Operand] = field(default_factory=dict)
    beside: dict[int, int] = field(default_factory=dict)

    def taken(self, block: int) -> int:
        """How many steps count as taken where a game goes on from a stop, or a loop, with this block."""
        return 0 if block in self.heads else self.ahead[block]

    def with_loops(self, loops: Mapping[int, ReplacedLoop]) -> Steps:
        """The same where loops are gone, which are known by their heads."""
        more = {loop.entry: self.ahead[head] + loop.steps for head, loop in loops.items()}
        worked_out = {loop.entry: loop.taken for loop in loops.values() if loop.taken is not None}
        beside = {loop.entry: self.ahead[head] for head, loop in loops.items() if loop.taken is not None}
        return Steps(
            self.budget, self.ahead | more, self.heads | more.keys(), self.loops | worked_out, self.beside | beside
        )

    def with_counted(self, counted: Mapping[int, CountedLoop]) -> Steps:
        """The same where all steps of some loops, which are known by their heads, are counted before them."""
        more = {each.before: self.ahead[head] for head, each in counted.items()}
        taken = {each.before: each.taken for each in counted.values()}
        done = {entry for each in counted.values() for entry in each.inside}
        return replace(
            self,
            ahead=self.ahead | dict.fromkeys((*counted, *done), 0) | more,
            heads=self.heads | more.keys(),
            loops={entry: each for entry, each in self.loops.items() if entry not in done} | taken,
            beside=self.beside | more,
        )


def count_steps(program: Program, graph: Graph, budget: int) -> Steps:
    """The steps of a program that is as it was written."""
    return Steps(budget, count_steps_ahead(program, graph), graph.heads)


def count_steps_ahead(program: Program, graph: Graph) -> dict[int, int]:
    """For each superblock, how many blocks there are at most from its beginning to the next head or stop."""
    found: dict[int, int] = {}
    for root in graph.superblocks:
        waiting = [root]
        while waiting:
            at = waiting[-1]
            blocks = graph.superblocks[at]
            stopping = stops(program.blocks[blocks[-1]])
            ways = [] if stopping else [each for each in graph.ways[at] if each not in graph.heads]
            missing = [each for each in ways if each not in found]
            if missing and at not in found:
                waiting.extend(missing)
                continue
            waiting.pop()
            found[at] = len(blocks) + max((found[each] for each in ways), default=0)
    return found
