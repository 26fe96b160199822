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
    ("text", "told"), [(SECRET, "Player 1 chooses laid in secret"), (OPEN, "Player 1 chooses laid: 7")]
)
def test_others_are_not_told_the_answer(text: str, told: str) -> None:
    session = Session(Stepper(lower(model_of(text))), seed=1)
    moment = session.answer(6)
    assert [each.text for each in narrate(session.program, moment)] == [told]
    assert told in list(explain_moment(session.program, moment))
    assert told in [event_to_object(session.program, each)["text"] for each in moment.events]


BOTH = """game both "Both"
players 2
phase game
  for each one in all player
    choose laid by one
{after}
choice laid
  "Which do you lay away?"
  pick n from 1..9
  seen by its chooser
  default 4
"""


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("", [[], ["Player 2 chooses laid in secret"]]),
        ('  say "Both have laid."', [[], ["Both have laid."]]),
        ('    say "{one} has laid."', [["Player 1 has laid."], ["Player 2 has laid."]]),
    ],
    ids=["nothing is said", "said of all", "said of each"],
)
def test_a_choice_of_several_in_secret_is_told_once(after: str, told: list[list[str]]) -> None:
    session = Session(Stepper(lower(model_of(BOTH.format(after=after)))), seed=1)
    moments = [session.answer(6), session.answer(2)]
    assert [[each.text for each in narrate(session.program, moment)] for moment in moments] == told


SEVERAL = """game several "Several"
players 1
kind box : red, blue, green
phase game
  repeat 2 times
    choose shut by lowest of all player
    say "So be it."
choice shut
  "Which do you shut?"
  pick 1..3 boxes from all box
  default lowest
"""


def test_that_enough_is_picked_needs_no_line_where_something_is_said() -> None:
    session = Session(Stepper(lower(model_of(SEVERAL))), seed=1)
    moments = [session.answer(2), session.answer(3)]
    told = [[each.text for each in narrate(session.program, moment)] for moment in moments]
    assert told == [["Player 1 chooses shut: green"], ["So be it."]]


FORCED = """game forced "Forced"
players 1
kind box : red
phase game
  choose shut by lowest of all player
  say "Player 1 shuts the {shut} box."
  say "Player 1 has shut {shut}."
choice shut
  "Which do you shut?"
  pick one from all box
  default lowest
"""


def test_that_there_was_no_choice_is_said_once() -> None:
    session = Session(Stepper(lower(model_of(FORCED))), seed=1)
    told = [each.text for each in narrate(session.program, session.answer(0), viewer=0)]
    assert told == ["Player 1 shuts the red box. (The only choice.)", "Player 1 has shut red."]


def test_an_answer_that_moves_something_without_a_word_is_told_though_it_is_the_usual_one() -> None:
    silent = FORCED.replace('  say "Player 1 shuts the {shut} box."\n  say "Player 1 has shut {shut}."\n', "  PUT\n")
    kept = silent.replace("phase game\n", "phase game\n  keep shut_one : box or none = none\n")
    for put, boxes, expected in (
        ("set shut_one to shut", "red", ["Player 1 chooses shut: red (The only choice.)"]),
        ("set shut_one to shut", "red, blue", ["Player 1 chooses shut: red"]),
        ("nothing", "red", []),
    ):
        text = kept.replace("PUT", put).replace("box : red", f"box : {boxes}")
        session = Session(Stepper(lower(model_of(text))), seed=1)
        assert [each.text for each in narrate(session.program, session.answer(0))] == expected


BIDS = """game bids "Bids"
players 2
dice cup "the dice" of each player = 2d6, seen by its player
phase game
  roll cup of lowest of all player
  choose bid by lowest of all player
  say "Player 1 bids {bid.many} times {bid.face}."
choice bid
  "How many of which face?"
  pick many from 1..12 and face from 1..6
  default lowest
"""


@pytest.mark.parametrize("answer", ["1, 1", "11, 2", "2, 3"])
def test_an_answer_of_parts_is_told_once(answer: str) -> None:
    session = Session(Stepper(lower(model_of(BIDS))), seed=1)
    roll = session.answer(3)
    assert [each.text for each in narrate(session.program, roll)] == [
        "Player 1 rolls the dice (2d6) in secret"
    ]
    moment = session.answer(session.program.choices[0].labels.index(answer))
    assert [each.text for each in narrate(session.program, moment)] == [
        f"Player 1 bids {answer.replace(', ', ' times ')}."
    ]


def test_an_answer_that_is_not_told_has_its_line() -> None:
    silent = BIDS.replace("{bid.many} times {bid.face}", "1{bid.many} times 1")
    session = Session(Stepper(lower(model_of(silent))), seed=1)
    session.answer(3)
    moment = session.answer(session.program.choices[0].labels.index("1, 1"))
    assert [each.text for each in narrate(session.program, moment)] == [
        "Player 1 chooses bid: 1, 1",
        "Player 1 bids 11 times 1.",
    ]


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
