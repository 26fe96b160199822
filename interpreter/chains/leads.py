"""Leads of one slot over another that a state does not tell: for which of them a walk goes as it does.

Of two slots that are only compared with each other the difference is enough. A phase that adds to one of them alone
need not have a state for each lead: whatever the lead, it goes through the same states, and only where an edge leads
may hang on it. So an edge is open for a stretch of leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from interpreter.chains.relations import Test, Truth

FAR = 1 << 40
"""No two slots are so far apart."""

Pair: TypeAlias = tuple[int, int]
"""Two slots; the lead is that of the first over the second."""


class Stretch(NamedTuple):
    """All leads from a lowest to a highest."""

    low: int
    high: int

    @property
    def example(self) -> int:
        """One of them, as near to 0 as it can be."""
        return min(max(self.low, 0), self.high)

    def both(self, other: Stretch) -> Stretch:
        """What they have in common; there is something."""
        return Stretch(max(self.low, other.low), min(self.high, other.high))

    def without(self, other: Stretch) -> Iterator[Stretch]:
        """What is left of it below and above another one."""
        if self.low < other.low:
            yield Stretch(self.low, min(self.high, other.low - 1))
        if other.high < self.high:
            yield Stretch(max(self.low, other.high + 1), self.high)

    def reversed(self) -> Stretch:
        """The leads of the second slot over the first."""
        return Stretch(-self.high, -self.low)


EVERYWHERE = Stretch(-FAR, FAR)

LAST_BEFORE = {"ge": (-1,), "lt": (-1,), "gt": (0,), "le": (0,), "eq": (-1, 0), "ne": (-1, 0)}
"""The numbers after which a comparison with 0 comes to something else."""


def hold_lead(pair: Pair, lead: int) -> dict[int, int]:
    """What two slots hold where the first has this lead, and one of them nothing."""
    return {pair[0]: max(lead, 0), pair[1]: max(-lead, 0)}


def find_lead(pair: Pair, held: Mapping[int, int]) -> int:
    """The lead of the first slot over the second."""
    return held[pair[0]] - held[pair[1]]


def stretch_of(test: Test, pair: Pair, held: Mapping[int, int]) -> Stretch:
    """The leads for which a test comes out as it does where slots hold this, if all others but these two stay."""
    if not isinstance(test, Truth):
        return EVERYWHERE
    times, lead, total = dict(test.sum.terms).get(pair[0], 0), find_lead(pair, held), test.sum.at(held.__getitem__)
    if not times:
        return EVERYWHERE
    ends = LAST_BEFORE[test.operator.name]
    low = max((end + 1 for end in ends if end < total), default=None)
    high = min((end for end in ends if end >= total), default=None)
    if times < 0:
        low, high = None if high is None else -high, None if low is None else -low
        times, total = -times, -total
    return Stretch(
        -FAR if low is None else lead - (total - low) // times,
        FAR if high is None else lead + (high - total) // times,
    )
