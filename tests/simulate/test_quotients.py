"""One measure per another: the ratio of the totals of all games, with its error, whoever plays, in whatever parts."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

from interpreter.api import read
from interpreter.cli import main
from interpreter.program.text import parse_program, print_program
from interpreter.simulate.compare import Plan, compare
from interpreter.simulate.players import NativePlayer, PlayOptions, StepperPlayer, is_native_available
from interpreter.summary import Summary
from interpreter.tally import Quotient

pytestmark = pytest.mark.quick

GAME = """game risk "Risk"

players 2

dice stakes = 1d3
dice throw  = 1d6

option bonus = 0 in 0..3
  "What does a six pay besides?"

phase game
  keep staked of each player : 0+     = 0
  keep gained of each player : -99..99 = 0
  for each one in all player
    roll stakes
    add total of stakes to staked of one
    roll throw
    when throw > 3 : add stakes to gained of one
    otherwise      : take total of stakes from gained of one
    when throw is 6 : add bonus to gained of one
  when gained of lowest of all player is 2 : end game without result

measure gained per player = gained of player
measure staked per player = staked of player
measure wins   per game   = count of one in all player where gained of one > 0
measure absent per game   = 0
measure gain_per_chip = gained per staked
measure never         = staked per absent
measure chips_per_win = staked per wins
"""


@cache
def plan_of(bonus: int) -> Plan:
    return Plan(read(GAME).program({"bonus": bonus}), ("default",) * 2, 5)


def summary_of(games: range, native: bool = False, bonus: int = 0) -> Summary:
    plan = plan_of(bonus)
    player = NativePlayer(plan, PlayOptions(engine="native")) if native else StepperPlayer(plan)
    return player.play(games)


def test_it_is_the_ratio_of_the_totals() -> None:
    found = summary_of(range(500))
    gained, staked, wins, _ = found.measures
    assert found.find_quotient(0).mean == Fraction(gained.total, staked.total)
    assert found.find_quotient(2).mean == Fraction(staked.total, wins.total)
    assert found.find_quotient(1).mean is found.find_quotient(1).stderr is None


def test_its_error_is_how_far_it_strays() -> None:
    """Of many simulations of a few games each."""
    found = [summary_of(range(at, at + 40)).find_quotient(2) for at in range(0, 2000, 40)]
    means = [float(each.mean or 0) for each in found]
    assert stdev(means) == pytest.approx(mean(each.stderr or 0 for each in found), rel=0.25)


def test_parts_come_to_the_whole() -> None:
    assert summary_of(range(30)).combine(summary_of(range(30, 80))) == summary_of(range(80))


@pytest.mark.skipif(not is_native_available(), reason="llvmlite is not installed")
def test_machine_code_counts_the_same() -> None:
    assert summary_of(range(300), native=True) == summary_of(range(300))


def test_games_compared_have_the_error_of_the_difference() -> None:
    """Every second game twice as good: the error is that of what is paid besides alone."""
    (pair,) = (each for each in compare(plan_of(0), plan_of(3), 400).measures if each.name == "gain_per_chip")
    before, after = (summary_of(range(400), bonus=bonus).find_quotient(0) for bonus in (0, 3))
    assert (pair.before.mean, pair.after.mean) == (before.mean, after.mean)
    assert pair.difference == (after.mean or 0) - (before.mean or 0)
    assert 0 < (pair.stderr or 0) < sqrt((before.squared_error or 0) + (after.squared_error or 0))
    assert pair.per == "staked"


def test_a_quotient_of_games_one_by_one() -> None:
    quotient = Quotient()
    for totals in ((1, 2), (), (3, 2)):
        quotient.add_game(totals)
    assert (quotient.games, quotient.mean) == (3, Fraction(1))


def test_programs_print_and_parse_it() -> None:
    program = read(GAME).program()
    assert parse_program(print_program(program)) == program
    assert program.figures[-3:] == ("gain_per_chip", "never", "chips_per_win")


def test_the_commands_show_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "risk.rules"
    path.write_text(GAME)
    assert main(["simulate", str(path), "-n", "5000", "--until", "stderr(gain_per_chip) < 0.02", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert 1_000 <= told["games"] < 5_000
    figure = told["measures"]["gain_per_chip"]
    assert (figure["of"], figure["per"]) == ("gained", "staked")
    assert 0 < figure["stderr"] < 0.02
    assert main(["simulate", str(path), "-n", "50"]) == 0
    assert "gain per chip  staked" in capsys.readouterr().out
    assert main(["sweep", str(path), "-n", "50", "--over", "bonus=0,3", "--measure", "gain_per_chip"]) == 0
    assert "gain per chip" in capsys.readouterr().out
    assert main(["show", str(path), "--source"]) == 0
    assert "gained per staked" in capsys.readouterr().out
