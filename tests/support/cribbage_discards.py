"""What each discard of a hand of cribbage is worth, counted case by case in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from tests.support.cribbage_twin import ALL, Card, counted, flush, nobs, show


def discard_values(hand: Sequence[Card], deals: bool) -> dict[tuple[Card, ...], Fraction]:
    """The mean of the hand, with the crib for the dealer and without it for the other, for each pair laid away: over
    all starters, and all pairs that the opponent may lay away."""
    unseen = [each for each in ALL if each not in hand]
    found: dict[tuple[Card, ...], Fraction] = {}
    for laid in combinations(hand, 2):
        kept = [each for each in hand if each not in laid]
        shown = Fraction(sum(show(kept, starter) for starter in unseen), len(unseen))
        crib = Fraction(_count_cribs(laid, unseen), len(unseen) * comb(len(unseen) - 1, 2))
        found[laid] = shown + crib if deals else shown - crib
    return found


def _count_cribs(laid: Sequence[Card], unseen: Sequence[Card]) -> int:
    """All that the crib comes to in all cases together."""
    total = 0
    for other in combinations(unseen, 2):
        crib = [*laid, *other]
        for starter in unseen:
            if starter not in other:
                ranks = tuple(sorted(rank for rank, _ in [*crib, starter]))
                total += sum(counted(ranks)) + flush(crib, starter, True) + nobs(crib, starter)
    return total
