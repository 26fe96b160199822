"""What a seat may not see, drawn anew: positions that look the same from where it sits.

A position knows everything. For a bot that has to think about what may come, everything that its seat may not see is
replaced by what chance gives, so that nothing it finds can rest on what is hidden:

- Cards that lie face down, or that only others see, are gathered deck by deck and laid out again in a random order,
  each way as likely as any other. How many lie where is in plain sight, and stays; so does how much of a pile lies in
  an order that the rules know. Cards drawn from a shuffled pile are settled by chance later, as in any game.
- Numbers that the program keeps for itself while rules are carried out (slots of the kind `local`) and the answers
  to choices that only their chooser may know can name a hidden card: those that hold a member or a set of the deck by
  their shape, and those that an instruction puts a card into. Such a slot goes along: it names the card that now lies
  where the card it named had lain.
- Dice that this seat does not see fall anew, as many as there are.
- The answer to any other secret choice, unless this seat gave it, is drawn among those that were offered.
- What a ruleset keeps in its phases stays, where it is open to everybody or to this seat; hidden cards that are kept go
  along like those of rules. Other numbers that rules have computed or keep hidden stay as well; where such a number
  comes from something hidden and is still needed after the decision (`hidden` finds out), nothing can be drawn anew,
  and `is_possible` says so.

What comes out depends on the stream and on what the seat sees alone: two positions that look the same give the same
one, which the tests hold it to. Nothing is concluded from what others have done before, nothing is remembered that
is out of sight now (a card that was seen and is face down again may be anywhere), and all this makes a bot weaker,
never better informed than its seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice

from interpreter.analysis.secrets import find_hidden_numbers
from interpreter.bits import bits_of, indices_of
from interpreter.data_classes import dataclass
from interpreter.engine import Position, RandomSource
from interpreter.program import Decide, DiceInfo, Draw, Kept, Lift, Peek, Program, Reveal, Slot, ZoneInfo
from interpreter.program.cards import Cards, read, write
from interpreter.program.sight import sees, sees_slot
from interpreter.throws import pack_dice, roll_faces, unpack_dice


@dataclass(frozen=True)
class SecretAnswer:
    """A choice whose answer only its chooser knows: the slots of who answered last, of what was offered and of the
    answer."""

    choice: int
    chooser: Kept
    offers: range
    target: int


class Redrawer:
    """Knows what the seats of a program may not see, and draws it anew."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._decks = {zone.deck: [each for each in program.zones if each.deck == zone.deck] for zone in program.zones}
        self._single = {deck: _find_card_slots(program, zones) for deck, zones in self._decks.items()}
        self._sets = {deck: _find_card_set_slots(program, zones) for deck, zones in self._decks.items()}
        self._secret = _find_secret_answers(program)
        cards = {slot for slots in (*self._single.values(), *self._sets.values()) for slot in slots}
        self._plain_secret = tuple(each for each in self._secret if each.target not in cards)
        self._cards = cards
        self._dice = tuple(at for at, slot in enumerate(program.slots) if slot.kind == "dice" and slot.sight != "up")
        self._kept = tuple(at for at, slot in enumerate(program.slots) if slot.sight != "up")

    @cached_property
    def _blocking_slots(self) -> dict[int, frozenset[int]]:
        """For each block where somebody decides, what is still needed that comes from something hidden, and does not go
        along with cards."""
        return {block: slots - self._cards for block, slots in find_hidden_numbers(self.program).items()}

    def hides_anything(self, seat: int) -> bool:
        kept = any(not sees_slot(self.program, seat, slot) for slot in self._kept)
        return (
            kept or bool(self._plain_secret) or any(not self._sees(zone, at, seat) for zone, at in self._list_places())
        )

    def is_possible(self, position: Position, seat: int) -> bool:
        return all(self._is_visible(slot, seat) for slot in self._blocking_slots.get(position.block, ()))

    def redraw(self, position: Position, seat: int, chances: RandomSource) -> Position:
        """A position that looks like this one from that seat, with what it does not see drawn by chance."""
        values = list(position.slots)
        for deck, zones in self._decks.items():
            hidden = [(zone, at) for zone in zones for at in range(zone.members) if not self._sees(zone, at, seat)]
            single = tuple(slot for slot in self._single[deck] if not self._is_visible(slot, seat))
            moved = _deal_again(values, hidden, single, chances)
            for slot in single:
                values[slot] = moved.get(values[slot], values[slot])
            for slot in self._sets[deck]:
                values[slot] = values[slot] if self._is_visible(slot, seat) else _rename_set(values[slot], moved)
        for secret in self._plain_secret:
            self._draw_answer(values, secret, seat, chances)
        for slot in self._dice:
            if not self._is_visible(slot, seat):
                values[slot] = self._roll_again(slot, values[slot], chances)
        return replace(position, slots=tuple(values))

    def rename_cards(self, position: Position, deck: str, moved: Mapping[int, int]) -> Position:
        """The position with cards of a deck in each other's places: where one lies, there lies then the one that it is
        `moved` to. What people see of the game must not name them."""
        values, cards = list(position.slots), sum(1 << card for card in moved)
        for zone in self._decks[deck]:
            for place in range(zone.members):
                lying = read(values, zone, place) if values[zone.first + place] & cards else None
                if lying is not None:
                    beneath, above = ([moved.get(card, card) for card in part] for part in (lying.beneath, lying.above))
                    loose = sorted(moved.get(card, card) for card in lying.loose)
                    write(values, zone, place, Cards(beneath, loose, above))
        for slot in (each for each in self._single[deck] if self.program.slots[each].sight != "owner"):
            values[slot] = moved.get(values[slot], values[slot])
        for slot in (each for each in self._sets[deck] if self.program.slots[each].sight != "owner"):
            values[slot] = _rename_set(values[slot], moved)
        return replace(position, slots=tuple(values))

    def _list_places(self) -> Iterator[tuple[ZoneInfo, int]]:
        return ((zone, at) for zone in self.program.zones for at in range(zone.members))

    def _sees(self, zone: ZoneInfo, place: int, seat: int) -> bool:
        return sees(self.program, seat, zone, place)

    def _is_visible(self, slot: int, seat: int) -> bool:
        """Whether a seat sees what a slot holds: nobody sees those of rules, and of answers in secret."""
        return self.program.slots[slot].kind in ("state", "dice") and sees_slot(self.program, seat, slot)

    def _roll_again(self, slot: int, now: int, chances: RandomSource) -> int:
        """As many dice as lie in a slot, as they may have fallen as well."""
        info = self.program.slots[slot]
        shape, dice = self.program.shapes[info.shape], self._find_dice(info.name)
        if shape.form == "throw":
            sides = sorted(set(dice.sides))
            count = len(unpack_dice(now, shape.number, shape.faces))
            shown = [sides.index(dice.sides[chances.randbelow(dice.faces)]) + 1 for _ in range(count)]
            return pack_dice(shown, shape.number)
        count = len(roll_faces(now, shape.number, shape.faces))
        first = sum(int(shape.faces**more) for more in range(count + 1, shape.number + 1))
        return first + chances.randbelow(int(shape.faces**count))

    def _find_dice(self, name: str) -> DiceInfo:
        return next(each for each in self.program.dice if each.name == name.partition("[")[0])

    def _draw_answer(self, values: list[int], secret: SecretAnswer, seat: int, chances: RandomSource) -> None:
        info = self.program.choices[secret.choice]
        words = values[secret.offers.start : secret.offers.stop]
        offered = [info.values[answer] for answer in info.list_offered(words)]
        chooser = values[secret.chooser.index] if isinstance(secret.chooser, Slot) else secret.chooser
        if chooser != seat and offered:
            values[secret.target] = offered[chances.randbelow(len(offered))]


