"""Figures in fractions, for small spaces in which nothing is left out.

Sums have no levels here: how often a state is visited, and the sum and the sum of squares of the levels of these
visits, are three systems with the same matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from interpreter.markov.chain import Chain
from interpreter.markov.exact import ExactChain
from interpreter.markov.question import OVER
from interpreter.markov.space import Space
from interpreter.program import VOID


def find_exact_winners(space: Space) -> dict[int, Fraction]:
    """The probability of each set of winners, as bits. Raises OutOfReach."""
    visits = ExactChain(space.chain).find_visits(_begin(space))
    found: dict[int, Fraction] = {}
    for state in np.flatnonzero(space.blocks == OVER).tolist():
        won = int(space.rows[state, 0])
        found[won] = found.get(won, Fraction(0)) + visits[state]
    return found


def find_exact_samples(space: Space, state: int = 0) -> tuple[Fraction, Fraction] | None:
    """The mean and the variance of all samples from a state on, or None where games may not count or nothing is
    sampled. Raises OutOfReach."""
    edges, canonical = space.edges, space.canonical
    if ((space.blocks == OVER) & (space.rows[:, 0] >> VOID & 1 == 1)).any():
        return None
    summed = np.any(canonical.is_alive(space.nodes) & (canonical.weights != 0), axis=1)
    goes_on = summed[edges.sources] & summed[edges.goals]
    whole = ExactChain(space.chain)
    sums = ExactChain(Chain(len(space.blocks), edges.sources[goes_on], edges.goals[goes_on], edges.chances[goes_on]))
    shifts: list[int] = np.where(summed[edges.goals], edges.shifts @ canonical.weights, 0).tolist()
    visits = whole.find_visits(_begin(space, state))
    one, two = ([Fraction(0)] * len(space.blocks) for _ in range(2))
    walk = list(zip(edges.sources.tolist(), edges.goals.tolist(), whole.chances, shifts, goes_on.tolist(), strict=True))
    for source, goal, chance, shift, _ in walk:
        one[goal] += chance * shift * visits[source]
    one = sums.find_visits(one)
    for source, goal, chance, shift, on in walk:
        two[goal] += chance * shift * (shift * visits[source] + (2 * one[source] if on else 0))
    two = sums.find_visits(two)
    return _find_moments(space, whole.chances, (visits, one, two))


def _find_moments(
    space: Space, chances: Sequence[Fraction], moments: tuple[Sequence[Fraction], ...]
) -> tuple[Fraction, Fraction] | None:
    edges, (visits, one, two) = space.edges, moments
    sources = edges.sources.tolist()
    number = total = squares = Fraction(0)
    for edge, value in zip(edges.sampled.tolist(), edges.samples.tolist(), strict=True):
        chance, source = chances[edge], sources[edge]
        number += chance * visits[source]
        total += chance * (value * visits[source] + one[source])
        squares += chance * (value * value * visits[source] + 2 * value * one[source] + two[source])
    if not number:
        return None
    return total / number, squares / number - (total / number) ** 2


def _begin(space: Space, state: int = 0) -> list[Fraction]:
    return [Fraction(int(at == state)) for at in range(len(space.blocks))]
