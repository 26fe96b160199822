"""Writes the functions that handle cards: what they do to the slots of a place is said in `program.cards`.

Each kind of handling becomes one function for each zone, or pair of zones, that needs it. It gets a pointer to where
the zone's slots begin and the number of the place, and gives a negative result, having changed nothing, if it cannot
be done. Games begin with a position that has been verified (`position_check`), so that the cards of a place are
valid: that a pile has room for one more card is the only thing left to check. Slots where no card lies any
more are not cleared.
"""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.native.llvm_text import Function, If, Loop
from interpreter.program import ZoneInfo
from interpreter.program.cards import DAMAGED, EMPTY, NOT_THERE, UNKNOWN

DECLARATIONS = """\
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""


@dataclass
class Place:
    """The slots of one place of a zone, as a function sees them."""

    f: Function
    zone: ZoneInfo
    base: str
    index: str

    def _at(self, part: int) -> str:
        return self.f.at(self.base, part * self.zone.members, self.index)

    @property
    def contents(self) -> str:
        """All cards of the place, as a set."""
        return self._at(0)

    @property
    def loose(self) -> str:
        return self._at(1 if self.zone.capacity else 0)

    @property
    def height(self) -> str:
        """How many are in known order."""
        return self._at(2)

    @property
    def under(self) -> str:
        """How many of these lie beneath the loose ones."""
        return self._at(3)

    @property
    def order(self) -> str:
        """The cards in known order."""
        return self.f.at(self.base, 4 * self.zone.members, self.f.op("mul", self.index, self.zone.capacity))

    @property
    def many(self) -> str:
        """How many cards lie there, where there are copies."""
        return self.f.at(self.base, self.zone.many - self.zone.first, self.index)

    @property
    def counts(self) -> str:
        """How many there are of each card."""
        return self._counts_from(self.zone.counts(0))

    @property
    def loose_counts(self) -> str:
        """How many there are of each card among the loose ones."""
        return self._counts_from(self.zone.loose_counts(0))

    @property
    def all_counts(self) -> tuple[str, ...]:
        """Where it is kept how many there are of each card."""
        return (self.counts, self.loose_counts) if self.zone.capacity else (self.counts,)

    def _counts_from(self, first: int) -> str:
        return self.f.at(self.base, first - self.zone.first, self.f.op("mul", self.index, self.zone.cards))


class CardWriter:
    """Writes what several functions do with places."""

    def __init__(self, function: Function) -> None:
        self.f = function

    def refuse_unless(self, truth: str, result: int) -> None:
        """Leaves the function with a result unless something is true."""
        refused, going_on = self.f.fresh("refused"), self.f.fresh("ok")
        self.f.branch(truth, going_on, refused, ", !prof !0")
        self.f.label(refused)
        self.f.give(result)
        self.f.label(going_on)

    def leave_if(self, truth: str, result: str | int) -> None:
        """Leaves the function with a result if something is true."""
        with If(self.f, truth):
            self.f.give(result)
            self.f.label(self.f.fresh("never"))

    def heights(self, place: Place, least_room: int = 0) -> tuple[str, str]:
        """The height of a pile and how much of it is under the loose cards; leaves the function if there is no room
        for this number of cards more."""
        f = self.f
        height, under = f.load(place.height), f.load(place.under)
        if least_room:
            self.refuse_unless(f.is_("ule", height, place.zone.capacity - least_room), DAMAGED)
        return height, under

    def peek(self, place: Place) -> str:
        """The card on top; leaves the function if there is none that is known."""
        f = self.f
        height, under = self.heights(place)
        with If(f, f.is_("eq", under, height)):
            f.give(f.pick(f.is_("ne", f.load(place.loose), 0), UNKNOWN, EMPTY))
            f.label(f.fresh("never"))
        return f.get(place.order, f.op("sub", height, 1))

    def lift(self, place: Place) -> str:
        """The card on top taken away; leaves the function if there is none that is known."""
        f, card = self.f, self.peek(place)
        height = f.op("sub", f.load(place.height), 1)
        f.store(height, place.height)
        self.note_gone(place, card)
        return card

    def note_gone(self, place: Place, card: str) -> None:
        """One of a card is gone from a place."""
        f = self.f
        gone = f.op("shl", 1, card)
        if place.zone.copies:
            left = self.add_copies(place, card, -1)
            gone = f.op("shl", f.number(f.is_("eq", left, 0)), card)
        f.store(f.op("and", f.load(place.contents), f.op("xor", gone, -1)), place.contents)

    def add_copies(self, place: Place, card: str, more: int) -> str:
        """There are more of a card, or fewer; how many there are then."""
        f, pointer = self.f, self.f.at(place.counts, card)
        now = f.op("add", f.load(pointer), more)
        f.store(now, pointer)
        f.store(f.op("add", f.load(place.many), more), place.many)
        return now

    def lay(self, place: Place, card: str, bottom: bool) -> None:
        """A card laid down; leaves the function if the pile makes no sense."""
        f = self.f
        if place.zone.copies:
            self.refuse_unless(f.is_("ult", f.get(place.counts, card), f.get("@COPIES", card)), DAMAGED)
        if place.zone.capacity:
            height, under = self.heights(place, least_room=1)
            if bottom:
                self.shift(place, 1, height)
                f.put(card, place.order)
                lies_under = f.number(f.is_("sgt", f.load(place.loose), 0))
                f.store(f.op("add", under, lies_under), place.under)
            else:
                f.put(card, place.order, height)
            f.store(f.op("add", height, 1), place.height)
        if place.zone.copies:
            self.add_copies(place, card, 1)
        f.store(f.op("or", f.load(place.contents), f.op("shl", 1, card)), place.contents)

    def shift(self, place: Place, by: str | int, many: str) -> None:
        """The lowest cards in known order moved up."""
        self.copy(place.order, self.f.at(place.order, by), many)

    def copy(self, source: str, onto: str, many: str | int) -> None:
        size = self.f.op("mul", many, 8)
        self.f.line(f"call void @llvm.memmove.p0.p0.i64(ptr {onto}, ptr {source}, i64 {size}, i1 false)")

    def settle(self, place: Place, known: str, loose: str, height: str, under: str) -> None:
        """Everything about a pile but the cards in known order themselves."""
        f = self.f
        f.store(f.op("or", known, loose), place.contents)
        f.store(loose, place.loose)
        f.store(height, place.height)
        f.store(f.pick(f.is_("eq", loose, 0), 0, under), place.under)

    def empty(self, place: Place) -> None:
        """Nothing left at a place."""
        self.f.store(0, place.contents)
        if place.zone.capacity:
            for slot in (place.loose, place.height, place.under):
                self.f.store(0, slot)
        if place.zone.copies:
            self.empty_counts(place)

    def empty_counts(self, place: Place) -> None:
        """None of any card left at a place."""
        f = self.f
        f.store(0, place.many)
        with Loop(f, place.zone.cards) as card:
            for counts in place.all_counts:
                f.put(0, counts, card)


class OnePlaceWriter(CardWriter):
    """Writes the functions for one place."""

    def __init__(self, function: Function, place: Place) -> None:
        super().__init__(function)
        self.place = place

    def write(self, kind: str) -> None:
        match kind:
            case "lay" | "lay_under":
                self.lay(self.place, "%card", kind == "lay_under")
                self.f.give(0)
            case "peek":
                self.f.give(self.peek(self.place))
            case "lift":
                self.f.give(self.lift(self.place))
            case "reveal":
                self.write_reveal()
            case "take":
                self.write_take()
            case "mix":
                self.write_mix()
            case "pick":
                self.write_pick()
            case _:
                raise ValueError(f"no function handles cards by {kind}")

    def write_reveal(self) -> None:
        """The set of `many` cards on top."""
        f, place = self.f, self.place
        with If(f, f.is_("eq", "%many", 1)):
            f.give(f.op("shl", 1, self.peek(place)))
            f.label(f.fresh("never"))
        height, under = self.heights(place)
        loose = f.load(place.loose)
        above = f.op("sub", height, under)
        self.leave_if(f.is_("sgt", "%many", above), f.pick(f.is_("ne", loose, 0), UNKNOWN, EMPTY))
        many = f.set("call i64 @llvm.smax.i64(i64 %many, i64 0)")
        found, top = f.place(), f.at(place.order, f.op("sub", height, many))
        f.store(0, found)
        with Loop(f, many) as at:
            f.store(f.op("or", f.load(found), f.op("shl", 1, f.get(top, at))), found)
        f.give(f.load(found))

    def write_take(self) -> None:
        f, place = self.f, self.place
        contents, others = f.load(place.contents), f.op("xor", "%wanted", -1)
        missing = f.op("and", "%wanted", f.op("xor", contents, -1))
        self.refuse_unless(f.is_("eq", missing, 0), NOT_THERE)
        if place.zone.copies:
            self.take_copies()
            return
        if not place.zone.capacity:
            f.store(f.op("and", contents, others), place.contents)
            f.give(0)
            return
        height, under = self.heights(place)
        loose, known = f.load(place.loose), f.load(place.contents)
        order, kept, kept_under = place.order, f.place(), f.place()
        f.store(0, kept)
        f.store(0, kept_under)
        with Loop(f, height) as at:
            card = f.get(order, at)
            stays = f.is_("ne", f.op("and", f.op("shl", 1, card), others), 0)
            with If(f, stays):
                f.put(card, order, f.load(kept))
                f.store(f.op("add", f.load(kept), 1), kept)
                lower = f.number(f.is_("ult", at, under))
                f.store(f.op("add", f.load(kept_under), lower), kept_under)
        left = f.op("and", known, others), f.op("and", loose, others)
        self.settle(place, *left, f.load(kept), f.load(kept_under))
        f.give(0)

    def take_copies(self) -> None:
        """One of each of these cards taken away, of several that are alike the one that lies highest."""
        f, place, rest = self.f, self.place, self.f.place()
        f.store("%wanted", rest)
        with Loop(f, f.size("%wanted")):
            now = f.load(rest)
            card = f.lowest(now)
            f.store(f.op("and", now, f.op("sub", now, 1)), rest)
            if place.zone.capacity:
                self.take_from_pile(card)
            self.note_gone(place, card)
        f.give(0)

    def take_from_pile(self, card: str) -> None:
        """One of a card taken out of the known order, or from the loose ones."""
        f, place, found = self.f, self.place, self.f.place()
        height, under = f.load(place.height), f.load(place.under)
        f.store(-1, found)
        with Loop(f, height) as at, If(f, f.is_("eq", f.get(place.order, at), card)):
            f.store(at, found)
        loosely = f.is_("sgt", f.get(place.loose_counts, card), 0)
        loosely = f.both(loosely, f.is_("slt", f.load(found), under))
        known, taken, after = f.fresh("known"), f.fresh("loose"), f.fresh("taken")
        f.branch(loosely, taken, known)
        f.label(taken)
        self.note_drawn(card)
        f.jump(after)
        f.label(known)
        at, left = f.load(found), f.op("sub", height, 1)
        self.copy(f.at(place.order, at, 1), f.at(place.order, at), f.op("sub", left, at))
        f.store(left, place.height)
        f.store(f.op("sub", under, f.number(f.is_("slt", at, under))), place.under)
        f.jump(after)
        f.label(after)

    def note_drawn(self, card: str) -> None:
        """One of a card is gone from the loose ones."""
        f, place = self.f, self.place
        left = f.op("sub", f.get(place.loose_counts, card), 1)
        f.put(left, place.loose_counts, card)
        gone = f.op("shl", f.number(f.is_("eq", left, 0)), card)
        loose = f.op("and", f.load(place.loose), f.op("xor", gone, -1))
        f.store(loose, place.loose)
        f.store(f.pick(f.is_("eq", loose, 0), 0, f.load(place.under)), place.under)

    def write_mix(self) -> None:
        f, place = self.f, self.place
        contents = f.load(place.contents)
        if place.zone.copies:
            self.copy(place.counts, place.loose_counts, place.zone.cards)
            f.store(0, place.height)
            f.store(0, place.under)
        else:
            self.empty(place)
        f.store(contents, place.contents)
        f.store(contents, place.loose)
        f.give(0)

    def write_pick(self) -> None:
        """One of the loose cards by its number, taken away. That there is one of this number has been seen to."""
        f, place = self.f, self.place
        if place.zone.copies:
            self.pick_copy()
            return
        loose = f.load(place.loose)
        card = f.set(f"call i64 @member(i64 {loose}, i64 %number)")
        others = f.op("xor", f.op("shl", 1, card), -1)
        left = f.op("and", loose, others)
        f.store(left, place.loose)
        f.store(f.op("and", f.load(place.contents), others), place.contents)
        with If(f, f.is_("eq", left, 0)):
            f.store(0, place.under)
        f.give(card)

    def pick_copy(self) -> None:
        """The same where there are several of a card."""
        f, place, before, found = self.f, self.place, self.f.place(), self.f.place()
        f.store(0, before)
        f.store(-1, found)
        with Loop(f, place.zone.cards) as card:
            f.store(f.pick(f.is_("sle", f.load(before), "%number"), card, f.load(found)), found)
            f.store(f.op("add", f.load(before), f.get(place.loose_counts, card)), before)
        card = f.load(found)
        self.note_drawn(card)
        self.note_gone(place, card)
        f.give(card)
