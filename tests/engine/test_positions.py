"""Positions are values: compared, hashed and copied."""

import copy
import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.chance import Stream
from interpreter.engine import (
    Failure,
    GameOver,
    Position,
    fingerprint,
    make_budget_failure,
)
from interpreter.program import HIGHEST, LOWEST
from interpreter.program.text import parse_program, print_program
from interpreter.stepper import Stepper
from tests.support.programs import AT_BAT, halves
from tests.support.random_programs import programs


@pytest.mark.quick
def test_positions_are_compared_hashed_and_copied_by_value():
    one, other = Stepper(halves()).begin().position, Stepper(halves()).begin().position
    assert one == other
    assert len({one, other, copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))}) == 1
    assert one != replace(one, slots=(1, *one.slots[1:]))
    assert one != replace(one, winners=(0,))
    assert one != replace(one, block=AT_BAT)


def test_fingerprints_differ_if_programs_do() -> None:
    text = print_program(halves())
    other_words = parse_program(text.replace("A run: ", "Run! ").replace("line=1", "line=5").replace('"out"', '"8-"'))
    other_limit = parse_program(text.replace("check %0 from 0 to 3", "check %0 from 0 to 4"))
    other_slot = parse_program(text.replace("left", "remaining"))
    assert fingerprint(other_words) == fingerprint(halves())
    assert len({*map(fingerprint, (halves(), other_limit, other_slot))}) == 3


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
