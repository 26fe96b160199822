"""What the twin does with cards: each place is taken out of its slots as lists, changed, and written back.

Nothing here looks at how the stepper does it; what the slots mean is said in `interpreter.program.zones`. The places
of a sound program are taken for granted: nonsense in the slots is not looked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, assert_never

from interpreter.engine import Failure
from interpreter.program import (
    Exchange,
    Instruction,
    Lay,
    Lift,
    Mix,
    Operand,
    Peek,
    Pour,
    Reveal,
    Take,
    Target,
    ZoneInfo,
)


class Failed(Exception):
    def __init__(self, failure: Failure) -> None:
        self.failure = failure


def within(value: int, low: int, high: int, reason: str, site: int, what: int = -1) -> int:
    if value < low or value > high:
        raise Failed(Failure(reason, site, what, value, low, high))
    return value


class State(Protocol):
    """As much of a game in motion as matters here."""

    slots: list[int]

    def read(self, operand: Operand) -> int: ...

    def write(self, target: Target, value: int) -> None: ...


@dataclass
class Pile:
    """What lies at a place, from the bottom up: cards in a known order, cards in none, cards in a known order."""

    beneath: list[int]
    loose: list[int]
    above: list[int]

    def all(self) -> list[int]:
        return [*self.beneath, *self.loose, *self.above]

    def on(self, lower: Pile) -> Pile:
        """This one put on top of another."""
        if self.loose and lower.loose:
            return Pile(lower.beneath, lower.loose + self.loose, lower.above + self.beneath + self.above)
        if self.loose:
            return Pile(lower.beneath + lower.above + self.beneath, self.loose, self.above)
        return Pile(lower.beneath, lower.loose, lower.above + self.beneath + self.above)

    def remove(self, card: int) -> None:
        """One of a card, the highest that is known to lie above the loose ones, or a loose one, or one beneath."""
        for part in (self.above, self.loose, self.beneath):
            if card in part:
                part.reverse()
                part.remove(card)
                part.reverse()
                return


def members_of(number: int) -> list[int]:
    return [place for place in range(63) if number // 2**place % 2]


def at_place(zone: ZoneInfo, index: int, site: int) -> int:
    return within(index, 0, max(1, len(zone.places)) - 1, "bad-index", site)


def numbers_of_copies(zone: ZoneInfo, index: int) -> list[int]:
    """The slots that say how many of each card lie at a place: of all of them, and of the loose ones."""
    places = max(1, len(zone.places))
    many = zone.first + places * (1 if zone.capacity == 0 else 4 + zone.capacity)
    starts = [many + places + index * zone.cards]
    return [many + index, *starts, *([starts[0] + places * zone.cards] if zone.capacity else starts)]


def lying(state: State, zone: ZoneInfo, index: int) -> Pile:
    places, slots = max(1, len(zone.places)), state.slots[zone.first :]
    loose = members_of(slots[places + index if zone.capacity else index])
    if zone.copies:
        start = numbers_of_copies(zone, index)[2]
        loose = [card for card in loose for _ in range(state.slots[start + card])]
    if zone.capacity == 0:
        return Pile([], loose, [])
    height, under = (slots[places * part + index] for part in (2, 3))
    known = slots[places * 4 + zone.capacity * index :][:height]
    return Pile(known[:under], loose, known[under:])


def has_room(zone: ZoneInfo, pile: Pile) -> bool:
    """Whether no more cards lie there than there are."""
    if zone.capacity and len(pile.beneath + pile.above) > zone.capacity:
        return False
    return not zone.copies or all(pile.all().count(card) <= zone.copies[card] for card in pile.all())


def lie(state: State, zone: ZoneInfo, index: int, pile: Pile) -> None:
    places, known = max(1, len(zone.places)), pile.beneath + pile.above
    numbers = [sum(2**card for card in set(pile.all()))]
    if zone.capacity:
        numbers += [sum(2**card for card in set(pile.loose)), len(known), len(pile.beneath) if pile.loose else 0]
    for part, number in enumerate(numbers):
        state.slots[zone.first + places * part + index] = number
    for place in range(zone.capacity):
        card = known[place] if place < len(known) else 0
        state.slots[zone.first + places * 4 + zone.capacity * index + place] = card
    if zone.copies:
        many, counts, loose = numbers_of_copies(zone, index)
        state.slots[many] = len(pile.all())
        for card in range(zone.cards):
            state.slots[loose + card] = pile.loose.count(card)
            state.slots[counts + card] = pile.all().count(card)


def handle(zones: tuple[ZoneInfo, ...], instruction: Instruction, state: State) -> None:
    """One instruction on cards."""
    zone, site = zones[instruction.zone], instruction.site
    index = at_place(zone, state.read(instruction.index), site)
    pile = lying(state, zone, index)
    match instruction:
        case Lay():
            card = within(state.read(instruction.card), 0, zone.cards - 1, "bad-index", site)
            one = Pile([], [], [card])
            if zone.capacity == 0:
                pile.loose = sorted([*pile.loose, card] if zone.copies else {*pile.loose, card})
            else:
                pile = pile.on(one) if instruction.bottom else one.on(pile)
            if not has_room(zone, pile):
                raise Failed(Failure("bad-index", site))
        case Peek() | Lift():
            if not pile.all():
                raise Failed(Failure("empty-pile", site))
            top = on_top(pile)
            if isinstance(instruction, Lift):
                if top == -1:
                    raise Failed(Failure("unknown-card", site))
                (pile.above or pile.beneath).pop()
            state.write(instruction.target, top)
        case Reveal():
            many = max(0, state.read(instruction.many))
            order = pile.above if pile.loose else pile.beneath + pile.above
            if many > len(order):
                raise Failed(Failure("unknown-card" if pile.loose else "empty-pile", site))
            state.write(instruction.target, sum(2**card for card in set(order[len(order) - many :])))
            return
        case Take():
            wanted = state.read(instruction.cards)
            if wanted < 0 or not set(members_of(wanted)) <= set(pile.all()):
                raise Failed(Failure("not-there", site))
            for card in members_of(wanted):
                pile.remove(card)
        case Mix():
            pile = Pile([], sorted(pile.all()), [])
        case Pour() | Exchange():
            pour(zones, instruction, state, index, pile)
            return
        case _:
            assert_never(instruction)
    lie(state, zone, index, pile)


def on_top(pile: Pile) -> int:
    """The top card, -1 if nobody knows it."""
    if pile.above:
        return pile.above[-1]
    return -1 if pile.loose else pile.beneath[-1]


def pour(zones: tuple[ZoneInfo, ...], instruction: Pour | Exchange, state: State, index: int, pile: Pile) -> None:
    """All cards of a place moved to another, or exchanged for those there."""
    zone, onto, site = zones[instruction.zone], zones[instruction.onto], instruction.site
    place = at_place(onto, state.read(instruction.place), site)
    if (zone.first, index) == (onto.first, place):
        return
    there = lying(state, onto, place)
    if isinstance(instruction, Exchange):
        lie(state, zone, index, there)
        lie(state, onto, place, pile)
        return
    moved = pile if zone.capacity else Pile([], [], sorted(pile.loose))
    whole = there.on(moved) if instruction.bottom else moved.on(there)
    if not has_room(onto, whole):
        raise Failed(Failure("bad-index", site))
    lie(state, onto, place, whole)
    lie(state, zone, index, Pile([], [], []))
