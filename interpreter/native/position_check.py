"""Writes the function that verifies a position before games are played from it.

Each slot that is ever read must be in its range, and what zones hold must be cards, each no more than once. A position
that makes no sense, as in a saved game that was changed by hand, is left to another engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.native.card_functions import Place
from interpreter.native.llvm_text import Function, Loop, constant
from interpreter.program import FULL, Range, ZoneInfo


def write_position_check(zones: Sequence[ZoneInfo], ranges: Sequence[Range]) -> str:
    """`sound(slots)` gives 1 for a position that makes sense, otherwise 0; `ranges` are those of all slots, full for
    those that may hold anything."""
    f = Function("internal i64 @sound(ptr %slots) noinline cold")
    bounds = [(at, low, high) for at, (low, high) in enumerate(ranges) if (low, high) != FULL]
    wrong = f.fresh("wrong")
    with Loop(f, len(bounds)) as at:
        row = f.at("@bounds", f.op("mul", at, 3))
        value = f.get("%slots", f.load(row))
        f.unless(f.both(f.is_("sge", value, f.get(row, 1)), f.is_("sle", value, f.get(row, 2))), wrong)
    for number, zone in enumerate(zones):
        slots = f.at("%slots", zone.first)
        for place in range(zone.members):
            given = f"i64 {zone.members}, i64 {place}, i64 {zone.capacity}, i64 {zone.cards}"
            call = f"@sound_place(ptr {slots}, {given})"
            if zone.copies:
                call = f"@sound_copies_{number}(ptr {slots}, i64 {place})"
            f.unless(f.is_("ne", f.set(f"call i64 {call}"), 0), wrong)
    f.give(1)
    f.label(wrong)
    f.give(0)
    copied = [_sound_copies(number, zone) for number, zone in enumerate(zones) if zone.copies]
    return "".join(
        [constant("bounds", [number for bound in bounds for number in bound], 64), _sound_place(), *copied, f.text()]
    )


def _sound_place() -> str:
    """Whether the slots of one place of a zone make sense (see `program.cards`)."""
    f = Function(
        "internal i64 @sound_place(ptr %zone, i64 %members, i64 %place, i64 %capacity, i64 %cards) noinline cold"
    )
    wrong, piled, found = f.fresh("wrong"), f.fresh("piled"), f.place()
    contents = f.get("%zone", "%place")
    f.unless(f.is_("ult", contents, f.op("shl", 1, "%cards")), wrong)
    right = f.fresh("right")
    f.branch(f.is_("ne", "%capacity", 0), piled, right)
    f.label(piled)
    loose, height, under = (f.get("%zone", f.op("mul", "%members", part), "%place") for part in (1, 2, 3))
    f.unless(f.is_("eq", f.op("and", loose, f.op("xor", contents, -1)), 0), wrong)
    f.unless(f.both(f.is_("ule", height, "%capacity"), f.is_("ule", under, height)), wrong)
    any_loose, none_under = f.is_("ne", loose, 0), f.is_("eq", under, 0)
    f.unless(f.set(f"or i1 {any_loose}, {none_under}"), wrong)
    order = f.at("%zone", f.op("mul", "%members", 4), f.op("mul", "%place", "%capacity"))
    f.store(loose, found)
    with Loop(f, height) as at:
        card = f.get(order, at)
        f.unless(f.is_("ult", card, "%cards"), wrong)
        bit, before = f.op("shl", 1, card), f.load(found)
        f.unless(f.is_("eq", f.op("and", before, bit), 0), wrong)
        f.store(f.op("or", before, bit), found)
    f.unless(f.is_("eq", f.load(found), contents), wrong)
    f.jump(right)
    f.label(right)
    f.give(1)
    f.label(wrong)
    f.give(0)
    return f.text()


def _sound_copies(number: int, zone: ZoneInfo) -> str:
    """The same for a zone where there are several of a card."""
    f = Function(f"internal i64 @sound_copies_{number}(ptr %zone, i64 %place) noinline cold")
    place, wrong = Place(f, zone, "%zone", "%place"), f.fresh("wrong")
    counts, found, many = place.all_counts, f.place(zone.cards), f.place()
    sets = [place.contents, place.loose] if zone.capacity else [place.contents]
    f.store(0, many)
    with Loop(f, zone.cards) as card:
        for lying, each in zip(sets, counts, strict=True):
            there = f.get(each, card)
            f.unless(f.is_("ule", there, f.get(f"@copies_of_{number}", card)), wrong)
            bit = f.op("and", f.op("lshr", f.load(lying), card), 1)
            f.unless(f.is_("eq", bit, f.number(f.is_("ne", there, 0))), wrong)
        f.put(f.get(counts[-1], card), found, card)
        f.store(f.op("add", f.load(many), f.get(counts[0], card)), many)
    for each in sets:
        f.unless(f.is_("ult", f.load(each), 1 << zone.cards), wrong)
    f.unless(f.is_("eq", f.load(many), f.load(place.many)), wrong)
    if zone.capacity:
        _find_sound_order(f, place, found, wrong)
    with Loop(f, zone.cards) as card:
        f.unless(f.is_("eq", f.get(found, card), f.get(counts[0], card)), wrong)
    f.give(1)
    f.label(wrong)
    f.give(0)
    return constant(f"copies_of_{number}", zone.copies, 64) + f.text()


def _find_sound_order(f: Function, place: Place, found: str, wrong: str) -> None:
    """Verify the cards in known order, and count them."""
    height, under = f.load(place.height), f.load(place.under)
    f.unless(f.both(f.is_("ule", height, place.zone.capacity), f.is_("ule", under, height)), wrong)
    any_loose, none_under = f.is_("ne", f.load(place.loose), 0), f.is_("eq", under, 0)
    f.unless(f.set(f"or i1 {any_loose}, {none_under}"), wrong)
    with Loop(f, height) as at:
        card = f.get(place.order, at)
        f.unless(f.is_("ult", card, place.zone.cards), wrong)
        f.increase(found, card)