# ---- the cards


def _deal_again(
    values: list[int], places: list[tuple[ZoneInfo, int]], named: tuple[int, ...], chances: RandomSource
) -> Mapping[int, int]:
    """Lay the cards of these places out again, by chance; which card now lies where each had lain. Those among loose
    cards that a slot names come first, so that a card's turn does not hang on which card it is."""
    lying = [cards for zone, place in places if (cards := read(values, zone, place)) is not None]
    if len(lying) < len(places):
        return {}
    rank = {values[slot]: at for at, slot in reversed(list(enumerate(named)))}
    old = [card for cards in lying for card in _order_cards(cards, rank)]
    new = sorted(old)
    for at in range(len(new) - 1, 0, -1):
        other = chances.randbelow(at + 1)
        new[at], new[other] = new[other], new[at]
    moved = dict(zip(old, new, strict=True))
    coming = iter(new)
    for (zone, place), cards in zip(places, lying, strict=True):
        beneath, loose, above = ([*islice(coming, len(part))] for part in (cards.beneath, cards.loose, cards.above))
        write(values, zone, place, Cards(beneath, sorted(loose), above))
    return moved


def _order_cards(cards: Cards, rank: Mapping[int, int]) -> list[int]:
    loose = sorted(cards.loose, key=lambda card: (rank.get(card, len(rank)), card))
    return [*cards.beneath, *loose, *cards.above]


def _rename_set(cards: int, moved: Mapping[int, int]) -> int:
    if cards <= 0:
        return cards
    return bits_of(moved.get(card, card) for card in indices_of(cards))


# ---- which slots may name a hidden card


def _find_closed_slots(program: Program) -> set[int]:
    """The slots that are not open to everybody: those that rules keep for themselves, hidden states, secret answers."""
    names = {each.name for each in program.choices if each.secret}
    secret = {at for at, info in enumerate(program.slots) if info.kind == "choice" and info.name in names}
    return {at for at, info in enumerate(program.slots) if info.kind == "local" or info.sight != "up"} | secret


def _find_card_slots(program: Program, zones: list[ZoneInfo]) -> tuple[int, ...]:
    shapes, numbers = {zone.shape for zone in zones}, {program.zones.index(zone) for zone in zones}
    held = {at for at, info in enumerate(program.slots) if info.shape in shapes and info.kind != "zone"}
    for block in program.blocks:
        for part in (*block.instructions, block.terminator):
            if isinstance(part, Peek | Lift | Draw) and part.zone in numbers and isinstance(part.target, Slot):
                held.add(part.target.index)
    return tuple(sorted(held & _find_closed_slots(program)))


def _find_card_set_slots(program: Program, zones: list[ZoneInfo]) -> tuple[int, ...]:
    numbers = {program.zones.index(zone) for zone in zones}
    names = {program.shapes[zone.shape].labels for zone in zones}
    held = set()
    for at, info in enumerate(program.slots):
        shape = program.shapes[info.shape]
        if info.kind != "zone" and shape.form == "set" and shape.low == 0 and shape.labels in names:
            held.add(at)
    for block in program.blocks:
        for part in block.instructions:
            if isinstance(part, Reveal) and part.zone in numbers and isinstance(part.target, Slot):
                held.add(part.target.index)
    return tuple(sorted(held & _find_closed_slots(program)))


def _find_secret_answers(program: Program) -> tuple[SecretAnswer, ...]:
    found = []
    for block in program.blocks:
        decide = block.terminator
        if isinstance(decide, Decide) and program.choices[decide.choice].secret:
            found.append(SecretAnswer(decide.choice, decide.chooser, decide.offer_slots(program), decide.target.index))
    return tuple(dict.fromkeys(found))
