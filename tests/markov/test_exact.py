"""Chains and best play in fractions: known values, and random ones against brute force."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from interpreter import api
from interpreter.markov.best import find_best_sum
from interpreter.markov.chain import Chain
from interpreter.markov.exact import find_exact_optimum, make_exact
from interpreter.markov.optimal import Endless
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Question
from tests.markov.test_optimal import draw_game, try_all_strategies

FIVE_ALIKE = """
game five "Five alike"
players 1
dice throw = 5d6
phase game
  roll throw
  repeat 2 times
    choose kept by lowest of all player
    when kept is not throw : roll throw keeping kept
  win lowest of all player
choice kept
  "Which dice do you keep?"
  pick dice from subsets of throw
  default throw
measure five per game = 1 if throw holds 5 alike otherwise 0
"""


def draw_chain(seed: int) -> Chain:
    """A chain of thirteen states, the last of which is absorbing; most lead on."""
    random = np.random.default_rng(seed)
    edges = []
    for state in range(12):
        count = int(random.integers(1, 5))
        goals = [*random.integers(0, 13, count - 1).tolist(), state + 1]
        edges += [(state, goal, 1 / count) for goal in goals]
    sources, goals, chances = map(np.array, zip(*edges, strict=True))
    return Chain(13, sources, goals, chances)


def read_fractions(chances: np.ndarray[Any, Any]) -> dict[float, Fraction | None]:
    return {each: Fraction(each).limit_denominator(1000) for each in chances.tolist()}


def test_gamblers_ruin() -> None:
    steps = [(each, each + step) for each in range(1, 10) for step in (-1, 1)]
    chances = np.array([3 / 5, 2 / 5] * 9)
    chain = Chain(11, *map(np.array, zip(*steps, strict=True)), chances)
    chain = make_exact(chain, read_fractions(chances))
    begun = np.arange(11) == 5
    ratio = Fraction(3, 2)
    won = (ratio**5 - 1) / (ratio**10 - 1)
    assert chain.find_visits(begun)[10] == won
    assert chain.find_gains(np.arange(11) == 10)[5] == won
    assert chain.find_gains(np.arange(11) % 10 > 0)[5] == 5 * (5 - 10 * won)


def test_random_chains_are_solved_as_in_floating_point() -> None:
    for seed in range(20):
        chain = draw_chain(seed)
        exact = make_exact(chain, read_fractions(chain.chances))
        numbers = np.random.default_rng(seed).integers(0, 9, 13)
        assert list(map(float, exact.find_gains(numbers))) == pytest.approx(chain.find_gains(numbers * 1.0).tolist())
        assert list(map(float, exact.find_visits(numbers))) == pytest.approx(chain.find_visits(numbers * 1.0).tolist())


def test_best_play_is_exactly_what_all_strategies_say() -> None:
    for seed in range(30):
        game = draw_game(np.random.default_rng(seed))
        with suppress(Endless):
            assert find_exact_optimum(game, read_fractions(game.chances)).tolist() == try_all_strategies(game)[0]


def test_five_alike_in_three_throws() -> None:
    found = find_best_sum(api.read(FIVE_ALIKE).program(), Question(0, open=frozenset([0])), most=True)
    assert found.value == pytest.approx(347897 / 7558272, abs=1e-12)
    assert find_exact_optimum(found.game, found.space.fractions)[0] == Fraction(347897, 7558272)


def test_unknown_probabilities_and_endless_chains_are_refused() -> None:
    with pytest.raises(OutOfReach):
        make_exact(Chain(2, np.array([0]), np.array([1]), np.array([2**-0.5])), {0.5: Fraction(1, 2)})
    chain = Chain(2, np.array([0]), np.array([0]), np.ones(1))
    with pytest.raises(Endless):
        make_exact(chain, {1.0: Fraction(1)}).find_gains(np.zeros(2))
