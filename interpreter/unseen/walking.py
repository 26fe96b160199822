"""What follows from each way that a seat may answer, as long as nobody looks at cards that it does not see.

A way to answer ends with leaves: the measure's value where it is known, or the place where a rule looks at cards.
Others answer by chance. Of cards that nobody knows one is like any other, so that for all of them one alone is gone on
with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from interpreter.analysis.slicing import Slice
from interpreter.data_classes import dataclass
from interpreter.program import Chance, Decide, Draw, Program, Slot
from interpreter.program import cards as card_functions
from interpreter.program.sight import sees
from interpreter.unseen.machine import FIRST, Card, Fails, Holds, Looks, UnseenMachine, Value, is_number, list_unknown

MOST_WALKS = 20_000
"""So many walks from one stop to the next are made, in all."""


class NotExact(Exception):
    """The average cannot be found; the text says why."""


class Leaf(NamedTuple):
    """Where an answer leads with some probability: to a value, or (`block`) to the block from which on a rule looks at
    cards, with these values in the slots."""

    weight: Fraction
    value: int
    block: int
    slots: tuple[Value, ...]


@dataclass(frozen=True)
class Line:
    """A way to answer: answers of the seat, one after the other, and where they lead."""

    answers: tuple[int, ...]
    leaves: tuple[Leaf, ...]


class _State(NamedTuple):
    block: int
    values: tuple[Value, ...]
    weight: Fraction


class Walker:
    """Walks on from where a seat decides. `unseen` are the cards that it does not see."""

    def __init__(self, left: Slice, seat: int, unseen: int) -> None:
        self.slice, self.seat, self.unseen = left, seat, unseen
        self.program: Program = left.program
        self.walks = 0

    def list_lines(self, block: int, slots: Sequence[Value]) -> list[Line]:
        """All ways to answer from a stop on."""
        values = (*slots, *[0] * self.program.registers)
        return list(self._answer(_State(block, values, Fraction(1)), ()))

    def _answer(self, state: _State, before: tuple[int, ...]) -> Iterator[Line]:
        """The lines that go on with one answer more."""
        decide = self.program.blocks[state.block].terminator
        assert isinstance(decide, Decide), "somebody decides there"
        for number, value in self._list_answers(decide, state):
            answers = (*before, number)
            after = self._settle(state, Slot(decide.target.index), value, decide.then, state.weight)
            found = self._go_on(after)
            if isinstance(found, _State):
                yield from self._answer(found, answers)
            else:
                yield Line(answers, tuple(found))

    def _go_on(self, state: _State | Leaf) -> _State | list[Leaf]:
        """The next decision of the seat, or the leaves where there is none."""
        if isinstance(state, Leaf):
            return [state]
        end, leaves = self.program.blocks[state.block].terminator, list[Leaf]()
        if isinstance(end, Decide) and self._number(state, end.chooser) == self.seat:
            self._check_sight(state)
            return state
        several = self._go_all_ways(state)
        for each in several:
            found = self._go_on(each)
            if isinstance(found, _State):
                if len(several) > 1:
                    raise NotExact("that seat decides again after something else happens by chance")
                return found
            leaves += found
        return leaves

    def _go_all_ways(self, state: _State) -> list[_State | Leaf]:
        end = self.program.blocks[state.block].terminator
        match end:
            case Decide():
                several = self._list_random(end, state)
                target, then = end.target, end.then
            case Draw():
                return self._draw(end, state)
            case Chance():
                several = [(outcome, 1) for outcome in range(end.outcomes)]
                target, then = end.target, end.then
            case _:
                raise NotExact("the game ends before it is measured")
        whole = sum(many for _, many in several)
        return [
            self._settle(state, target, value, then, state.weight * Fraction(many, whole)) for value, many in several
        ]

    # ---- stops

    def _list_answers(self, decide: Decide, state: _State) -> list[tuple[int, Value]]:
        """What the seat may answer."""
        choice = self.program.choices[decide.choice]
        flags = state.values[decide.flags : decide.flags + len(choice.values)]
        if not all(map(is_number, flags)):
            raise NotExact("what may be answered depends on cards that are not seen")
        return [(at, value) for at, (value, flag) in enumerate(zip(choice.values, flags, strict=True)) if flag == 1]

    def _list_random(self, decide: Decide, state: _State) -> list[tuple[Value, int]]:
        """What another may answer, and of how many answers each is one. Cards that nobody knows are one."""
        choice = self.program.choices[decide.choice]
        flags = state.values[decide.flags : decide.flags + len(choice.values)]
        held = {each.cards for each in flags if isinstance(each, Holds)}
        if not held:
            return [(value, 1) for _, value in self._list_answers(decide, state)]
        (cards, *more) = held
        alike = all(
            flag == Holds(cards, at) if self.unseen >> at & 1 else is_number(flag) for at, flag in enumerate(flags)
        )
        if more or not alike or choice.values != tuple(range(len(choice.values))):
            raise NotExact(f"what may be answered to `{choice.name}` depends on which cards others hold")
        unknown = list_unknown(cards)
        known = [(value, 1) for value, flag in zip(choice.values, flags, strict=True) if flag == 1]
        return [*known, (Card(unknown[0]), len(unknown))]

    def _draw(self, draw: Draw, state: _State) -> list[_State | Leaf]:
        machine = self._machine(state)
        zone, place = machine.zones[draw.zone], self._number(state, draw.index)
        loose = card_functions.loose_cards(machine.values, zone, place)  # type: ignore[arg-type]
        unknown = [at for at, card in enumerate(loose) if card >= FIRST]
        ways = [(at, 1) for at, card in enumerate(loose) if card < FIRST]
        ways += [(unknown[0], len(unknown))] if unknown else []
        found = list[_State | Leaf]()
        for number, many in ways:
            values = list(state.values)
            card = card_functions.draw(values, zone, place, number)  # type: ignore[arg-type]
            now = state._replace(values=tuple(values))
            value: Value = Card(card) if card >= FIRST else card
            weight = state.weight * Fraction(many, len(loose))
            found.append(self._settle(now, draw.target, value, draw.then, weight))
        return found

    def _check_sight(self, state: _State) -> None:
        """Raises NotExact if the seat has come to see cards since it decided."""
        for zone in self.program.zones:
            for place in range(zone.members):
                held = state.values[zone.first + place]
                if isinstance(held, int) and list_unknown(held) and sees(self.program, self.seat, zone, place):
                    raise NotExact("that seat sees more cards before it decides again")

    # ---- from stop to stop

    def _settle(self, state: _State, target: Slot, value: Value, then: int, weight: Fraction) -> _State | Leaf:
        """Put an answer where it belongs and go on to the next stop, or to a leaf."""
        self.walks += 1
        if self.walks > MOST_WALKS:
            raise NotExact(f"there are more than {MOST_WALKS:,} ways for it to go on")
        size = len(self.program.slots)
        values = list(state.values[:size]) + [0] * self.program.registers
        values[target.index] = value
        slots = tuple(values[:size])
        machine = UnseenMachine(self.program, values, self.unseen, self.slice.meeting)
        try:
            machine.run(then, self.slice.end)
            if machine.block != self.slice.end:
                return _State(machine.block, tuple(machine.values), weight)
            for each in self.program.blocks[self.slice.end].instructions:
                each.meaning(machine)
            measured = machine.number(machine.read(self.slice.value))
        except Looks:
            return Leaf(weight, 0, then, slots)
        except Fails:
            raise NotExact("the game cannot go on, or ends before it is measured") from None
        return Leaf(weight, measured, -1, ())

    def _machine(self, state: _State) -> UnseenMachine:
        return UnseenMachine(self.program, list(state.values), self.unseen, self.slice.meeting)

    def _number(self, state: _State, operand: int | Slot) -> int:
        value = operand if isinstance(operand, int) else state.values[operand.index]
        if not isinstance(value, int) or not is_number(value):
            raise NotExact("who comes next depends on cards that are not seen")
        return value
