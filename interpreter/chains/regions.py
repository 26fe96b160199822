"""What a chain for odds is made of: a program without all that the figure asked for does not hang on.

Left out is what is said, what is marked, and each sample but those of one measure; then all that only these hung on
goes by itself (`analysis.dead_code`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from interpreter.analysis.asking_order import ask_few_first
from interpreter.analysis.calculations import find_calculations
from interpreter.analysis.dead_code import replace_blocks, trim
from interpreter.analysis.graph import find_graph, find_slots_read, find_ways
from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.analysis.partition import partition_after
from interpreter.analysis.stale_members import Guards, find_stale
from interpreter.analysis.weights import Weights
from interpreter.chains.calculated import Calculated
from interpreter.chains.rolled import Rolls
from interpreter.chains.shortcuts import Shortcut, shorten
from interpreter.chains.states import OutOfReach
from interpreter.program import (
    Block,
    Chance,
    Clear,
    Decide,
    Draw,
    Instruction,
    Mark,
    Program,
    Range,
    Sample,
    Say,
    Slot,
    Terminator,
)
from interpreter.program.instructions import Exchange, Lay, Lift, Mix, Peek, Pour, Reveal, Take

DEFAULT = "default"

CARDS = Draw, Exchange, Lay, Lift, Mix, Peek, Pour, Reveal, Take

OPEN = ""
"""In place of a strategy: what a seat decides is open."""


CLEARED = 16
"""To clear so many slots, and to look later which are still clear, takes as long as an instruction."""


class CarriedOut(NamedTuple):
    """What is carried out in a block, how that ends and what that does, and how many steps it takes: one for each
    instruction, and for so many slots that are cleared (`CLEARED`)."""

    instructions: tuple[Shortcut, ...]
    end: Terminator
    leave: Shortcut
    steps: int


class Region:
    """A program as far as the samples of one `measure` hang on it (None: as far as winners do), with a strategy for
    each seat, and `entries` where chains may begin besides the start of the game."""

    def __init__(
        self,
        program: Program,
        measure: int | None,
        strategies: Sequence[str] = (),
        entries: Sequence[int] = (),
        weights: Weights | None = None,
        telling_rolls: bool = False,
    ) -> None:
        self.strategies, self.weights = tuple(strategies) or (DEFAULT,), weights or Weights({})
        self.measure = measure
        sliced = _slice(program, measure)
        starts = sorted({program.start, *entries})
        graph = find_graph(sliced, starts)
        advised = {choice for choice in range(len(program.choices)) if self._lines(program, choice)}
        self.rolled = _list_rolled(program) if telling_rolls else set[int]()
        elsewhere = self._slots_of_advice(program, advised) | self.rolled
        decided = set(range(len(program.choices))) if OPEN in self.strategies else advised
        trimmed = trim(sliced, graph, decided, elsewhere)
        self.program = ask_few_first(trimmed.program, starts, trimmed.ranges)
        self.ranges, self.sure = trimmed.ranges, trimmed.sure
        self.live = LivenessByCalls(self.program, starts, elsewhere, self.sure).before
        self.elsewhere = elsewhere
        self.starts = starts
        self.reached = frozenset(find_graph(self.program, starts).blocks)

    def _lines(self, program: Program, choice: int) -> list[int]:
        return [each for name in sorted(set(self.strategies)) for each in program.advice(name, choice)]

    def _slots_of_advice(self, program: Program, advised: set[int]) -> set[int]:
        """The slots that strategies look at, and those that say what is offered where they are asked."""
        entries = [program.queries[line].entry for choice in advised for line in self._lines(program, choice)]
        slots = find_slots_read(program, find_ways(program, entries))
        for block in program.blocks:
            end = block.terminator
            if isinstance(end, Decide) and end.choice in advised:
                slots |= {end.flags + each for each in range(len(program.choices[end.choice].values))}
        return slots

    def advice_of(self, choice: int, strategy: str) -> list[int]:
        """The blocks with which the lines of a strategy for a choice begin."""
        return [self.program.queries[line].entry for line in self.program.advice(strategy, choice)]

    @cached_property
    def carried_out(self) -> list[CarriedOut]:
        """What is carried out in each block."""
        return [self._carry_out(block) for block in self.program.blocks]

    def _carry_out(self, block: Block) -> CarriedOut:
        *instructions, leave = [shorten(each, self.program.arrays) for each in block.parts]
        cleared = sum(each.size for each in block.instructions if isinstance(each, Clear))
        return CarriedOut(tuple(instructions), block.terminator, leave, len(block.parts) + cleared // CLEARED)

    @cached_property
    def calculated(self) -> Calculated:
        """What loops come to that only calculate, in the game or in what strategies advise."""
        lines = (query.entry for query in self.program.queries)
        graph = find_graph(self.program, {*self.starts, *lines})
        return Calculated(find_calculations(self.program, graph, inside=True))

    @cached_property
    def slot_ranges(self) -> dict[int, Range]:
        """Between which numbers each slot is in every game, where that is known."""
        return {each.index: known for each, known in self.ranges.items() if isinstance(each, Slot)}

    @cached_property
    def rolls(self) -> Rolls:
        """The numbers in walks that hang on nothing but a roll."""
        return Rolls()

    # ---- stops

    @cached_property
    def _outcomes(self) -> dict[int, tuple[tuple[int, Fraction], ...]]:
        return {}

    def outcomes(self, stop: int) -> tuple[tuple[int, Fraction], ...]:
        """Of each class of outcomes that are alike at a stop the first, and how likely the class is."""
        if stop not in self._outcomes:
            self._outcomes[stop] = self._find_outcomes(stop)
        return self._outcomes[stop]

    def weigh_outcomes(self, stop: int) -> tuple[tuple[tuple[int, int], ...], int]:
        """The same with whole numbers for how likely classes are, out of so many."""
        if stop not in self._weights:
            outcomes = self.outcomes(stop)
            total = lcm(*(chance.denominator for _, chance in outcomes))
            self._weights[stop] = tuple((outcome, int(chance * total)) for outcome, chance in outcomes), total
        return self._weights[stop]

    @cached_property
    def _weights(self) -> dict[int, tuple[tuple[tuple[int, int], ...], int]]:
        return {}

    def _find_outcomes(self, stop: int) -> tuple[tuple[int, Fraction], ...]:
        roll = self.program.blocks[stop].terminator
        assert isinstance(roll, Chance)
        classes: Sequence[int] = range(roll.outcomes)
        if roll.target.index not in self.elsewhere:
            classes = partition_after(self.program, self.starts, roll)
        first = {kind: outcome for outcome, kind in reversed(list(enumerate(classes)))}
        if self.program.dice[roll.dice].name not in self.weights.of_faces:
            counts = Counter(classes)
            return tuple((first[kind], Fraction(count, roll.outcomes)) for kind, count in counts.items())
        likely: dict[int, Fraction] = {}
        for outcome, kind in enumerate(classes):
            likely[kind] = likely.get(kind, Fraction(0)) + self.weights.of(self.program, roll, outcome)
        return tuple((first[kind], chance) for kind, chance in likely.items())

    @cached_property
    def stale(self) -> dict[int, dict[int, tuple[Guards, int]]]:
        """For each stop the slots that are of use in some views alone (`analysis.stale_members`): what says which view
        it is, and the views, as bits."""
        return find_stale(self.program, self.starts, self.live, self.elsewhere)

    def is_live(self, slot: int, block: int) -> bool:
        """Whether it matters at the beginning of a block what a slot holds."""
        return bool(self.live.get(block, -1) >> slot & 1)

    def list_live(self, block: int) -> frozenset[int]:
        """The slots of which it matters at the beginning of a block what they hold."""
        return frozenset(slot for slot in range(len(self.program.slots)) if self.is_live(slot, block))


def _list_rolled(program: Program) -> set[int]:
    """The slots that dice are rolled into."""
    ends = (block.terminator for block in program.blocks)
    return {end.target.index for end in ends if isinstance(end, Chance)}


def refuse_cards(program: Program, block: int) -> None:
    """Raises OutOfReach where cards are handled or drawn in what begins at a block."""
    blocks = [program.blocks[at] for at in find_ways(program, [block])]
    if any(isinstance(part, CARDS) for block in blocks for part in block.parts):
        raise OutOfReach("cards can be dealt in too many orders")


def _slice(program: Program, measure: int | None) -> Program:
    """A program without what people see, and without the samples of all measures but one."""

    def stays(part: Instruction) -> bool:
        return not isinstance(part, Mark | Say) and not (isinstance(part, Sample) and part.measure != measure)

    blocks = {
        at: replace(block, instructions=tuple(filter(stays, block.instructions)))
        for at, block in enumerate(program.blocks)
    }
    return replace_blocks(program, blocks)
