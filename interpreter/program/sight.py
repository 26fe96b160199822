"""Which seat sees which cards and which states of a program."""

from __future__ import annotations

from interpreter.program import Program, SlotInfo, ZoneInfo


def sees(program: Program, seat: int, what: SlotInfo | ZoneInfo, place: int) -> bool:
    """Whether a seat sees a state, or the cards of a zone, with this place's number. A seat below 0 is nobody's, and
    sees what everybody does."""
    if what.sight != "owner" or seat < 0:
        return what.sight == "up"
    return place == (seat % len(program.sides) if what.owner == "side" and program.sides else seat)


def sees_slot(program: Program, seat: int, slot: int) -> bool:
    """Whether a seat sees what a slot of the kind `state`, or `dice`, holds."""
    return sees(program, seat, program.slots[slot], program.slots[slot].place)
