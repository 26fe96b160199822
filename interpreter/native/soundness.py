"""Writes the function that tells whether a position makes sense, before games are played from it.

All slots have to be where they are in every game, and what zones hold has to be cards that are there but once. A
position that does not make sense, as in a saved game that was changed by hand, is for another engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.native.llvm_text import Function, Loop, constant
from interpreter.program import FULL, Range, ZoneInfo


def soundness(zones: Sequence[ZoneInfo], ranges: Sequence[Range]) -> str:
    """`sound(slots)` gives 1 for a position that makes sense, otherwise 0; `ranges` are those of all slots."""
    f = Function("internal i64 @sound(ptr %slots) noinline cold")
    bounds = [(at, low, high) for at, (low, high) in enumerate(ranges) if (low, high) != FULL]
    wrong = f.fresh("wrong")
    with Loop(f, len(bounds)) as at:
        row = f.at("@bounds", f.op("mul", at, 3))
        value = f.get("%slots", f.load(row))
        f.unless(f.both(f.is_("sge", value, f.get(row, 1)), f.is_("sle", value, f.get(row, 2))), wrong)
    for zone in zones:
        slots = f.at("%slots", zone.first)
        for place in range(zone.members):
            given = f"i64 {zone.members}, i64 {place}, i64 {zone.capacity}, i64 {zone.cards}"
            f.unless(f.is_("ne", f.set(f"call i64 @sound_place(ptr {slots}, {given})"), 0), wrong)
    f.give(1)
    f.label(wrong)
    f.give(0)
    return constant("bounds", [number for bound in bounds for number in bound], 64) + _sound_place() + f.text()


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
