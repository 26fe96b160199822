"""Plain answers about the blocks of a program, for those who check, print or translate it.

What one instruction reads, writes and leads to follows from its fields (`program.instructions.fields`).
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.program import Block, Part, Program, Register
from interpreter.program.instructions.fields import operands, site, target


def stops(block: Block) -> bool:
    return block.terminator.stops


def sites_of(block: Block) -> tuple[int, ...]:
    """The places in a ruleset that a block's parts name, in order."""
    return tuple(place for each in block.parts if (place := site(each)) >= 0)


def carried_registers(program: Program) -> frozenset[int]:
    """The registers that some block reads before it writes them: their numbers pass from block to block. All
    others are of no use outside one block."""
    parameters = (each for function in program.functions for each in function.parameters)
    return frozenset(parameters).union(*(read_registers(block.parts) for block in program.blocks))


def read_registers(parts: Iterable[Part]) -> set[int]:
    """The registers that are read before they are written, where these parts follow one another."""
    read: set[int] = set()
    written: set[int] = set()
    for each in parts:
        read.update(used.index for used in operands(each) if isinstance(used, Register) and used.index not in written)
        goal = target(each)
        if isinstance(goal, Register):
            written.add(goal.index)
    return read
