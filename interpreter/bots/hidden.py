"""Which numbers of a program come from hidden cards or secret answers, and are still needed where somebody decides.

Cards and answers that a seat may not see can be drawn anew (`redraw`), and slots that name a card go along. A number
that rules have worked out from such cards cannot: nobody can say what it would be if the cards were others. Where one
is still needed after a decision, whatever follows from it would tell of the cards.

The numbers are followed through the program as they are moved and reckoned with, wherever the parts stand; so more may
be suspected than is so, never less. How many cards lie somewhere is open, and so is what a phase keeps. Which way the
game went at a branch is not followed: it went there before everybody's eyes.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.program import (
    Block,
    Decide,
    Draw,
    Instruction,
    Lift,
    Load,
    Operand,
    Peek,
    Program,
    Register,
    Reveal,
    Slot,
    Store,
    Terminator,
    Unary,
)
from interpreter.program.flow import closing_operands, operands, successors, target


def hidden_numbers(program: Program) -> dict[int, frozenset[int]]:
    """For each block where somebody decides, the slots of the kind `local` that come from something hidden and may be
    read later on."""
    told = _tell_tale(program)
    needed = _needed(program, {slot for slot in told if program.slots[slot].kind == "local"})
    return {at: needed[at] for at, block in enumerate(program.blocks) if isinstance(block.terminator, Decide)}


# ---- what comes from something hidden


def _sources(program: Program) -> set[int]:
    """The slots that hold hidden things themselves."""
    hidden: set[int] = set()
    for zone in program.zones:
        if zone.sight != "up":
            hidden.update(range(zone.first, zone.first + zone.size))
    for block in program.blocks:
        end = block.terminator
        if isinstance(end, Decide) and program.choices[end.choice].secret:
            hidden.add(end.target.index)
        if isinstance(end, Draw) and program.zones[end.onto].sight != "up":
            hidden.add(end.target.index)
    return hidden


def _tell_tale(program: Program) -> set[int]:
    """The slots whose numbers come from something hidden."""
    slots, registers = _sources(program), set[int]()
    known = -1
    while known != len(slots) + len(registers):
        known = len(slots) + len(registers)
        for block in program.blocks:
            for part in block.instructions:
                if _tells(program, part, slots, registers):
                    _mark(program, part, slots, registers)
    return slots


def _tells(program: Program, part: Instruction, slots: set[int], registers: set[int]) -> bool:
    """Whether what an instruction works out comes from something hidden."""
    if isinstance(part, Peek | Lift | Reveal):
        return program.zones[part.zone].sight != "up"
    if isinstance(part, Unary) and part.operator == "size":
        return False
    if isinstance(part, Load) and not slots.isdisjoint(range(part.first, part.first + part.size)):
        return True
    return any(_in(each, slots, registers) for each in operands(part))


def _in(operand: Operand, slots: set[int], registers: set[int]) -> bool:
    if isinstance(operand, Slot):
        return operand.index in slots
    return isinstance(operand, Register) and operand.index in registers


def _mark(program: Program, part: Instruction, slots: set[int], registers: set[int]) -> None:
    """Note where an instruction puts what it works out. What a phase keeps is open."""
    to = target(part)
    if isinstance(to, Register):
        registers.add(to.index)
    places = [to.index] if isinstance(to, Slot) else []
    if isinstance(part, Store):
        places = list(range(part.first, part.first + part.size))
    slots.update(each for each in places if program.slots[each].kind in ("local", "choice"))


# ---- what is still needed


def _needed(program: Program, slots: set[int]) -> list[frozenset[int]]:
    """For each block, which of these slots may be read there or later before they are written."""
    needed = [frozenset[int]()] * len(program.blocks)
    changed = bool(slots)
    while changed:
        changed = False
        for at in reversed(range(len(program.blocks))):
            after = frozenset[int]().union(
                *(needed[each] for each in successors(program, program.blocks[at].terminator))
            )
            before = _before(program.blocks[at], after, slots)
            changed, needed[at] = changed or before != needed[at], before
    return needed


def _before(block: Block, after: frozenset[int], slots: set[int]) -> frozenset[int]:
    found = set(after)
    found -= set(_written(block.terminator))
    found |= set(_read(closing_operands(block.terminator)))
    for part in reversed(block.instructions):
        to = target(part)
        found -= {to.index} if isinstance(to, Slot) else set()
        found |= set(_read(operands(part)))
        if isinstance(part, Load):
            found |= set(range(part.first, part.first + part.size))
    return frozenset(found & slots)


def _written(end: Terminator) -> Iterator[int]:
    if isinstance(end, Draw | Decide):
        yield end.target.index


def _read(given: tuple[Operand, ...]) -> Iterator[int]:
    return (each.index for each in given if isinstance(each, Slot))
