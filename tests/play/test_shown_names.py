"""What people are told instead of the names of a ruleset."""

from __future__ import annotations

import re

import pytest

from interpreter.engine import pick_default_answer
from interpreter.lower import lower
from interpreter.play.trace import Session, describe_wait, explain_moment, narrate
from interpreter.scene import draw
from interpreter.stepper import Stepper
from interpreter.table import respond
from tests.support.checking import model_of
from tests.support.paths import TESTS
from tests.support.seated import table_of

TEXT = (TESTS / "semantics" / "shown_names.rules").read_text(encoding="utf-8")
NAMES = re.compile(r"swing|m stock|shown pile|phase|at bat|throws|rule|pick off|chooses steal")


def play(text: str) -> tuple[Session, list[str]]:
    """A game, and all that is told of it: waits, lines, explanations."""
    program = lower(model_of(text))
    session, told = Session(Stepper(program), 2), []
    while not session.over:
        told.append(describe_wait(program, session.stop))
        session.step(lambda stop, view: pick_default_answer(stop))
        told += [each.text for each in narrate(program, session.moments[-1])]
        told += explain_moment(program, session.moments[-1])
    return session, [re.sub(r"\(\S*game\.rules:\d+\)", "", each) for each in told]


def test_no_name_of_the_ruleset_is_told_where_it_has_another_for_people() -> None:
    _, told = play(TEXT)
    assert "Player 1 rolls the dice: 4+6 = 10" in told
    assert "Player 1 rolls lot 5, a hit" in told
    assert "Player 1 to roll the dice (2d6)" in told
    assert [each for each in told if NAMES.search(each)] == []


TOGETHER = """\
game together "Together"
players 2
kind row: red "red", green "green"
dice white = 2d6
dice colour of each row = 1d6
phase game
  repeat 2 times
    roll white and colour of all row for lowest of all player
  win lowest of all player
"""


def test_dice_that_are_rolled_together_are_one_throw() -> None:
    table = table_of(TOGETHER, {0: "Ann"})
    list(table.go_on())
    assert table.question is not None
    assert "press Enter to roll white and colour," in table.question.text
    respond(table, "")
    told = [each.text for moment in table.go_on() for each in narrate(table.program, moment)]
    assert [re.sub(r"\d+", "n", each) for each in told] == ["Ann rolls white: n and n, red: n, green: n"]
    dice = [each for each in draw(table.look(False))["things"] if each["kind"] == "dice"]
    colours = [(each["called"].split(",")[0], [die["colour"] for die in each["dice"]]) for each in dice]
    assert colours == [("white", ["white", "white"]), ("red", ["red"]), ("green", ["green"])]
    assert (table.undo(), len(table.session.moments)) == (True, 1)


def test_where_it_has_none_the_name_is_told_as_words() -> None:
    plain = re.sub(r'^((?:dice|pile|hand|phase|rule|table|choice) \w+) ".*?"', r"\1", TEXT, flags=re.MULTILINE)
    session, told = play(plain)
    assert "Player 1 rolls swing 4+6 = 10" in told
    assert "Player 1 to roll swing (2d6)" in told
    named, _ = play(TEXT)
    assert session.position == named.position
    assert len(session.events) == len(named.events)


ROLLS = """\
game rolls "Rolls"
dice pair "the dice" = 2d6
phase game
  keep throws : 0+ = 3
  keep caught : yes or no = no
  keep points : 0+ = 0
  repeat throw_pair until throws is 0
rule throw_pair "a throw"
  roll pair
  take 1 from throws
  for each die in pair : add worth(die) to points
  for each die in pair : do marks(die)
  when answers(throws).lucky and points > 20 : bonus
table worth (die: 1..6) on die -> spots
  1..5 : 0
  6    : 11
table answers (left: 0..100) on left -> lucky
  0..100 : yes
table marks (die: 1..6) on die
  1    : run
  2    : pick_off
  3    : foul
  4..6 : nothing
rule run "a run"
  add 1 to points
rule foul "a foul"
  add 1 to points
rule pick_off "a pick-off"
  when caught : say "Picked off!"
  set caught to yes
rule bonus "a bonus"
  add 1 to points
"""


@pytest.mark.parametrize(
    ("faces", "shown"),
    [
        ((1, 4), ["the dice: 1 and 4, a run"]),
        ((1, 1), ["the dice: 1 and 1, a run twice"]),
        ((3, 1), ["the dice: 3 and 1, a run, a foul"]),
        ((4, 5), ["the dice: 4 and 5"]),
        ((2, 4), ["the dice: 2 and 4"]),
        ((2, 2), ["the dice: 2 and 2", "Picked off!"]),
        ((6, 6), ["the dice: 6 and 6"]),
    ],
)
def test_a_roll_is_told_with_what_its_rows_led_to(faces: tuple[int, int], shown: list[str]) -> None:
    session = Session(Stepper(lower(model_of(ROLLS))), 1)
    moment = session.answer((faces[0] - 1) * 6 + faces[1] - 1)
    assert [each.text for each in narrate(session.program, moment)] == shown
