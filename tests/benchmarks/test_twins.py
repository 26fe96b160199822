"""The games written by hand in C and in Python, which machine code is held against, are the same games."""

from __future__ import annotations

import random
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

from interpreter.api import load
from interpreter.bots.advice import DEFAULT
from interpreter.engine import STEP_BUDGET
from interpreter.native import Native
from interpreter.simulate.simulation import Plan, play_games
from tests.benchmarks import by_hand, classics, plain, twins
from tests.benchmarks.measuring import SEED, program_of
from tests.support.paths import TESTS

GAMES = 25
"""How many games are compared; with `SEED`, one of Cooperstown is void among them."""


@pytest.mark.skipif(not twins.available(), reason="gcc is not installed")
@pytest.mark.parametrize("name", twins.TWINS)
def test_a_twin_plays_the_same_games(name: str, tmp_path: Path) -> None:
    program = load(name).program()
    summary = play_games(Plan(program, twins.strategies_of(name, program), SEED), range(GAMES))
    counts = twins.counts_of(name, program, summary)
    assert twins.run(twins.compiled(name, tmp_path), SEED, GAMES)[1][: len(counts)] == counts


DRAWN, SLOWLY_DRAWN = 4_000, {"backgammon": 400}
BY_HAND = 200
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


def place_of(name: str) -> str:
    """What a ruleset is found by."""
    path = TESTS / "benchmarks" / f"{name}.rules"
    return str(path) if path.exists() else name


def strategies_of(name: str, strategy: str) -> tuple[str, ...]:
    return (strategy,) * len(program_of(place_of(name)).seats)


def differ(engine: Native, name: str, games: int) -> list[str]:
    """What differs between a ruleset and its twin by more than three standard errors."""
    strategy, summary = engine.strategies[0] or DEFAULT, engine.play(SEED, range(games))
    chance = random.Random(SEED)
    played = [plain.GAMES[name, strategy](chance) for _ in range(games)]
    turns, won = [each[0] for each in played], mean(0 in each[1] for each in played)
    tally = summary.measures[[each.name for each in engine.program.measures].index("turns")]
    share = summary.wins[0] / games
    found = {
        "turns": (float(tally.mean or 0), mean(turns), sqrt(2) * stdev(turns) / sqrt(games)),
        "won by the first player": (share, won, sqrt(2 * max(share * (1 - share), 1 / games) / games)),
    }
    return [
        f"{what} of {name} by {strategy}: {ours:.3f}, in Python {theirs:.3f}"
        for what, (ours, theirs, error) in found.items()
        if abs(ours - theirs) > 3 * error
    ]


PLAYED, SLOWLY_PLAYED = 500, {"ten_in_hand": 40, "long_race": 150}


@pytest.mark.parametrize(("name", "strategy"), plain.GAMES)
def test_a_game_in_plain_python_is_the_same_on_average(name: str, strategy: str) -> None:
    engine = Native(program_of(place_of(name)), strategies_of(name, strategy), keep=False, budget=STEP_BUDGET)
    assert differ(engine, name, SLOWLY_PLAYED.get(name, PLAYED)) == []
