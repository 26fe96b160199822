"""Questions of choices that tell something of the game."""

from __future__ import annotations

import re

import pytest

from interpreter.api import Choice, load
from interpreter.engine import DecisionStop, pick_default_answer
from interpreter.lower import lower
from interpreter.play.trace import Session, word_question
from interpreter.stepper import Stepper
from tests.support.checking import checked, model_of, said
from tests.support.paths import TESTS

PATH = TESTS / "semantics" / "questions.rules"
TEXT = PATH.read_text(encoding="utf-8")


def list_questions(text: str) -> list[str]:
    session, asked = Session(Stepper(lower(model_of(text))), 1), []
    while not session.over:
        if isinstance(session.stop, DecisionStop):
            asked.append(word_question(session.program, session.engine, session.position, session.stop))
        session.step(lambda stop, view: pick_default_answer(stop))
    return asked


def test_they_tell_what_it_is_asked_with_and_what_the_chooser_sees() -> None:
    first, second = list_questions(TEXT)
    assert first.startswith("Player 1, the stake is still 3, you hold ")
    assert first.endswith(": raise it by 2?")
    assert second.startswith("Player 2, the stake is 5, you hold ")
    held = [card for each in (first, second) for card in each.split(" hold ")[1].split(":")[0].split(" and ")]
    assert len({*held}) == 4


def test_a_question_without_values_is_told_as_it_is() -> None:
    plain = re.sub(r'"\{bidder\}.*"', '"{{R}}aise it?"', TEXT)
    assert list_questions(plain)[0] == "{R}aise it?"
    assert not [each for each in lower(model_of(plain)).queries if each.kind == "question"]


@pytest.mark.parametrize(
    ("hole", "code"),
    [
        ("{held of left of chooser}", "out-of-sight"),
        ("{stock}", "out-of-sight"),
        ("{nobody}", "unknown-name"),
        ("{stake + }", "unfinished-line"),
    ],
)
def test_what_is_wrong_in_them_is_told(hole: str, code: str) -> None:
    game = TEXT.replace("{held of chooser}", hole)
    assert [each.split(": ")[1] for each in said(game)] == [code]
    assert checked(game).model is None or code == "out-of-sight"


def test_what_a_question_tells_is_used() -> None:
    assert said(TEXT.replace("measure stakes per game = stake\n", "")) == []


def test_python_asks_them() -> None:
    waiting = load(str(PATH)).game(seed=1).waiting
    assert isinstance(waiting, Choice)
    assert "the stake is still 3" in waiting.question
