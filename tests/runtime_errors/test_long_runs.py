"""A calculation that is long has the time it needs, and a message of its own. No loop fills the memory."""

from __future__ import annotations

import pytest

from interpreter.chance import Stream
from interpreter.engine import MOST_EVENTS, STEP_BUDGET, Failure, GameOver
from interpreter.lower import lower
from interpreter.native import Native
from interpreter.runtime_errors import diagnose_failure
from interpreter.stepper import Stepper
from tests.support.checking import model_of, said, short
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

GAME = """game small "A small game"
players 1
kind card: a1, a2, a3, b1, b2, b3, b4, c1, c2, c3, c4, c5
dice coin = 1d2
dice pool = 10d10
phase game
  keep held : set of card = all card
  keep n    : 0..4096 = 0
  roll coin
  STEP
define letter (one: card) = (number of one) / 4
define alike (one: card, part: set of card) = count of other in part where letter(other) is letter(one)
rule tick
  set n to (n + 1) mod 9
measure found per game = n
"""

SETS = "count of part in subsets of held where no one in part where alike(one, part) < 3"
PAIRED_DICE = "count of die in pool where (count of other in pool where other is die) > 1"
TOO_LONG = "game-failed: this calculation takes too long"
ENDLESS = "game-failed: a loop does not end, and no roll, draw or choice comes in it"


def test_all_subsets_of_a_dozen_cards_are_not_too_many_for_either_engine() -> None:
    program = lower(model_of(GAME.replace("STEP", f"set n to {SETS}")))
    played = [Reference(Stepper(program, budget=STEP_BUDGET), ("default",)).play(0)]
    assert isinstance(played[0].outcome.stop, GameOver)
    assert hold(Native(program, ("default",), keep=False, budget=STEP_BUDGET), played, SEED) == []


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (f"set n to {SETS}", TOO_LONG),
        ("repeat 900000 times : tick", TOO_LONG),
        ("repeat tick until n is 9", ENDLESS),
        (f"repeat\n    set n to {SETS.replace('held', '(a1 and a2)')}\n  until n is 9", ENDLESS),
    ],
)
def test_what_is_said(step: str, message: str) -> None:
    game = model_of(GAME.replace("STEP", step))
    program = lower(game)
    stop = Stepper(program, budget=10_000).play_out(None, Stream(1, 0)).stop
    assert isinstance(stop, Failure)
    said = short(diagnose_failure(program, stop, game))
    assert message in said
    assert ("until" in said) == (message is ENDLESS)


@pytest.mark.parametrize(
    ("step", "warned"),
    [
        (f"set n to {SETS}", 0),
        (f"set n to {SETS.replace('alike(one, part)', '(count of two in part where alike(two, part) is 3)')}", 1),
        ("repeat 3000 times\n    repeat 900 times : tick", 0),
        ("repeat 3000 times\n    repeat 3000 times : tick", 1),
        ("repeat 3000 times\n    repeat 3000 times : roll coin", 0),
        ("repeat 3000 times\n    for each one in held\n      repeat 900 times : tick", 1),
        ("roll pool\n  repeat 80000 times\n    set n to count of die in pool where pool holds 2 alike", 0),
        (f"roll pool\n  repeat 80000 times\n    set n to {PAIRED_DICE}", 1),
    ],
)
def test_what_may_take_long_is_warned_of(step: str, warned: int) -> None:
    game = GAME.replace("STEP", step).replace("  set n to (n + 1) mod 9", "  when n < 9 : add 1 to n")
    assert str(said(game)).count("may-take-long") == warned


def test_events_of_a_long_loop_do_not_fill_the_memory() -> None:
    program = lower(model_of(GAME.replace("STEP", "repeat 90000 times\n    tick\n    tick")))
    stepper = Stepper(program, budget=STEP_BUDGET)
    assert len(stepper.answer(stepper.begin().position, 0).events) == MOST_EVENTS
