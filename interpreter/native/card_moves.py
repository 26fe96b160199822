"""Writes the functions that move cards from one place to another, and chooses the function for each handling."""

from __future__ import annotations

from interpreter.native.card_functions import CardWriter, OnePlaceWriter, Place
from interpreter.native.llvm_text import Function, If, Loop, constant
from interpreter.program import ZoneInfo
from interpreter.program.cards import DAMAGED


def card_function(kind: str, name: str, zone: ZoneInfo, onto: ZoneInfo | None) -> str:
    """The text of the function of this kind for a zone, or a pair of zones."""
    given = {
        "lay": ", i64 %card",
        "lay_under": ", i64 %card",
        "reveal": ", i64 %many",
        "take": ", i64 %wanted",
        "pick": ", i64 %number",
    }
    if onto is None:
        f = Function(f"internal i64 @{name}(ptr %z, i64 %i{given.get(kind, '')})")
        OnePlaceWriter(f, Place(f, zone, "%z", "%i")).write(kind)
    else:
        f = Function(f"internal i64 @{name}(ptr %z, ptr %y, i64 %i, i64 %p)")
        TwoPlacesWriter(f, Place(f, zone, "%z", "%i"), Place(f, onto, "%y", "%p")).write(kind)
    return _constant_copies(name, zone, f.text())


def _constant_copies(name: str, zone: ZoneInfo, text: str) -> str:
    """The text of a function with how many there are of each card, if it asks for that."""
    if "@COPIES" not in text:
        return text
    return constant(f"copies_{name}", zone.copies, 64) + text.replace("@COPIES", f"@copies_{name}")


