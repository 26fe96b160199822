"""Positions are values: compared, hashed, copied, and turned into JSON and back."""

import copy
import json
import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.chance import Stream
from interpreter.engine import (
    Failure,
    GameOver,
    Position,
    WrongPosition,
    fingerprint,
    make_budget_failure,
    position_from_json,
    position_to_json,
)
from interpreter.program import HIGHEST, LOWEST
from interpreter.program.text import parse_program, print_program
from interpreter.stepper import Stepper
from tests.support.programs import AT_BAT, halves, played
from tests.support.random_programs import programs


@pytest.mark.quick
def test_positions_are_compared_hashed_and_copied_by_value():
    one, other = Stepper(halves()).begin().position, Stepper(halves()).begin().position
    assert one == other
    assert len({one, other, copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))}) == 1
    assert one != replace(one, slots=(1, *one.slots[1:]))
    assert one != replace(one, winners=(0,))
    assert one != replace(one, block=AT_BAT)


@pytest.mark.quick
def test_positions_become_json_and_come_back():
    program = halves()
    for step in [*played(Stepper(program), [180, 176, 1]), Stepper(program).play_out(None, Stream(4, 4))]:
        text = json.dumps(position_to_json(program, step.position))
        assert position_from_json(program, json.loads(text)) == step.position


SAVED = position_to_json(halves(), Stepper(halves()).begin().position)


@pytest.mark.parametrize(
    "saved",
    [
        None,
        [],
        "position",
        {},
        {key: value for key, value in SAVED.items() if key != "winners"},
        SAVED | {"more": 1},
        SAVED | {"program": "0" * 16},
        SAVED | {"program": None},
        SAVED | {"block": -1},
        SAVED | {"block": 32},
        SAVED | {"block": True},
        SAVED | {"block": "3"},
        SAVED | {"slots": [0] * 16},
        SAVED | {"slots": [0] * 18},
        SAVED | {"slots": None},
        SAVED | {"slots": [0] * 16 + [0.5]},
        SAVED | {"slots": [0] * 16 + [True]},
        SAVED | {"slots": [0] * 16 + [HIGHEST + 1]},
        SAVED | {"slots": [0] * 16 + [LOWEST - 1]},
        SAVED | {"winners": [None]},
        SAVED | {"winners": {}},
    ],
)
@pytest.mark.quick
def test_what_is_no_position_of_the_program_is_refused(saved):
    with pytest.raises(WrongPosition):
        position_from_json(halves(), saved)


def test_positions_do_not_pass_between_programs_that_differ():
    text = print_program(halves())
    other_words = parse_program(text.replace("A run: ", "Run! ").replace("line=1", "line=5").replace('"out"', '"8-"'))
    other_limit = parse_program(text.replace("check %0 from 0 to 3", "check %0 from 0 to 4"))
    other_slot = parse_program(text.replace("left", "remaining"))
    assert position_from_json(other_words, SAVED) == Stepper(halves()).begin().position
    assert len(set(map(fingerprint, (halves(), other_words, other_limit, other_slot)))) == 3
    for other in (other_limit, other_slot):
        with pytest.raises(WrongPosition, match="another ruleset"):
            position_from_json(other, SAVED)


@settings(max_examples=200, deadline=None)
@given(programs, st.integers(0, 2**32))
def test_a_damaged_position_may_fail_but_never_raises(program, seed):
    random = Random(seed)
    slots = tuple(random.choice((0, 1, -1, 5, HIGHEST, LOWEST)) for _ in program.slots)
    position = Position(random.randrange(len(program.blocks)), slots)
    assert Stepper(program, budget=200).resume(position).stop is not None
    outcome = Stepper(program, budget=2000, game_budget=50).play_out(position, Stream(seed, 0))
    assert isinstance(outcome.stop, GameOver | Failure)


def test_a_game_that_does_not_end_goes_round_what_came_more_than_once() -> None:
    around = make_budget_failure(halves(), [5, 6, 7, 6, 7])
    assert (around.site, around.loop) == (3, (3, 4))
    assert make_budget_failure(halves(), [6, 7, 8]).loop == (3, 4, 5), "or else all that came"
    assert make_budget_failure(halves(), [0]).site == -1, "nowhere"
