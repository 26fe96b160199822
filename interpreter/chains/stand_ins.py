"""Numbers that stand in for others: of a slot that is only held against numbers it matters on which side of them it is.

A phase that asks whether a counter has come to nine, and does nothing to it, goes alike for one to eight.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import TypeAlias

from interpreter.chains.leads import LAST_BEFORE
from interpreter.chains.relations import Guard, Test, Truth

Cuts: TypeAlias = tuple[int, ...]
"""Numbers after which some test comes to something else, rising."""


class StandIns:
    """Which numbers stand in for others, by the tests that were looked at last."""

    def __init__(self) -> None:
        self.cuts: dict[int, Cuts] = {}
        self._tests = 0
        self._apart: set[int] = set()

    def look_at(self, tests: Mapping[Test, Guard]) -> frozenset[int]:
        """The slots for which something else stands in than before, now that there are these tests."""
        if len(tests) == self._tests:
            return frozenset()
        self._tests = len(tests)
        before, self.cuts = self.cuts, _find_cuts(tests, self._apart)
        return frozenset(slot for slot in before.keys() | self.cuts.keys() if before.get(slot) != self.cuts.get(slot))

    def tell_apart(self, slots: frozenset[int]) -> frozenset[int]:
        """Let nothing stand in for what these slots hold; those for which something did."""
        self._apart |= slots
        return frozenset(slot for slot in slots if self.cuts.pop(slot, ()))

    def of(self, slot: int, value: int) -> int:
        """What stands in for a number that a slot holds: the greatest that is alike."""
        cuts = self.cuts.get(slot, ())
        if not cuts:
            return value
        at = bisect_left(cuts, value)
        return cuts[at] if at < len(cuts) else cuts[-1] + 1


def _find_cuts(tests: Mapping[Test, Guard], apart: set[int]) -> dict[int, Cuts]:
    found: dict[int, set[int]] = {}
    others = set(apart)
    for test in tests:
        if not isinstance(test, Truth):
            others.add(test.slot)
        elif len(test.sum.slots) > 1 or test.sum.unasked:
            others |= test.sum.slots
        else:
            ((slot, times),) = test.sum.terms
            for last in LAST_BEFORE[test.operator.name]:
                found.setdefault(slot, set()).add((last + (times < 0) - test.sum.more) // times)
    return {slot: tuple(sorted(cuts)) for slot, cuts in found.items() if slot not in others}
