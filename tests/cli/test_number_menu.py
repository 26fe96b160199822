"""How answers that are typed as they stand are laid out, and understood."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from interpreter.cli.terminal.number_menu import MOST_LINES, arrange_numbers
from interpreter.cli.terminal.parts import find_step
from interpreter.cli.terminal.plain_table import _format_question
from interpreter.diagnostics import Diagnostic
from interpreter.engine import DecisionStop
from interpreter.lower import lower
from interpreter.play.move_parsing import read_answer
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.table.questions import Offer, Question, Setup, make_question
from tests.support.checking import model_of

CHOICE = """game g "G"
kind base: first "first base", second, third
dice throw = 3d6
phase game
  roll throw
  choose answer by lowest of all player
choice answer
  "What?"
  pick {pick}
  default {default}
"""


def offers(*names: str, usual: int = 0) -> list[Offer]:
    return [Offer(0, name, "", at == usual) for at, name in enumerate(names)]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("names", "lines"),
    [
        (("0", "1", "2", "3", "7"), ["0..3, 7", "Enter alone: 0"]),
        (("none", "1", "1, 1", "5", "1, 5"), ["none", "1   5", "1, 1   1, 5", "Enter alone: none"]),
        (("1, 1", "1, 2", "2, 1"), ["1, 1   1, 2", "2, 1", "Enter alone: 1, 1"]),
    ],
)
def test_numbers_dice_and_parts_stand_in_lines(names: Sequence[str], lines: Sequence[str]) -> None:
    assert [each.strip() for each in arrange_numbers(offers(*names))] == lines


def test_long_menus_are_cut_off() -> None:
    names = [f"{first}, {second}" for first in range(120) for second in range(3)]
    lines = arrange_numbers(offers(*names, usual=100))
    assert len(lines) == MOST_LINES + 2
    assert [each.strip() for each in lines[-2:]] == ["and 20 more lines", "Enter alone: 33, 1"]


def asked(pick: str, default: str) -> tuple[DecisionStop, Program]:
    program = lower(model_of(CHOICE.format(pick=pick, default=default)))
    engine = Stepper(program)
    step = engine.answer(engine.begin().position, 5 * 36 + 4 * 6 + 4)
    assert isinstance(step.stop, DecisionStop)
    return step.stop, program


@pytest.mark.parametrize(
    ("pick", "default", "typed", "name"),
    [
        ("dice from subsets of throw", "none", "6 5", "5+6"),
        ("dice from subsets of throw", "none", "5,5,6", "5+5+6"),
        ("dice from subsets of throw", "none", "5", "5"),
        ("many from 3..9", "3", "5", "5"),
        ("many from 3..10", "3", "1", ""),
        ("many from 3..9 and face from 1..6", "(3, 1)", "4 3", "(4, 3)"),
        ("many from 3..4 and face from 1..6", "(3, 1)", "6, 3", ""),
        ("spots from subsets of all base", "none", "third, first", "first and third"),
        ("spot from all base", "first", "first base", "first"),
        ("spot from all base", "first", "2", "second"),
    ],
)
def test_dice_are_typed_in_any_order_and_numbers_mean_themselves(
    pick: str, default: str, typed: str, name: str
) -> None:
    stop, program = asked(pick, default)
    found = read_answer(program, stop, typed)
    assert ("" if isinstance(found, Diagnostic) else program.choices[stop.choice].names[found]) == name


def test_what_is_picked_goes_by_what_people_call_it() -> None:
    stop, program = asked("spot from all base", "first")
    question = make_question(program, stop, Setup({0: ""}), "Which base?", picked=True)
    assert question is not None
    assert [(each.number, each.name, each.label) for each in question.offers] == [
        (1, "first base", ""),
        (2, "second", ""),
        (3, "third", ""),
    ]


def test_a_number_that_begins_a_name_is_no_place_in_the_list() -> None:
    ranks = CHOICE.replace("second, third", 'second "5 of Clubs", third "King"')
    program = lower(model_of(ranks.format(pick="spot from all base", default="first")))
    engine = Stepper(program)
    stop = engine.answer(engine.begin().position, 0).stop
    assert isinstance(stop, DecisionStop)
    assert read_answer(program, stop, "5") == 1
    refused = read_answer(program, stop, "3", ("first base", "5 of Clubs", "King"))
    assert isinstance(refused, Diagnostic)
    assert "5 of Clubs" in refused.help


def test_a_part_is_chosen_by_its_name_or_beginning_and_the_whole_at_any_step() -> None:
    names = ["boat, a1", "boat, b2", "barge, a1", "raft, c3", "raft, c4"]
    places = tuple(Offer(at, name, "", at == 1) for at, name in enumerate(names, 1))
    question = Question("choice", 0, "Anna", "Anna: Where?", "", places, 2)
    first = find_step(question)
    assert [(each.number, each.name) for each in first.offers] == [(1, "boat"), (2, "barge, a1"), (3, "raft")]
    assert first.read(question, "raft") == first.read(question, "3") == first.read(question, "ra") == (("raft",), "")
    assert first.read(question, "raft, c4") == ((), "raft, c4")
    assert first.read(question, "barge") == ((), "barge, a1")
    assert first.read(question, "undo") == ((), "undo")
    second = find_step(question, ("boat",))
    assert [each.name for each in second.offers] == ["a1", "b2"]
    assert second.read(question, "b2") == second.read(question, "2") == ((), "boat, b2")
    assert second.read(question, "") == ((), "boat, a1")
    assert second.read(question, "raft") == (("raft",), "")
    whole = Question("choice", 0, "Anna", "Anna: Where?", "", places[3:], 2)
    assert find_step(whole).begun == ("raft",), "there is no other"


def test_to_pass_is_offered_beside_the_first_parts_and_a_number_is_the_part_itself() -> None:
    names = ["I doubt it", "2, 1", "2, 2", "3, 1"]
    question = Question("choice", 0, "Anna", "Anna: What?", "", tuple(offers(*names)), 2)
    first = find_step(question)
    assert arrange_numbers(first.offers) == ["  I doubt it", "  2", "  3, 1", "  Enter alone: I doubt it"]
    assert first.is_typed
    assert [first.read(question, "2"), first.read(question, "i d")] == [(("2",), ""), ((), names[0])]
    stop, program = asked('many from 3..9 and face from 1..6 or none "I doubt it"', "none")
    refused = read_answer(program, stop, "king", (), first.list_parts(question))
    assert isinstance(refused, Diagnostic)
    assert refused.help == "choose one of: I doubt it; 2; 3, 1"


def test_beside_parts_that_begin_with_numbers_a_number_has_a_sign() -> None:
    names = ["0-3, left", "0-3, right", "1-6, left", "3-4, right"]
    question = Question("choice", 0, "Anna", "Anna: Which bone?", "", tuple(offers(*names)), 2)
    first = find_step(question)
    assert _format_question(question, first)[1:] == [
        "  #1  0-3           (default)",
        "  #2  1-6, left",
        "  #3  3-4, right",
    ]
    assert [first.read(question, each) for each in ("#1", "#3", "3", "1")] == [
        (("0-3",), ""),
        ((), names[3]),
        ((), "3"),
        ((), "1"),
    ]
    assert first.list_parts(question) == ["#1 0-3", "#2 1-6, left", "#3 3-4, right"]
    second = find_step(question, ("0-3",))
    assert second.list_parts(question) == ["1 left", "2 right"]
    assert second.read(question, "2") == ((), names[1])


def test_many_answers_stand_side_by_side() -> None:
    many = tuple(Offer(at, f"c{at}", "", at == 1) for at in range(1, 31))
    question = Question("choice", 0, "Anna", "Anna: Where?", "", many)
    lines = _format_question(question, find_step(question))
    assert lines[1].startswith("  c1    c2    c3")
    assert len(lines) < 6
