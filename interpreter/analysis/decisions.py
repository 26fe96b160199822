"""Where players decide, and who else looks at what they are offered."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import Graph
from interpreter.program import Decide, Program


def group_decisions(left: Trimmed, graph: Graph) -> list[list[int]]:
    """The decisions whose answer is not known beforehand, those together for which it is said in the same place what is
    offered."""
    found: dict[int, list[int]] = {}
    for at in graph.blocks:
        end = left.program.blocks[at].terminator
        if isinstance(end, Decide) and at not in left.sure:
            found.setdefault(end.flags, []).append(at)
    return list(found.values())


def find_slots_read_beside(
    program: Program, graph: Graph, decisions: Collection[int], passed: Collection[int] = ()
) -> set[int]:
    """The slots that are read by anything but some decisions and the blocks that are `passed` over."""
    read = set[int]()
    for at in graph.blocks:
        block = program.blocks[at]
        if at not in passed:
            read |= find_effects(program, block.instructions if at in decisions else block.parts).slots_read()
    return read
