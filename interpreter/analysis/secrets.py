"""Which numbers of a program come from hidden cards or secret answers, and are still needed where somebody decides.

Cards and answers that a seat may not see can be drawn anew (`redraw`), and slots that name a card are renamed with
them. A number that rules have computed from such cards, or a hidden number that a phase keeps, cannot: nobody knows
what it would be with other cards. If one is still needed after a decision, its effects would reveal the cards. What is
only shown is not needed.

Taint analysis: numbers are followed through moves and arithmetic, regardless of order, so more may be suspected than is
true, never less. The number of cards at a place is open, and so is what a phase keeps, unless its slot says otherwise.
Branches are not followed: everybody sees which way the game takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.analysis.effects import Effects, find_effects
from interpreter.program import Block, Chance, Decide, Operand, Program, Register, Slot
from interpreter.program.flow import stops
from interpreter.program.instructions.fields import operands, target, zones_of


def find_hidden_numbers(program: Program) -> dict[int, frozenset[int]]:
    """For each block where somebody decides, the slots of the kinds `local` and `state` that come from something hidden
    and may be read later on."""
    slots, _ = _find_hidden(program)
    needed = _find_needed(program, {slot for slot in slots if program.slots[slot].kind in ("local", "state")})
    return {at: needed[at] for at, block in enumerate(program.blocks) if isinstance(block.terminator, Decide)}


def find_hidden_turns(program: Program) -> frozenset[int]:
    """Return the blocks that throw dice whose first rule afterwards depends on something hidden."""
    slots, registers = _find_hidden(program)
    return frozenset(
        at
        for at, block in enumerate(program.blocks)
        if isinstance(block.terminator, Chance) and _turns(program, block.terminator.then, slots, registers)
    )


def _turns(program: Program, start: int, slots: set[int], registers: set[int]) -> bool:
    """Whether the way from a block to the first rule, or the next thing seen, depends on something hidden."""
    for block in _way(program, (start,), ("rule",)):
        end = block.terminator
        turns = any(_in(each, slots, registers) for each in operands(end))
        if turns and not _is_end(program, block, ("rule",)):
            beyond = _way(program, end.successors(program), ("rule", "row"))
            if any(_tells(program, each, ("rule", "row")) for each in beyond):
                return True
    return False


def _way(program: Program, starts: tuple[int, ...], kinds: tuple[str, ...]) -> Iterator[Block]:
    """The blocks from some on to the next stop, or to where people see something (see `_tells`)."""
    waiting, seen = list(starts), set(starts)
    while waiting:
        block = program.blocks[waiting.pop()]
        yield block
        if not _is_end(program, block, kinds):
            following = [each for each in block.terminator.successors(program) if each not in seen]
            seen.update(following)
            waiting += following


def _is_end(program: Program, block: Block, kinds: tuple[str, ...]) -> bool:
    return stops(block) or _tells(program, block, kinds)


def _tells(program: Program, block: Block, kinds: tuple[str, ...]) -> bool:
    """Whether a block says something, or reaches a place of these kinds."""
    effects = find_effects(program, block.instructions)
    if effects.says or effects.samples or effects.awards:
        return True
    return any(program.sites[site].kind in kinds for site in effects.marks)


# ---- what comes from something hidden


def _find_sources(program: Program) -> set[int]:
    hidden = {at for at, slot in enumerate(program.slots) if slot.sight != "up"}
    for zone in program.zones:
        if zone.sight != "up":
            hidden.update(range(zone.first, zone.first + zone.size))
    for block in program.blocks:
        end = block.terminator
        if isinstance(end, Decide) and program.choices[end.choice].secret:
            hidden.add(end.target.index)
        if isinstance(end, Chance) and program.dice[end.dice].sight != "up":
            hidden.add(end.target.index)
        into = target(end)
        if zones_of(end) and isinstance(into, Slot) and program.zones[zones_of(end)[-1]].sight != "up":
            hidden.add(into.index)  # a card that is drawn, by where it goes
    return hidden


def _find_hidden(program: Program) -> tuple[set[int], set[int]]:
    """The slots, and the registers, whose numbers come from something hidden."""
    slots, registers = _find_sources(program), set[int]()
    effects = [find_effects(program, part) for block in program.blocks for part in block.instructions]
    writing = [each for each in effects if each.writes or each.stores]
    known = -1
    while known != len(slots) + len(registers):
        known = len(slots) + len(registers)
        for each in writing:
            if _comes_from(program, each, slots, registers):
                _mark(program, each, slots, registers)
    return slots, registers


def _comes_from(program: Program, effects: Effects, slots: set[int], registers: set[int]) -> bool:
    """Whether what an instruction computes comes from something hidden."""
    if effects.handles:
        return any(program.zones[zone].sight != "up" for zone in effects.handles)
    if any(operator.name == "size" for operator in effects.operators):
        return False
    if any(not slots.isdisjoint(several) for several in effects.loads):
        return True
    return any(_in(each, slots, registers) for each in effects.reads)


def _in(operand: Operand, slots: set[int], registers: set[int]) -> bool:
    if isinstance(operand, Slot):
        return operand.index in slots
    return isinstance(operand, Register) and operand.index in registers


def _mark(program: Program, effects: Effects, slots: set[int], registers: set[int]) -> None:
    """Note where an instruction puts what it computes. What a phase keeps is hidden only if its slot is."""
    registers.update(each.index for each in effects.writes if isinstance(each, Register))
    slots.update(each for each in effects.slots_written() if program.slots[each].kind in ("local", "choice"))


# ---- what is still needed


def _find_needed(program: Program, slots: set[int]) -> list[frozenset[int]]:
    """For each block, which of these slots may be read there or later before they are written."""
    needed = [frozenset[int]()] * len(program.blocks)
    uses = [[_use(find_effects(program, part), slots) for part in reversed(block.parts)] for block in program.blocks]
    changed = bool(slots)
    while changed:
        changed = False
        for at in reversed(range(len(program.blocks))):
            before = frozenset[int]().union(
                *(needed[each] for each in program.blocks[at].terminator.successors(program))
            )
            for written, read in uses[at]:
                before = before - written | read
            changed, needed[at] = changed or before != needed[at], before
    return needed


def _use(effects: Effects, slots: set[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Which of some slots are surely written, and which may be read."""
    written = {each.index for each in effects.writes if isinstance(each, Slot)}
    return frozenset(written & slots), frozenset(effects.slots_read() & slots)
