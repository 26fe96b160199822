"""Figures of a space: who wins, and the samples of a measure.

A game may end without a result. Such games do not count: the chain is conditioned on absorption in a state that counts
(Doob's h-transform).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from interpreter.data_classes import dataclass
from interpreter.markov.chain import Chain, add_up
from interpreter.markov.levels import Levels
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import OVER, Floats, Numbers
from interpreter.markov.space import Space


class Winners(NamedTuple):
    """The probability of each set of winners, as bits (`VOID` for no result), and a bound on the error."""

    chances: dict[int, Any]
    bound: float


@dataclass
class Samples:
    """The expected number of samples of each value in a game that counts, and a bound on the error of each."""

    counts: dict[int, float]
    bound: float

    @property
    def total(self) -> float:
        """The expected sum of all samples in a game."""
        return sum(value * each for value, each in self.counts.items())

    @property
    def number(self) -> float:
        """The expected number of samples in a game."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return self.total / self.number

    @property
    def variance(self) -> float:
        mean = self.mean
        return sum((value - mean) ** 2 * each for value, each in self.counts.items()) / self.number


def find_winners(space: Space, exact: Chain | None = None) -> Winners:
    """The probabilities of who wins, by the chain of the space or the same in fractions."""
    chain, chances = exact or space.chain, defaultdict[int, Any](int)
    visits = chain.find_visits(_begin(chain, 0)).tolist()
    for state in np.flatnonzero(space.blocks == OVER).tolist():
        chances[int(space.rows[state, 0])] += visits[state]
    return Winners(dict(chances), abs(1 - sum(chances.values())))


def _begin(chain: Chain, state: int) -> NDArray[Any]:
    begun = np.zeros(chain.size, chain.chances.dtype)
    begun[state] = 1
    return begun


def find_samples(space: Space, state: int = 0) -> Samples:
    """All samples of a measure from a state on, in games that count. Raises OutOfReach."""
    collected = _Collected()
    collected.begin(space, np.array([state]), np.zeros(1, np.int64), np.ones((1, 1)))
    for each in space.list_all():
        collected.add(each)
    return Samples(dict(collected.counts), collected.lost)


class Moments(NamedTuple):
    """The mean and the variance of samples."""

    mean: Any
    variance: Any


def find_moments(space: Space, chain: Chain, state: int) -> Moments | None:
    """The moments of all samples from a state on, by the chain of the space or the same in fractions; None if there are
    none. Sums have no levels here: how often a state is visited, and the sum and the sum of squares of the levels of
    these visits, are three systems."""
    edges, summed, sums = space.edges, space.summed, _keep_sums(space, chain)
    sources, goals, size = edges.sources, edges.goals, chain.size
    goes_on, shifts = summed[sources] & summed[goals], np.where(summed[goals], space.added, 0)
    visits, moved = chain.find_visits(_begin(chain, state)), chain.chances * shifts
    one = sums.find_visits(add_up(goals, moved * visits[sources], size))
    more = shifts * visits[sources] + 2 * goes_on * one[sources]
    two = sums.find_visits(add_up(goals, moved * more, size))
    at, chances, values = sources[edges.sampled], chain.chances[edges.sampled], edges.samples
    visits, one, two = visits[at], one[at], two[at]
    terms = visits, values * visits + one, values * values * visits + 2 * values * one + two
    number, total, squares = ((chances * each).sum() for each in terms)
    return Moments(total / number, squares / number - (total / number) ** 2) if number else None


def find_means(space: Space, chain: Chain) -> NDArray[Any]:
    """The mean of all samples from each state on, NaN where there are none, by the chain of games that count or the
    same in fractions. An addition on an edge counts once for each later sample that is expected while the sum is
    live."""
    edges, chances, summed, size = space.edges, chain.chances, space.summed, chain.size
    at, sampled = edges.sources[edges.sampled], chances[edges.sampled]
    number, total = add_up(at, sampled, size), add_up(at, sampled * edges.samples, size)
    later = np.where(summed, _keep_sums(space, chain).find_gains(np.where(summed, number, 0)), 0)
    total += add_up(edges.sources, chances * space.added * later[edges.goals], size)
    number, total = chain.find_gains(number), chain.find_gains(total)
    return np.asarray(np.divide(total, number, out=np.full(size, np.nan, number.dtype), where=number > 0))


def _keep_sums(space: Space, chain: Chain) -> Chain:
    """The part of the chain in which sums are under way."""
    return chain.keep(space.summed[chain.sources] & space.summed[chain.goals])


class _Collected:
    """Collects samples over several spaces. `begun` is the number of walks that begin in the states of each, by
    level."""

    def __init__(self) -> None:
        self.counts: dict[int, float] = defaultdict(float)
        self.begun: dict[int, dict[int, Floats]] = {}
        self.lost = 0.0

    def begin(self, space: Space, states: Numbers, levels: Numbers, often: Floats) -> None:
        """Begin walks in states of a space, by state and level."""
        begun = self.begun.setdefault(id(space), {})
        for at, level in enumerate(levels.tolist()):
            if level not in begun:
                begun[level] = np.zeros(len(space.blocks))
            np.add.at(begun[level], states, often[:, at])

    def add(self, space: Space) -> None:
        """Add the samples of a space, and begin walks in the phases that it enters."""
        if not (levels := self.begun.get(id(space))):
            return
        chain = condition(space)
        sums = Levels(chain, space.summed[:, None], space.added[:, None])
        begun = np.stack([*levels.values()], axis=1)[:, :, None]
        for several, often in sums.walk(np.array([*levels])[:, None], begun):
            self.lost += float(often[space.cut].sum())
            self._count(space, chain.chances, several[:, 0], often[:, :, 0])
        self.lost += sums.lost

    def _count(self, space: Space, chances: Floats, levels: Numbers, visits: Floats) -> None:
        edges = space.edges
        values, inverse = np.unique(edges.samples, return_inverse=True)
        places, shape = (inverse, edges.sources[edges.sampled]), (len(values), len(space.blocks))
        often = csr_matrix((chances[edges.sampled], places), shape) @ visits
        for value, row in zip(values.tolist(), often.tolist(), strict=True):
            for level, each in zip(levels.tolist(), row, strict=True):
                if each:
                    self.counts[value + level] += each
        for entered in space.entered:
            shifts = entered.shifts @ entered.space.canonical.weights
            for shift in np.unique(shifts).tolist():
                here = shifts == shift
                self.begin(entered.space, entered.entries[here], levels + shift, visits[entered.states[here]])


def condition(space: Space) -> Chain:
    """The chain of a space, given that the game counts. No phase is summarised then."""
    chain = space.chain
    if not (void := space.void).any():
        return chain
    counted = chain.find_gains(np.where((space.blocks == OVER) & ~void, 1.0, 0.0))
    if counted[0] < 1e-12:
        raise OutOfReach("no game counts")
    weights = np.divide(1.0, counted, out=np.zeros_like(counted), where=counted > 0)
    return Chain(chain.size, chain.sources, chain.goals, chain.chances * counted[chain.goals] * weights[chain.sources])
