"""Writes the functions that handle cards: what they do to the slots of a place is said in `program.cards`.

Each kind of handling becomes one function for each zone, or pair of zones, that needs it. It gets a pointer to where
the zone's slots begin and the number of the place, and gives a negative result, having changed nothing, if it cannot
be done. Everything is checked, so that damaged positions break nothing; but games that are played fast begin with a
position that has been looked at as a whole (`soundness`), and of which nothing comes to light again. There places are
trusted: that a pile has room for one more card is all that is left to check, and slots where no card lies are not
cleared.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.native.writing import Function, Loop, When
from interpreter.program import ZoneInfo

UNKNOWN, EMPTY, NOT_THERE, DAMAGED = -1, -2, -3, -4

DECLARATIONS = """\
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""

ONE_ZONE = ("lay", "lay_under", "peek", "lift", "reveal", "take", "mix", "pick")
TWO_ZONES = ("pour", "pour_under", "exchange")


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
        """The loose ones."""
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


class Cards:
    """Writes what several functions do with places; `trusted` tells whether these are known to make sense."""

    def __init__(self, function: Function, trusted: bool) -> None:
        self.f, self.trusted = function, trusted

    def refuse_unless(self, truth: str, result: int) -> None:
        """Leaves the function with a result unless something holds."""
        refused, going_on = self.f.fresh("refused"), self.f.fresh("ok")
        self.f.branch(truth, going_on, refused, ", !prof !0")
        self.f.label(refused)
        self.f.give(result)
        self.f.label(going_on)

    def leave_if(self, truth: str, result: str | int) -> None:
        """Leaves the function with a result if something holds."""
        with When(self.f, truth):
            self.f.give(result)
            self.f.label(self.f.fresh("never"))

    def heights(self, place: Place, least_room: int = 0) -> tuple[str, str]:
        """The height of a pile and how much of it is under the loose cards; leaves the function if they make no
        sense, or if there is no room for so many more cards."""
        f = self.f
        height, under = f.load(place.height), f.load(place.under)
        if least_room or not self.trusted:
            self.refuse_unless(f.is_("ule", height, place.zone.capacity - least_room), DAMAGED)
        if not self.trusted:
            self.refuse_unless(f.is_("ule", under, height), DAMAGED)
        return height, under

    def known(self, place: Place, height: str) -> str:
        """The cards in known order as a set, or with the loose ones; leaves the function if one of them is none."""
        f = self.f
        if self.trusted:
            return f.load(place.contents)
        found, order = f.place(), place.order
        f.store(0, found)
        with Loop(f, height) as at:
            card = f.get(order, at)
            self.refuse_unless(f.is_("ult", card, place.zone.cards), DAMAGED)
            f.store(f.op("or", f.load(found), f.op("shl", 1, card)), found)
        return f.load(found)

    def checked_loose(self, place: Place) -> str:
        """The loose cards; leaves the function if they are no set of cards."""
        loose = self.f.load(place.loose)
        if not self.trusted:
            self.refuse_unless(self.f.is_("ult", loose, 1 << place.zone.cards), DAMAGED)
        return loose

    def peek(self, place: Place) -> str:
        """The card on top; leaves the function if there is none that is known."""
        f = self.f
        height, under = self.heights(place)
        with When(f, f.is_("eq", under, height)):
            f.give(f.pick(f.is_("ne", f.load(place.loose), 0), UNKNOWN, EMPTY))
            f.label(f.fresh("never"))
        card = f.get(place.order, f.op("sub", height, 1))
        if not self.trusted:
            self.refuse_unless(f.is_("ult", card, place.zone.cards), DAMAGED)
        return card

    def lift(self, place: Place) -> str:
        """The card on top taken away; leaves the function if there is none that is known."""
        f, card = self.f, self.peek(place)
        height = f.op("sub", f.load(place.height), 1)
        f.store(height, place.height)
        if not self.trusted:
            f.put(0, place.order, height)
        f.store(f.op("and", f.load(place.contents), f.op("xor", f.op("shl", 1, card), -1)), place.contents)
        return card

    def lay(self, place: Place, card: str, bottom: bool) -> None:
        """A card laid down; leaves the function if the pile makes no sense."""
        f = self.f
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
        f.store(f.op("or", f.load(place.contents), f.op("shl", 1, card)), place.contents)

    def shift(self, place: Place, by: str | int, many: str) -> None:
        """The lowest cards in known order moved up."""
        self.copy(place.order, self.f.at(place.order, by), many)

    def copy(self, source: str, onto: str, many: str | int) -> None:
        """Numbers copied."""
        size = self.f.op("mul", many, 8)
        self.f.line(f"call void @llvm.memmove.p0.p0.i64(ptr {onto}, ptr {source}, i64 {size}, i1 false)")

    def clear(self, pointer: str, many: str | int) -> None:
        """Slots where no card lies any more made 0."""
        if self.trusted:
            return
        size = self.f.op("mul", many, 8)
        self.f.line(f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {size}, i1 false)")

    def settle(self, place: Place, known: str, loose: str, height: str, under: str) -> None:
        """Everything about a pile but the cards in known order themselves; no others are left above them."""
        f = self.f
        f.store(f.op("or", known, loose), place.contents)
        f.store(loose, place.loose)
        f.store(height, place.height)
        f.store(f.pick(f.is_("eq", loose, 0), 0, under), place.under)
        self.clear(f.at(place.order, height), f.op("sub", place.zone.capacity, height))

    def empty(self, place: Place) -> None:
        """Nothing left at a place."""
        self.f.store(0, place.contents)
        if place.zone.capacity:
            for slot in (place.loose, place.height, place.under):
                self.f.store(0, slot)
            self.clear(place.order, place.zone.capacity)


