"""The native engine plays the same games as the stepper: event for event, and in every number it counts."""

from __future__ import annotations

import os

import pytest

from interpreter import api
from interpreter.chance import Stream
from interpreter.native import Batch, Native
from interpreter.program import Program
from interpreter.seats import DEFAULT, Bots
from interpreter.simulate import Summary
from interpreter.stepper import Stepper

GAMES = int(os.environ.get("NATIVE_GAMES", "0"))
"""How many games of each ruleset and strategy are compared; 0 for as many as there is time for in the suite."""

SEED = 1982


def counted(program: Program, strategies: tuple[str, ...], games: int) -> Summary:
    """What the stepper counts."""
    stepper, summary = Stepper(program, events=False), Summary.of(program)
    decide = None if set(strategies) == {DEFAULT} else Bots(program, strategies).decide
    for game in range(games):
        summary.add_game(stepper.play_out(None, Stream(SEED, game), decide))
    return summary


def assert_same(batch: Batch, summary: Summary) -> None:
    """Every number is the same."""
    assert batch.broken is None
    assert summary.broken is None
    assert batch.games == summary.games
    assert (batch.wins, batch.drawn, batch.shared) == (summary.wins, summary.drawn, summary.shared)
    assert batch.marks == summary.marks
    assert [vars(each) for each in batch.measures] == [vars(each) for each in summary.measures]
    members = [[vars(each) for each in several] for several in batch.members]
    assert members == [[vars(each) for each in several] for several in summary.members]


@pytest.mark.parametrize("name", ["two_dice", "three_dice", "ace_in_the_pot"])
def test_it_counts_what_the_stepper_counts(name: str) -> None:
    program = api.load(name).program()
    strategies = (DEFAULT,) * len(program.seats)
    summary = counted(program, strategies, GAMES or 200)
    for tier in ("fast", "best"):
        assert_same(Native(program, strategies, tier=tier, keep=False).play(SEED, range(summary.games)), summary)
