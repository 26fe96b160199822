"""Cards that people shuffle and deal themselves, where some are dealt face down and nobody looks at them.

The people at the table do not know where such cards lie, and the program cannot. It deals them at random for now, and
remembers the groups of cards whose places nobody knows. As soon as one of them is turned up, people are asked which it
is. If it is not the one that the program put there, the two change places: nobody has seen either, so every arrangement
of a group is as good as any other.

- A card that is dealt from a shuffled pile to where nobody sees it makes a group of all cards that it can be.
- A named card belongs to no group any more; nor do the cards of a group that all lie together in no known order.
- Which of them is turned up, and when, is found by playing on until the first lies where somebody sees it. The game
then waits at its position before the answer, with that answer: a `TurnStop`. Once the card is known, it continues from
there. So everything that a card leads to is played with the card that people have.
- Rules that look at cards nobody has seen (to count them, say) would give wrong results. To detect this, the game is
  played with the cards of each group in other orders: if anything but these cards differs, people are asked which they
  are, card by card, until nothing does. A few orders are tried, not all; a rule to which just one card matters may
  escape them.
- Groups never lack a way in which the cards can lie; where piles with groups of their own have been shuffled and dealt
  face down again, they may have ways that cannot be. People are then believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TypeAlias

from interpreter.bits import bits_of, indices_of
from interpreter.bots.redraw import Redrawer
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import AtBlock, Drawn, DrawStop, Event, Failure, GameOver, Position, Step, Stop
from interpreter.program import Draw, Program
from interpreter.program.cards import loose_cards, read
from interpreter.stepper import Stepper

MOST_ORDERS = 6
"""Other orders of the cards that are tried."""

MOST_EXCHANGES = 8
"""Exchanges of cards between two places that are tried, to find out whether it matters which lies where."""

Groups: TypeAlias = tuple[tuple[str, int], ...]
"""Sets of cards, each with its deck, of which nobody knows which of them lies where."""


HiddenCard: TypeAlias = tuple[int, int, int]
"""A card where it lies: zone, place and card."""


CardMoves: TypeAlias = Mapping[str, Mapping[int, int]]
"""For each deck, which card takes the place of which."""


@dataclass(frozen=True)
class TurnStop(DrawStop):
    """The game asks which of the `cards` lies at `place` of zone `zone`, where nobody has seen it yet: it is turned up
    to `onto_place` of zone `onto`, or, if that is where it lies, the rules look at it. For now it is `card`. The game
    had the answer `pending` to `behind` (or a card, if it waited for one); `total` is whether this was a roll of which
    people entered the total only."""

    card: int = -1
    pending: int = -1
    behind: Stop | None = None
    total: bool = False

    @property
    def is_looked_at(self) -> bool:
        return (self.zone, self.place) == (self.onto, self.onto_place)


def is_seen(program: Program, stop: DrawStop) -> bool:
    """Whether somebody sees the card that the game waits for, has to look at it, or sees which card is gone."""
    return isinstance(stop, TurnStop) or not is_unseen(program, stop)


def is_unseen(program: Program, drawn: DrawStop | Drawn | Draw) -> bool:
    """Whether a card comes from where nobody sees it, and goes to where nobody sees it."""
    return program.zones[drawn.zone].sight == program.zones[drawn.onto].sight == "down"


@dataclass(frozen=True)
class Advance:
    """The step after an answer, and the cards that nobody knows then."""

    step: Step
    groups: Groups


@dataclass(frozen=True)
class _Given:
    """An answer that has been given: where the game stands, which cards nobody knows, what it waits for, and the
    answer's number; or the card, if it waits for one."""

    position: Position
    groups: Groups
    stop: Stop | None
    number: int

    def answer(self, program: Program) -> int:
        if not isinstance(self.stop, DrawStop):
            return self.number
        return _list_loose(program, self.position, self.stop).index(self.number)


