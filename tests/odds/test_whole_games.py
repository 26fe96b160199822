"""Figures of whole games, and of all phases of a game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter import load
from interpreter.odds.answers import Asked, answer
from interpreter.odds.figures import Setting, find_measure_odds, find_phase_figure, find_winners

SHORT: dict[str, int | str] = {"innings": 2, "tie": "draw"}


def measure_of(setting: Setting, name: str) -> int:
    return [each.name for each in setting.program.measures].index(name)


def test_all_half_innings_of_a_game_are_alike() -> None:
    setting = Setting(load("two_dice").program(SHORT))
    find_winners(setting)
    figure = find_phase_figure(setting, measure_of(setting, "runs_per_half_inning"))
    assert figure.exact == Fraction(269109828625, 367845981696)
    assert sum(chance for _, chance in figure.distribution) == pytest.approx(1, abs=1e-14)


def test_what_is_gained_in_a_game_is_the_sum_of_its_half_innings() -> None:
    setting = Setting(load("two_dice").program(SHORT))
    find_winners(setting)
    half = find_phase_figure(setting, measure_of(setting, "hits_per_half_inning"))
    odds = find_measure_odds(setting, measure_of(setting, "hits"))
    figure = odds.figure(odds.start)
    assert figure.mean == pytest.approx(2 * half.mean, abs=1e-11)
    assert figure.variance == pytest.approx(2 * half.variance, abs=1e-10)


def test_means_of_whole_games_lie_within_five_errors_of_simulated_ones() -> None:
    rules = load("two_dice")
    options: dict[str, int | str] = {**SHORT, "last_half": "skipped"}
    simulated = rules.simulate(1_000, 3, options).measures
    found = answer(Setting(rules.program(options)), Asked((), {}, ()))
    assert found.winners is not None
    assert len(found.measures) == 8
    for each in found.measures:
        assert each.figure is not None
        assert each.throughout == (each.measure.per == "half")
        tally = simulated[each.measure.name]
        assert tally.mean is not None
        members = [other.figure.mean for other in found.measures if other.measure is each.measure and other.figure]
        error = 5 * (tally.stderr or 0) + 1e-9
        assert sum(members) / len(members) == pytest.approx(float(tally.mean), abs=error), each.measure.name


@pytest.mark.long
def test_a_whole_game_of_two_dice() -> None:
    """As another program worked it out before."""
    setting = Setting(load("two_dice").program())
    odds = find_measure_odds(setting, measure_of(setting, "innings"))
    assert odds.figure(odds.start).mean == pytest.approx(9.142766564581, abs=1e-11)
    drawn = find_winners(Setting(load("two_dice").program({"tie": "draw"}))).chances
    assert drawn[()] == pytest.approx(0.079303592679, abs=1e-12)
    assert [drawn[0,], drawn[1,]] == pytest.approx([0.460348203661] * 2, abs=1e-12)


def test_a_phase_within_another_that_is_taken_as_a_whole_is_told_of_the_first_alone() -> None:
    setting = Setting(load("two_dice").program({"innings": 1, "tie": "draw", "last_half": "skipped"}))
    found = answer(setting, Asked((), {}, ()))
    halves = [each for each in found.measures if each.measure.per == "half"]
    assert [(each.throughout, each.figure is not None) for each in halves] == [(False, True)] * 2