class Handling(Cards):
    """Writes the functions for one place."""

    def __init__(self, function: Function, place: Place, trusted: bool) -> None:
        super().__init__(function, trusted)
        self.place = place

    def write(self, kind: str) -> None:
        """The whole function."""
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
        """The set of so many cards on top."""
        f, place = self.f, self.place
        with When(f, f.is_("eq", "%many", 1)):
            f.give(f.op("shl", 1, self.peek(place)))
            f.label(f.fresh("never"))
        height, under = self.heights(place)
        loose = self.checked_loose(place)
        self.known(place, height)
        above = f.op("sub", height, under)
        self.leave_if(f.is_("sgt", "%many", above), f.pick(f.is_("ne", loose, 0), UNKNOWN, EMPTY))
        many = f.set("call i64 @llvm.smax.i64(i64 %many, i64 0)")
        found, top = f.place(), f.at(place.order, f.op("sub", height, many))
        f.store(0, found)
        with Loop(f, many) as at:
            f.store(f.op("or", f.load(found), f.op("shl", 1, f.get(top, at))), found)
        f.give(f.load(found))

    def write_take(self) -> None:
        """Cards taken away."""
        f, place = self.f, self.place
        contents, others = f.load(place.contents), f.op("xor", "%wanted", -1)
        missing = f.op("and", "%wanted", f.op("xor", contents, -1))
        self.refuse_unless(f.is_("eq", missing, 0), NOT_THERE)
        if not place.zone.capacity:
            f.store(f.op("and", contents, others), place.contents)
            f.give(0)
            return
        height, under = self.heights(place)
        loose, known = self.checked_loose(place), self.known(place, height)
        order, kept, kept_under = place.order, f.place(), f.place()
        f.store(0, kept)
        f.store(0, kept_under)
        with Loop(f, height) as at:
            card = f.get(order, at)
            stays = f.is_("ne", f.op("and", f.op("shl", 1, card), others), 0)
            with When(f, stays):
                f.put(card, order, f.load(kept))
                f.store(f.op("add", f.load(kept), 1), kept)
                lower = f.number(f.is_("ult", at, under))
                f.store(f.op("add", f.load(kept_under), lower), kept_under)
        left = f.op("and", known, others), f.op("and", loose, others)
        self.settle(place, *left, f.load(kept), f.load(kept_under))
        f.give(0)

    def write_mix(self) -> None:
        """All cards made loose."""
        f, place = self.f, self.place
        contents = f.load(place.contents)
        if not self.trusted:
            self.refuse_unless(f.is_("ult", contents, 1 << place.zone.cards), DAMAGED)
        self.empty(place)
        f.store(contents, place.contents)
        f.store(contents, place.loose)
        f.give(0)

    def write_pick(self) -> None:
        """One of the loose cards by its number, taken away. That there is one of this number has been seen to."""
        f, place = self.f, self.place
        loose = f.load(place.loose)
        card = f.set(f"call i64 @member(i64 {loose}, i64 %number)")
        others = f.op("xor", f.op("shl", 1, card), -1)
        left = f.op("and", loose, others)
        f.store(left, place.loose)
        f.store(f.op("and", f.load(place.contents), others), place.contents)
        with When(f, f.is_("eq", left, 0)):
            f.store(0, place.under)
        f.give(card)
