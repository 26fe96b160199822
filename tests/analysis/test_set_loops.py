"""Loops over the members of a set become bit operations on the whole set, and mean the same."""

from __future__ import annotations

import pytest

from interpreter.analysis.dead_code import trim
from interpreter.analysis.graph import find_graph
from interpreter.analysis.set_loops import replace_set_loops
from interpreter.api import read
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

RULES = """\
game asked "Asked of each"
  source "made up"

players 2 : one "One", two "Two"

dice die = 1d6

phase game
  keep held of each player : set of 0..40 = none
  keep found : set of 0..40 = none
  keep many : 0..41 = 0
  keep score : 0..100000 = 0
  keep mover : player = one
  repeat turn until score > 3000
  win one

phase turn in game
  roll die for mover
  set mover to left of mover
  set held of mover to held of mover with (total of die * 6)
  set held of mover to held of mover with (total of die * 5 - 5)
  set held of mover to held of mover without (total of die * 3)
  set found to those step in held of mover where asked(step)
  set many to count of step in held of mover where asked(step)
  add size of found * 7 + many + 1 to score
  when found is not none : add lowest of found to score
  when some step in held of mover where asked(step) : add 50 to score
  when no step in held of mover where asked(step)   : add 20 to score

define asked (step: 0..40) = CONDITION

define near (place: 1..40) = place in held of left of mover

measure score per game = score
"""

CONDITIONS = (
    "step in held of left of mover",
    "step + total of die in held of mover",
    "step + 2 * total of die <= 33 and step > total of die",
    "step is total of die * 3 or step - total of die > 20 - total of die * 3",
    "step >= total of die * 5 and not (step is 30 or step + 1 is 21)",
    "(step in held of one if total of die > 3 otherwise step in held of two) and step >= 4",
    "(step if step < 20 otherwise step + total of die) in held of mover",
    "(step + total of die * 9) mod 40 is total of die * 6",
    "size of held of mover > 3 and step is not 12",
)
MAY_FAIL = "near(step + total of die)"
NO_MEMBERS = "step is highest of held of mover"


def program_where(condition: str) -> Program:
    return read(RULES.replace("CONDITION", condition)).program()


def count_loops(program: Program) -> int:
    """How many loops are replaced."""
    graph = find_graph(program, [program.start])
    left = trim(program, graph, set(), set())
    return len(replace_set_loops(left, graph.heads, graph.blocks)[1])


def play(program: Program) -> tuple[int, int]:
    """How many games are the same, and how many are left to the stepper since they cannot go on."""
    reference = Reference(Stepper(program), ("default", "default"))
    played = [reference.play(game) for game in range(6)]
    refused = hold(Native(program, keep=False, tier="best", tabulate=False), played, SEED)
    assert refused == [each.game for each in played if each.summary.broken is not None]
    return len(played) - len(refused), len(refused)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_loop_is_left_and_games_are_the_same(condition: str) -> None:
    program = program_where(condition)
    assert count_loops(program) == 4
    assert play(program) == (6, 0)


def test_what_fails_for_a_member_fails() -> None:
    program = program_where(MAY_FAIL)
    assert count_loops(program) == 4
    assert play(program)[1] > 0


def test_what_cannot_be_asked_beforehand_is_asked_in_a_loop() -> None:
    program = program_where(NO_MEMBERS)
    assert count_loops(program) == 0
    assert play(program) == (6, 0)
