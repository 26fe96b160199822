"""Choices whose answer only the chooser knows: the others hear that a choice was made, and nothing more."""

from __future__ import annotations

import pytest

from interpreter.display import event_to_object
from interpreter.lower import lower
from interpreter.play.trace import Session, explain_moment, narrate
from interpreter.stepper import Stepper
from tests.support.checking import model_of, said

pytestmark = pytest.mark.quick

GAME = """game lay_away "Lay Away"
players 2
phase game
  keep away : 0..9 = 0
  choose laid by lowest of all player
  set away to laid
  choose guess by highest of all player
choice laid
  "Which do you lay away?"
  pick n from 1..9
  {line}
  default 4
choice guess
  "Which was it?"
  pick n from 1..9
  default 1
measure away per game = away
"""
SECRET = GAME.format(line="seen by its chooser")
OPEN = GAME.replace("  {line}\n", "")


@pytest.mark.parametrize(
    ("text", "told"), [(SECRET, "Player 1 chooses laid, unseen by others"), (OPEN, "Player 1 chooses laid: 7")]
)
def test_others_are_not_told_the_answer(text: str, told: str) -> None:
    session = Session(Stepper(lower(model_of(text))), seed=1)
    moment = session.answer(6)
    assert [each.text for each in narrate(session.program, moment)] == [told]
    assert told in list(explain_moment(session.program, moment))
    assert told in [event_to_object(session.program, each)["text"] for each in moment.events]


@pytest.mark.parametrize(
    "looking", ['strategy spy "S"\n  guess : laid\n', 'view spy\n  "{laid}"\n', 'view spy\n  "{laid > 3 ? high|low}"\n']
)
def test_strategies_and_views_may_not_ask(looking: str) -> None:
    assert [each.partition(": ")[2] for each in said(SECRET + looking)] == ["out-of-sight"]
    assert said(OPEN + looking) == []


def test_rules_know_the_answer() -> None:
    session = Session(Stepper(lower(model_of(SECRET))), seed=1)
    session.answer(6)
    session.answer(0)
    assert session.over
