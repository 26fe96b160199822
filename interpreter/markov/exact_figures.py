"""Figures in fractions, for small spaces in which nothing is left out.

Sums have no levels here: how often a state is visited, and the sum and the sum of squares of the levels of these
visits, are three systems with the same matrix.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from interpreter.markov.chain import Chain
from interpreter.markov.exact import ExactChain
from interpreter.markov.question import OVER
from interpreter.markov.space import Space


class ExactSpace:
    """A space with its chain in fractions, and the part of the chain in which sums are under way. Raises OutOfReach."""

    def __init__(self, space: Space) -> None:
        edges, summed = space.edges, space.summed
        on = summed[edges.sources] & summed[edges.goals]
        self.space, self.size, self.chain = space, len(space.blocks), ExactChain(space.chain, space.fractions)
        self.sums = ExactChain(Chain(self.size, edges.sources[on], edges.goals[on], edges.chances[on]), space.fractions)
        shifts = np.where(summed[edges.goals], space.added, 0).tolist()
        ways = edges.sources.tolist(), edges.goals.tolist(), self.chain.chances, shifts, on.tolist()
        self.ways: list[tuple[int, int, Fraction, int, bool]] = list(zip(*ways, strict=True))
        self.samples: list[tuple[int, int]] = list(zip(edges.sampled.tolist(), edges.samples.tolist(), strict=True))

    def _none(self) -> list[Fraction]:
        return [Fraction(0)] * self.size

    def find_visits(self, state: int = 0) -> list[Fraction]:
        begun = self._none()
        begun[state] = Fraction(1)
        return self.chain.find_visits(begun)

    def find_winners(self) -> dict[int, Fraction]:
        visits, found = self.find_visits(), dict[int, Fraction]()
        for state in np.flatnonzero(self.space.blocks == OVER).tolist():
            won = int(self.space.rows[state, 0])
            found[won] = found.get(won, Fraction(0)) + visits[state]
        return found

    def find_samples(self, state: int = 0) -> tuple[Fraction, Fraction] | None:
        """The mean and the variance of all samples from a state on, or None where games may not count or nothing is
        sampled."""
        if self.space.void.any():
            return None
        visits, one, two = self.find_visits(state), self._none(), self._none()
        for source, goal, chance, shift, _ in self.ways:
            one[goal] += chance * shift * visits[source]
        one = self.sums.find_visits(one)
        for source, goal, chance, shift, on in self.ways:
            two[goal] += chance * shift * (shift * visits[source] + (2 * one[source] if on else 0))
        two = self.sums.find_visits(two)
        number = total = squares = Fraction(0)
        for edge, value in self.samples:
            source, _, chance, _, _ = self.ways[edge]
            number += chance * visits[source]
            total += chance * (value * visits[source] + one[source])
            squares += chance * (value * value * visits[source] + 2 * value * one[source] + two[source])
        return (total / number, squares / number - (total / number) ** 2) if number else None

    def find_means(self) -> list[Fraction | None]:
        """The mean of all samples from each state on, as in `figures.find_means`."""
        number, total, summed = self._none(), self._none(), self.space.summed.tolist()
        for edge, value in self.samples:
            source, _, chance, _, _ = self.ways[edge]
            number[source] += chance
            total[source] += chance * value
        later = self.sums.find_gains([each if on else Fraction(0) for each, on in zip(number, summed, strict=True)])
        for source, goal, chance, shift, _ in self.ways:
            total[source] += chance * shift * later[goal]
        sums = zip(self.chain.find_gains(total), self.chain.find_gains(number), strict=True)
        return [total / number if number else None for total, number in sums]
