"""Puts the code of functions in the place of what applies them, for those who follow a program block by block.

All blocks keep their numbers; what is copied comes behind them.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.analysis.graph import find_ways
from interpreter.program import Answer, Apply, Block, Instruction, Jump, Move, Program, Register, Terminator
from interpreter.program.instructions.fields import with_blocks


def inline_functions(program: Program) -> Program:
    """A program that does the same without functions. What they write to must be read by nothing else, as the copies
    are that a supposed step is carried out on."""
    if not program.functions:
        return program
    blocks = list(program.blocks)
    at = 0
    while at < len(blocks):
        _inline_first(program, blocks, at)
        at += 1
    return replace(program, blocks=tuple(blocks), functions=())


def _inline_first(program: Program, blocks: list[Block], at: int) -> None:
    """Inline the first function that a block applies. What follows becomes a block of its own, to be seen to later."""
    block = blocks[at]
    for place, each in enumerate(block.instructions):
        if isinstance(each, Apply):
            rest = len(blocks)
            blocks.append(Block(block.name, block.instructions[place + 1 :], block.terminator))
            entry = _copy(program, blocks, each, rest)
            info = program.functions[each.function]
            moves: list[Instruction] = [
                Move(Register(parameter), argument)
                for parameter, argument in zip(info.parameters, each.arguments, strict=True)
            ]
            blocks[at] = Block(block.name, (*block.instructions[:place], *moves), Jump(entry))
            return


def _copy(program: Program, blocks: list[Block], apply: Apply, after: int) -> int:
    """A copy of a function whose result goes to the given place; the number of its first block."""
    entry = program.functions[apply.function].entry
    body = list(find_ways(program, [entry]))
    where = {block: len(blocks) + number for number, block in enumerate(body)}
    for each in body:
        block = program.blocks[each]
        instructions, end = block.instructions, block.terminator
        leaving: Terminator = with_blocks(end, where)
        if isinstance(end, Answer):
            instructions, leaving = (*instructions, Move(apply.target, end.values[0])), Jump(after)
        blocks.append(Block(block.name, instructions, leaving))
    return where[entry]
