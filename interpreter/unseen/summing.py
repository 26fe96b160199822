"""A program that goes through all cards that those may be which are looked at, and adds up what is measured then.

It is the rest of a slice with loops around it, one for each such card. Cards that lie in the same places are alike, and
are gone through in rising order only. What differs from one position to another is in slots of its own, so that machine
code is made once for all that look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb

from interpreter.data_classes import dataclass
from interpreter.engine import Position
from interpreter.program import (
    HIGHEST,
    Binary,
    Block,
    Branch,
    Finish,
    Instruction,
    Jump,
    Move,
    Program,
    Sample,
    Slot,
    SlotInfo,
    Unary,
)
from interpreter.unseen.looking import Looking
from interpreter.unseen.machine import FIRST, Card, Value, is_number, list_unknown
from interpreter.unseen.walking import Leaf, NotExact


@dataclass(frozen=True)
class Sum:
    """A program and where it starts; a measure of it is the sum over so many cases. Of one slice, all programs with the
    same `shape` are the same."""

    program: Program
    start: Position
    measure: int
    cases: int
    shape: tuple[object, ...]


def make_sum(program: Program, end: int, leaf: Leaf, unseen: int) -> Sum:
    """The program that adds up what is measured at the end of a slice, from a leaf on."""
    looking = Looking(program, leaf.block, leaf.slots)
    return _Summing(program, end, leaf, unseen, looking).make()


class _Summing:
    def __init__(self, program: Program, end: int, leaf: Leaf, unseen: int, looking: Looking) -> None:
        self.program, self.end, self.leaf, self.unseen = program, end, leaf, unseen
        self.single = {
            zone.order + at for zone in program.zones for at in range(zone.members * zone.capacity) if zone.capacity
        }
        self.held = {at: _cards_in(leaf.slots[at], at in self.single) for at in sorted(looking.read)}
        self.cards = self._put_in_order()
        if not self.cards:
            raise NotExact("a rule looks at what hangs on cards that are not seen")
        self.used = sorted(looking.read | looking.write)
        self.slots, self.first_values = list(program.slots), [0] * len(program.slots)
        self.blocks = list(program.blocks)

    def _known(self, at: int) -> int:
        """What a slot holds besides cards that are not known."""
        value = self.leaf.slots[at]
        if not isinstance(value, int):
            return 0
        return value if is_number(value) else value & HIGHEST

    def _put_in_order(self) -> list[list[int]]:
        """The cards that are looked at, those that are alike together."""
        found: dict[tuple[object, ...], list[int]] = {}
        for card in sorted({each for cards in self.held.values() for each in cards}):
            lying = [(at, self._is_alone(at)) for at, cards in self.held.items() if card in cards]
            key = (*lying, card if any(alone for _, alone in lying) else -1)
            found.setdefault(key, []).append(card)
        return list(found.values())

    def _is_alone(self, at: int) -> bool:
        """Whether a slot names a single card, and holds no set."""
        return at in self.single or isinstance(self.leaf.slots[at], Card)

    # ---- the program

    def make(self) -> Sum:
        measure = self._find_measure()
        unseen, total = self._add_slot(self.unseen), self._add_slot(0)
        kept = {at: self._add_slot(self._known(at)) for at in self.used}
        cards = {card: self._add_slot(0) for group in self.cards for card in group}
        rests = {card: self._add_slot(0) for card in cards}
        bits = {card: self._add_slot(0) for card in cards}
        order = list(cards)  # the loops, from the outermost in
        begin = len(self.blocks)
        heads = {card: begin + 3 + 2 * number for number, card in enumerate(order)}
        body, done = begin + 3 + 2 * len(order), begin + 4 + 2 * len(order)
        self._begin([*kept.values(), unseen], rests[order[0]], unseen)
        for number, card in enumerate(order):
            before = heads[order[number - 1]] if number else done
            self.blocks.append(Block("card", (), Branch(rests[card], heads[card] + 1, before)))
            taking: list[Instruction] = [
                Unary(cards[card], "lowest", rests[card], 0),
                Binary(bits[card], "shl", 1, cards[card], 0),
                Binary(rests[card], "xor", rests[card], bits[card], 0),
            ]
            following = order[number + 1] if number + 1 < len(order) else None
            if following is not None:
                taking += self._begin_next(card, following, rests, bits, unseen, order[: number + 1])
            self._add("take", taking, heads[following] if following is not None else body)
        self._add("lay out", self._lay_out(kept, cards, bits), self.leaf.block)
        self.blocks.append(Block("done", (Sample(measure, total),), Finish()))
        self._end(total, heads[order[-1]])
        program = replace(self.program, slots=tuple(self.slots), blocks=tuple(self.blocks), start=begin)
        shape = self.leaf.block, tuple(self.held.items()), tuple(self.used)
        return Sum(program, Position(begin, tuple(self.first_values)), measure, self._count_cases(), shape)

    def _begin_next(
        self, card: int, following: int, rests: dict[int, Slot], bits: dict[int, Slot], unseen: Slot, taken: list[int]
    ) -> list[Instruction]:
        """What the next card may be: one of those that come after, if it is like this one, or else of all others."""
        if any(card in group and following in group for group in self.cards):
            return [Move(rests[following], rests[card])]
        return [Move(rests[following], unseen)] + [
            Binary(rests[following], "xor", rests[following], bits[each], 0) for each in taken
        ]

    def _lay_out(
        self, kept: dict[int, Slot], cards: dict[int, Slot], bits: dict[int, Slot]
    ) -> list[Instruction]:
        """Put all slots back, with the cards in their places."""
        found: list[Instruction] = [Move(Slot(at), before) for at, before in kept.items()]
        for at, there in self.held.items():
            for card in there:
                if self._is_alone(at):
                    found.append(Move(Slot(at), cards[card]))
                else:
                    found.append(Binary(Slot(at), "or", Slot(at), bits[card], 0))
        return found

    def _begin(self, given: list[Slot], rest: Slot, unseen: Slot) -> None:
        """The first blocks. What `given` slots hold at the start nothing in the program writes; so that it is not taken
        to be 0, other numbers are put there on a way that is never taken."""
        at = len(self.blocks)
        times, below, again = (self._add_slot(0) for _ in range(3))
        counting = (Binary(times, "add", times, 1, 0), Binary(again, "gt", times, 1, 0))
        self.blocks.append(Block("begin", counting, Branch(again, at + 1, at + 2)))
        others = [Move(each, number) for each in given for number in (times, below)]
        self._add("never", [Binary(below, "sub", 0, times, 0), *others], at)
        self._add("first", [Move(rest, unseen)], at + 3)

    def _end(self, total: Slot, after: int) -> None:
        """Where something is measured it is added up, and the next cards come."""
        block = self.blocks[self.end]
        *others, sample = block.instructions
        assert isinstance(sample, Sample), "a slice ends where something is measured"
        adding = (*others, Binary(total, "add", total, sample.value, 0))
        self.blocks[self.end] = replace(block, instructions=adding, terminator=Jump(after))

    def _find_measure(self) -> int:
        sample = self.program.blocks[self.end].instructions[-1]
        assert isinstance(sample, Sample), "a slice ends where something is measured"
        return sample.measure

    def _add_slot(self, value: int) -> Slot:
        self.slots.append(SlotInfo(f"counting {len(self.slots)}", "local", 0))
        self.first_values.append(value)
        return Slot(len(self.slots) - 1)

    def _add(self, name: str, instructions: Sequence[Instruction], then: int) -> None:
        self.blocks.append(Block(name, tuple(instructions), Jump(then)))

    def _count_cases(self) -> int:
        cases, left = 1, self.unseen.bit_count()
        for group in self.cards:
            cases *= comb(left, len(group))
            left -= len(group)
        return cases


def _cards_in(value: Value, single: bool) -> tuple[int, ...]:
    """The cards in a slot that are not known. Raises NotExact if it holds something that hangs on them."""
    if isinstance(value, Card):
        return (value.number,)
    if not isinstance(value, int):
        raise NotExact("a rule looks at a number that comes from cards that are not seen")
    if single:
        return (value,) if value >= FIRST else ()
    return tuple(list_unknown(value)) if value > HIGHEST else ()
