"""A program that shows all its slots where a game ends, for those who compare engines (`engine.Witness`).

Machine code leaves out what nobody reads, and of the slots of a game that is over nobody reads any. So they become the
game's answer.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.program import Answer, Finish, Program, Slot


def finishing_blocks(program: Program) -> frozenset[int]:
    """The blocks where games end."""
    return frozenset(at for at, block in enumerate(program.blocks) if isinstance(block.terminator, Finish))


def with_slots_shown(program: Program, blocks: frozenset[int]) -> Program:
    """A program that ends these blocks with all its slots for an answer."""
    everything = Answer(tuple(map(Slot, range(len(program.slots)))))
    shown = (replace(each, terminator=everything) if at in blocks else each for at, each in enumerate(program.blocks))
    return replace(program, blocks=tuple(shown))
