"""What a state tells of slots in relation only, and what such a state can be asked.

Of a group of slots it tells the differences alone. A number at its top stands for itself and all greater ones. A top
may be lower where other slots hold much: if only a sum is held against a number, all beyond that is alike. What walks
ask proves that a relation will do: a test must come out the same for all that a state stands for, and what slots hold
next must be known as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import TypeAlias

from interpreter.chains.sums import LinearSum, Value, held_by
from interpreter.data_classes import dataclass
from interpreter.program.instructions.operators import OPERATORS, Operator

MOST_KNOWN = 10_000
"""So many tops of a slot are remembered: what is asked again is asked soon."""

RISING = {"ge": True, "gt": True, "ne": True, "le": False, "lt": False, "eq": False}
FALLING = {"ge": False, "gt": False, "ne": True, "le": True, "lt": True, "eq": False}
"""What each comparison of a number with 0 comes to once the number is large enough, or far enough below 0."""


@dataclass(frozen=True)
class ValueOf:
    """A test: which number a slot holds."""

    slot: int


@dataclass(frozen=True)
class Truth:
    """A test: whether a sum compares so with 0."""

    operator: Operator = field(repr=False)
    sum: LinearSum

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Tests are looked for again and again."""
        return hash((self.operator, self.sum))


Test: TypeAlias = ValueOf | Truth



def slots_of(test: Test) -> frozenset[int]:
    """The slots that a test looks at."""
    return test.sum.slots if isinstance(test, Truth) else frozenset({test.slot})


Guard: TypeAlias = tuple[tuple[int, int], ...]
"""What slots hold wherever something is so."""


class Met:
    """The `tests` that walks met, each with what is so wherever it is; and those of the walks that begin with a block.
    There are so many of these (`number`)."""

    def __init__(self) -> None:
        self.tests: dict[Test, Guard] = {}
        self.beginning: dict[int, set[Test]] = {}
        self.number = 0

    def note(self, block: int, test: Test, known: Guard) -> None:
        """Note that a walk from a block met a test where this was known."""
        before = self.tests.setdefault(test, known)
        if before and before != known:
            self.tests[test] = tuple(each for each in before if each in known)
        here = self.beginning.setdefault(block, set())
        if test not in here:
            here.add(test)
            self.number += 1


_Guarded: TypeAlias = "dict[tuple[int, ...], dict[tuple[int | None, ...], list[Limit]]]"


class Unanswerable(Exception):
    """A state that tells these slots only in relation cannot answer a test."""

    def __init__(self, slots: frozenset[int], test: Test) -> None:
        super().__init__(f"only differences of slots {sorted(slots)} are known: {test}")
        self.slots, self.test = slots, test


@dataclass(frozen=True)
class Limit:
    """A lower top, where slots hold what a `guard` says: `number` less so many times what others hold (`terms`)."""

    guard: Guard
    terms: tuple[tuple[int, int], ...]
    number: int

    @property
    def slots(self) -> frozenset[int]:
        """All that it hangs on."""
        return frozenset(slot for slot, _ in (*self.guard, *self.terms))


