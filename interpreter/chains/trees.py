"""The walks that begin with one outcome, as trees.

A walk from one stop to the next looks at few slots, and serves for all states in which these hold the same: so the
walks that begin with one outcome make a tree, which forks by what slots hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.chains.partly_known import Leaves, Needed, PartlyKnown, Sum, Value
from interpreter.chains.scope import Scope
from interpreter.chains.walking import walk
from interpreter.data_classes import dataclass


class TooLarge(Exception):
    """There would be too many states, or walks."""


class Hidden(Exception):
    """These slots matter, and are not given."""

    def __init__(self, slots: frozenset[int]) -> None:
        self.slots = slots


@dataclass(frozen=True)
class Leaf:
    """What a walk came to: the number of the stop, what the tracked slots hold then (a number, or what one held before
    and so much more), what is added to others, which of them are cleared before, the sites marked, the samples taken,
    and the answers to decisions, if they are of interest."""

    stop: int
    held: tuple[Value, ...]
    added: tuple[tuple[int, int], ...]
    cleared: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    samples: tuple[tuple[int, int, int], ...]
    answers: tuple[int, ...]


@dataclass
class Fork:
    """Where walks part: by what a slot holds."""

    slot: int
    ways: dict[int, Tree]


Tree: TypeAlias = Fork | Leaf | None
"""The walks that begin with one outcome; None where it cannot be told what comes."""


class Trees:
    """The walks from some stops, with these slots `tracked` in the states.

    A slot that has to be known is asked for (Needed) if it `may_be_tracked`. Slots that are not tracked are added to,
    or set to a number, by one of `increments`. If walks go on where something is measured, `measured` are the slots
    that they must not ask for beyond that. There are at most so many walks (TooLarge); `pay` hears
    how many instructions each of them has carried out.

    `ends` are the blocks besides the stops that walks came to, `bounds` say where slots have to be for all of them, and
    `decisions` how many a walk may take."""

    def __init__(
        self,
        scope: Scope,
        stops: tuple[int, ...],
        tracked: tuple[int, ...],
        may_be_tracked: Callable[[int], bool],
        increments: range,
        measured: frozenset[int] | None,
        walks: int,
        pay: Callable[[int], None],
    ) -> None:
        self.scope, self.stops, self.tracked, self.may_be_tracked = scope, stops, frozenset(tracked), may_be_tracked
        self.order, self.increments, self.measured, self.walks, self.pay = tracked, increments, measured, walks, pay
        self.trees: dict[tuple[int, int], Tree] = {}
        self.ends: list[int] = []
        self.bounds: set[tuple[int, int, int]] = set()
        self.decisions = 0

    def leaf(self, stop: int, outcome: int, given: Mapping[int, int]) -> Leaf | None:
        """What a walk comes to from a stop where some slots hold what is given: one there was before if there is any
        that will do. None if it cannot be told. Raises Hidden if more has to be given."""
        forks = list[Fork]()
        tree = self.trees.get((stop, outcome), ...)
        while isinstance(tree, Fork):
            if tree.slot not in given:
                raise Hidden(frozenset({tree.slot}))
            forks.append(tree)
            tree = tree.ways.get(given[tree.slot], ...)
        return self._grow(stop, outcome, given, forks) if tree is ... else tree

    def _grow(self, stop: int, outcome: int, given: Mapping[int, int], forks: list[Fork]) -> Leaf | None:
        """A new walk; the tree grows by all forks that it meets."""
        roll = self.scope.rolls[stop]
        hidden, sampling = self.tracked - given.keys(), self.measured is not None
        machine = PartlyKnown(self.scope, {roll.target.index: outcome}, given, hidden, sampling)
        self.walks -= 1
        if self.walks < 0:
            raise TooLarge
        try:
            leaf = self._finish(machine, roll.then)
        finally:
            self.pay(machine.carried_out)
        tree: Tree = leaf
        for slot in reversed(list(machine.asked)[len(forks) :]):
            tree = Fork(slot, {given[slot]: tree})
        if forks:
            forks[-1].ways[given[forks[-1].slot]] = tree
        else:
            self.trees[stop, outcome] = tree
        return leaf

    def _finish(self, machine: PartlyKnown, block: int | None) -> Leaf | None:
        """What a walk comes to from a block, if it has not been taken yet. If it can only be told up to where something
        was measured, it ends there."""
        try:
            if block is not None:
                walk(machine, block)
            return self._leaf_of(machine)
        except Leaves:
            pass
        except Needed as needed:
            if needed.slots & machine.hidden:
                raise Hidden(needed.slots) from None
            may_be = machine.ended is None or not needed.slots & (self.measured or frozenset())
            if may_be and all(map(self.may_be_tracked, needed.slots)) and not needed.slots <= self.tracked:
                raise
        return self._finish(machine.ended, None) if machine.ended else None

    def _leaf_of(self, machine: PartlyKnown) -> Leaf:
        """What a walk came to."""
        block = machine.block
        values = {
            slot: machine.settled(value) for slot, value in machine.slots.items() if self.scope.is_live(slot, block)
        }
        added: list[tuple[int, int]] = []
        cleared: list[int] = []
        for slot, value in values.items():
            if slot in self.tracked or value == Sum(slot, 0):
                continue
            if isinstance(value, int) and value in self.increments:
                cleared.append(slot)
                added.append((slot, value))
            elif isinstance(value, int):
                raise Needed(frozenset({slot}))
            elif isinstance(value, Sum) and value.slot == slot and value.more in self.increments:
                added.append((slot, value.more))
            else:
                raise Leaves
        held = tuple(
            values.get(slot, machine.settled(Sum(slot, 0))) if self.scope.is_live(slot, block) else 0
            for slot in self.order
        )
        if not all(isinstance(each, int) or (isinstance(each, Sum) and each.slot in self.tracked) for each in held):
            raise Leaves
        self.bounds |= machine.bounds
        self.decisions = max(self.decisions, len(machine.answers))
        marks = tuple(sorted((site, times) for site, times in machine.marks.items() if times))
        number, answers = self._number_of(block), tuple(machine.answers) if self.scope.answering else ()
        return Leaf(number, held, tuple(sorted(added)), tuple(cleared), marks, tuple(machine.samples), answers)

    def _number_of(self, block: int) -> int:
        """The number of a stop, or of another end of a walk."""
        if block in self.stops:
            return self.stops.index(block)
        if block in self.scope.rolls:
            raise Leaves
        if block not in self.ends:
            self.ends.append(block)
        return len(self.stops) + self.ends.index(block)
