"""Counter-indexed chains: the expected visits to each state at each level of a sum.

Edges that add nothing stay at one level: one linear system, the same for all levels. So levels are filled in waves, the
n-th with what arrives by n edges that add something, until the rest is negligible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from interpreter.markov.chain import Chain
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Floats, Numbers
from interpreter.markov.states import find_kinds

REST = 1e-17
"""Levels visited less often than this are left out."""

MOST_LEVELS, MOST_WAVES = 20_000, 20_000
"""The most levels of a sum, and waves, before its distribution is refused."""


class _Move(NamedTuple):
    """Edges that change levels alike: the sums that they continue, what they add, the states where they lead, and
    their probabilities, by goal and source."""

    goes_on: Numbers
    added: Numbers
    goals: Numbers
    matrix: csr_matrix


class _Wave(NamedTuple):
    """The visits that arrive at some states, by state, level and walk."""

    levels: Numbers
    states: Numbers
    arrived: Floats


class Levels:
    """The sums of a chain. `alive` says of each state and sum whether the sum is under way there (elsewhere it is 0),
    `added` what each edge adds to each. States where none is under way have no levels. `lost` is how often levels that
    are left out are reached."""

    def __init__(self, chain: Chain, alive: NDArray[np.bool_], added: Numbers) -> None:
        self.chain, self.size, self.alive, self.lost = chain, chain.size, alive, 0.0
        self.born: NDArray[np.bool_] = np.any(alive, axis=1)
        source, goal = self.born[chain.sources], self.born[chain.goals]
        goes_on = alive[chain.sources] & alive[chain.goals]
        moves = np.any(added != 0, axis=1) | np.any(alive[chain.sources] & ~goes_on, axis=1)
        still = source & goal & ~moves
        self.still = chain.keep(still)
        self._entering = self._list_moves(chain, ~source & goal, goes_on, added)
        self._moving = self._list_moves(chain, source & goal & moves, goes_on, added)

    def _list_moves(
        self, chain: Chain, taken: NDArray[np.bool_], goes_on: NDArray[np.bool_], added: Numbers
    ) -> list[_Move]:
        edges = np.flatnonzero(taken)
        if not len(edges):
            return []
        kinds, which = find_kinds(np.concatenate([goes_on[edges], added[edges]], axis=1))
        found, half = [], added.shape[1]
        for at, kind in enumerate(kinds):
            here = edges[which == at]
            goals, places = np.unique(chain.goals[here], return_inverse=True)
            matrix = csr_matrix((chain.chances[here], (places, chain.sources[here])), (len(goals), self.size))
            found.append(_Move(kind[:half], kind[half:], goals, matrix))
        return found

    def walk(self, levels: Numbers, begun: Floats) -> Iterator[tuple[Numbers, Floats]]:
        """Waves of levels, one a row, each with how often every state is visited at each of them (at 0 where no sum is
        under way): walks begin at `levels` as often as `begun` says, by state, level and walk. A level may come in
        several waves. Raises OutOfReach."""
        born, none = np.flatnonzero(self.born), np.zeros((1, levels.shape[1]), np.int64)
        visits = self.chain.find_visits(begun.sum(axis=1))[:, None]
        yield none, np.where(self.born[:, None, None], 0.0, visits)
        waves = [_Wave(levels, born, begun[born]), *self._move(none, visits, self._entering)]
        for _ in range(MOST_WAVES):
            levels, arrived = self._join(waves, begun.shape[2])
            if not len(levels):
                return
            often = self.still.find_visits(arrived.reshape(self.size, -1)).reshape(arrived.shape)
            yield levels, often
            waves = self._move(levels, often, self._moving)
        raise OutOfReach("the sum takes too many different numbers")

    def _join(self, waves: list[_Wave], walks: int) -> tuple[Numbers, Floats]:
        """Waves as one, without levels that are hardly ever reached."""
        if not waves:
            return np.zeros((0, self.alive.shape[1]), np.int64), np.zeros((self.size, 0, walks))
        levels, inverse = find_kinds(np.concatenate([each.levels for each in waves]))
        if len(levels) > MOST_LEVELS:
            raise OutOfReach("the sum takes too many different numbers")
        arrived, first = np.zeros((self.size, len(levels), walks)), 0
        for wave in waves:
            places = inverse[first : first + len(wave.levels)]
            first += len(wave.levels)
            if len(places) and (np.diff(places) == 1).all():
                arrived[wave.states, places[0] : places[-1] + 1] += wave.arrived
            elif len(np.unique(places)) == len(places):
                arrived[np.ix_(wave.states, places)] += wave.arrived
            else:
                np.add.at(arrived, np.ix_(wave.states, places), wave.arrived)
        kept = arrived.max(axis=(0, 2)) >= REST
        self.lost += float(arrived[:, ~kept].sum())
        return levels[kept], arrived[:, kept]

    def _move(self, levels: Numbers, often: Floats, moves: list[_Move]) -> list[_Wave]:
        flat, shape = often.reshape(self.size, -1), often.shape[1:]
        return [
            _Wave(levels * move.goes_on + move.added, move.goals, (move.matrix @ flat).reshape(len(move.goals), *shape))
            for move in moves
        ]
