"""Writes the functions that look at what a choice offers: a set of answers in one place or several (see
`program.Decide`)."""

from __future__ import annotations

from interpreter.native.llvm_text import Function, Loop
from interpreter.program import ALL_ANSWERS, ANSWERS_IN_SLOT


def _load(f: Function, at: str) -> str:
    """The answers in one place of a set. None are beyond the last, whatever a position holds."""
    left = f.op("sub", "%size", f.op("mul", at, ANSWERS_IN_SLOT))
    known = f.op("sub", f.op("shl", 1, f.pick(f.is_("ult", left, ANSWERS_IN_SLOT), left, ANSWERS_IN_SLOT)), 1)
    return f.op("and", f.get("%offers", at), known)


def write_offered() -> str:
    """`offered` gives how many answers are offered and the first of them; `is_offered`, whether one is."""
    f = Function("internal {i64, i64} @offered(ptr %offers, i64 %size)")
    count, first = f.place(), f.place()
    f.store(0, count)
    f.store("%size", first)
    with Loop(f, f.op("udiv", f.op("add", "%size", ANSWERS_IN_SLOT - 1), ANSWERS_IN_SLOT)) as at:
        members, before = _load(f, at), f.load(first)
        f.store(f.op("add", f.load(count), f.size(members)), count)
        lowest = f.set(f"call i64 @llvm.cttz.i64(i64 {members}, i1 false)")
        here = f.op("add", f.op("mul", at, ANSWERS_IN_SLOT), lowest)
        f.store(f.pick(f.both(f.is_("ne", members, 0), f.is_("eq", before, "%size")), here, before), first)
    both = f.set(f"insertvalue {{i64, i64}} poison, i64 {f.load(count)}, 0")
    f.line(f"ret {{i64, i64}} {f.set(f'insertvalue {{i64, i64}} {both}, i64 {f.load(first)}, 1')}")
    g = Function("internal i64 @is_offered(ptr %offers, i64 %size, i64 %answer)")
    inside = g.is_("ult", "%answer", "%size")
    answer = g.pick(inside, "%answer", 0)
    held = g.get("%offers", g.op("udiv", answer, ANSWERS_IN_SLOT))
    bit = g.op("and", g.op("lshr", held, g.op("urem", answer, ANSWERS_IN_SLOT)), 1)
    g.give(g.op("and", g.number(inside), bit))
    return f.text() + g.text()


def write_offered_at() -> str:
    """`offered_at` gives the offered answer with this number."""
    f = Function("internal i64 @offered_at(ptr %offers, i64 %before) noinline")
    at, left = f.place(), f.place()
    f.store(0, at)
    f.store("%before", left)
    here, further, found = f.fresh("here"), f.fresh("further"), f.fresh("found")
    f.jump(here)
    f.label(here)
    members = f.op("and", f.get("%offers", f.load(at)), ALL_ANSWERS)
    size = f.size(members)
    f.branch(f.is_("ult", f.load(left), size), found, further)
    f.label(further)
    f.store(f.op("sub", f.load(left), size), left)
    f.store(f.op("add", f.load(at), 1), at)
    f.jump(here)
    f.label(found)
    member = f.set(f"call i64 @member(i64 {members}, i64 {f.load(left)})")
    f.give(f.op("add", f.op("mul", f.load(at), ANSWERS_IN_SLOT), member))
    return f.text()
