"""Puts cards where an example needs them, by exchange, so that none is made or lost.

An example names the cards that matter. One that lies somewhere else when the example begins changes places with a
card that does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from interpreter.engine import Drawn, DrawStop, Event, Position
from interpreter.program import Program, ZoneInfo
from interpreter.program.cards import Cards, read, write


@dataclass(frozen=True)
class Spot:
    """One place of a zone."""

    zone: ZoneInfo
    index: int

    @property
    def name(self) -> str:
        return f"{self.zone.name} of {self.zone.places[self.index]}" if self.zone.places else self.zone.name


def list_spots(program: Program, like: ZoneInfo) -> Iterator[Spot]:
    for zone in program.zones:
        if zone.deck == like.deck:
            yield from (Spot(zone, index) for index in range(zone.members))


def arrange_cards(
    program: Program, position: Position, number: int, index: int, wanted: int, drawn: Collection[int]
) -> Position:
    """The position with exactly these cards, a set, at place `index` of zone `number`. What lay there before takes the
    place of what comes; what is left over goes to where the cards were at the start of the game. In a pile face down
    nobody knows their order, unless there is just one, and it is not to be `drawn`."""
    values = list(position.slots)
    here = Spot(program.zones[number], index)
    held = _cards_at(values, here)
    leaving = [card for card in range(here.zone.cards) if held >> card & 1 and not wanted >> card & 1]
    for card in range(here.zone.cards):
        if wanted >> card & 1 and not held >> card & 1:
            _replace_card(
                values, _find_spot(program, values, here.zone, card), card, leaving.pop() if leaving else None
            )
    known = [card for card in range(here.zone.cards) if wanted >> card & 1]
    alone = len(known) == 1 and known[0] not in drawn
    ordered = here.zone.capacity and (here.zone.sight != "down" or alone)
    write(values, here.zone, here.index, Cards([], 0, known) if ordered else Cards([], wanted, []))
    home = next((each for each in list_spots(program, here.zone) if each.zone.full), here)
    cards = read(values, home.zone, home.index)
    if cards is not None and leaving:
        write(values, home.zone, home.index, replace(cards, loose=cards.loose | _make_set(leaving)))
    return replace(position, slots=tuple(values))


Unseen: TypeAlias = dict[tuple[str, int], Spot]
"""Where cards, told by their deck and number, were dealt face down."""


def note_unseen(program: Program, unseen: Unseen, events: Iterable[Event]) -> None:
    for each in events:
        if isinstance(each, Drawn):
            zone = program.zones[each.onto]
            unseen.pop((zone.deck, each.card), None)
            if zone.sight == "down":
                unseen[zone.deck, each.card] = Spot(zone, each.onto_place)


def bring_card(
    program: Program, position: Position, stop: DrawStop, card: int, named: Collection[int], unseen: Unseen
) -> Position | Spot:
    """The position in which this card may be drawn. If it lies unseen somewhere else it changes places with one of
    those that might have come, rather none of those that the example has `named`. If it has been seen, or has its
    place there: where it is."""
    if card in stop.cards:
        return position
    values, zone = list(position.slots), program.zones[stop.zone]
    there = _find_spot(program, values, zone, card)
    lies = read(values, there.zone, there.index)
    if lies is None or there.zone.sight != "down":
        return there
    if not lies.loose >> card & 1 and unseen.get((zone.deck, card)) != there:
        return there
    other = next((each for each in stop.cards if each not in named), stop.cards[0])
    _replace_card(values, there, card, other)
    _replace_card(values, Spot(zone, stop.place), other, card)
    return replace(position, slots=tuple(values))


def is_at(position: Position, spot: Spot, card: int) -> bool:
    return bool(position.slots[spot.zone.first + spot.index] >> card & 1)


def _make_set(cards: Collection[int]) -> int:
    return sum(1 << card for card in cards)


def _cards_at(values: list[int], spot: Spot) -> int:
    return values[spot.zone.first + spot.index]


def _find_spot(program: Program, values: list[int], zone: ZoneInfo, card: int) -> Spot:
    return next(each for each in list_spots(program, zone) if _cards_at(values, each) >> card & 1)


def _replace_card(values: list[int], spot: Spot, card: int, other: int | None) -> None:
    """Take a card away from where it lies and put another, if there is one, just there."""
    cards = read(values, spot.zone, spot.index)
    if cards is None:
        return
    others = [] if other is None else [other]
    loose = cards.loose & ~(1 << card)
    if cards.loose >> card & 1:
        loose |= _make_set(others)
    beneath, above = (
        [new for old in part for new in (others if old == card else [old])] for part in (cards.beneath, cards.above)
    )
    write(values, spot.zone, spot.index, Cards(beneath, loose, above))
