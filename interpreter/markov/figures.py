"""Figures of a space: who wins, and the samples of a measure.

A game may end without a result. Such games do not count: the chain is conditioned on absorption in a state that counts
(Doob's h-transform).
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from interpreter.data_classes import dataclass
from interpreter.markov.chain import Chain
from interpreter.markov.levels import Levels
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import OVER, Floats, Numbers
from interpreter.markov.space import Space


class Winners(NamedTuple):
    """The probability of each set of winners, as bits (`VOID` for no result), and a bound on the error."""

    chances: dict[int, float]
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


def find_winners(space: Space) -> Winners:
    """The probabilities of who wins."""
    visits = space.chain.find_visits((np.arange(len(space.blocks)) == 0).astype(float))
    chances: dict[int, float] = defaultdict(float)
    for state in np.flatnonzero(space.blocks == OVER):
        chances[int(space.rows[state, 0])] += float(visits[state])
    return Winners(dict(chances), abs(1 - sum(chances.values())))


def find_samples(space: Space, state: int = 0) -> Samples:
    """All samples of a measure from a state on, in games that count. Raises OutOfReach."""
    collected = _Collected()
    collected.begin(space, np.array([state]), np.zeros(1, np.int64), np.ones((1, 1)))
    for each in space.list_all():
        collected.add(each)
    return Samples(dict(collected.counts), collected.lost)


def find_means(space: Space) -> Floats:
    """The mean of all samples from each state on, NaN where there are none. An addition on an edge counts once for each
    later sample that is expected while the sum is live."""
    edges, chances, summed, size = space.edges, _weigh(space), space.summed, len(space.blocks)
    on, count = summed[edges.sources] & summed[edges.goals], len(edges.sources)
    number = np.asarray(np.bincount(edges.sources, chances * np.bincount(edges.sampled, minlength=count), size), float)
    sums = Chain(size, edges.sources[on], edges.goals[on], chances[on])
    later = np.where(summed, sums.find_gains(np.where(summed, number, 0.0)), 0.0)
    added = np.bincount(edges.sampled, edges.samples, count) + space.added * later[edges.goals]
    gained = np.column_stack([np.bincount(edges.sources, chances * added, size), number])
    total, number = Chain(size, edges.sources, edges.goals, chances).find_gains(gained).T
    return np.asarray(np.divide(total, number, out=np.full(size, np.nan), where=number > 0))


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
        edges, chances = space.edges, _weigh(space)
        chain = Chain(len(space.blocks), edges.sources, edges.goals, chances)
        sums = Levels(chain, space.summed[:, None], space.added[:, None])
        begun = np.stack([*levels.values()], axis=1)[:, :, None]
        for several, often in sums.walk(np.array([*levels])[:, None], begun):
            self.lost += float(often[space.cut].sum())
            self._count(space, chances, several[:, 0], often[:, :, 0])
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


def _weigh(space: Space) -> Floats:
    """The probability of each edge, given that the game counts. No phase is summarised then."""
    edges = space.edges
    if not (void := space.void).any():
        return edges.chances
    counted = space.chain.find_gains(np.where((space.blocks == OVER) & ~void, 1.0, 0.0))
    if counted[0] < 1e-12:
        raise OutOfReach("no game counts")
    weights = np.divide(1.0, counted, out=np.zeros_like(counted), where=counted > 0)
    return edges.chances * counted[edges.goals] * weights[edges.sources]
