"""Numbers that stand in for others: of a slot that is only held against numbers it matters on which side of them it is.

A phase that asks whether a counter has come to nine goes alike for one to eight. It has to do nothing to the counter
but add to it behind its last stop: then it adds as much, whatever the counter was.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from interpreter.chains.leads import LAST_BEFORE
from interpreter.chains.relations import Met, Test, Truth
from interpreter.chains.repeated import Phase

Cuts: TypeAlias = tuple[int, ...]
"""Numbers after which some test comes to something else, rising."""


class StandIns:
    """Which numbers stand in for others in each phase, by the tests that were looked at last."""

    def __init__(self, phases: Mapping[int, Phase]) -> None:
        self.phases = phases
        self.cuts: dict[int, dict[int, Cuts]] = {entry: {} for entry in phases}
        self._looked_at = 0
        self._apart: dict[int, set[int]] = {entry: set() for entry in phases}

    def look_at(self, met: Met) -> frozenset[int]:
        """The slots for which something else stands in than before, now that there are these tests."""
        if met.number == self._looked_at:
            return frozenset()
        self._looked_at = met.number
        found = set[int]()
        for entry, phase in self.phases.items():
            tests = (test for block in phase.blocks & met.beginning.keys() for test in met.beginning[block])
            before, cuts = self.cuts[entry], _find_cuts(tests, self._apart[entry] | (phase.written - phase.last))
            self.cuts[entry] = cuts
            found |= {slot for slot in before.keys() | cuts.keys() if before.get(slot) != cuts.get(slot)}
        return frozenset(found)

    def tell_apart(self, entry: int, slots: frozenset[int]) -> frozenset[int]:
        """Let nothing stand in for what these slots hold in a phase; those for which something did."""
        self._apart[entry] |= slots
        return frozenset(slot for slot in slots if self.cuts[entry].pop(slot, ()))

    def list_added_to(self, entry: int) -> frozenset[int]:
        """The slots that a phase adds to, for which something stands in."""
        return self.phases[entry].last & self.cuts[entry].keys()

    def of(self, entry: int, slot: int, value: int) -> int:
        """What stands in for a number that a slot holds where a phase is entered: the greatest that is alike."""
        cuts = self.cuts[entry].get(slot, ())
        if not cuts:
            return value
        at = bisect_left(cuts, value)
        return cuts[at] if at < len(cuts) else cuts[-1] + 1


def _find_cuts(tests: Iterable[Test], apart: Iterable[int]) -> dict[int, Cuts]:
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
