"""The games written by hand in C and in Python, which machine code is held against, are the same games."""

from __future__ import annotations

import random
from math import sqrt
from pathlib import Path
from statistics import mean

import pytest

from interpreter.engine import STEP_BUDGET
from interpreter.native import Native
from interpreter.simulate.simulation import Plan, play_games
from tests.benchmarks import by_hand, classics, plain, twins
from tests.benchmarks.measuring import SEED, program_of
from tests.support.shipped import load
from tests.tools.set_speed import differ, place_of, strategies_of

GAMES = 25
"""How many games are compared; with `SEED`, one of Cooperstown is void among them."""


@pytest.mark.skipif(not twins.available(), reason="gcc is not installed")
@pytest.mark.parametrize("name", twins.TWINS)
def test_a_twin_plays_the_same_games(name: str, tmp_path: Path) -> None:
    program = load(name).program()
    summary = play_games(Plan(program, twins.strategies_of(name, program), SEED), range(GAMES))
    counts = twins.counts_of(name, program, summary)
    assert twins.run(twins.compiled(name, tmp_path), SEED, GAMES)[1][: len(counts)] == counts


DRAWN, SLOWLY_DRAWN = 1_000, {"backgammon": 100}
BY_HAND = 100
GIVEN = {"hearts": 1, "cribbage": 4}
"""Which measure a game by hand gives, if not the first."""

PAIRS = 1, 1
"""Where poker counts the pairs that are dealt: the number of the measure, and of the ranking."""


@pytest.mark.parametrize("name", by_hand.GAMES)
def test_a_game_by_hand_is_the_same_on_average(name: str, tmp_path: Path) -> None:
    drawn = SLOWLY_DRAWN.get(name, DRAWN)
    engine = Native(load(name).program(), classics.strategies_of(name), keep=False, budget=STEP_BUDGET)
    summary = engine.play(11, range(drawn))
    measure, ranking = PAIRS
    given = summary.members[measure][ranking] if name == "five_card_draw" else summary.measures[GIVEN.get(name, 0)]
    expected, error = float(given.mean or 0), given.stderr or 0
    chance = random.Random(11)
    means = {BY_HAND: mean(by_hand.GAMES[name](chance) for _ in range(BY_HAND))}
    if classics.is_in_c(name) and classics.is_drawn(name):
        means[DRAWN] = twins.run(twins.compiled(name, tmp_path, drawn=True), 11, DRAWN)[1][2] / DRAWN
    for games, found in means.items():
        assert abs(found - expected) < 3.5 * error * sqrt(1 + drawn / games)


PLAYED, SLOWLY_PLAYED = 250, {"ten_in_hand": 20, "long_race": 75}


@pytest.mark.parametrize(("name", "strategy"), plain.GAMES)
def test_a_game_in_plain_python_is_the_same_on_average(name: str, strategy: str) -> None:
    engine = Native(program_of(place_of(name)), strategies_of(name, strategy), keep=False, budget=STEP_BUDGET)
    assert differ(engine, name, SLOWLY_PLAYED.get(name, PLAYED)) == []
