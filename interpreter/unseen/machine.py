"""The machine of numbers on which cards are not known.

A card that nobody knows has a number of its own, from `FIRST` on, wherever it lies; so a set that holds such cards is
larger than any number of a program. Sets can be put together and taken apart, and cards can be moved and counted,
without a look at them. What a look would be needed for hangs on them (`Hangs`), and where it has to be known, `Looks`
is raised. At a branch that hangs on them both ways are gone, up to where they meet again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
from interpreter.program import HIGHEST, LOWEST, Kept, Operand, Program, Slot, Target
from interpreter.program import cards as card_functions
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Impossible, Operator
from interpreter.program.machines.quiet import QuietMachine

FIRST = 64
"""The number of the first card that is not known. Sets of known ones have no such member."""

MOST_BLOCKS = 20_000
"""So many blocks may be carried out between two stops."""

MOST_IN_A_WAY = 200
"""So many blocks a way may have that is gone though it is not known whether it is taken."""


class Looks(Exception):
    """A rule looks at cards that are not known."""


class Fails(Exception):
    """The game cannot go on."""


@dataclass(frozen=True)
class Card:
    """A card that is not known, by its number."""

    number: int


@dataclass(frozen=True)
class Shifted:
    """A set that holds such cards, shifted to the right."""

    cards: int
    places: int


@dataclass(frozen=True)
class Holds:
    """Whether a set that holds such cards holds a card that is known: 1 or 0."""

    cards: int
    card: int


@dataclass(frozen=True)
class Hangs:
    """A number that hangs on such cards."""


HANGS = Hangs()

Value: TypeAlias = int | Card | Shifted | Holds | Hangs


def is_number(value: Value) -> bool:
    """Whether a value is a number like any other."""
    return isinstance(value, int) and value <= HIGHEST


class UnseenMachine(QuietMachine[Value]):
    """Carries out instructions on `values`, those of the slots and then those of the registers. `unseen` are the cards
    that those may be which are not known; `meeting` says where the ways from a block meet again."""

    next = -1

    def __init__(self, records: Program, values: list[Value], unseen: int, meeting: Mapping[int, int]) -> None:
        self.records, self.program = records, records
        self.values, self.unseen, self.meeting = values, unseen, meeting
        self.zones = [replace(each, cards=FIRST + FIRST) for each in records.zones]
        self.block, self.on_trial = -1, False

    # ---- numbers

    def read(self, operand: Operand) -> Value:
        return operand if isinstance(operand, int) else self.values[self._place(operand)]

    def write(self, target: Target, number: Value) -> None:
        self.values[self._place(target)] = number

    def _place(self, target: Target) -> int:
        return target.index if isinstance(target, Slot) else len(self.records.slots) + target.index

    def number(self, value: Value) -> int:
        """A value that has to be known."""
        if isinstance(value, int) and value <= HIGHEST:
            return value
        raise Looks

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Value:
        value = self.read(operand)
        if isinstance(value, Holds) and low <= 0 and high >= 1:
            return value
        if isinstance(value, Card) and low <= 0 and high >= self.unseen.bit_length() - 1:
            return value
        if not low <= self.number(value) <= high:
            raise Fails
        return value

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Value:
        values = [self.read(each) for each in operands]
        if all(map(is_number, values)):
            try:
                return operator.calculate(*map(self.number, values))
            except Impossible:
                raise Fails from None
        found = self._operate_on_cards(operator.name, values)
        if found is not None:
            return found
        if operator.needs:
            raise Looks
        return HANGS

    def _operate_on_cards(self, name: str, values: list[Value]) -> Value | None:
        """What comes of an operator without a look, if it can be told."""
        match name, values:
            case "size", [int(cards)]:
                return cards.bit_count()
            case ("lowest" | "highest"), [int(cards)]:
                return Card(cards.bit_length() - 1) if cards.bit_count() == 1 else HANGS
            case ("and" | "or" | "xor"), [int(one), int(other)] if self._are_apart(one, other):
                return one & other if name == "and" else one | other if name == "or" else one ^ other
            case "shl", [1, Card(number)]:
                return 1 << number
            case "shr", [int(cards), int(places)] if 0 <= places < FIRST:
                return Shifted(cards, places)
            case "and", [int(cards), 1] | [1, int(cards)] if cards > HIGHEST:
                return Holds(cards, 0) if self.unseen & 1 else cards & 1
            case "and", [Shifted(cards, places), 1] | [1, Shifted(cards, places)]:
                return Holds(cards, places) if self.unseen >> places & 1 else cards >> places & 1
            case ("eq" | "ne"), [int(one), int(other)] if 0 in (one, other):
                return int((one == other) is (name == "eq"))
            case ("eq" | "ne"), [Card(number), Card(other)]:
                return int((number == other) is (name == "eq"))
        return None

    def _are_apart(self, one: int, other: int) -> bool:
        """Whether no card that is not known may be one of those that are in these sets by name."""
        return min(one, other) >= LOWEST and not (one | other) & self.unseen

    def look_up(self, array: int, index: Value) -> Value:
        return HANGS if isinstance(index, Card) else self.records.arrays[array][self.number(index)]

    def load(self, slots: range, index: Value) -> Value:
        return self.values[slots[self.number(index)]]

    def store(self, slots: range, index: Value, number: Value) -> None:
        self.values[slots[self.number(index)]] = number

    # ---- cards

    def handle(
        self, handling: Handling, places: tuple[Place[Value], ...], numbers: tuple[Value, ...], site: int
    ) -> Value:
        given = [each for zone, index in places for each in (self.zones[zone], self.number(index))]
        cards = [each.number if isinstance(each, Card) else each for each in numbers]
        if not all(isinstance(each, int) for each in cards):
            raise Looks
        if handling.name == "take":
            self._find_there(places[0], cards[0])  # type: ignore[arg-type]
        result: int = getattr(card_functions, handling.name)(self.values, *given, *cards)
        if result < handling.least:
            raise Fails
        return Card(result) if handling.name in ("peek", "lift") and result >= FIRST else result

    def _find_there(self, place: Place[Value], wanted: int) -> None:
        """Raises Looks where it is not known whether cards lie at a place."""
        zone, index = place
        there = self.values[self.zones[zone].first + self.number(index)]
        assert isinstance(there, int)
        if there > HIGHEST and wanted & ~there & self.unseen:
            raise Looks

    # ---- ways on

    def go(self, block: int) -> None:
        self.next = block

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        value = self.read(condition)
        if isinstance(value, int):
            self.next = yes if value else no
        else:
            self._go_both_ways(value, yes, no)

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        at = self.number(self.read(number))
        if not 0 <= at < len(blocks):
            raise Fails
        self.next = blocks[at]

    def _go_both_ways(self, condition: Value, yes: int, no: int) -> None:
        meeting = self.meeting.get(self.block, -1)
        if self.on_trial or meeting < 0:
            raise Looks
        first, second = (self._try(way, meeting) for way in (yes, no))
        zones = {slot for zone in self.zones for slot in range(zone.first, zone.first + zone.size)}
        for at, (one, other) in enumerate(zip(first, second, strict=True)):
            if one != other and at in zones:
                raise Looks
            kept = condition if (one, other) == (1, 0) and isinstance(condition, Holds) else HANGS
            self.values[at] = one if one == other else kept
        self.next = meeting

    def _try(self, start: int, meeting: int) -> list[Value]:
        """The values where a way has come to where it meets the other. Raises Looks if there is no telling."""
        machine = UnseenMachine(self.program, list(self.values), self.unseen, self.meeting)
        machine.on_trial = True
        machine.run(start, meeting, MOST_IN_A_WAY)
        if machine.block != meeting:
            raise Looks
        return machine.values

    def run(self, start: int, until: int, most: int = MOST_BLOCKS) -> None:
        """Carry out blocks until one is about to begin, or one that stops, or ends the game."""
        self.block = start
        for _ in range(most):
            block = self.program.blocks[self.block]
            if self.block == until or block.terminator.stops:
                return
            for each in block.parts:
                each.meaning(self)
            self.block = self.next
            if self.block < 0:
                raise Fails
        raise Looks

    # ---- stops and ends

    def award(self, winner: Operand, site: int) -> None:
        pass

    def finish(self) -> None:
        self.next = -1

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Value:
        raise Looks

    def draw(self, place: Place[Value], onto: Place[Value], site: int) -> Value:
        raise Looks

    def decide(self, choice: int, chooser: Kept, flags: int, default: Slot, site: int) -> Value:
        raise Looks


def list_unknown(cards: int) -> list[int]:
    """The cards of a set that are not known."""
    return [each for each in indices_of(cards) if each >= FIRST]