@dataclass(frozen=True)
class Relations:
    """Which slots a state tells only in relation: `groups` of which it has the differences alone, and `tops`, numbers
    that stand for themselves and all greater ones, which may have `limits`: the highest of them counts."""

    groups: tuple[frozenset[int], ...] = ()
    tops: Mapping[int, int] = field(default_factory=dict)
    limits: Mapping[int, tuple[Limit, ...]] = field(default_factory=dict)

    @property
    def slots(self) -> frozenset[int]:
        return frozenset(self.tops).union(*self.groups)

    def find_changed(self, other: Relations) -> frozenset[int]:
        """The slots that are told in another way with other relations."""
        groups = set(self.groups) ^ set(other.groups)
        tops = {slot for slot in self.tops.keys() | other.tops.keys() if self._top(slot) != other._top(slot)}
        return frozenset(tops).union(*groups)

    def _top(self, slot: int) -> tuple[int | None, tuple[Limit, ...]]:
        return self.tops.get(slot), self.limits.get(slot, ())

    def normalize(self, held: dict[int, int]) -> int:
        """Change what slots hold to how they differ; gives how far apart those of a group are at most."""
        apart = 0
        for group in self.groups:
            here = [slot for slot in group if slot in held]
            least = min((held[slot] for slot in here), default=0)
            for slot in here:
                held[slot] -= least
                apart = max(apart, held[slot])
        for slot, top in self.tops.items():
            if slot in held:
                held[slot] = min(held[slot], top)
        for slot in self.limits:
            if slot in held:
                held[slot] = min(held[slot], self.top_of(slot, held))
        return apart

    def top_of(self, slot: int, state: Mapping[int, int]) -> int:
        """The top of a slot in a state."""
        if slot not in self.limits:
            return self.tops[slot]
        slots, known = self._known_tops[slot]
        held = tuple(map(state.get, slots))
        top = known.get(held)
        if top is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            top = known[held] = self._find_top(slot, state)
        return top

    def _find_top(self, slot: int, state: Mapping[int, int]) -> int:
        top = self.tops[slot]
        guarded = self._guarded.get(slot, {}).items()
        fit = [each for slots, limits in guarded for each in limits.get(tuple(map(state.get, slots)), ())]
        if not fit or not all(at in state for each in fit for at, _ in each.terms):
            return top
        return max(0, min(top, max(self._limit(each, state) for each in fit)))

    @cached_property
    def _known_tops(self) -> dict[int, tuple[tuple[int, ...], dict[tuple[int | None, ...], int]]]:
        """For each slot with limits the slots that its top hangs on, and the top by what these hold: it is asked for
        again and again."""
        slots = {slot: frozenset[int]().union(*(each.slots for each in limits)) for slot, limits in self.limits.items()}
        return {slot: (tuple(each), {}) for slot, each in slots.items()}

    @cached_property
    def _guarded(self) -> dict[int, _Guarded]:
        """The limits of each slot by the slots that their guards look at, and by what these hold."""
        found: dict[int, _Guarded] = {}
        for slot, limits in self.limits.items():
            for each in limits:
                slots, values = zip(*each.guard, strict=True) if each.guard else ((), ())
                found.setdefault(slot, {}).setdefault(slots, {}).setdefault(values, []).append(each)
        return found

    def _limit(self, limit: Limit, state: Mapping[int, int]) -> int:
        return limit.number - sum(times * min(state[at], self.tops.get(at, state[at])) for at, times in limit.terms)

    def is_high(self, slot: int, state: Mapping[int, int]) -> bool:
        """Whether a slot is at its top in a state."""
        return slot in self.tops and state[slot] >= self.top_of(slot, state)

    def spread(self, held: Mapping[int, int]) -> int:
        """How far apart the slots of a group are at most, where they are known in relation."""
        return max((held.get(slot, 0) for group in self.groups for slot in group), default=0)

    def check(self, test: Test, state: Mapping[int, int]) -> None:
        """Raises Unanswerable unless a state answers a test for all that it stands for."""
        for group in self.list_unanswering(test):
            raise Unanswerable(group & slots_of(test), test)
        if isinstance(test, Truth):
            self._check_tops(test, state)
        elif self.is_high(test.slot, state):
            raise Unanswerable(frozenset({test.slot}), test)

    def list_unanswering(self, test: Test) -> Iterator[frozenset[int]]:
        """The groups whose differences are not enough for a test, whatever a state is."""
        for group in self.groups:
            if _count_in(test, group):
                yield group

    def _check_tops(self, test: Truth, state: Mapping[int, int]) -> None:
        high = [(slot, times) for slot, times in test.sum.terms if self.is_high(slot, state)]
        if not high:
            return
        total = test.sum.at(state.__getitem__)
        holds = bool(test.operator.calculate(total, 0))
        rising = high[0][1] > 0
        settled = ((total > 0) == rising and total != 0) or test.operator.name not in ("eq", "ne")
        mixed = len({times > 0 for _, times in high}) > 1
        if mixed or holds != (RISING if rising else FALLING)[test.operator.name] or not settled:
            raise Unanswerable(frozenset(slot for slot, _ in high), test)

    def check_values(self, values: Mapping[int, Value]) -> None:
        """Raises Unanswerable if what slots hold next cannot be told in relation: for a group each has to go on from
        where one of the group was, or all from somewhere known."""
        for group in self.groups:
            parts = {slot: _share(value, group) for slot, value in values.items()}
            inside = {parts[slot] for slot in parts if slot in group}
            outside = {parts[slot] for slot in parts if slot not in group}
            if len(inside) > 1 or not inside <= {0, 1} or not outside <= {0}:
                raise Unanswerable(group, Truth(OPERATORS["eq"], held_by(min(group))))

    def check_tops(self, slot: int, value: LinearSum, state: Mapping[int, int], after: Mapping[int, int]) -> None:
        """Raises Unanswerable if what a slot holds `after` a state comes from one at its top, and is not at its own."""
        high = [(each, times) for each, times in value.terms if self.is_high(each, state)]
        if high and not (self.is_high(slot, after) and all(times > 0 for _, times in high)):
            raise Unanswerable(frozenset(each for each, _ in high), ValueOf(slot))


def _share(value: Value, group: frozenset[int]) -> int:
    """How often a value has the numbers of a group in it."""
    return 0 if isinstance(value, int) else sum(times for slot, times in value.terms if slot in group)


def _count_in(test: Test, group: frozenset[int]) -> int:
    """How often a test has the numbers of a group in it."""
    return _share(test.sum, group) if isinstance(test, Truth) else int(test.slot in group)
