"""Summaries of a phase: for each entry the distribution over exits, with what is added on the way."""

from __future__ import annotations

import numpy as np

from interpreter.markov.levels import Levels
from interpreter.markov.question import EXIT, OVER, Floats, Numbers
from interpreter.markov.space import Space
from interpreter.markov.states import Limit, find_kinds

TOGETHER = 4_000_000
"""The most numbers of a batch of entries."""

SOLVED = 8
"""So many numbers of visits count as an edge more."""

LEAST = 1e-18
"""Exits that are less likely than this are left out."""


class Summaries:
    """The exits of each summarised entry: those of an entry begin at `first`, and there are `counts`. `exits` are their
    states, `shifts` what is added to each group, and `chances` their probabilities."""

    def __init__(self, groups: int, limit: Limit) -> None:
        self.limit = limit
        self.first, self.counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self.exits, self.shifts = np.zeros(0, np.int64), np.zeros((0, groups), np.int64)
        self.chances: Floats = np.zeros(0)

    def add(self, space: Space, entries: Numbers) -> None:
        """Summarise entries. Raises OutOfReach."""
        more = len(space.blocks) - len(self.first)
        self.first = np.concatenate([self.first, np.full(more, -1)])
        self.counts = np.concatenate([self.counts, np.zeros(more, np.int64)])
        which, exits, shifts, chances = _sum_up(space, entries, self.limit)
        order = np.argsort(which, kind="stable")
        counts = np.bincount(which, minlength=len(entries))
        self.first[entries] = len(self.exits) + np.cumsum(counts) - counts
        self.counts[entries] = counts
        self.exits = np.concatenate([self.exits, exits[order]])
        self.shifts = np.concatenate([self.shifts, shifts[order]])
        self.chances = np.concatenate([self.chances, chances[order]])


def _sum_up(space: Space, entries: Numbers, limit: Limit) -> tuple[Numbers, Numbers, Numbers, Floats]:
    """Exits: the entry, the state, the shift of each group, and the probability."""
    chain, states, edges = space.chain.reach(entries)
    size, groups = chain.size, len(space.canonical.groups)
    left = space.blocks[states] <= EXIT
    alive = space.canonical.is_alive(space.nodes[states])
    alive &= np.any(alive[left], axis=0)
    levels = Levels(chain, alive, space.edges.shifts[edges])
    ends = np.flatnonzero(left | (space.blocks[states] == OVER))
    places = np.searchsorted(states, entries)
    found = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, groups), np.int64), np.zeros(0))]
    for first in range(0, len(entries), step := max(1, TOGETHER // size)):
        begun = np.zeros((size, min(step, len(entries) - first)))
        begun[places[first : first + step], np.arange(begun.shape[1])] = 1.0
        for several, often in levels.walk(np.zeros((1, groups), np.int64), begun[:, None]):
            limit.add(edges=often.size // SOLVED)
            place, level, which = np.nonzero(often[ends] > LEAST)
            found.append((which + first, states[ends[place]], several[level], often[ends[place], level, which]))
    which, exits, added, chances = (np.concatenate(each) for each in zip(*found, strict=True))
    kinds, inverse = find_kinds(np.column_stack([which, exits, added]))
    total: Floats = np.bincount(inverse, chances, len(kinds)).astype(np.float64)
    return kinds[:, 0], kinds[:, 1], kinds[:, 2:], total
