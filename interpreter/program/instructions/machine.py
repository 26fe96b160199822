"""The machine that instructions are written for.

The meaning of an instruction is a few calls of the methods below (abstract interpretation). A number is something else
on each machine: an integer, a range, a piece of Python, a name in machine code. So one meaning serves to run a program,
to find ranges and dependencies, and to translate it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeAlias, TypeVar

from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.operators import Operator
from interpreter.program.operands import Kept, Operand, Slot, Target
from interpreter.program.records import Records

Number = TypeVar("Number")

Place: TypeAlias = tuple[int, Number]
"""A place where cards lie: the zone, and which of its places."""


class Machine(ABC, Generic[Number]):
    """Carries out instructions of a program. `records` is what stands beside its code."""

    records: Records

    # ---- numbers

    @abstractmethod
    def read(self, operand: Operand) -> Number:
        """The number that an operand holds."""

    @abstractmethod
    def write(self, target: Target, number: Number) -> None:
        """Put a number where it belongs."""

    @abstractmethod
    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Number:
        """The number that an operand holds. The game fails at `site`, for this reason, unless low <= it <= high;
        `check` says what is checked, by its number in the program, or -1."""

    @abstractmethod
    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Number:
        """The result of an operator. Where it has none the game fails at `site`, as the operator says."""

    @abstractmethod
    def look_up(self, array: int, index: Number) -> Number:
        """A number out of an array; the index is within it."""

    @abstractmethod
    def load(self, slots: range, index: Number) -> Number:
        """The number in one of several slots; the index is within them."""

    @abstractmethod
    def gather(
        self, operator: Operator, slots: range, index: Number, places: tuple[int, ...], number: Number
    ) -> Number:
        """The set of those of several slots whose numbers compare so with another; the places are counted from the
        index, and within the slots."""

    @abstractmethod
    def store(self, slots: range, index: Number, number: Number) -> None:
        """Put a number into one of several slots; the index is within them."""

    @abstractmethod
    def apply(self, function: int, numbers: tuple[Number, ...], site: int) -> Number:
        """The result of a function for these arguments. The game fails where the function does."""

    # ---- cards

    @abstractmethod
    def handle(
        self, handling: Handling, places: tuple[Place[Number], ...], numbers: tuple[Number, ...], site: int
    ) -> Number:
        """Do something with the cards of one or two places. The result is what the handling says, if anything. What
        cannot be done fails at `site`."""

    def place(self, zone: int, index: Operand, site: int) -> Place[Number]:
        """One of the places of a zone; the game fails if there is no such place."""
        return zone, self.within(index, 0, self.records.zones[zone].members - 1, "bad-index", site)

    # ---- events

    @abstractmethod
    def mark(self, site: int) -> None:
        """A rule, a phase or a row is reached."""

    @abstractmethod
    def say(self, text: int, values: tuple[Operand, ...], site: int) -> None:
        """A text is said, with these values in its holes."""

    @abstractmethod
    def sample(self, measure: int, value: Operand) -> None:
        """A measure takes a value."""

    @abstractmethod
    def award(self, winner: Operand, site: int) -> None:
        """A seat or side wins, or the game is without a result."""

    # ---- ways on

    @abstractmethod
    def go(self, block: int) -> None:
        """Continue with a block."""

    @abstractmethod
    def branch(self, condition: Operand, yes: int, no: int) -> None:
        """Continue with `yes` unless a number is 0, else with `no`."""

    @abstractmethod
    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        """Continue with blocks[number]. The game fails with "bad-index", at no site, if there is none."""

    def call(self, routine: int, number: int, then: int) -> None:
        """Go to a routine's entry, noting in its return slot which call this is. It comes back to `then`."""
        info = self.records.routines[routine]
        self.write(Slot(info.return_slot), self.read(number))
        self.go(info.entry)

    def leave(self, routine: int) -> None:
        info = self.records.routines[routine]
        self.choose(Slot(info.return_slot), info.continuations)

    # ---- stops and ends

    @abstractmethod
    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Number:
        """Stop for dice; the result is one of `outcomes` equally likely numbers."""

    @abstractmethod
    def draw(self, place: Place[Number], onto: Place[Number], site: int) -> Number:
        """Stop for a card: one of the loose cards of a pile is taken away, each equally likely. It will go onto another
        place, whose owner may know it. The game fails if there is none."""

    @abstractmethod
    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Number:
        """Stop for a decision. The result is the value of the answer, one of those offered: the slots `offers` hold
        the set of their numbers. The game fails if there is none."""

    @abstractmethod
    def finish(self) -> None:
        """End the game: nothing comes after this instruction."""

    @abstractmethod
    def answer(self, values: tuple[Operand, ...]) -> None:
        """A query is over, with these results."""
