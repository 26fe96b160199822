"""Exact means lie within five errors of simulated ones."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.odds.answers import Asked, answer
from interpreter.odds.chain_figures import Setting
from interpreter.odds.known_means import average_members
from interpreter.odds.means import BESIDE_GAMES, find_near_means

GAMES = 3_000

FEWER_GAMES = 1_000

KNOWN_SOON = {
    "craps": 3,
    "foster_aces": 1,
    "foster_diamond": 2,
    "nim": 1,
    "one_die": 2,
    "pig": 3,
    "snakes_and_ladders": 3,
    "two_dice": 2,
}
"""Of so many measures of shipped games `simulate` shows exact means."""


@pytest.mark.parametrize(
    ("name", "per", "options"),
    [
        ("ace_in_the_pot", "final", {}),
        ("three_dice", "half", {}),
        ("two_dice", "half", {"run_on_last_out": "yes"}),
    ],
)
def test_exact_means_are_near_simulated_ones(name: str, per: str, options: dict[str, int | str]) -> None:
    rules = load(name)
    program = rules.program(options)
    names = tuple(each.name for each in program.measures if each.per == per)
    simulated = rules.simulate(GAMES, 11, options).measures
    found = answer(Setting(program), Asked(names, {}, ()))
    assert names
    assert len({each.measure.name for each in found.measures}) == len(names)
    for name_of in names:
        means = [each.figure.mean for each in found.measures if each.measure.name == name_of and each.figure]
        tally = simulated[name_of]
        assert tally.mean is not None
        error = 5 * (tally.stderr or 0) + 1e-9
        assert float(sum(means)) / len(means) == pytest.approx(float(tally.mean), abs=error), name_of


def test_means_are_not_looked_for_where_a_roll_has_many_outcomes() -> None:
    program = load("pig").program()
    assert find_near_means(program, ("default",) * 2, ["turns"], outcomes=6).measures
    assert not find_near_means(program, ("default",) * 2, ["turns"], outcomes=5).measures


@pytest.mark.parametrize("name", KNOWN_SOON)
def test_means_beside_those_of_games_are_near_them(name: str) -> None:
    rules = load(name)
    program = rules.program()
    strategies = ("default",) * len(program.seats)
    found = find_near_means(program, strategies, [each.name for each in program.measures], **BESIDE_GAMES)
    known = {each.name: average_members(found, each) for each in program.measures}
    simulated = rules.simulate(FEWER_GAMES, 11).measures
    for each, mean in known.items():
        tally = simulated[each]
        assert tally.mean is not None
        if mean is not None and mean.throughout:
            assert mean.mean == pytest.approx(float(tally.mean), abs=5 * (tally.stderr or 0) + 1e-9), each
    assert sum(mean is not None and mean.throughout for mean in known.values()) == KNOWN_SOON[name]
