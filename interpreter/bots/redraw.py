"""What a seat may not see, drawn anew: positions that look the same from where it sits.

A position knows everything. A bot that thinks ahead sees what its seat may see; the rest is drawn by chance:

- Cards that lie face down, or that only others see, are gathered deck by deck and dealt again in a random order. How
  many lie where is visible, and stays; so does how much of a pile has a known order. Cards drawn from a shuffled pile
  are settled by chance later, as in any game.
- Numbers that rules keep for themselves (slots of the kind `local`), hidden states and secret answers can name a hidden
  card: those with the shape of a card or a set of cards, and those that an instruction puts a card into. They are
  renamed with the cards.
- Dice that this seat does not see are rolled again, as many as there are.
- The answer to any other secret choice of another seat is drawn among those that were offered.
- All else stays. If a number that comes from something hidden is still needed after the decision
  (`analysis.secrets`), nothing can be drawn anew, and `is_possible` returns False.

The result depends on the stream and on what the seat sees: two positions that look the same give the same one. Nothing
is inferred from earlier decisions, and nothing is remembered that is out of sight now, so a bot may be weaker than a
player, but never better informed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import UnionType
from typing import TypeAlias

from interpreter.analysis.secrets import find_hidden_numbers
from interpreter.bits import bits_of, indices_of
from interpreter.engine import Position, RandomSource
from interpreter.program import Decide, Draw, Kept, Lift, Peek, Program, Reveal, Slot, ZoneInfo
from interpreter.program.cards import Cards, read, write
from interpreter.program.sight import sees, sees_slot
from interpreter.throws import pack_dice, roll_faces, unpack_dice

SecretAnswer: TypeAlias = tuple[int, Kept, range, int]
"""A choice whose answer only its chooser knows: its number, the chooser, the slots of its offers, and its target."""


class Redrawer:
    """Knows what the seats of a program may not see, and draws it anew."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._decks = {zone.deck: [each for each in program.zones if each.deck == zone.deck] for zone in program.zones}
        self._single = {deck: _find_card_slots(program, zones) for deck, zones in self._decks.items()}
        self._sets = {deck: _find_card_set_slots(program, zones) for deck, zones in self._decks.items()}
        self._cards = {slot for slots in (*self._single.values(), *self._sets.values()) for slot in slots}
        ends = [block.terminator for block in program.blocks]
        asked = [end for end in ends if isinstance(end, Decide) and program.choices[end.choice].secret]
        secret = [(each.choice, each.chooser, each.offer_slots(program), each.target.index) for each in asked]
        self._secret = [each for each in dict.fromkeys(secret) if each[-1] not in self._cards]
        self._closed = [at for at, slot in enumerate(program.slots) if slot.sight != "up"]

    @cached_property
    def _blocking_slots(self) -> dict[int, frozenset[int]]:
        """By block, the slots still needed there that come from something hidden, and are not renamed with cards."""
        return {block: slots - self._cards for block, slots in find_hidden_numbers(self.program).items()}

    def hides_anything(self, seat: int) -> bool:
        return (
            any(not sees_slot(self.program, seat, slot) for slot in self._closed)
            or bool(self._secret)
            or any(self._list_hidden(self.program.zones, seat))
        )

    def is_possible(self, position: Position, seat: int) -> bool:
        return all(self._is_visible(slot, seat) for slot in self._blocking_slots.get(position.block, ()))

    def redraw(self, position: Position, seat: int, chances: RandomSource) -> Position:
        """A position that looks the same to that seat, with what it does not see drawn by chance."""
        values = list(position.slots)
        for deck, zones in self._decks.items():
            single = [slot for slot in self._single[deck] if not self._is_visible(slot, seat)]
            sets = [slot for slot in self._sets[deck] if not self._is_visible(slot, seat)]
            moved = _shuffle(values, [*self._list_hidden(zones, seat)], single, chances)
            _rename(values, zones, moved, single, sets)
        for secret in self._secret:
            self._draw_answer(values, secret, seat, chances)
        for slot in self._closed:
            if self.program.slots[slot].kind == "dice" and not self._is_visible(slot, seat):
                values[slot] = self._roll_again(slot, values[slot], chances)
        return replace(position, slots=tuple(values))

    def rename_cards(self, position: Position, deck: str, moved: Mapping[int, int]) -> Position:
        """The position with some cards of a deck replaced by those that they are `moved` to. None may be visible."""
        values, infos = list(position.slots), self.program.slots
        single = [slot for slot in self._single[deck] if infos[slot].sight != "owner"]
        sets = [slot for slot in self._sets[deck] if infos[slot].sight != "owner"]
        _rename(values, self._decks[deck], moved, single, sets)
        return replace(position, slots=tuple(values))

    def _list_hidden(self, zones: Iterable[ZoneInfo], seat: int) -> Iterator[tuple[ZoneInfo, int]]:
        places = ((zone, at) for zone in zones for at in range(zone.members))
        return ((zone, at) for zone, at in places if not sees(self.program, seat, zone, at))

    def _is_visible(self, slot: int, seat: int) -> bool:
        return self.program.slots[slot].kind in ("state", "dice") and sees_slot(self.program, seat, slot)

    def _roll_again(self, slot: int, now: int, chances: RandomSource) -> int:
        info = self.program.slots[slot]
        shape = self.program.shapes[info.shape]
        if shape.form == "throw":
            dice = next(each for each in self.program.dice if each.name == info.name.partition("[")[0])
            sides = sorted(set(dice.sides))
            count = len(unpack_dice(now, shape.number, shape.faces))
            shown = [sides.index(dice.sides[chances.randbelow(dice.faces)]) + 1 for _ in range(count)]
            return pack_dice(shown, shape.number)
        count = len(roll_faces(now, shape.number, shape.faces))
        first = sum(int(shape.faces**more) for more in range(count + 1, shape.number + 1))
        return first + chances.randbelow(int(shape.faces**count))

    def _draw_answer(self, values: list[int], secret: SecretAnswer, seat: int, chances: RandomSource) -> None:
        choice, chooser, offers, target = secret
        info = self.program.choices[choice]
        offered = [info.values[answer] for answer in info.list_offered(values[offers.start : offers.stop])]
        if (values[chooser.index] if isinstance(chooser, Slot) else chooser) != seat and offered:
            values[target] = offered[chances.randbelow(len(offered))]


