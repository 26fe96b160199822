"""What can be done with cards, on the numbers of a position.

Each handling (`program.instructions.handling`) is a function of its name on the list `v` and one or two places, given
by zone and index; `program.zones` describes the layout. Indices have been checked. What is impossible gives one of the
negative results below, and changes nothing. `draw` is what a stop for a card does once the card is known.
"""

from __future__ import annotations

from operator import gt

from interpreter.bits import bits_of, indices_of
from interpreter.data_classes import dataclass
from interpreter.program.zones import ZoneInfo

UNKNOWN, EMPTY, NOT_THERE, DAMAGED = -1, -2, -3, -4
"""Nobody knows the card; there is none; it does not lie there; the numbers are no cards at all."""

FAILURES = {UNKNOWN: "unknown-card", EMPTY: "empty-pile", NOT_THERE: "not-there", DAMAGED: "bad-index"}


@dataclass
class Cards:
    """The cards of one place: those beneath the loose ones, the loose ones in rising order, those above them; the
    lowest first."""

    beneath: list[int]
    loose: list[int]
    above: list[int]

    @property
    def known(self) -> list[int]:
        return self.beneath + self.above

    @property
    def order(self) -> list[int]:
        """All cards, from the bottom up, the loose ones in rising order."""
        return self.beneath + self.loose + self.above


def read(v: list[int], zone: ZoneInfo, index: int) -> Cards | None:
    """The cards of a place; None if the numbers there cannot be cards."""
    loose = v[(zone.loose if zone.capacity else zone.first) + index]
    if not 0 <= loose < 1 << zone.cards:
        return None
    listed = [*indices_of(loose)] if not zone.copies else _list_copies(v, zone, index, loose)
    if not zone.capacity or listed is None:
        return None if listed is None else Cards([], listed, [])
    height, under = v[zone.height + index], v[zone.under + index]
    if not 0 <= under <= height <= zone.capacity:
        return None
    start = zone.order + index * zone.capacity
    known = v[start : start + height]
    if any(not 0 <= card < zone.cards for card in known):
        return None
    return Cards(known[:under], listed, known[under:])


def _list_copies(v: list[int], zone: ZoneInfo, index: int, loose: int) -> list[int] | None:
    """The loose cards of a place where there are several of a card."""
    start = zone.loose_counts(index)
    counts = v[start : start + zone.cards]
    there = [loose >> card & 1 for card in range(zone.cards)]
    if any(not some <= many <= some * most for some, many, most in zip(there, counts, zone.copies, strict=True)):
        return None
    return [card for card, many in enumerate(counts) for _ in range(many)]


def write(v: list[int], zone: ZoneInfo, index: int, cards: Cards) -> bool:
    """Replace the cards of a place. Returns False, and does nothing, if they are too many."""
    known, loose = cards.known, bits_of(cards.loose)
    if len(known) > zone.capacity > 0 or (zone.copies and not _write_copies(v, zone, index, cards)):
        return False
    v[zone.first + index] = loose | bits_of(known)
    if zone.capacity:
        v[zone.under + index] = len(cards.beneath) if loose else 0
        _write_order(v, zone, index, known, loose)
    return True


def _write_order(v: list[int], zone: ZoneInfo, index: int, known: list[int], loose: int) -> None:
    v[zone.loose + index] = loose
    v[zone.height + index] = len(known)
    start = zone.order + index * zone.capacity
    v[start : start + zone.capacity] = known + [0] * (zone.capacity - len(known))


def _write_copies(v: list[int], zone: ZoneInfo, index: int, cards: Cards) -> bool:
    """Write the count of each card. Returns False, and does nothing, if one is too high."""
    for start, listed in ((zone.loose_counts(index), cards.loose), (zone.counts(index), cards.order)):
        counts = [0] * zone.cards
        for card in listed:
            counts[card] += 1
        if any(map(gt, counts, zone.copies)):
            return False
        v[start : start + zone.cards] = counts
    v[zone.many + index] = len(cards.order)
    return True


def _add_copies(v: list[int], zone: ZoneInfo, index: int, card: int, more: int) -> int:
    """Change the count of a card at a place. Returns the new count."""
    at = zone.counts(index) + card
    v[at] += more
    v[zone.many + index] += more
    return v[at]


def lay(v: list[int], zone: ZoneInfo, index: int, card: int, bottom: bool = False) -> int:
    """Put a card on top of a place, or beneath it."""
    if zone.copies and not 0 <= v[zone.counts(index) + card] < zone.copies[card]:
        return DAMAGED
    if not zone.capacity:
        if zone.copies:
            _add_copies(v, zone, index, card, 1)
        v[zone.first + index] |= 1 << card
        return 0
    height = v[zone.height + index]
    if not 0 <= v[zone.under + index] <= height < zone.capacity:
        return DAMAGED
    start = zone.order + index * zone.capacity
    if bottom:
        v[start + 1 : start + height + 1] = v[start : start + height]
        v[start] = card
        v[zone.under + index] += v[zone.loose + index] > 0
    else:
        v[start + height] = card
    v[zone.height + index] = height + 1
    v[zone.first + index] |= 1 << card
    if zone.copies:
        _add_copies(v, zone, index, card, 1)
    return 0


def lay_under(v: list[int], zone: ZoneInfo, index: int, card: int) -> int:
    return lay(v, zone, index, card, bottom=True)


def peek(v: list[int], zone: ZoneInfo, index: int) -> int:
    height, under = v[zone.height + index], v[zone.under + index]
    if not 0 <= under <= height <= zone.capacity:
        return DAMAGED
    if under < height:
        card = v[zone.order + index * zone.capacity + height - 1]
        return card if 0 <= card < zone.cards else DAMAGED
    return UNKNOWN if v[zone.loose + index] else EMPTY