class OwnCards:
    """A program that is played with people's own cards."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._stepper = Stepper(program)
        self._redrawing = Redrawer(program)

    # ---- answering

    def begin(self) -> Advance:
        return self._make_advance(self._stepper.begin(), ())

    def answer(self, position: Position, stop: Stop, groups: Groups, number: int) -> Advance:
        """Answer a stop. Raises ValueError if the answer is not offered."""
        if isinstance(stop, DrawStop) and not 0 <= number < stop.outcomes:
            raise ValueError(f"{number} is not one of {stop.outcomes} outcomes")
        given = _Given(position, groups, stop, number)
        if isinstance(stop, TurnStop):
            pending = _Given(position, groups, stop.behind, stop.pending)
            return self._go_on(self._place_card(pending, self._find_deck(stop), stop.card, stop.cards[number]))
        if isinstance(stop, DrawStop):
            return self._go_on(self._answer_draw(replace(given, number=stop.cards[number]), stop))
        return self._go_on(given)

    def resume(self, position: Position, stop: Stop, groups: Groups) -> Advance:
        """The next stop after something else in the position has been changed."""
        if isinstance(stop, TurnStop):
            return self._go_on(_Given(position, groups, stop.behind, stop.pending))
        return self._make_advance(self._stepper.resume(position), groups)

    def _go_on(self, given: _Given) -> Advance:
        if not given.groups:
            return self._make_advance(self._stepper.answer(given.position, given.answer(self.program)), ())
        course = self._follow_course(given)
        shown = self._find_looked_at(given, course) or next(self._list_lying(course.position, given.groups, True), None)
        if shown is not None:
            return Advance(Step(given.position, self._make_turn_stop(given, shown), ()), given.groups)
        return self._make_advance(course, given.groups)

    def _make_advance(self, step: Step, groups: Groups) -> Advance:
        groups = tuple(each for each in groups if not self._lie_together(step.position, *each))
        stop = step.stop
        if isinstance(stop, DrawStop) and is_seen(self.program, stop):
            deck, loose = self._find_deck(stop), bits_of(stop.cards)
            among = sum(cards for each, cards in groups if each == deck and cards & loose)
            stop = replace(stop, cards=tuple(indices_of(loose | among)))
        return Advance(replace(step, stop=stop), groups)

    # ---- cards that people type

    def _answer_draw(self, given: _Given, stop: DrawStop) -> _Given:
        """A person types a card that is dealt; if nobody sees it, chance picks it."""
        deck, loose = self._find_deck(stop), _list_loose(self.program, given.position, stop)
        if not is_seen(self.program, stop):
            return replace(given, groups=_join_groups(given.groups, deck, loose))
        card, there = given.number, given.number
        if card not in loose:
            there = next(each for each in loose if _are_together(given.groups, deck, each, card))
        return replace(self._place_card(given, deck, there, card), number=card)

    def _place_card(self, given: _Given, deck: str, there: int, card: int) -> _Given:
        """It is this card that lies where the other one has lain for the time being."""
        if there != card:
            given = self._exchange(given, {deck: {there: card, card: there}})
        left = ((each, cards & ~(1 << card) if each == deck else cards) for each, cards in given.groups)
        return replace(given, groups=tuple((each, cards) for each, cards in left if cards & (cards - 1)))

    def _exchange(self, given: _Given, moved: CardMoves) -> _Given:
        number = given.number
        if isinstance(given.stop, DrawStop):
            number = moved.get(self._find_deck(given.stop), {}).get(number, number)
        return replace(given, position=self._move_cards(given.position, moved), number=number)

    def _move_cards(self, position: Position, moved: CardMoves) -> Position:
        for deck, cards in moved.items():
            position = self._redrawing.rename_cards(position, deck, cards)
        return position

    def _find_deck(self, stop: DrawStop) -> str:
        return self.program.zones[stop.zone].deck

    # ---- where cards of the groups lie

    def _lie_together(self, position: Position, deck: str, cards: int) -> bool:
        zones = (zone for zone in self.program.zones if zone.deck == deck)
        places = ((zone.loose if zone.capacity else zone.first) + at for zone in zones for at in range(zone.members))
        return any(position.slots[place] & cards == cards for place in places)

    def _list_lying(self, position: Position, groups: Groups, seen: bool) -> Iterator[HiddenCard]:
        """The cards of the groups that lie where somebody sees them, or those that lie where nobody does. In a pile
        that is seen the lowest comes first, in another one the highest."""
        values = list(position.slots)
        for number, zone in enumerate(self.program.zones):
            unknown = _list_unknown(groups, zone.deck)
            for place in range(zone.members) if (zone.sight != "down") is seen else ():
                cards = read(values, zone, place) if values[zone.first + place] & unknown else None
                if cards is not None:
                    order = cards.order[:: 1 if seen else -1]
                    yield from ((number, place, each) for each in order if unknown >> each & 1)

    def _make_turn_stop(self, given: _Given, shown: HiddenCard) -> TurnStop:
        onto, onto_place, card = shown
        deck = self.program.zones[onto].deck
        hidden = self._list_lying(given.position, given.groups, False)
        zone, place = next(each[:2] for each in hidden if each[2] == card and self.program.zones[each[0]].deck == deck)
        group = next(cards for name, cards in given.groups if name == deck and cards >> card & 1)
        behind, number = given.stop, given.number
        return TurnStop(zone, place, tuple(indices_of(group)), onto, onto_place, -1, card, number, behind)

    # ---- rules that look at cards nobody has seen

    def _find_looked_at(self, given: _Given, course: Step) -> HiddenCard | None:
        """A card that rules look at after an answer although nobody has seen it."""
        if all(self._is_alike(given, course, each) for each in _list_orders(given.groups)):
            return None
        places: dict[tuple[int, int], list[HiddenCard]] = {}
        for each in self._list_lying(given.position, given.groups, False):
            places.setdefault(each[:2], []).append(each)
        differing = dict.fromkeys(places, 0)
        for one, other in combinations_with_replacement(places, 2):
            if any(
                not self._is_alike(given, course, each)
                for each in self._list_exchanges(given, places[one], places[other])
            ):
                differing[one] += 1
                differing[other] += 1
        return places[max(places, key=lambda each: differing[each])][0]

    def _list_exchanges(
        self, given: _Given, some: Sequence[HiddenCard], others: Sequence[HiddenCard]
    ) -> Iterator[CardMoves]:
        """Some ways to exchange a card of one place with one of another. The place where rules look at the cards is
        the one where that makes a difference with most places."""
        decks = [self.program.zones[each[0][0]].deck for each in (some, others)]
        pairs = [
            (one[2], other[2])
            for one in some
            for other in others
            if decks[0] == decks[1] and one != other and _are_together(given.groups, decks[0], one[2], other[2])
        ]
        for one, other in pairs[:: max(len(pairs) // MOST_EXCHANGES, 1)]:
            yield {decks[0]: {one: other, other: one}}

    def _is_alike(self, given: _Given, course: Step, moved: CardMoves) -> bool:
        """Whether this is the course that an answer takes, but for these cards themselves, if they lie in each other's
        places."""
        other = self._follow_course(self._exchange(given, moved))
        if isinstance(course.stop, AtBlock) or isinstance(other.stop, AtBlock):
            position, there = self._keep_cards_only(course.position), self._keep_cards_only(other.position)
            return type(course.stop) is type(other.stop) and self._move_cards(position, moved) == there
        return (
            self._list_visible(course) == self._list_visible(other)
            and self._move_cards(course.position, moved) == other.position
        )

    def _list_visible(self, step: Step) -> tuple[Stop | None, list[Event]]:
        """How the game ended, if it did, and what everybody could see happen."""
        ended = step.stop if isinstance(step.stop, Failure | GameOver) else None
        return ended, list(map(self._hide_card, step.events))

    def _follow_course(self, given: _Given) -> Step:
        """The steps after an answer until a card of a group lies where somebody sees it, or until the next stop."""
        watched = [
            (slot, _list_unknown(given.groups, zone.deck))
            for zone in self.program.zones
            if zone.sight != "down"
            for slot in range(zone.first, zone.first + zone.members)
        ]
        return self._stepper.answer_while(
            given.position,
            given.answer(self.program),
            lambda values: not any(values[slot] & cards for slot, cards in watched),
        )

    def _keep_cards_only(self, position: Position) -> Position:
        """Where the cards lie. Where the game is stopped in the midst of what it does, it has perhaps looked at a card
        already that it has just turned up; only the cards themselves then show what led to this one."""
        kinds = (info.kind for info in self.program.slots)
        slots = (now if kind == "zone" else -1 for kind, now in zip(kinds, position.slots, strict=True))
        return Position(0, tuple(slots))

    def _hide_card(self, event: Event) -> Event:
        hidden = isinstance(event, Drawn) and self.program.zones[event.onto].sight == "down"
        return replace(event, card=-1) if isinstance(event, Drawn) and hidden else event


def _list_loose(program: Program, position: Position, stop: DrawStop) -> tuple[int, ...]:
    return loose_cards(list(position.slots), program.zones[stop.zone], stop.place)


def _list_unknown(groups: Groups, deck: str) -> int:
    return sum(cards for name, cards in groups if name == deck)


def _are_together(groups: Groups, deck: str, one: int, other: int) -> bool:
    return any(name == deck and cards >> one & 1 and cards >> other & 1 for name, cards in groups)


def _join_groups(groups: Groups, deck: str, loose: Sequence[int]) -> Groups:
    apart = tuple((name, cards) for name, cards in groups if name != deck or not cards & bits_of(loose))
    joined = bits_of(loose)
    for each in groups:
        joined |= 0 if each in apart else each[1]
    return (*apart, (deck, joined)) if joined & (joined - 1) else apart


def _list_orders(groups: Groups) -> Iterator[dict[str, dict[int, int]]]:
    """Other orders of the cards of all groups: one further, the other way round, and some by chance."""
    for number in range(MOST_ORDERS):
        moved: dict[str, dict[int, int]] = {}
        for deck, mask in groups:
            cards = tuple(indices_of(mask))
            moved.setdefault(deck, {}).update(zip(cards, _order_cards(cards, number), strict=True))
        yield moved


def _order_cards(cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    if number == 0:
        return (*cards[1:], cards[0])
    if number == 1:
        return cards[::-1]
    mixed, chance = list(cards), Stream(0, number)
    for at in range(len(mixed) - 1, 0, -1):
        other = chance.randbelow(at + 1)
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return tuple(mixed)
