"""Advice that cannot be worked out is counted alike, whatever plays: in the games that are counted, and in no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.api import Ruleset, load, read
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.native import Native
from interpreter.program import Program
from interpreter.simulate.players import NativePlayer, Plan, PlayOptions, StepperPlayer
from interpreter.stepper import Stepper
from interpreter.summary import Summary
from tests.support.rivals import agree, hold
from tests.support.same_games import Reference
from tests.support.small_games import RACE, race

SEED = 11

UNSURE = """
strategy unsure "Asks too much now and then"
  tempo
    when 12 / (score of mover mod 4) > 6 : double
    otherwise : safe
"""

BREAKING = RACE.replace("walk total of die", "walk (9 if score of mover is 7 otherwise total of die)") + UNSURE
"""Somebody who has seven points and throws a middling number cannot go on."""


def by_stepper(program: Program, strategies: tuple[str, ...], games: range) -> Summary:
    return StepperPlayer(Plan(program, strategies, SEED)).play(games)


@pytest.mark.parametrize("strategies", [("unsure", "unsure"), (DEFAULT, "unsure"), ("unsure", "wary")])
@pytest.mark.parametrize("tier", ["fast", "best"])
def test_what_is_lost_is_counted_alike(strategies: tuple[str, ...], tier: str) -> None:
    program = read(RACE + UNSURE).program()
    summary = by_stepper(program, strategies, range(200))
    assert 100 < summary.count_lost_advice < 2_000
    assert Native(program, strategies, keep=False, tier=tier).play(SEED, range(200)) == summary


def test_what_is_lost_in_a_game_that_breaks_is_not_counted() -> None:
    plan = Plan(read(BREAKING).program(), ("unsure", "unsure"), SEED)
    stepper, native = StepperPlayer(plan).play(range(200)), NativePlayer(plan, PlayOptions()).play(range(200))
    assert stepper.broken is not None
    before = StepperPlayer(plan).play(range(stepper.broken.game))
    assert before.count_lost_advice == stepper.count_lost_advice == native.count_lost_advice > 0
    assert native == stepper
    again = StepperPlayer(plan)
    again.play(range(stepper.broken.game, stepper.broken.game + 1))
    assert again.bots is not None
    assert again.bots.advice_failures


MANY = """game many "Many Answers"
players 1
dice die = 1d6
phase game
  roll die
  choose number by lowest of all player
choice number
  "How many?"
  pick n from those n in 1..30 where n < total of die
  default 30
"""


@pytest.mark.quick
def test_where_none_of_many_answers_is_offered_the_game_breaks() -> None:
    broken = [each.summary.broken is not None for each in agree(read(MANY).program(), SEED, range(20))]
    assert any(broken)
    assert not all(broken)


@pytest.mark.parametrize("strategies", [(RANDOM, DEFAULT), (DEFAULT, RANDOM), (RANDOM, RANDOM)])
@pytest.mark.parametrize("tier", ["fast", "best"])
@pytest.mark.parametrize("rules", [race, lambda: load("nim")], ids=["few_answers", "many_answers"])
def test_lots_are_drawn_alike(rules: Callable[[], Ruleset], tier: str, strategies: tuple[str, ...]) -> None:
    program = rules().program()
    played = list(map(Reference(Stepper(program), strategies, SEED).play, range(20)))
    assert len({each.witness.digest for each in played}) > 10
    native = Native(program, strategies, keep=False, tier=tier, witness=True)
    assert hold(native, played, SEED, witness=True) == []
