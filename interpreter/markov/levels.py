"""Chains with sums: how often each state is visited at each level of what edges add.

All that is at one level moves among states by edges that add nothing: one linear system, the same for all levels. So
levels are filled in waves, each with what reaches them by one edge more that adds something, until the rest is
negligible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from interpreter.markov.chain import Chain
from interpreter.markov.question import Floats, Numbers
from interpreter.markov.reach import OutOfReach

REST = 1e-17
"""Levels that are reached less often than this are left out."""

MOST_LEVELS, MOST_WAVES = 20_000, 20_000
"""A sum that takes more different numbers than this has no distribution."""


class _Move(NamedTuple):
    """Edges that change levels alike: the sums that go on over them, what they add, and their probabilities."""

    goes_on: Numbers
    added: Numbers
    matrix: csr_matrix


class Levels:
    """The sums of a chain. `alive` says of each state and sum whether the sum is under way there (elsewhere it is 0),
    `added` what each edge adds to each. States where none is under way have no levels. `lost` is how often levels that
    are left out are reached."""

    def __init__(self, chain: Chain, alive: NDArray[np.bool_], added: Numbers) -> None:
        self.size, self.alive, self.lost = chain.size, alive, 0.0
        self.born: NDArray[np.bool_] = np.any(alive, axis=1)
        source, goal = self.born[chain.sources], self.born[chain.goals]
        goes_on = alive[chain.sources] & alive[chain.goals]
        moves = np.any(added != 0, axis=1) | np.any(alive[chain.sources] & ~goes_on, axis=1)
        still = source & goal & ~moves
        self.still = Chain(chain.size, chain.sources[still], chain.goals[still], chain.chances[still])
        self._entering = self._list_moves(chain, ~source & goal, goes_on, added)
        self._moving = self._list_moves(chain, source & goal & moves, goes_on, added)

    def _list_moves(
        self, chain: Chain, which: NDArray[np.bool_], goes_on: NDArray[np.bool_], added: Numbers
    ) -> list[_Move]:
        edges = np.flatnonzero(which)
        if not len(edges):
            return []
        kinds = np.concatenate([goes_on[edges], added[edges]], axis=1)
        kinds, inverse = np.unique(kinds, axis=0, return_inverse=True)
        found, half = [], added.shape[1]
        for at, kind in enumerate(kinds):
            here = edges[inverse.ravel() == at]
            places = chain.goals[here], chain.sources[here]
            matrix = csr_matrix((chain.chances[here], places), (self.size, self.size))
            found.append(_Move(kind[:half], kind[half:], matrix))
        return found

    def walk(self, levels: Numbers, begun: Floats, visits: Floats) -> Iterator[tuple[Numbers, Floats]]:
        """Waves of levels, one a row, each with how often every state where sums are under way is visited at each of
        them: walks begin at `levels` as often as `begun` says, by state, level and walk; `visits` are those of whole
        walks. A level may come in several waves. Raises OutOfReach."""
        arrived = np.where(self.born[:, None, None], begun, 0.0)
        waves = [
            (levels, arrived),
            *self._move(np.zeros((1, levels.shape[1]), np.int64), visits[:, None], self._entering),
        ]
        for _ in range(MOST_WAVES):
            levels, arrived = self._join(waves)
            if not len(levels):
                return
            often = self.still.find_visits(arrived.reshape(self.size, -1)).reshape(arrived.shape)
            yield levels, often
            waves = self._move(levels, often, self._moving)
        raise OutOfReach("the sum takes too many different numbers")

    def _join(self, waves: list[tuple[Numbers, Floats]]) -> tuple[Numbers, Floats]:
        """Waves as one, without levels that are hardly ever reached."""
        if not waves:
            return np.zeros((0, self.alive.shape[1]), np.int64), np.zeros((self.size, 0, 0))
        levels, inverse = np.unique(np.concatenate([each for each, _ in waves]), axis=0, return_inverse=True)
        several = np.concatenate([each for _, each in waves], axis=1)
        sums = csr_matrix((np.ones(len(inverse)), (inverse.ravel(), np.arange(len(inverse)))))
        flat = sums @ several.transpose(1, 0, 2).reshape(len(inverse), -1)
        arrived = flat.reshape(len(levels), self.size, -1).transpose(1, 0, 2)
        kept = arrived.max(axis=(0, 2)) >= REST
        self.lost += float(arrived[:, ~kept].sum())
        if kept.sum() > MOST_LEVELS:
            raise OutOfReach("the sum takes too many different numbers")
        return levels[kept], arrived[:, kept]

    def _move(self, levels: Numbers, often: Floats, moves: list[_Move]) -> list[tuple[Numbers, Floats]]:
        flat = often.reshape(self.size, -1)
        return [(levels * move.goes_on + move.added, (move.matrix @ flat).reshape(often.shape)) for move in moves]
