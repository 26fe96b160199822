"""What people are told instead of the names of a ruleset."""

from __future__ import annotations

import re

from interpreter.engine import pick_default_answer
from interpreter.lower import lower
from interpreter.play.trace import Session, describe_wait, explain_moment, narrate
from interpreter.program.text import parse_program, print_program
from interpreter.stepper import Stepper
from tests.support.checking import model_of, said
from tests.support.paths import TESTS

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


def test_where_it_has_none_the_name_is_told_as_words() -> None:
    plain = re.sub(r'^((?:dice|pile|hand|phase|rule|table|choice) \w+) ".*?"', r"\1", TEXT, flags=re.MULTILINE)
    session, told = play(plain)
    assert "Player 1 rolls swing 4+6 = 10" in told
    assert "Player 1 to roll swing (2d6)" in told
    named, _ = play(TEXT)
    assert session.position == named.position
    assert len(session.events) == len(named.events)


def test_programs_keep_them() -> None:
    program = lower(model_of(TEXT))
    assert parse_program(print_program(program)) == program
    assert {each.called for each in program.sites} >= {"a hit", "a pick-off", "what the dice say", "a turn"}


def test_a_name_for_people_stands_right_behind_the_name() -> None:
    assert said(TEXT.replace('rule hit "a hit" (distance: 1..3)', 'rule hit (distance: 1..3) "a hit"')) != []
    assert said(TEXT.replace('"the dice" = 2d6', '= 2d6 "the dice"')) != []
