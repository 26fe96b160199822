"""Writes out loops over the members of a set that is known beforehand: once for each member.

Then what is looked up for a member is known, too, and what is asked twice of the same set can be seen to be the same.
Only what has no loop inside is written out; loops inside have become bit operations before (`set_loops`). That is for
machine code only, like those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.graph import Graph, find_leading
from interpreter.analysis.loop_shapes import SetLoop, Unsuited, find_last, find_loop
from interpreter.analysis.steps import ReplacedLoop
from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
from interpreter.program import Block, Jump, Move, Program
from interpreter.program.instructions.fields import with_blocks

LONGEST = 128
"""How many blocks a loop may come to have when it is written out."""

ROOM = 2_000
"""How many blocks there may be more in all."""


@dataclass(frozen=True)
class _KnownLoop:
    """A loop, and the members that it goes through."""

    shape: SetLoop
    members: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many blocks it comes to have."""
        return len(self.members) * len(self.shape.bodies)


def unroll_loops(
    left: Trimmed, replaced: Mapping[int, ReplacedLoop], graph: Graph
) -> tuple[Trimmed, dict[int, ReplacedLoop]]:
    """What is left of a program without such loops. `replaced` are the loops that were gone before; the result has
    them, too."""
    loops, room = dict(replaced), ROOM
    while True:
        before, leading = len(loops), find_leading(left.program, graph)
        for head in sorted(graph.heads & leading.keys() - loops.keys()):
            loop = _find_known(left.program, head, leading)
            if loop is not None and loop.size <= min(LONGEST, room):
                room -= loop.size
                inside = tuple(loops[each] for each in loop.shape.bodies if each in loops)
                left = _write_out(left, loop)
                loops[head] = ReplacedLoop(head, len(loop.members) + 1, len(loop.shape.bodies) + 1, inside)
        if len(loops) == before:
            return left, loops


def _find_known(program: Program, head: int, leading: Mapping[int, set[int]]) -> _KnownLoop | None:
    """The loop that begins with a block, if its members are known and it can be entered there alone. `leading` are the
    blocks that lead to each."""
    try:
        shape = find_loop(program, head, leading[head])
    except Unsuited:
        return None
    if not isinstance(shape, SetLoop):
        return None
    inside = shape.bodies.keys()
    if not all(each in leading and leading[each] <= inside | {head} for each in inside):
        return None
    entries = [program.blocks[each] for each in leading[head] - inside]
    wholes = {find_last(each.instructions, shape.rest) for each in entries}
    whole = wholes.pop() if len(wholes) == 1 else None
    return None if whole is None or whole < 0 else _KnownLoop(shape, tuple(indices_of(whole)))


def _write_out(left: Trimmed, loop: _KnownLoop) -> Trimmed:
    """What is left of a program, with a copy of a loop's blocks for each member in its place."""
    shape, blocks, live = loop.shape, list(left.program.blocks), dict(left.live)
    places = [
        {at: len(blocks) + number * len(shape.bodies) + place for place, at in enumerate(shape.bodies)}
        for number in range(len(loop.members))
    ]
    firsts = [each[shape.first] for each in places] + [shape.after]
    rest = sum(1 << each for each in loop.members)
    for member, where, following in zip(loop.members, places, firsts[1:], strict=True):
        rest -= 1 << member
        met = (Move(shape.member, member), Move(shape.bit, 1 << member), Move(shape.rest, rest))
        for at, block in shape.bodies.items():
            instructions = (*met, *block.instructions) if at == shape.first else block.instructions
            end = with_blocks(block.terminator, {**where, shape.head: following})
            blocks.append(Block(block.name, instructions, end))
            live[where[at]] = live[at]
    blocks[shape.head] = replace(blocks[shape.head], terminator=Jump(firsts[0]))
    return replace(left, program=replace(left.program, blocks=tuple(blocks)), live=live)