class TwoPlacesWriter(CardWriter):
    """Writes the functions for two places."""

    def __init__(self, function: Function, place: Place, onto: Place) -> None:
        super().__init__(function)
        self.place, self.onto = place, onto

    def write(self, kind: str) -> None:
        if kind == "exchange":
            self.write_exchange()
        else:
            self.write_pour(kind == "pour_under")
        self.f.give(0)

    def write_pour(self, bottom: bool) -> None:
        """All cards of a place moved onto another, or beneath it."""
        f, place, onto = self.f, self.place, self.onto
        if place.zone.first == onto.zone.first:
            self.leave_if(f.is_("eq", "%i", "%p"), 0)
        self.leave_if(f.is_("eq", f.load(place.contents), 0), 0)
        if place.zone.copies:
            self.refuse_too_many()
        elif place.zone.capacity:
            self.pour_one(bottom)
        height, under, known = "0", "0", "0"
        if place.zone.capacity:
            height, under = self.heights(place)
            loose, known = f.load(place.loose), f.load(place.contents)
        else:
            loose = f.load(place.loose)
        there = f.load(onto.loose)
        if not onto.zone.capacity:
            f.store(f.op("or", there, f.op("or", loose, known)), onto.contents)
        elif place.zone.capacity:
            self.join(bottom, (loose, known, height, under), there)
        else:
            self.put_in_order(bottom, loose, there)
        if place.zone.copies:
            self.add_counts()
        self.empty(place)

    def refuse_too_many(self) -> None:
        """Leaves the function if there would be more of a card than there are."""
        f, place, onto = self.f, self.place, self.onto
        with Loop(f, place.zone.cards) as card:
            together = f.op("add", f.get(place.counts, card), f.get(onto.counts, card))
            self.refuse_unless(f.is_("sle", together, f.get("@COPIES", card)), DAMAGED)

    def add_counts(self) -> None:
        """How many there are then of each card."""
        f, place, onto = self.f, self.place, self.onto
        f.store(f.op("add", f.load(onto.many), f.load(place.many)), onto.many)
        with Loop(f, place.zone.cards) as card:
            f.increase(onto.counts, card, by=f.get(place.counts, card))
            if place.zone.capacity and onto.zone.capacity:
                f.increase(onto.loose_counts, card, by=f.get(place.loose_counts, card))

    def pour_one(self, bottom: bool) -> None:
        """The quick way for a pile of one card that is known."""
        f, place, onto = self.f, self.place, self.onto
        single = f.both(f.is_("eq", f.load(place.height), 1), f.is_("eq", f.load(place.loose), 0))
        with If(f, single):
            self.lay(onto, self.lift(place), bottom)
            f.give(0)
            f.label(f.fresh("never"))

    def join(self, bottom: bool, moved: tuple[str, str, str, str], there: str) -> None:
        """The cards of one pile added to those of another."""
        f, place, onto = self.f, self.place, self.onto
        loose, known, height, under = moved
        onto_height, onto_under = self.heights(onto)
        onto_known = f.load(onto.contents)
        together = f.op("add", height, onto_height)
        self.refuse_unless(f.is_("ule", together, onto.zone.capacity), DAMAGED)
        if bottom:
            self.shift(onto, height, onto_height)
            self.copy(place.order, onto.order, height)
            lower, upper = (loose, height, under), (there, onto_under)
        else:
            self.copy(place.order, f.at(onto.order, onto_height), height)
            lower, upper = (there, onto_height, onto_under), (loose, under)
        only_above = f.both(f.is_("ne", upper[0], 0), f.is_("eq", lower[0], 0))
        new_under = f.pick(only_above, f.op("add", lower[1], upper[1]), lower[2])
        self.settle(onto, f.op("or", known, onto_known), f.op("or", loose, there), together, new_under)

    def put_in_order(self, bottom: bool, cards: str, there: str) -> None:
        """Cards that lay in no order added to a pile, the lowest at the bottom."""
        f, onto = self.f, self.onto
        height, under = self.heights(onto)
        known, many = f.load(onto.contents), f.load(self.place.many) if onto.zone.copies else f.size(cards)
        together = f.op("add", height, many)
        self.refuse_unless(f.is_("ule", together, onto.zone.capacity), DAMAGED)
        if bottom:
            self.shift(onto, many, height)
        first, rest = onto.order if bottom else f.at(onto.order, height), f.place()
        f.store(cards, rest)
        if onto.zone.copies:
            self.list_copies(first)
        else:
            with Loop(f, many) as at:
                now = f.load(rest)
                f.put(f.lowest(now), first, at)
                f.store(f.op("and", now, f.op("sub", now, 1)), rest)
        loosely_above = f.is_("ne", there, 0)
        new_under = f.pick(loosely_above, f.op("add", many, under), 0) if bottom else under
        self.settle(onto, f.op("or", known, cards), there, together, new_under)

    def list_copies(self, first: str) -> None:
        """The cards of a place in rising order, each as often as it is there."""
        f, at = self.f, self.f.place()
        f.store(0, at)
        with Loop(f, self.place.zone.cards) as card, Loop(f, f.get(self.place.counts, card)):
            f.put(card, first, f.load(at))
            f.store(f.op("add", f.load(at), 1), at)

    def exchange_counts(self) -> None:
        """How many there are of each card, exchanged."""
        f, places = self.f, (self.place, self.onto)
        first, second = (f.load(each.many) for each in places)
        f.store(second, places[0].many)
        f.store(first, places[1].many)
        with Loop(f, self.place.zone.cards) as card:
            for one, other in zip(places[0].all_counts, places[1].all_counts, strict=True):
                first, second = f.get(one, card), f.get(other, card)
                f.put(second, one, card)
                f.put(first, other, card)

    def write_exchange(self) -> None:
        """Each of two places gets what the other had."""
        f, places = self.f, (self.place, self.onto)
        found = []
        for place in places:
            height, under = self.heights(place) if place.zone.capacity else ("0", "0")
            loose = f.load(place.loose)
            known = f.load(place.contents) if place.zone.capacity else "0"
            found.append((known, loose, height, under))
        if self.place.zone.copies:
            self.exchange_counts()
        if not self.place.zone.capacity:
            f.store(found[1][1], self.place.contents)
            f.store(found[0][1], self.onto.contents)
            return
        kept = [f.place(place.zone.capacity) for place in places]
        for place, copy, (_, _, height, _) in zip(places, kept, found, strict=True):
            self.copy(place.order, copy, height)
        for place, copy, facts in zip(places, reversed(kept), reversed(found), strict=True):
            self.copy(copy, place.order, facts[2])
            self.settle(place, *facts)
