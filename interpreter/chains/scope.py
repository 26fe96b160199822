"""The part of a program that chains are made of, and all that is known of it beforehand."""

from __future__ import annotations

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import Graph
from interpreter.analysis.partition import partition
from interpreter.analysis.steps import Steps
from interpreter.program import FULL, Chance, Slot


class Scope:
    """What is left of a program, as far as a graph leads.

    Walks through it end at its `rolls`, and at blocks that are `measuring` something. `open_choices` are not decided
    unless one answer alone is on offer; in all others the default is taken. Slots `elsewhere` are read by others,
    nobody knows how. `counting` tells whether it is of interest how often sites are marked, `answering` whether it is
    what was answered where a choice was not open."""

    def __init__(
        self,
        trimmed: Trimmed,
        graph: Graph,
        steps: Steps,
        open_choices: set[int],
        elsewhere: set[int],
        counting: bool,
        answering: bool = False,
    ) -> None:
        self.program, self.live, self.ranges, self.sure = trimmed.program, trimmed.live, trimmed.ranges, trimmed.sure
        self.steps, self.elsewhere, self.counting, self.answering = steps, elsewhere, counting, answering
        self.open_choices = open_choices
        self.reached = frozenset(graph.blocks)
        self.parts = {at: self.program.blocks[at].parts for at in self.reached}
        ends = {at: self.program.blocks[at].terminator for at in graph.superblocks}
        self.rolls = {at: end for at, end in ends.items() if isinstance(end, Chance)}
        self.measuring = frozenset(at for at in ends if self._measures(at))
        self.classes = {at: self._classes(roll) for at, roll in self.rolls.items()}
        self.firsts = self._firsts()

    def _measures(self, block: int) -> bool:
        return find_effects(self.program, self.program.blocks[block].instructions).samples

    # ---- outcomes that are alike

    def _classes(self, roll: Chance) -> tuple[int, ...]:
        """The class of each outcome: in one are those that nothing done with the slot it goes to tells apart."""
        if roll.target.index in self.elsewhere:
            return tuple(range(roll.outcomes))
        return partition(self.program, sorted(self.reached), roll.target, roll.outcomes)

    def representatives(self, stop: int) -> list[int]:
        """The first outcome of each class."""
        return [first for _, first in sorted(_first_of(self.classes[stop]).items())]

    def _firsts(self) -> dict[int, list[int]]:
        """For each slot that rolls of one kind go to, the first outcome of the class of each."""
        found: dict[int, list[int]] = {}
        sizes: dict[int, set[int]] = {}
        for stop, roll in self.rolls.items():
            classes = self.classes[stop]
            first = _first_of(classes)
            found[roll.target.index] = [first[each] for each in classes]
            sizes.setdefault(roll.target.index, set()).add(roll.outcomes)
        return {slot: firsts for slot, firsts in found.items() if len(sizes[slot]) == 1}

    # ---- states

    def has_few(self, slot: int, most: int) -> bool:
        """Whether it is sure that a slot has fewer values than that."""
        low, high = self.ranges.get(Slot(slot), FULL)
        return high - low < most or 0 < len(set(self.firsts.get(slot, ()))) < most

    def is_live(self, slot: int, block: int) -> bool:
        """Whether it matters at the beginning of a block what a slot holds."""
        return bool(self.live[block] >> slot & 1)

    def state_of(
        self, stops: tuple[int, ...], tracked: tuple[int, ...], stop: int, slots: dict[int, int]
    ) -> tuple[int, ...]:
        """The whole state of a position at a stop: which of some stops it is, and what tracked slots hold. Slots that
        are not live there are 0, and what holds an outcome holds the first of all that are like it."""
        values = (self._first(slot, slots[slot]) if self.is_live(slot, stop) else 0 for slot in tracked)
        return (stops.index(stop), *values)

    def _first(self, slot: int, value: int) -> int:
        firsts = self.firsts.get(slot, [])
        return firsts[value] if 0 <= value < len(firsts) else value


def _first_of(classes: tuple[int, ...]) -> dict[int, int]:
    """The first outcome of each class."""
    first: dict[int, int] = {}
    for outcome, each in enumerate(classes):
        first.setdefault(each, outcome)
    return first
