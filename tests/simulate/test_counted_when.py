"""Measures that count only the times when a condition is true."""

from __future__ import annotations

import pytest

from interpreter.api import Rejected, read

GAME = """game runs "Runs of sixes"

dice die = 1d6

players 2

phase game
  keep goes : 0..9 = 0
  keep high : 0+ = 0
  keep good : 0+ = 0
  repeat turn until goes is 6
  win lowest of all player

phase turn in game
  count got
  add 1 to goes
  repeat
    roll die
    score die
    when got > 9 : add 1 to high then end turn
  until die is 1
  when got > 9 : add 1 to high

rule score (amount: 1..6)
  when amount > 4 : add 1 to good
  add amount to got

measure high_turns per game counts turn when got > 9
measure high_kept  per game = high
measure good_rolls per game counts score when amount > 4
measure good_kept  per game = good
"""


def test_conditions_are_asked_as_a_phase_ends_and_as_a_rule_begins() -> None:
    found = read(GAME).simulate(500, 3).measures
    assert found["high_turns"] == found["high_kept"]
    assert found["good_rolls"] == found["good_kept"]
    assert 0 < (found["high_turns"].mean or 0) < 6


def test_dice_are_counted_without_a_condition() -> None:
    with pytest.raises(Rejected, match="expected a rule or a phase before `when`"):
        read(GAME.replace("counts turn when", "counts die when"))
