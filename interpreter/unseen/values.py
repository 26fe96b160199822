"""What each way to answer is worth on the average: the positions, the walks and the sums put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter.analysis.dead_code import replace_blocks
from interpreter.analysis.graph import find_ways
from interpreter.analysis.slicing import Slice, make_slice
from interpreter.bots.redraw import Redrawer
from interpreter.data_classes import dataclass
from interpreter.engine import GameOver, Position
from interpreter.program import Block, Finish, Program, Sample
from interpreter.program.cards import Cards, read, write
from interpreter.program.sight import sees
from interpreter.stepper import Stepper
from interpreter.unseen.machine import FIRST, HANGS, Value
from interpreter.unseen.reaching import reach
from interpreter.unseen.summing import Sum, make_sum
from interpreter.unseen.under_way import find_returning
from interpreter.unseen.walking import Leaf, Line, NotExact, Walker

if TYPE_CHECKING:
    from interpreter.native import Native

MOST_CASES = 20_000_000
"""So many cases are gone through, in all."""

MOST_SLOW_CASES = 20_000
"""So many without machine code."""

LONG = 2**40
"""More steps than any sum takes."""


class NotReached(Exception):
    """No position was found where that seat decides and this is so."""


@dataclass(frozen=True)
class Valued:
    """A way to answer, by the numbers of the answers in the order in which they are given, and the exact mean."""

    answers: tuple[int, ...]
    mean: Fraction


@dataclass(frozen=True)
class AnswerValues:
    """What a seat may answer in a position, the best first. `cases` is how many were gone through."""

    position: Position
    choice: int
    lines: tuple[Valued, ...]
    cases: int


def find_values(
    program: Program, seat: int, measure: int, given: Mapping[int, int], most: bool = True
) -> AnswerValues:
    """What each answer of a seat is worth where slots hold this. Raises NotExact and NotReached."""
    deck = _find_deck(program)
    reached = reach(program, seat, given)
    if reached is None:
        raise NotReached
    position = reached.position
    redrawing = Redrawer(program)
    if redrawing.draws_answers or not redrawing.is_possible(position, seat):
        raise NotExact("a rule keeps a number that comes from cards that are not seen")
    slots, unseen = _hide(program, position, seat, deck)
    for slot in redrawing.list_card_slots(seat):
        slots[slot] = HANGS
    left = _slice(program, position, measure)
    lines = Walker(left, seat, unseen).list_lines(position.block, slots)
    counted = _Counting(left, unseen)
    valued = _merge(Valued(line.answers, counted.value(line)) for line in lines)
    ranked = sorted(valued, key=lambda each: (-each.mean if most else each.mean, each.answers))
    return AnswerValues(position, reached.stop.choice, tuple(ranked), counted.cases)


def _find_deck(program: Program) -> str:
    """The deck of a program. Raises NotExact unless it has one, of cards that are all different."""
    decks = {zone.deck for zone in program.zones}
    if len(decks) != 1 or any(zone.copies for zone in program.zones):
        raise NotExact("the game has several decks, or several of one card")
    if any(info.sight != "up" for info in program.slots) or any(each.sight != "up" for each in program.dice):
        raise NotExact("more than cards is hidden")
    return decks.pop()


def _hide(program: Program, position: Position, seat: int, deck: str) -> tuple[list[Value], int]:
    """What slots hold if the cards that a seat does not see are not known, and which cards these are."""
    values, unseen, number = list(position.slots), 0, FIRST
    for zone in program.zones:
        for place in range(zone.members):
            lying = read(values, zone, place)
            if lying is None or sees(program, seat, zone, place):
                continue
            unseen |= sum(1 << card for card in lying.order)
            several = (lying.beneath, lying.loose, lying.above)
            parts = [[*range(number, number := number + len(part))] for part in several]
            write(values, replace(zone, cards=2 * FIRST), place, Cards(*parts))
    return list(values), unseen


def _slice(program: Program, position: Position, measure: int) -> Slice:
    """What is left of a program from a position to where the measure is taken first."""
    taken = {at: _find_sample(block, measure) for at, block in enumerate(program.blocks)}
    ends = {at: replace(program.blocks[at], terminator=Finish()) for at, number in taken.items() if number >= 0}
    returning = find_returning(program, position.block, position.slots)
    found = [at for at in find_ways(replace_blocks(program, ends), [position.block], returning) if at in ends]
    name = f"`{program.measures[measure].name}`"
    if not found:
        raise NotExact(f"{name} is not measured any more after this position")
    if program.measures[measure].labels:
        raise NotExact(f"{name} has several values, such as one for each player")
    if len(found) > 1:
        raise NotExact(f"from this position on, {name} may be measured in one of several places")
    return make_slice(program, position.block, returning, found[0], taken[found[0]])


def _find_sample(block: Block, measure: int) -> int:
    """Which instruction of a block takes a measure; -1 if none does."""
    numbers = enumerate(block.instructions)
    return next((at for at, each in numbers if isinstance(each, Sample) and each.measure == measure), -1)


def _merge(lines: Iterable[Valued]) -> list[Valued]:
    """The lines; of those that differ in the order of their answers alone, and are worth the same, the first."""
    found: dict[tuple[object, ...], Valued] = {}
    for line in lines:
        found.setdefault((*sorted(line.answers), line.mean), line)
    return list(found.values())


class _Counting:
    """Goes through all cases of leaves. `cases` is how many there were."""

    def __init__(self, left: Slice, unseen: int) -> None:
        self.slice, self.unseen, self.cases = left, unseen, 0
        self._found: dict[tuple[object, ...], Fraction] = {}
        self._engines: dict[tuple[object, ...], Engine] = {}

    def value(self, line: Line) -> Fraction:
        return sum((leaf.weight * self._mean(leaf) for leaf in line.leaves), Fraction(0))

    def _mean(self, leaf: Leaf) -> Fraction:
        if leaf.block < 0:
            return Fraction(leaf.value)
        adding = make_sum(self.slice.program, self.slice.end, leaf, self.unseen)
        key = adding.shape, adding.start
        if key not in self._found:
            self._found[key] = self._go_through(adding)
        return self._found[key]

    def _go_through(self, adding: Sum) -> Fraction:
        self.cases += adding.cases
        fast = _has_machine_code()
        if self.cases > (MOST_CASES if fast else MOST_SLOW_CASES):
            raise NotExact(f"the cards that are not seen may lie in {self.cases:,} ways that matter, or more")
        if adding.shape not in self._engines:
            self._engines[adding.shape] = Engine(adding.program, fast)
        return Fraction(self._engines[adding.shape].add_up(adding), adding.cases)


def _has_machine_code() -> bool:
    from interpreter.native import available

    return available()


class Engine:
    """Carries out the program of sums of one shape."""

    def __init__(self, program: Program, fast: bool) -> None:
        self._stepper = Stepper(program, events=False, budget=LONG)
        self._native: Native | None = None
        if fast:
            from interpreter.native import Native

            self._native = Native(program, tier="best", tabulate=False, counting=False, budget=LONG)

    def add_up(self, adding: Sum) -> int:
        """What the measure comes to."""
        if self._native is not None:
            summary = self._native.play(0, range(1), start=adding.start)
            if summary.games == 1:
                return summary.measures[adding.measure].total
        outcome = self._stepper.play_out(adding.start, NoChance())
        if not isinstance(outcome.stop, GameOver):
            raise NotExact("the game cannot go on with some of the cards")
        return sum(value for measure, value in outcome.samples if measure == adding.measure)


class NoChance:
    """Nothing is left to chance in a sum."""

    def randbelow(self, bound: int) -> int:
        raise NotImplementedError(bound)
