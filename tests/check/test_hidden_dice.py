"""Dice that not everybody sees: nobody else is shown them, and bots that think let them fall anew."""

from __future__ import annotations

from dataclasses import replace

from interpreter.api import load
from interpreter.bots.advice import GameView
from interpreter.bots.redraw import Redrawer
from interpreter.bots.search import Search
from interpreter.chance import Stream
from interpreter.display import event_to_object
from interpreter.engine import DecisionStop, Step
from interpreter.play.session import Session
from interpreter.play.trace import explain_moment, list_named_values, narrate
from interpreter.program import Program
from interpreter.program.text import parse_program, print_program
from interpreter.stepper import Stepper
from interpreter.throws import pack_dice, unpack_dice
from tests.support.paths import TESTS


def cups() -> Program:
    return load(str(TESTS / "semantics" / "dice_of_each.rules")).program()


def first_choice(program: Program, seed: int = 1) -> Step:
    engine, stream = Stepper(program), Stream(seed, 0)
    step = engine.begin()
    while not isinstance(step.stop, DecisionStop):
        step = engine.answer(step.position, stream.randbelow(step.stop.outcomes))  # type: ignore[union-attr]
    return step


def slot_of(program: Program, name: str) -> int:
    return next(at for at, each in enumerate(program.slots) if each.name == name)


def test_who_sees_them_is_part_of_the_program() -> None:
    program = cups()
    assert parse_program(print_program(program)) == program
    slots = {each.name: (each.sight, each.owner, each.place) for each in program.slots if each.kind == "dice"}
    assert slots == {"cup[player_1]": ("owner", "player", 0), "cup[player_2]": ("owner", "player", 1),
                     "lots": ("down", "", 0)}  # fmt: skip
    assert {each.name: each.sight for each in program.dice} == {"cup": "owner", "lots": "down"}


def test_a_seat_is_told_of_its_own_dice_alone() -> None:
    program = cups()
    seen = [list_named_values(program, first_choice(program).position, seat) for seat in (0, 1)]
    assert [sorted(each.keys() & {"cup[player_1]", "cup[player_2]", "lots"}) for each in seen] == [
        ["cup[player_1]"],
        ["cup[player_2]"],
    ]


def test_nothing_that_is_told_says_what_they_show() -> None:
    session = Session(Stepper(cups()), 3, 0)
    while not session.over and not isinstance(session.stop, DecisionStop):
        session.roll()
    moments = session.story
    told = [line.text for each in moments for line in narrate(session.program, each)]
    told += [line for each in moments[1:] for line in explain_moment(session.program, each)]
    told += [str(event_to_object(session.program, event)["text"]) for event in session.events]
    assert [each for each in told if "cup" in each] == [
        f"Player {number} rolls cup (3d6) in secret" for _ in range(3) for number in (1, 2)
    ]


def test_they_fall_anew_for_those_who_do_not_see_them() -> None:
    program = cups()
    position, redrawing = first_choice(program).position, Redrawer(program)
    own, other = slot_of(program, "cup[player_1]"), slot_of(program, "cup[player_2]")
    assert redrawing.hides_anything(0)
    assert redrawing.is_possible(position, 0)
    drawn = [redrawing.redraw(position, 0, Stream(1, number)).slots for number in range(600)]
    assert {each[own] for each in drawn} == {position.slots[own]}
    shown = [unpack_dice(each[other], 3, 6) for each in drawn]
    assert {len(each) for each in shown} == {3}
    sixes = sum(each.count(6) for each in shown) / 1800
    assert abs(sixes - 1 / 6) < 4 * (5 / 36 / 1800) ** 0.5


def test_what_others_have_changes_nothing_that_search_decides() -> None:
    program = cups()
    step, other = first_choice(program), slot_of(program, "cup[player_2]")
    decided = set()
    for shown in ((1, 1, 1), (6, 6, 6), (2, 4, 6)):
        slots = list(step.position.slots)
        slots[other] = pack_dice(shown, 3)
        position = replace(step.position, slots=tuple(slots))
        search = Search(program, "default")
        assert isinstance(step.stop, DecisionStop)
        decided.add(search.decide(step.stop, GameView(Stepper(program), position), 48, Stream(5, 0)))
        assert Redrawer(program).redraw(position, 0, Stream(2, 2)) == Redrawer(program).redraw(
            step.position, 0, Stream(2, 2)
        )
    assert len(decided) == 1
