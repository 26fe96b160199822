"""The most blocks of a game between two looks at its step budget.

Steps are counted at the heads of loops without a stop (`Graph.heads`), not after each block: a game may be stopped a
little early, and is then left to another engine.
"""

from __future__ import annotations

from interpreter.analysis.graph import Graph
from interpreter.data_classes import dataclass
from interpreter.program import Program
from interpreter.program.flow import stops


@dataclass(frozen=True)
class Steps:
    """`budget` is how many steps there are from stop to stop. `ahead` says how many blocks there are at most from
    a superblock to the next head or stop."""

    budget: int
    ahead: dict[int, int]
    heads: frozenset[int]

    def taken(self, block: int) -> int:
        """The steps counted when a game continues from a stop at this block."""
        return 0 if block in self.heads else self.ahead[block]


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
