"""Puts cards where an example needs them, by exchange, so that none is made or lost.

An example names the cards that matter. One that lies somewhere else when the example begins changes places with a
card that does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
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
    here, known = Spot(program.zones[number], index), list(indices_of(wanted))
    lying = read(values, here.zone, here.index)
    held = sorted(lying.order) if lying is not None else []
    leaving = _without(held, known)
    for card in _without(known, held):
        spot = _find_spot(program, values, here.zone, card)
        _replace_card(values, spot, card, leaving.pop() if leaving else None)
    alone = len(known) == 1 and known[0] not in drawn
    ordered = here.zone.capacity and (here.zone.sight != "down" or alone)
    write(values, here.zone, here.index, Cards([], [], known) if ordered else Cards([], known, []))
    home = next((each for each in list_spots(program, here.zone) if each.zone.full), here)
    cards = read(values, home.zone, home.index)
    if cards is not None and leaving:
        write(values, home.zone, home.index, replace(cards, loose=sorted([*cards.loose, *leaving])))
    return replace(position, slots=tuple(values))


def _without(some: Collection[int], others: Collection[int]) -> list[int]:
    """The multiset difference of two hands, in rising order."""
    return sorted((Counter(some) - Counter(others)).elements())


Unseen: TypeAlias = dict[tuple[str, int], Spot]
"""Where cards, by deck and number, were dealt face down."""


def note_unseen(program: Program, unseen: Unseen, events: Iterable[Event]) -> None:
    for each in events:
        if isinstance(each, Drawn):
            zone = program.zones[each.onto]
            unseen.pop((zone.deck, each.card), None)
            if zone.sight == "down":
                unseen[zone.deck, each.card] = Spot(zone, each.onto_place)


def bring_card(
    program: Program,
    position: Position,
    stop: DrawStop,
    card: int,
    named: Collection[int],
    given: Collection[int],
    unseen: Unseen,
) -> Position | Spot:
    """The position in which this card may be drawn. If it lies unseen somewhere else it changes places with one of
    those that might have come, rather none of those that the example has `named`, and none that is `given` a place
    here. If it has been seen, or has its place there, or can change with none: where it is."""
    if card in stop.cards:
        return position
    values, zone = list(position.slots), program.zones[stop.zone]
    there = _find_spot(program, values, zone, card)
    lies = read(values, there.zone, there.index)
    if lies is None or there.zone.sight != "down":
        return there
    if card not in lies.loose and unseen.get((zone.deck, card)) != there:
        return there
    spare = [each for each in stop.cards if each not in given]
    if not spare:
        return there
    other = next((each for each in spare if each not in named), spare[0])
    _replace_card(values, there, card, other)
    _replace_card(values, Spot(zone, stop.place), other, card)
    return replace(position, slots=tuple(values))


def is_at(position: Position, spot: Spot, card: int) -> bool:
    return bool(position.slots[spot.zone.first + spot.index] >> card & 1)


def _find_spot(program: Program, values: list[int], zone: ZoneInfo, card: int) -> Spot:
    """The place of a card: of several copies, preferably one at its place at the start of the game."""
    spots = sorted(list_spots(program, zone), key=lambda each: not each.zone.full)
    return next(each for each in spots if values[each.zone.first + each.index] >> card & 1)


def _replace_card(values: list[int], spot: Spot, card: int, other: int | None) -> None:
    """Take a card away from where it lies and put another, if there is one, just there."""
    cards = read(values, spot.zone, spot.index)
    if cards is None:
        return
    for part in (cards.loose, cards.beneath, cards.above):
        if card in part:
            at = part.index(card)
            part[at : at + 1] = [] if other is None else [other]
            break
    write(values, spot.zone, spot.index, replace(cards, loose=sorted(cards.loose)))
