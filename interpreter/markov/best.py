"""Best play of a game: the most of a win for a side, or of a measure, and the answers that reach it.

Where leads may grow without end, states that are seldom visited are cut, though somebody decides. The value of the game
lies between those with a loss and with a win in all states that are cut (McMahan, Likhachev and Gordon, "Bounded
Real-Time Dynamic Programming", 2005; Brázdil et al., "Verification of Markov Decision Processes Using Learning
Algorithms", 2014). How often a state is visited if all answers are equally likely only says whether it is explored: the
bounds hold whatever is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from interpreter.analysis.weights import FAIR, Weights
from interpreter.markov.explore import explore
from interpreter.markov.optimal import Game, Optimum, Unsettled, evaluate, find_optimum
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import OVER, Floats, Numbers, Question
from interpreter.markov.space import Space, side_of
from interpreter.program import Program

ROUNDING = 1e-13
"""The rounding error of sums of many probabilities."""

UNKNOWN = 1e-6
"""If states that are cut may change a value by more, it is not known."""


class ManyDeciders(OutOfReach):
    """More `sides` decide than best play is defined for."""

    def __init__(self, sides: Sequence[int]) -> None:
        super().__init__("more than two sides decide, or against more than one")
        self.sides = tuple(sides)


class Best(NamedTuple):
    """Best play of a game: who decides in each state (-1 for chance, and where states that are cut matter), the value
    of the strategies found, and a bound on its error."""

    space: Space
    choosers: Numbers
    game: Game
    optimum: Optimum
    value: float
    bound: float


def find_best_win(
    program: Program, side: int, open_: frozenset[int], limit: int = 10**6, observed: int = 0, weights: Weights = FAIR
) -> Best:
    """The share of a win that best answers to the open choices bring a side. A win is shared by all winners, a draw by
    all who could have won, if there are several. Raises OutOfReach, ManyDeciders."""
    space = explore(program, Question(open=open_, observed=observed), limit, weights=weights)
    parties, choosers = len(program.parties), space.choosers
    playing = {side, *(side_of(program, each) for each in np.unique(choosers[choosers >= 0]).tolist())}
    if len(playing) > (2 if parties == 2 else 1):
        raise ManyDeciders(sorted(playing))
    signs = [1 if side_of(program, seat) == side else -1 for seat in range(len(program.seats))]
    shares, drawn = np.zeros(len(space.blocks)), range(parties if parties > 1 else 0)
    for state in np.flatnonzero(space.blocks == OVER):
        won = [each for each in range(parties) if space.rows[state, 0] >> each & 1] or drawn
        shares[state] = (side in won) / max(1, len(won))
    return _find_best(space, choosers, signs, np.zeros(len(space.edges.sources)), shares)


def find_best_sum(
    program: Program, question: Question, most: bool, limit: int = 1_000_000, weights: Weights = FAIR
) -> Best:
    """The largest or smallest expected sum of all samples of a measure, if everybody with an open choice cooperates.
    Raises OutOfReach."""
    space = explore(program, question, limit, 0, False, weights)
    if (rewards := _find_rewards(space)) is None:
        rewards = _find_rewards(space := explore(program, question, limit, _list_summed(space), False, weights))
        assert rewards is not None, "no sum is left out of states"
    signs = [1 if most else -1] * len(program.seats)
    return _find_best(space, space.choosers, signs, rewards, np.zeros(len(space.blocks)))


def _find_best(space: Space, choosers: Numbers, signs: Sequence[int], rewards: Floats, final: Floats) -> Best:
    """Best play of a space with decisions. `choosers` are the seats that decide in each state (-1 for chance); `signs`
    is 1 for each seat that maximises rewards and final values, -1 for others."""
    if space.void.any():
        raise OutOfReach("games may be without a result")
    sides = np.where(choosers < 0, 0, np.array(signs)[choosers])
    edges = space.edges
    game = Game(sides, edges.sources, edges.goals, np.where(edges.answers < 0, edges.chances, 1.0), rewards, final)
    optimum = find_optimum(game)
    value, bound = evaluate(game, optimum.chosen), float(optimum.bounds[0]) + ROUNDING
    if space.cut.any():
        most = max(1.0, float(np.abs(optimum.values).max()))
        other = find_optimum(replace(game, final=np.where(space.cut, most, final)))
        apart = np.abs(other.values - optimum.values)
        bound += float(apart[0] + other.bounds[0])
        if bound > UNKNOWN * most:
            raise Unsettled(f"positions that are left out may change it by {bound:.2g}")
        choosers = np.where(apart <= UNKNOWN * most, choosers, -1)
    if abs(value - optimum.values[0]) > bound * max(1.0, abs(value)):
        raise Unsettled("the strategy that was found is not worth what it should be")
    return Best(space, choosers, game, optimum, value, bound)


# ---- sums


def _list_summed(space: Space) -> int:
    """The shifted slots that contribute to samples, as bits."""
    canonical, found = space.canonical, 0
    for form in canonical.forms.values():
        for place, columns in form.groups:
            if canonical.weights[place]:
                found |= sum(1 << canonical.slots[column - 1] for column in columns.tolist() if column)
    return found


def _find_rewards(space: Space) -> Floats | None:
    """What each edge adds to the sum of all samples: the samples on it, and its shift of later samples. None if the
    number of these varies."""
    edges, count = space.edges, len(space.edges.sources)
    rewards = np.bincount(edges.sampled, edges.samples, count).astype(float)
    if not (shifts := space.added).any():
        return rewards
    summed = space.summed
    sampled, goes_on = np.bincount(edges.sampled, minlength=count), summed[edges.goals]
    inside = summed[edges.sources]
    gained = np.bincount(edges.sources[inside], (edges.chances * sampled)[inside], len(space.blocks)).astype(float)
    later = np.where(summed, np.rint(space.chain.keep(inside & goes_on).find_gains(gained)), 0.0)
    if (inside & (later[edges.sources] != sampled + later[edges.goals])).any():
        return None
    return np.asarray(rewards + shifts * later[edges.goals])
