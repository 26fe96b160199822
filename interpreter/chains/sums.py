"""Sums of what slots held where a walk began: `2 * a - b + 3`.

What else is calculated with slots that nobody has asked for, a quotient say, is a part of a sum of which only these
slots are known: they are asked for where the number matters, and often it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any, TypeAlias

from interpreter.data_classes import dataclass
from interpreter.program import FULL, Range
from interpreter.program.instructions.operators import Operator


@dataclass(frozen=True)
class LinearSum:
    """Slots with their coefficients, none of them 0, by rising slots; and so much more; and a part that hangs on slots
    that are `unasked`. There is at least one slot."""

    terms: tuple[tuple[int, int], ...]
    more: int
    unasked: frozenset[int] = frozenset()

    @cached_property
    def slots(self) -> frozenset[int]:
        """The slots that it hangs on."""
        return self.unasked.union(dict(self.terms))

    def at(self, held: Callable[[int], int]) -> int:
        """What it comes to where slots hold this. Where it hangs on a slot that is not told `held` fails."""
        if self.unasked:
            raise AssertionError(f"slots were not asked for, and are told: {[held(slot) for slot in self.unasked]}")
        return self.more + sum(times * held(slot) for slot, times in self.terms)

    def range(self, held: Callable[[int], Range]) -> Range:
        """Between which numbers it is where slots are in these ranges."""
        if self.unasked:
            return FULL
        low = high = self.more
        for slot, times in self.terms:
            ends = [times * end for end in held(slot)]
            low, high = low + min(ends), high + max(ends)
        return low, high


Value: TypeAlias = int | LinearSum


Reader: TypeAlias = Callable[[Mapping[int, int]], int]


def make_reader(value: Value) -> Reader:
    """What gives the number that a value is for what slots held. Where a slot is not told that raises KeyError."""
    if isinstance(value, LinearSum) and value.unasked:
        return lambda held: value.at(held.__getitem__)
    return _compile(_write(value))


def make_row_reader(values: Mapping[int, Value]) -> Callable[[Mapping[int, int]], tuple[int, ...]]:
    """What gives the numbers that values of slots are; where a slot is not told that raises KeyError."""
    if any(isinstance(value, LinearSum) and value.unasked for value in values.values()):
        several = [make_reader(value) for value in values.values()]
        return lambda held: tuple([read(held) for read in several])
    return _compile("".join(f"{_write(value)}, " for value in values.values()).join("()"))


def make_comparer(value: LinearSum, operator: Operator) -> Reader:
    """What tells whether a sum compares so with 0, as `make_reader` does."""
    return _compile(operator.python.format(_write(value), 0))


def _write(value: Value) -> str:
    """A value as Python writes it."""
    if isinstance(value, int):
        return str(value)
    terms = [f"held[{slot}]" if times == 1 else f"{times} * held[{slot}]" for slot, times in value.terms]
    return " + ".join([*terms, str(value.more)] if value.more else terms)


@cache
def _compile(text: str) -> Callable[[Mapping[int, int]], Any]:
    """A function of what slots held: readers are called for every edge of a chain."""
    return eval(f"lambda held: {text}", {})  # type: ignore[no-any-return]


@cache
def held_by(slot: int) -> LinearSum:
    """What a slot held where the walk began."""
    return LinearSum(((slot, 1),), 0)


def make_sum(terms: Mapping[int, int], more: int, unasked: frozenset[int]) -> Value:
    """A sum, or a number if no slot is left in it."""
    left = tuple(sorted((slot, times) for slot, times in terms.items() if times))
    return LinearSum(left, more, unasked) if left or unasked else more


def combine(one: Value, other: Value, times: int = 1) -> Value:
    """`one` and so many times `other`."""
    if isinstance(one, int) and isinstance(other, int):
        return one + times * other
    terms: dict[int, int] = dict(one.terms) if isinstance(one, LinearSum) else {}
    more = one.more if isinstance(one, LinearSum) else one
    unasked: frozenset[int] = one.unasked if isinstance(one, LinearSum) else frozenset()
    if isinstance(other, int):
        return make_sum(terms, more + times * other, unasked)
    for slot, factor in other.terms:
        terms[slot] = terms.get(slot, 0) + times * factor
    return make_sum(terms, more + times * other.more, unasked | other.unasked if times else unasked)


def replace_known(value: Value, known: Mapping[int, int]) -> Value:
    """The same with the slots put in whose numbers are known."""
    if isinstance(value, int) or known.keys().isdisjoint([slot for slot, _ in value.terms]):
        return value
    more = value.more + sum(times * known[slot] for slot, times in value.terms if slot in known)
    return make_sum({slot: times for slot, times in value.terms if slot not in known}, more, value.unasked)
