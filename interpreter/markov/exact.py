"""The linear systems of a chain, and best play, in fractions: exact, and for small chains.

States are eliminated one by one within each strongly connected component, those with the fewest ways through them first
(Gaussian elimination in the order of Markowitz, "The Elimination Form of the Inverse", 1957). Best play is found in
floating point and evaluated in fractions; that no answer is better than the chosen one is policy iteration's own
certificate (Howard, "Dynamic Programming and Markov Processes", 1960).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from interpreter.markov.chain import Chain, find_components
from interpreter.markov.optimal import Endless, Game, Unsettled, find_optimum
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Fractions, Numbers

PAYOFFS = 1_000_000
"""The largest denominator of rewards and final values: whole numbers, and shares of one among at most all seats."""

STATES, DIGITS = 20_000, 5_000_000
"""A chain may have this many states, and its fractions, while states are eliminated, this many bits in all."""


class Pivot(NamedTuple):
    """How a state is eliminated: x = constant / `left` + `onward` x; `into` are the coefficients with which its
    constant is added to others."""

    state: int
    left: Fraction
    onward: dict[int, Fraction]
    into: dict[int, Fraction]


class ExactChain:
    """A chain with the `fractions` that its probabilities are roundings of. Raises OutOfReach where one is unknown, or
    solutions would be too long."""

    def __init__(self, chain: Chain, fractions: Fractions) -> None:
        self.chain, found = chain, [fractions.get(each) for each in chain.chances.tolist()]
        self.chances = [each for each in found if each is not None]
        if len(self.chances) < len(found):
            raise OutOfReach("some probabilities are not known exactly")

    def find_visits(self, begun: Sequence[Fraction]) -> list[Fraction]:
        """The expected visits to each state, if `begun` walks begin in each."""
        return self._visits.solve(begun)

    def find_gains(self, gained: Sequence[Fraction]) -> list[Fraction]:
        """The expected total reward from each state on."""
        return self._gains.solve(gained)

    @cached_property
    def _visits(self) -> _System:
        return _System(self.chain.size, self.chain.goals, self.chain.sources, self.chances)

    @cached_property
    def _gains(self) -> _System:
        return _System(self.chain.size, self.chain.sources, self.chain.goals, self.chances)


class _System:
    """The equations x = b + M x, factored. `components` are their unknowns in the order in which they are solved, with
    pivots for those that lead to each other; `rows` has what each leads to in other components."""

    def __init__(self, size: int, sources: Numbers, goals: Numbers, weights: Sequence[Fraction]) -> None:
        if size > STATES:
            raise OutOfReach("there are too many states for fractions")
        self.rows: list[dict[int, Fraction]] = [{} for _ in range(size)]
        self.digits = 0
        count, labels = find_components(size, sources, goals)
        inside: list[dict[int, dict[int, Fraction]]] = [{} for _ in range(count)]
        groups = labels.tolist()
        for source, goal, weight in zip(sources.tolist(), goals.tolist(), weights, strict=True):
            together = groups[source] == groups[goal]
            row = inside[groups[source]].setdefault(source, {}) if together else self.rows[source]
            row[goal] = row.get(goal, Fraction(0)) + weight
        self.components: list[list[int]] = [[] for _ in range(count)]
        for state, group in enumerate(groups):
            self.components[group].append(state)
        self.pivots = [self._eliminate(rows) if rows else [] for rows in inside]

    def solve(self, base: Sequence[Fraction]) -> list[Fraction]:
        found = list(base)
        for states, pivots in zip(self.components, self.pivots, strict=True):
            for state in states:
                found[state] += sum(weight * found[goal] for goal, weight in self.rows[state].items())
            for state, left, _, into in pivots:
                found[state] /= left
                for other, times in into.items() if found[state] else ():
                    found[other] += times * found[state]
            for state, _, onward, _ in reversed(pivots):
                found[state] += sum(weight * found[goal] for goal, weight in onward.items())
        return found

    def _eliminate(self, rows: dict[int, dict[int, Fraction]]) -> list[Pivot]:
        """The pivots of a component, in their order."""
        leading: dict[int, set[int]] = {state: set() for state in rows}
        for source, row in rows.items():
            for goal in row:
                leading[goal].add(source)
        found = []
        while rows:
            state = min(rows, key=lambda each: len(leading[each]) * len(rows[each]))
            row = rows.pop(state)
            left = 1 - row.pop(state, Fraction(0))
            if not left:
                raise Endless("some games never end")
            row = {goal: weight / left for goal, weight in row.items()}
            into = {other: rows[other].pop(state) for other in leading.pop(state) - {state}}
            for goal in row:
                leading[goal].discard(state)
                leading[goal] |= into.keys()
            for other, times in into.items():
                for goal, weight in row.items():
                    rows[other][goal] = rows[other].get(goal, Fraction(0)) + times * weight
            found.append(Pivot(state, left, row, into))
            self.digits += sum(each.denominator.bit_length() for each in row.values()) * (1 + len(into))
            if self.digits > DIGITS:
                raise OutOfReach("fractions grow too long")
        return found


def find_exact_optimum(game: Game, fractions: Fractions) -> list[Fraction]:
    """The value of each state with best play, from exact probabilities. Raises Endless, Unsettled, OutOfReach."""
    rewards, final = ([_read_payoff(each) for each in numbers.tolist()] for numbers in (game.rewards, game.final))
    chosen = find_optimum(game).chosen
    kept = np.concatenate([np.flatnonzero(~game.decided), chosen[chosen >= 0]])
    chain = ExactChain(Chain(game.size, game.sources[kept], game.goals[kept], game.chances[kept]), fractions)
    for edge, source, chance in zip(kept.tolist(), game.sources[kept].tolist(), chain.chances, strict=True):
        final[source] += chance * rewards[edge]
    values = chain.find_gains(final)
    sources, goals, sides = game.sources.tolist(), game.goals.tolist(), game.sides.tolist()
    for edge in np.flatnonzero(game.decided).tolist():
        if sides[sources[edge]] * (rewards[edge] + values[goals[edge]] - values[sources[edge]]) > 0:
            raise Unsettled("an answer is better than the one that was found")
    return values


def _read_payoff(number: float) -> Fraction:
    """The fraction that a payoff is the rounding of: only one of those with such denominators is near enough."""
    return Fraction(number).limit_denominator(PAYOFFS)
