"""Verifies the zones of a program and its instructions on cards. Part of `verify`."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.program import Exchange, Part, Program, ZoneInfo
from interpreter.program.instructions.fields import zones_of

SET_BITS = 62
MOST_COPIES = 100


def zone_faults(program: Program, zone: ZoneInfo) -> Iterator[str]:
    if zone.copies and (len(zone.copies) != zone.cards or not all(1 <= each <= MOST_COPIES for each in zone.copies)):
        yield f"it cannot have {zone.copies} of {zone.cards} cards"
    if not 1 <= zone.cards <= SET_BITS or zone.capacity not in (0, zone.total):
        yield f"it cannot have {zone.cards} cards and a capacity of {zone.capacity}"
    if zone.sight not in ("up", "down", "owner"):
        yield f"there is no sight {zone.sight}"
    if not 0 <= zone.shape < len(program.shapes):
        yield f"there is no shape {zone.shape}"
    slots = program.slots[zone.first : zone.first + zone.size] if zone.first >= 0 else ()
    if len(slots) != zone.size or any(slot.kind != "zone" for slot in slots):
        yield f"there are no {zone.size} slots for cards from slot {zone.first} on"


def card_faults(program: Program, part: Part) -> Iterator[str]:
    """What is wrong with an instruction, or a stop, that handles cards. The zones it names are there."""
    zones = [program.zones[each] for each in zones_of(part)]
    for name, role in part.roles.items():
        if role.pile and not program.zones[getattr(part, name)].capacity:
            yield "only a pile has an order"
    if len({(zone.deck, zone.cards, zone.copies) for zone in zones}) > 1:
        yield "the zones are for different cards"
    if isinstance(part, Exchange) and zones[0].capacity != zones[1].capacity:
        yield "a pile cannot be exchanged with what is none"
