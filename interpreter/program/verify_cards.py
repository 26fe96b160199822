"""What is wrong with the zones of a program and its instructions on cards. Part of `verify`."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.program import (
    Draw,
    Exchange,
    Instruction,
    Lift,
    Mix,
    Peek,
    Pour,
    Program,
    Reveal,
    Terminator,
    ZoneInfo,
)

SET_BITS = 62


def zone_faults(program: Program, zone: ZoneInfo) -> Iterator[str]:
    """What is wrong with a zone by itself."""
    if not 1 <= zone.cards <= SET_BITS or zone.capacity not in (0, zone.cards):
        yield f"it cannot have {zone.cards} cards and a capacity of {zone.capacity}"
    if zone.sight not in ("up", "down", "owner"):
        yield f"there is no sight {zone.sight}"
    if not 0 <= zone.shape < len(program.shapes):
        yield f"there is no shape {zone.shape}"
    slots = program.slots[zone.first : zone.first + zone.size] if zone.first >= 0 else ()
    if len(slots) != zone.size or any(slot.kind != "zone" for slot in slots):
        yield f"there are no {zone.size} slots for cards from slot {zone.first} on"


def card_faults(program: Program, part: Instruction | Terminator) -> Iterator[str]:
    """What is wrong with an instruction, or a stop, that handles cards. The zones it names are there."""
    match part:
        case Peek() | Lift() | Reveal() | Mix() if not program.zones[part.zone].capacity:
            yield "only a pile has an order"
        case Pour() | Exchange() if _cards(program, part.zone) != _cards(program, part.onto):
            yield "the zones are for different cards"
        case Exchange() if program.zones[part.zone].capacity != program.zones[part.onto].capacity:
            yield "a pile cannot be exchanged with what is none"
        case Draw() if not program.zones[part.zone].capacity:
            yield "only a pile has an order"
        case Draw() if _cards(program, part.zone) != _cards(program, part.onto):
            yield "the zones are for different cards"
        case _:
            pass


def _cards(program: Program, zone: int) -> tuple[str, int]:
    """Which cards lie in a zone, and how many there are."""
    return program.zones[zone].deck, program.zones[zone].cards
