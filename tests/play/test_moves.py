"""What people type, to the answer or the roll they mean."""

from __future__ import annotations

import pytest

from interpreter.api import read
from interpreter.diagnostics import Diagnostic
from interpreter.engine import ChanceStop, DecisionStop
from interpreter.play.move_parsing import list_offered_names, read_answer, read_roll
from interpreter.play.trace import Session
from tests.support.small_games import RACE, marks, session_of

pytestmark = pytest.mark.quick


def decision() -> tuple[Session, DecisionStop]:
    session = session_of(marks())
    assert isinstance(session.stop, DecisionStop)
    return session, session.stop


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("north", 0),
        ("NORTH", 0),
        ("  south ", 2),
        ("n", 0),
        ("so", 2),
        ("far_east", 3),
        ("far east", 3),
        ("the far east", 3),
        ("f east", 3),
        ("fe", 3),
        ("fareast", 3),
        ("east", 1),
        ("4", 3),
        ("1", 0),
    ],
)
def test_an_answer_is_meant_by_name_label_number_or_beginning(text: str, answer: int) -> None:
    session, stop = decision()
    assert read_answer(session.program, stop, text) == answer


NONSENSE = ["", " ", "west", "0", "5", "-1", "1.0", "x" * 100_000, "\0", "９", "north" + " " * 1000 + "x", "fex"]


@pytest.mark.parametrize("text", NONSENSE)
def test_anything_else_is_not_offered(text: str) -> None:
    session, stop = decision()
    found = read_answer(session.program, stop, text)
    assert isinstance(found, Diagnostic)
    assert found.code == "answer-not-offered"
    assert len(found.message) < 200


def test_a_beginning_of_several_names_is_not_guessed() -> None:
    session = session_of(read(RACE.replace("double", "savage")))
    assert isinstance(session.stop, DecisionStop)
    found = read_answer(session.program, session.stop, "s")
    assert isinstance(found, Diagnostic)
    assert found.code == "answer-ambiguous"


def test_only_what_is_left_is_offered() -> None:
    session, _ = decision()
    session.answer(0)
    session.answer(0)
    assert isinstance(session.stop, DecisionStop)
    assert list_offered_names(session.program, session.stop) == ("east", "south", "far_east")
    assert read_answer(session.program, session.stop, "1") == 1
    assert isinstance(read_answer(session.program, session.stop, "north"), Diagnostic)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("1+1", 0), ("6+6", 35), ("4+4", 21), ("4, 4", 21), ("4 4", 21), ("8", 11), ("2", 0), ("12", 35)],
)
def test_a_roll_is_meant_by_its_faces_or_its_total(text: str, outcome: int) -> None:
    session = session_of(marks())
    session.answer(0)
    assert isinstance(session.stop, ChanceStop)
    assert read_roll(session.program, session.stop, text) == outcome


@pytest.mark.parametrize("text", ["", "0", "1", "13", "7+1", "0+3", "1+1+1", "four", "4+", "-4", "9" * 5000])
def test_no_other_roll_is_possible(text: str) -> None:
    session = session_of(marks())
    session.answer(0)
    assert isinstance(session.stop, ChanceStop)
    found = read_roll(session.program, session.stop, text)
    assert isinstance(found, Diagnostic)
    assert found.code == "roll-impossible"


WORDS = """game words "Words"
kind face: nine "9", ten "10", jack "Jack", queen "Queen", black_king "Black King"
dice throw = 3 of face
dice odd   = 2 of jack, queen, jack, nine
phase game
  roll odd
  roll throw
  choose kept by lowest of all player
  say "{kept} {odd}"
choice kept
  "Which?"
  pick dice from subsets of throw
  default none
"""


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("Jack, queen", 1), ("j q", 1), ("QUEEN + jack", 4), ("9 9", 15), ("nine, 9", None), ("2", None)],
)
def test_words_on_dice_are_typed_by_what_they_begin_with(text: str, outcome: int | None) -> None:
    session = session_of(read(WORDS))
    assert isinstance(session.stop, ChanceStop)
    found = read_roll(session.program, session.stop, text)
    assert found == outcome or (outcome is None and isinstance(found, Diagnostic))


def test_words_with_spaces_want_commas_and_parts_of_a_throw_come_in_any_order() -> None:
    session = session_of(read(WORDS))
    session.answer(1)
    assert isinstance(session.stop, ChanceStop)
    assert read_roll(session.program, session.stop, "black, 10, bl k") == 4 * 25 + 1 * 5 + 4
    assert isinstance(read_roll(session.program, session.stop, "black king 10"), Diagnostic)
    session.answer(4 * 25 + 1 * 5 + 1)
    assert isinstance(session.stop, DecisionStop)
    names = session.program.choices[session.stop.choice].names
    for text, name in (("10", "ten"), ("10 10", "ten + ten"), ("ten, ten", "ten + ten"), ("none", "none")):
        found = read_answer(session.program, session.stop, text)
        assert isinstance(found, int)
        assert names[found] == name
