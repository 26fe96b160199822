"""Exact means lie within five errors of simulated ones."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.odds.answers import Asked, answer
from interpreter.odds.figures import Setting

GAMES = 3_000


@pytest.mark.parametrize(
    ("name", "per", "options"),
    [
        ("ace_in_the_pot", "final", {}),
        ("three_dice", "half", {}),
        ("foster_diamond", "half", {}),
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
