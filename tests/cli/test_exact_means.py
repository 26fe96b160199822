"""`diff --exact` and `sweep --exact`: what house rules and options are worth, without a game played."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.command import Run

RACE = """\
game race "A Race"
players 2
dice die = 1d6
option goal = 6 in 3..9
  "How far?"
  because "Somebody has to say."
phase game
  keep score of each player : 0+ = 0
  repeat round until some one in all player where score of one >= goal
  win those one in all player with most score of one
phase round in game
  for each one in all player
    roll die for one
    add total of die to score of one
measure rounds per game  counts round
measure thrown per round = total of die
"""


@pytest.fixture
def race(tmp_path: Path) -> str:
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    return str(path)


def test_what_a_house_rule_is_worth(run: Run, race: str, tmp_path: Path) -> None:
    short = tmp_path / "short.rules"
    short.write_text('house_rules short "A shorter way" for race\n\noption goal = 3\n')
    lines = run.text("diff", race, "--house", str(short), "--exact").split("\n")
    assert [line.split()[-1] for line in lines if line.startswith("thrown")] == ["same"]
    found = run.data("diff", race, "--house", str(short), "--exact")["exact"]["measures"]["rounds"]
    assert found["difference"] == pytest.approx(found["after"]["mean"] - found["before"]["mean"], abs=1e-14)
    assert Fraction(found["after"]["exact"]) == 1 + Fraction(1, 9) + Fraction(1, 36) ** 2


def test_a_sweep_over_what_options_come_to(run: Run, race: str) -> None:
    said = run.text("sweep", race, "--over", "goal=3,4", "--exact", "--measure", "rounds", "--measure", "winners")
    lines = said.split("\n")
    assert lines[3].startswith("3     1.111882716049")
    found = run.data("sweep", race, "--over", "goal=3,4", "--exact")["combinations"]
    assert [each["at"] for each in found] == [{"goal": "3"}, {"goal": "4"}]
    assert sum(found[0]["winners"].values()) == pytest.approx(1, abs=1e-12)
    assert found[0]["winners_bound"] < 1e-12
