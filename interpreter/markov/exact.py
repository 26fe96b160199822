"""The linear systems of a chain, and best play, in fractions: exact, and for small chains.

States are eliminated one by one within each strongly connected component, those with the fewest ways through them first
(Gaussian elimination in the order of Markowitz, "The Elimination Form of the Inverse", 1957). Best play is found in
floating point and evaluated in fractions; that no answer is better than the chosen one is policy iteration's own
certificate (Howard, "Dynamic Programming and Markov Processes", 1960).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from interpreter.markov.chain import Chain, add_up, find_components
from interpreter.markov.optimal import Endless, Game, Unsettled, find_optimum
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Fractions, Numbers

PAYOFFS = 1_000_000
"""The largest denominator of rewards and final values: whole numbers, and shares of one among at most all seats."""

STATES, DIGITS = 20_000, 5_000_000
"""A chain may have this many states, and its fractions, while states are eliminated, this many bits in all."""

Exact = NDArray[Any]
"""Fractions, as objects."""


class Pivot(NamedTuple):
    """How a state is eliminated: x = constant / `left` + `onward` x; `into` are the coefficients with which its
    constant is added to others."""

    state: int
    left: Fraction
    onward: dict[int, Fraction]
    into: dict[int, Fraction]


class ExactChain(Chain):
    """A chain whose probabilities are fractions. Raises OutOfReach where solutions would be too long."""

    def __init__(self, size: int, sources: Numbers, goals: Numbers, chances: Exact) -> None:
        super().__init__(size, sources, goals, chances)
        self.systems: dict[str, _System] = {}

    def _solve(self, base: Exact, trans: str) -> Exact:
        """The solution; the equations are factored when they are solved first."""
        if trans not in self.systems:
            ends = (self.sources, self.goals) if trans == "N" else (self.goals, self.sources)
            self.systems[trans] = _System(self.size, *ends, self.chances)
        return _list_exactly(self.systems[trans].solve([Fraction(each) for each in base.tolist()]))


def make_exact(chain: Chain, fractions: Fractions) -> ExactChain:
    """A chain with the `fractions` that its probabilities are roundings of. Raises OutOfReach where one is unknown."""
    chances = [fractions.get(each) for each in chain.chances.tolist()]
    if None in chances:
        raise OutOfReach("some probabilities are not known exactly")
    return ExactChain(chain.size, chain.sources, chain.goals, _list_exactly(chances))


def _list_exactly(several: Iterable[Fraction | None]) -> Exact:
    return np.array([*several], object)


class _System:
    """The equations x = b + M x, factored. `components` are their unknowns in the order in which they are solved, with
    pivots for those that lead to each other; `rows` has what each leads to in other components."""

    def __init__(self, size: int, sources: Numbers, goals: Numbers, weights: Exact) -> None:
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

    def solve(self, found: list[Fraction]) -> list[Fraction]:
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


def find_exact_optimum(game: Game, fractions: Fractions) -> Exact:
    """The value of each state with best play, from exact probabilities. Raises Endless, Unsettled, OutOfReach."""
    rewards, final = (_list_exactly(map(_read_payoff, each.tolist())) for each in (game.rewards, game.final))
    kept = game.list_taken(find_optimum(game).chosen)
    chain = make_exact(game.chain.keep(kept), fractions)
    values = chain.find_gains(final + add_up(chain.sources, chain.chances * rewards[kept], game.size))
    better = game.sides[game.sources] * (rewards + values[game.goals] - values[game.sources])
    if (better[game.decided] > 0).any():
        raise Unsettled("an answer is better than the one that was found")
    return values


def _read_payoff(number: float) -> Fraction:
    """The fraction that a payoff is the rounding of: only one of those with such denominators is near enough."""
    return Fraction(number).limit_denominator(PAYOFFS)
