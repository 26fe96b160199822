"""Tests that must both come out one way are asked in a better order, and a game stays what it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.analysis.asking_order import ask_few_first
from interpreter.analysis.dead_code import replace_blocks
from interpreter.analysis.effects import find_effects
from interpreter.analysis.ranges import Ranges
from interpreter.api import read
from interpreter.chains.regions import Region
from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.program import Binary, Branch, Program, Register, Slot
from interpreter.stepper import Stepper
from tests.support.random_programs import programs

RULES = """\
game order "The order of tests"
  source "made up"

players 2 : one "One", two "Two"

dice die = 1d6

phase game
  keep score of each player : -500..500 = 0
  keep turns : 0..40 = 0
  keep mover : player = one
  repeat turn until turns is 40
  win those one_of in all player with most score of one_of

phase turn in game
  roll die for mover
  set mover to left of mover
  add 1 to turns
  when TESTS : add total of die to score of mover
  otherwise  : take 1 from score of mover

measure score per player = score of player
"""

FEW = "mover is two"
MANY = "score of one > score of two"
FAILING = "20 / score of one > 2"
SINCE_FAILING = "score of one is not 0 and 20 / score of one > 2"

TESTS = (FEW, MANY, "turns > 5", "total of die in 3..5", "(no each_one in all player where score of each_one < 3)")


def program_of(tests: str) -> Program:
    return read(RULES.replace("TESTS", tests)).program()


def put_in_order(program: Program) -> Program:
    return ask_few_first(program, [program.start], Ranges(program, [program.start]).found)


def asked(program: Program) -> list[set[str]]:
    """The names of what is compared at the end of each block that ends in a test."""
    ends = [block.instructions[-1:] for block in program.blocks if isinstance(block.terminator, Branch)]
    return [{program.slots[at].name for at in find_effects(program, end).slots_read()} for end in ends]


def play(program: Program, seed: int) -> object:
    """What comes of a game; where it fails, why. How many steps it takes is another matter."""
    outcome = Stepper(program, budget=2_000, game_budget=500).play_out(None, Stream(seed, 0))
    if isinstance(outcome.stop, Failure):
        return outcome.stop.reason
    return outcome.stop, outcome.position, outcome.samples, outcome.marks, outcome.rolls


def are_alike(one: object, other: object) -> bool:
    return one == other or bool({"endless-loop", "step-budget"} & {one, other})


@pytest.mark.parametrize(
    "tests",
    [f"{MANY} and {FEW}", f"not ({MANY} or {FEW})", f"turns > 5 and {MANY} and {FEW}", f"{MANY} or {FEW}"],
)
def test_what_has_few_values_is_asked_first(tests: str) -> None:
    before, after = asked(program_of(tests)), asked(put_in_order(program_of(tests)))
    few, many = {"mover"}, {"score[one]", "score[two]"}
    assert before.index(many) < before.index(few)
    assert after.index(few) < after.index(many)


def test_chains_for_odds_are_made_of_tests_in_that_order() -> None:
    found = asked(Region(program_of(f"{MANY} and {FEW}"), None).program)
    assert found.index({"mover"}) < found.index({"score[one]", "score[two]"})


@pytest.mark.parametrize("tests", [f"{FAILING} and {FEW}", f"{SINCE_FAILING} and turns > 3"])
def test_what_may_fail_stays_where_it_is(tests: str) -> None:
    program = program_of(tests)
    assert put_in_order(program) == program


def test_a_test_to_which_other_ways_lead_stays_where_it_is() -> None:
    program = program_of(f"{MANY} and {FEW}")
    second = next(at for at, block in enumerate(program.blocks) if block.name == "and")
    begin = program.blocks[program.start]
    (following,) = begin.terminator.successors(program)
    program = replace_blocks(program, {program.start: replace(begin, terminator=Branch(Slot(0), second, following))})
    assert put_in_order(program) == program


def test_a_test_of_what_was_calculated_before_something_else_is_done_stays_where_it_is() -> None:
    program = program_of(f"{MANY} and {FEW}")
    first = next(at for at, block in enumerate(program.blocks) if block.name == "die rolled")
    *done, lead = program.blocks[first].instructions
    end = program.blocks[first].terminator
    assert isinstance(lead, Binary)
    assert isinstance(end, Branch)
    again, both = Register(program.registers), Register(program.registers + 1)
    test = replace(lead, target=again), Binary(both, "and", lead.target, again, lead.site)
    parts = (lead, *done, *test)
    block = replace(program.blocks[first], instructions=parts, terminator=replace(end, condition=both))
    program = replace_blocks(program, {first: block})
    assert put_in_order(program) == program


CONDITIONS = st.recursive(
    st.sampled_from((*TESTS, FAILING, SINCE_FAILING)),
    lambda one: st.one_of(
        st.tuples(one, one).map(lambda two: f"({two[0]} and {two[1]})"),
        st.tuples(one, one).map(lambda two: f"({two[0]} or {two[1]})"),
        one.map(lambda each: f"not ({each})"),
    ),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(CONDITIONS, st.integers(0, 2**32 - 1))
def test_games_go_as_before(tests: str, seed: int) -> None:
    program = program_of(tests)
    again = put_in_order(program)
    assert all(are_alike(play(again, seed + more), play(program, seed + more)) for more in range(3))


@settings(max_examples=60, deadline=None)
@given(programs, st.integers(0, 2**32 - 1))
def test_any_program_does_as_before(program: Program, seed: int) -> None:
    again = put_in_order(program)
    assert all(are_alike(play(again, seed + more), play(program, seed + more)) for more in range(3))
