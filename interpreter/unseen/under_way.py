"""Which routines are under way at a block, and where each of them comes back to."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.program import Call, Program, Return


def find_returning(program: Program, block: int, slots: Sequence[object]) -> dict[int, int]:
    """For each routine that is under way in a block, where it comes back to."""
    owners = _find_owners(program)
    found: dict[int, int] = {}
    while block in owners and owners[block] not in found:
        routine = program.routines[owners[block]]
        number = slots[routine.return_slot]
        if not isinstance(number, int) or not 0 <= number < len(routine.continuations):
            break
        found[owners[block]] = block = routine.continuations[number]
    return found


def _find_owners(program: Program) -> dict[int, int]:
    """The routine that each block belongs to, of those that routines have."""
    found: dict[int, int] = {}
    for number, routine in enumerate(program.routines):
        waiting = [routine.entry]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found[at] = number
                waiting += _go_on(program, at)
    return found


def _go_on(program: Program, at: int) -> tuple[int, ...]:
    """What comes after a block in the same routine."""
    end = program.blocks[at].terminator
    if isinstance(end, Call):
        return (end.then,)
    return () if isinstance(end, Return) else end.successors(program)
