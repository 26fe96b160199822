"""What instructions and terminators read and write, where they lead, and which sites they name.

Plain answers about one instruction or block at a time, for those who check, print or translate programs.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.program import (
    Answer,
    Award,
    Binary,
    Block,
    Branch,
    Call,
    Chance,
    Check,
    Decide,
    Draw,
    Exchange,
    Finish,
    Instruction,
    Jump,
    Lay,
    Lift,
    Load,
    Lookup,
    Mark,
    Mix,
    Move,
    Operand,
    Peek,
    Pour,
    Program,
    Register,
    Return,
    Reveal,
    Sample,
    Say,
    Store,
    Switch,
    Take,
    Target,
    Terminator,
    Unary,
)


def operands(instruction: Instruction) -> tuple[Operand, ...]:
    """What an instruction reads by name. `Load` reads one slot more, found while running."""
    match instruction:
        case Move(_, value) | Unary(_, _, value) | Check(value) | Sample(_, value) | Award(value):
            return (value,)
        case Binary(_, _, left, right):
            return (left, right)
        case Lookup() | Load():
            return (instruction.index,)
        case Store():
            return (instruction.index, instruction.value)
        case Mark():
            return ()
        case Say():
            return instruction.values
        case Lay():
            return (instruction.index, instruction.card)
        case Peek() | Lift() | Mix():
            return (instruction.index,)
        case Reveal():
            return (instruction.index, instruction.many)
        case Take():
            return (instruction.index, instruction.cards)
        case Pour() | Exchange():
            return (instruction.index, instruction.place)
        case _:
            assert_never(instruction)


def target(instruction: Instruction) -> Target | None:
    """What an instruction writes by name. `Store` writes a slot found while running."""
    match instruction:
        case Move() | Binary() | Unary() | Lookup() | Load() | Peek() | Lift() | Reveal():
            return instruction.target
        case Store() | Check() | Mark() | Say() | Sample() | Award() | Lay() | Take() | Pour() | Exchange() | Mix():
            return None
        case _:
            assert_never(instruction)


def closing_operands(terminator: Terminator) -> tuple[Operand, ...]:
    """What a terminator reads."""
    match terminator:
        case Branch():
            return (terminator.condition,)
        case Switch():
            return (terminator.value,)
        case Chance():
            return (terminator.thrower,)
        case Draw():
            return (terminator.index, terminator.place)
        case Decide():
            return (terminator.chooser, terminator.default)
        case Answer():
            return terminator.values
        case Jump() | Call() | Return() | Finish():
            return ()
        case _:
            assert_never(terminator)


def successors(program: Program, terminator: Terminator) -> tuple[int, ...]:
    """The blocks that may come next."""
    match terminator:
        case Jump():
            return (terminator.block,)
        case Branch():
            return (terminator.yes, terminator.no)
        case Switch():
            return terminator.blocks
        case Call():
            return (program.routines[terminator.routine].entry,)
        case Return():
            return program.routines[terminator.routine].continuations
        case Chance() | Draw() | Decide():
            return (terminator.then,)
        case Finish() | Answer():
            return ()
        case _:
            assert_never(terminator)


def stops(block: Block) -> bool:
    """Whether the game waits in this block."""
    return isinstance(block.terminator, Chance | Draw | Decide)


def sites_of(block: Block) -> tuple[int, ...]:
    """The places in a ruleset that a block's parts name, in order."""
    parts = (*block.instructions, block.terminator)
    return tuple(part.site for part in parts if not isinstance(part, _SITELESS) and part.site >= 0)


_SITELESS = (Move, Sample, Jump, Branch, Switch, Call, Return, Finish, Answer)


def carried_registers(program: Program) -> frozenset[int]:
    """The registers that some block reads before it writes them: their numbers pass from block to block. All
    others are of no use outside one block."""
    carried: set[int] = set()
    for block in program.blocks:
        written: set[int] = set()
        for instruction in block.instructions:
            carried.update(_unwritten(operands(instruction), written))
            goal = target(instruction)
            if isinstance(goal, Register):
                written.add(goal.index)
        carried.update(_unwritten(closing_operands(block.terminator), written))
    return frozenset(carried)


def _unwritten(read: tuple[Operand, ...], written: set[int]) -> list[int]:
    return [each.index for each in read if isinstance(each, Register) and each.index not in written]
