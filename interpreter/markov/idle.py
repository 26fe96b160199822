"""A program without what makes no difference to a question: what is said to people, what is measured or awarded without
being asked for, and branches whose ways meet again before anything is done.

Options that are settled leave such branches behind. What only decided them is dead code, and goes, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.markov.question import Question
from interpreter.program import (
    VOID,
    Award,
    Binary,
    Block,
    Branch,
    Instruction,
    Jump,
    Load,
    Lookup,
    Mark,
    Move,
    Part,
    Program,
    Register,
    Sample,
    Say,
    Switch,
    Terminator,
    Unary,
)
from interpreter.program.flow import carried_registers
from interpreter.program.instructions.fields import operands, target


def drop_idle_parts(program: Program, question: Question) -> Program:
    """The same program, with blocks of the same numbers, without what makes no difference to a question."""
    kept = [tuple(each for each in block.instructions if _is_heard(each, question)) for block in program.blocks]
    blocks = [replace(block, instructions=each) for block, each in zip(program.blocks, kept, strict=True)]
    program = replace(program, blocks=tuple(blocks))
    while True:
        carried = {Register(each) for each in carried_registers(program)}
        blocks = [_drop_dead_code(block, carried) for block in program.blocks]
        blocks = [replace(block, terminator=_shorten(block, blocks)) for block in blocks]
        if tuple(blocks) == program.blocks:
            return program
        program = replace(program, blocks=tuple(blocks))


def _is_heard(part: Instruction, question: Question) -> bool:
    match part:
        case Mark() | Say():
            return False
        case Sample(measure=measure):
            return measure == question.measure
        case Award(winner=winner):
            return question.measure is None or not isinstance(winner, int) or winner == VOID
    return True


def _drop_dead_code(block: Block, carried: Iterable[Register]) -> Block:
    """A block without computations whose result nothing reads."""
    read, kept = {*carried, *operands(block.terminator)}, list[Instruction]()
    for part in reversed(block.instructions):
        if isinstance(part, Binary | Unary | Move | Load | Lookup) and _is_unread(part, read):
            continue
        read.update(operands(part))
        kept.append(part)
    return replace(block, instructions=tuple(reversed(kept)))


def _is_unread(part: Part, read: Iterable[object]) -> bool:
    goal = target(part)
    return isinstance(goal, Register) and goal not in read


def _shorten(block: Block, blocks: list[Block]) -> Terminator:
    end = block.terminator
    if isinstance(end, Branch | Switch):
        goals = {_find_goal(at, blocks) for at in ((end.yes, end.no) if isinstance(end, Branch) else end.blocks)}
        if len(goals) == 1:
            return Jump(goals.pop())
    return end


def _find_goal(at: int, blocks: list[Block]) -> int:
    """The first block from here on that does something."""
    passed = set[int]()
    while at not in passed and not blocks[at].instructions and isinstance(end := blocks[at].terminator, Jump):
        passed.add(at)
        at = end.block
    return at