def lift(v: list[int], zone: ZoneInfo, index: int) -> int:
    card = peek(v, zone, index)
    if card >= 0:
        height = v[zone.height + index] - 1
        v[zone.height + index] = height
        v[zone.order + index * zone.capacity + height] = 0
        if not zone.copies or _add_copies(v, zone, index, card, -1) <= 0:
            v[zone.first + index] &= ~(1 << card)
    return card


def reveal(v: list[int], zone: ZoneInfo, index: int, many: int) -> int:
    """The set of the `many` cards on top of a pile, if they are known."""
    if many == 1:
        card = peek(v, zone, index)
        return 1 << card if card >= 0 else card
    cards = read(v, zone, index)
    if cards is None:
        return DAMAGED
    if many > len(cards.above):
        return UNKNOWN if cards.loose else EMPTY
    return bits_of(cards.above[len(cards.above) - max(many, 0) :])


def take(v: list[int], zone: ZoneInfo, index: int, wanted: int) -> int:
    if wanted & ~v[zone.first + index]:
        return NOT_THERE
    if not zone.capacity and not zone.copies:
        v[zone.first + index] &= ~wanted
        return 0
    cards = read(v, zone, index)
    if cards is None:
        return DAMAGED
    for card in indices_of(wanted):
        _take_one(cards, card)
    write(v, zone, index, cards)
    return 0


def _take_one(cards: Cards, card: int) -> None:
    for part in (cards.above, cards.loose, cards.beneath):
        if card in part:
            del part[len(part) - 1 - part[::-1].index(card)]
            return


def pour(v: list[int], zone: ZoneInfo, index: int, onto: ZoneInfo, place: int, bottom: bool = False) -> int:
    """Move all cards of one place onto another, or beneath it."""
    if (zone.first, index) == (onto.first, place) or not v[zone.first + index]:
        return 0
    single = zone.capacity and v[zone.height + index] == 1 and not v[zone.loose + index]
    if single and (not onto.capacity or 0 <= v[onto.height + place] < onto.capacity):
        card = lift(v, zone, index)
        return lay(v, onto, place, card, bottom) if card >= 0 else card
    moved, there = read(v, zone, index), read(v, onto, place)
    if moved is None or there is None:
        return DAMAGED
    if not zone.capacity:
        moved = Cards([], [], moved.loose)
    if not write(v, onto, place, _stacked(there, moved) if not bottom else _stacked(moved, there)):
        return DAMAGED
    write(v, zone, index, Cards([], [], []))
    return 0


def pour_under(v: list[int], zone: ZoneInfo, index: int, onto: ZoneInfo, place: int) -> int:
    return pour(v, zone, index, onto, place, bottom=True)


def _stacked(lower: Cards, upper: Cards) -> Cards:
    """One on top of the other. Where both have loose cards these come together."""
    if not upper.loose:
        return Cards(lower.beneath, lower.loose, lower.above + upper.known)
    if not lower.loose:
        return Cards(lower.known + upper.beneath, upper.loose, upper.above)
    return Cards(lower.beneath, sorted(lower.loose + upper.loose), lower.above + upper.known)


def exchange(v: list[int], zone: ZoneInfo, index: int, onto: ZoneInfo, place: int) -> int:
    first, second = read(v, zone, index), read(v, onto, place)
    if first is None or second is None:
        return DAMAGED
    write(v, zone, index, second)
    write(v, onto, place, first)
    return 0


def mix(v: list[int], zone: ZoneInfo, index: int) -> int:
    """Make all cards of a pile loose."""
    contents = v[zone.first + index]
    if not 0 <= contents < 1 << zone.cards:
        return DAMAGED
    if zone.copies:
        lying = read(v, zone, index)
        if lying is None:
            return DAMAGED
        write(v, zone, index, Cards([], sorted(lying.order), []))
    else:
        v[zone.under + index] = 0
        _write_order(v, zone, index, [], contents)
    return 0


def loose_cards(v: list[int], zone: ZoneInfo, index: int) -> tuple[int, ...]:
    """The cards that may come next from a shuffled pile, in rising order; one as often as it is there."""
    loose = v[zone.loose + index]
    if not 0 <= loose < 1 << zone.cards:
        return ()
    if zone.copies:
        return tuple(_list_copies(v, zone, index, loose) or ())
    return tuple(indices_of(loose))


def count_loose(v: list[int], zone: ZoneInfo, index: int) -> int:
    loose = v[zone.loose + index]
    if not 0 <= loose < 1 << zone.cards:
        return 0
    return len(loose_cards(v, zone, index)) if zone.copies else loose.bit_count()


def draw(v: list[int], zone: ZoneInfo, index: int, number: int) -> int:
    if zone.copies:
        return _draw_copy(v, zone, index, number)
    loose = v[zone.loose + index]
    rest = loose
    for _ in range(number):
        rest &= rest - 1
    bit = rest & -rest
    v[zone.loose + index] = loose ^ bit
    v[zone.first + index] &= ~bit
    if loose == bit:
        v[zone.under + index] = 0
    return bit.bit_length() - 1


def _draw_copy(v: list[int], zone: ZoneInfo, index: int, number: int) -> int:
    card = loose_cards(v, zone, index)[number]
    at = zone.loose_counts(index) + card
    v[at] -= 1
    if not v[at]:
        v[zone.loose + index] &= ~(1 << card)
        if not v[zone.loose + index]:
            v[zone.under + index] = 0
    if _add_copies(v, zone, index, card, -1) <= 0:
        v[zone.first + index] &= ~(1 << card)
    return card
