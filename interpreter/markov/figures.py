"""Figures of a space: who wins, and what a measure comes to over all its samples.

A game may end without a result. Such games do not count: each edge is weighted by how likely it is that the game counts
after it (Doob's transform: the chain given that it is absorbed in a state that counts).
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from interpreter.data_classes import dataclass
from interpreter.markov.chain import Chain, Floats
from interpreter.markov.expand import OVER
from interpreter.markov.explore import OutOfReach, Space
from interpreter.program import VOID

REST = 1e-17
"""Levels of a sum that are reached less often than this are left out; what is lost is part of the bound."""

MOST_LEVELS = 20_000
"""A sum that takes more different numbers than this has no distribution."""


class Winners(NamedTuple):
    """The probability of each set of winners, as bits (`VOID` for no result), and a bound of the error."""

    chances: dict[int, float]
    bound: float


@dataclass
class Samples:
    """How often each value is sampled in a game that counts, and a bound of the error of each."""

    counts: dict[int, float]
    bound: float

    @property
    def mean(self) -> float:
        return sum(value * each for value, each in self.counts.items()) / sum(self.counts.values())


def find_winners(space: Space) -> Winners:
    """Who wins, with which probability."""
    edges = space.edges
    chain = Chain(len(space.blocks), edges.sources, edges.goals, edges.chances)
    visits = chain.find_visits(chain.start(0))
    chances: dict[int, float] = defaultdict(float)
    for state in np.flatnonzero(space.blocks == OVER):
        chances[int(space.rows[state, 0])] += float(visits[state])
    return Winners(dict(chances), abs(1 - sum(chances.values())))


def find_samples(space: Space) -> Samples:
    """What a measure is, over all samples of all games that count."""
    chances = _weigh(space)
    edges, size = space.edges, len(space.blocks)
    chain = Chain(size, edges.sources, edges.goals, chances)
    visits = chain.find_visits(chain.start(0))
    lost = float(visits[space.cut].sum())
    rewards = edges.shifts @ space.canonical.weights
    born = _list_born(space)
    counts: dict[int, float] = defaultdict(float)
    of_unborn = ~born[edges.sources[edges.sampled]]
    _count(counts, space, visits[edges.sources] * chances, of_unborn, 0)
    if not born.any():
        return Samples(dict(counts), lost)
    lost += _count_levels(counts, space, (chances, visits, rewards, born))
    return Samples(dict(counts), lost)


def _weigh(space: Space) -> Floats:
    """How likely each edge is, given that the game counts."""
    edges = space.edges
    void = (space.blocks == OVER) & (space.rows[:, 0] >> VOID & 1 == 1)
    if not void.any():
        return edges.chances
    chain = Chain(len(space.blocks), edges.sources, edges.goals, edges.chances)
    counted = chain.find_gains(np.where((space.blocks == OVER) & ~void, 1.0, 0.0))
    if counted[0] < 1e-12:
        raise OutOfReach("no game counts")
    weights = np.divide(1.0, counted, out=np.zeros_like(counted), where=counted > 0)
    return edges.chances * counted[edges.goals] * weights[edges.sources]


def _list_born(space: Space) -> np.ndarray:
    """For each state whether a group is live there whose shift counts."""
    counted = set(np.flatnonzero(space.canonical.weights))
    nodes = [at for at, form in space.canonical.forms.items() if any(place in counted for place, _ in form.groups)]
    return np.isin(space.nodes, nodes)


def _count(counts: dict[int, float], space: Space, often: Floats, which: np.ndarray, level: int) -> None:
    """Add the samples of some edges, which are passed so often, at a level of their sum."""
    edges = space.edges
    values, inverse = np.unique(edges.samples[which], return_inverse=True)
    totals = np.bincount(inverse, often[edges.sampled[which]], len(values))
    for value, each in zip(values.tolist(), totals.tolist(), strict=True):
        if each:
            counts[value + level] += each


def _count_levels(
    counts: dict[int, float], space: Space, weighed: tuple[Floats, Floats, np.ndarray, np.ndarray]
) -> float:
    """Add the samples of edges from states in which a sum is live, level by level of the sum; what is lost.

    All that is at one level moves among states by edges that add nothing: one linear system, the same for all levels.
    """
    chances, visits, rewards, born = weighed
    edges, size = space.edges, len(space.blocks)
    inside = born[edges.sources] & born[edges.goals]
    still = inside & (rewards == 0)
    chain = Chain(size, edges.sources[still], edges.goals[still], chances[still])
    entering = ~born[edges.sources] & born[edges.goals]
    levels: dict[int, Floats] = {}
    _move(levels, space, 0, visits[edges.sources] * chances, entering, rewards)
    lost, seen = 0.0, 0
    while levels:
        level = max(levels, key=lambda each: levels[each].sum())
        begun = levels.pop(level)
        seen += 1
        if begun.sum() < REST:
            lost += float(begun.sum())
            continue
        if seen > MOST_LEVELS:
            raise OutOfReach("the sum takes too many different numbers")
        often = chain.find_visits(begun)[edges.sources] * chances
        _count(counts, space, often, born[edges.sources[edges.sampled]], level)
        _move(levels, space, level, often, inside & ~still, rewards)
    return lost


def _move(
    levels: dict[int, Floats], space: Space, level: int, often: Floats, which: np.ndarray, rewards: np.ndarray
) -> None:
    for reward in np.unique(rewards[which]).tolist():
        here = which & (rewards == reward)
        arrived: Floats = np.bincount(space.edges.goals[here], often[here], len(space.blocks)).astype(np.float64)
        goal = level + int(reward)
        levels[goal] = levels[goal] + arrived if goal in levels else arrived