# ---- the cards


def _shuffle(
    values: list[int], places: list[tuple[ZoneInfo, int]], named: list[int], chances: RandomSource
) -> dict[int, int]:
    """Which card takes the place of each in these places. Loose cards that a slot names come first, so that the result
    does not depend on which card is named."""
    lying = [cards for zone, place in places if (cards := read(values, zone, place)) is not None]
    if len(lying) < len(places):
        return {}
    rank = {values[slot]: at for at, slot in reversed(list(enumerate(named)))}
    old = [card for cards in lying for card in _order_cards(cards, rank)]
    new = sorted(old)
    for at in range(len(new) - 1, 0, -1):
        other = chances.randbelow(at + 1)
        new[at], new[other] = new[other], new[at]
    return dict(zip(old, new, strict=True))


def _order_cards(cards: Cards, rank: Mapping[int, int]) -> list[int]:
    loose = sorted(cards.loose, key=lambda card: (rank.get(card, len(rank)), card))
    return [*cards.beneath, *loose, *cards.above]


def _rename(
    values: list[int], zones: Iterable[ZoneInfo], moved: Mapping[int, int], single: Iterable[int], sets: Iterable[int]
) -> None:
    """Put other cards in the place of some, where they lie and in the slots that name one or a set of them."""
    cards = bits_of(moved)
    for zone in zones:
        for place in range(zone.members):
            lying = read(values, zone, place) if values[zone.first + place] & cards else None
            if lying is not None:
                beneath, loose, above = (
                    [moved.get(card, card) for card in part] for part in (lying.beneath, lying.loose, lying.above)
                )
                write(values, zone, place, Cards(beneath, sorted(loose), above))
    for slot in single:
        values[slot] = moved.get(values[slot], values[slot])
    for slot in sets:
        if values[slot] > 0:
            values[slot] = bits_of(moved.get(card, card) for card in indices_of(values[slot]))


# ---- which slots may name a hidden card


def _find_card_slots(program: Program, zones: list[ZoneInfo]) -> list[int]:
    shapes = {zone.shape for zone in zones}
    shaped = {at for at, info in enumerate(program.slots) if info.shape in shapes and info.kind != "zone"}
    return _keep_closed(program, shaped | _find_targets(program, zones, Peek | Lift | Draw))


def _find_card_set_slots(program: Program, zones: list[ZoneInfo]) -> list[int]:
    names = {program.shapes[zone.shape].labels for zone in zones}
    shaped = set()
    for at, info in enumerate(program.slots):
        shape = program.shapes[info.shape]
        if info.kind != "zone" and shape.form == "set" and shape.low == 0 and shape.labels in names:
            shaped.add(at)
    return _keep_closed(program, shaped | _find_targets(program, zones, Reveal))


def _find_targets(
    program: Program, zones: list[ZoneInfo], kinds: type[Peek | Lift | Reveal | Draw] | UnionType
) -> set[int]:
    """The slots into which such instructions put cards of these zones."""
    numbers = {program.zones.index(zone) for zone in zones}
    parts = (part for block in program.blocks for part in (*block.instructions, block.terminator))
    several = [part for part in parts if isinstance(part, Peek | Lift | Reveal | Draw) and isinstance(part, kinds)]
    return {part.target.index for part in several if part.zone in numbers and isinstance(part.target, Slot)}


def _keep_closed(program: Program, slots: set[int]) -> list[int]:
    """Those of the slots that are not open to everybody: of rules, hidden states and secret answers."""
    secret = {each.name for each in program.choices if each.secret}

    def is_closed(slot: int) -> bool:
        info = program.slots[slot]
        return info.kind == "local" or info.sight != "up" or (info.kind == "choice" and info.name in secret)

    return sorted(filter(is_closed, slots))
