"""Plain answers about the blocks of a program, for those who check, print or translate it.

What one instruction reads, writes and leads to follows from its fields (`program.instructions.fields`).
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.program import Block, Operand, Program, Register, Terminator
from interpreter.program.instructions.fields import loads as loads
from interpreter.program.instructions.fields import operands as operands
from interpreter.program.instructions.fields import site
from interpreter.program.instructions.fields import stores as stores
from interpreter.program.instructions.fields import target as target
from interpreter.program.instructions.fields import zones_of as zones_of


def successors(program: Program, terminator: Terminator) -> tuple[int, ...]:
    """The blocks that may come next."""
    return terminator.successors(program)


def stops(block: Block) -> bool:
    """Whether the game waits in this block."""
    return block.terminator.stops


def sites_of(block: Block) -> tuple[int, ...]:
    """The places in a ruleset that a block's parts name, in order."""
    return tuple(place for each in block.parts if (place := site(each)) >= 0)


def carried_registers(program: Program) -> frozenset[int]:
    """The registers that some block reads before it writes them: their numbers pass from block to block. All
    others are of no use outside one block."""
    carried: set[int] = set()
    for block in program.blocks:
        written: set[int] = set()
        for each in block.parts:
            carried.update(_unwritten(operands(each), written))
            goal = target(each)
            if isinstance(goal, Register):
                written.add(goal.index)
    return frozenset(carried)


def _unwritten(read: Iterable[Operand], written: set[int]) -> list[int]:
    return [each.index for each in read if isinstance(each, Register) and each.index not in written]
