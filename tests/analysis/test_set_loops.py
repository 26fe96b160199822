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
    "(step + total of die) mod 7 is total of die mod 3",
    "size of held of mover > 3 and step is not 12",
    "step is highest of held of mover",
)
MAY_FAIL = "near(step + total of die)"
NO_MEMBERS = "10 mod (step + 1) is 0"


OFFERED = """\
game offered "What is offered"
  source "made up"

players 2

kind suit: red, green, blue
kind rank: r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13

cards deck: rank of suit

pile stock                : deck, face down = all deck
hand held of each player  : deck, seen by its player
pile laid                 : deck, face up

phase game
  keep led    : suit  = red
  keep begun  : yes or no = no
  keep score of each player : 0..1000 = 0
  shuffle stock
  for each each_one in all player
    deal 12 from stock to held of each_one
  repeat round until held of (lowest of all player) is none
  win those whose in all player with most score of whose

phase round in game
  for each mover in all player
    choose played by mover
    when laid is none : set led to suit of played
    when suit of played is led : add number of rank of played to score of mover
    put played from held of mover to laid
  put all from laid to stock
  set begun to yes

choice played
  "Which card?"
  pick card from held of chooser where CONDITION
  default highest

define can_follow (whose: player) = some card in held of whose where suit of card is led
define low (whose: player) = count of card in held of whose where suit of card is not led and card < r9 of green
define number_of (card: deck) = number of rank of card

measure score per player = score of player
"""

ON_OFFER = (
    "begun or laid is none or not can_follow(chooser) or suit of card is led",
    "suit of card is led if can_follow(chooser) otherwise low(chooser) > 9 or card > r2 of red",
    "number of rank of card < 14 - size of held of chooser or suit of card is led or not can_follow(chooser)",
    "rank of card is r3 or suit of card is led or number_of(card) mod 4 > 1 or not can_follow(chooser)",
    "can_follow(chooser) and suit of card is led or (no other in held of chooser where suit of other is led)",
)
NOT_AT_ONCE = "13 mod number_of(card) < 13 or can_follow(chooser)"


def program_where(condition: str) -> Program:
    return read(RULES.replace("CONDITION", condition)).program()


def find_replaced(program: Program) -> list[int]:
    """The heads of the loops that are replaced."""
    graph = find_graph(program, [program.start])
    every_choice, every_slot = set(range(len(program.choices))), set(range(len(program.slots)))
    return list(replace_set_loops(trim(program, graph, every_choice, every_slot), graph)[1])


def play(program: Program, strategy: str = "default") -> tuple[int, int]:
    """How many games are the same, and how many are left to the stepper since they cannot go on."""
    reference = Reference(Stepper(program), (strategy,) * 2)
    played = [reference.play(game) for game in range(6)]
    native = Native(program, (strategy,) * 2, keep=False, tier="best")
    refused = hold(native, played, SEED)
    assert refused == [each.game for each in played if each.summary.broken is not None]
    return len(played) - len(refused), len(refused)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_loop_is_left_and_games_are_the_same(condition: str) -> None:
    program = program_where(condition)
    assert len(find_replaced(program)) == 4
    assert play(program) == (6, 0)


def test_what_fails_for_a_member_fails() -> None:
    program = program_where(MAY_FAIL)
    assert len(find_replaced(program)) == 4
    assert play(program)[1] > 0


def test_what_cannot_be_asked_beforehand_is_asked_in_a_loop() -> None:
    program = program_where(NO_MEMBERS)
    assert len(find_replaced(program)) == 0
    assert play(program) == (6, 0)


@pytest.mark.parametrize("strategy", ["default", "random"])
@pytest.mark.parametrize("condition", [*ON_OFFER, NOT_AT_ONCE])
def test_what_is_offered_is_found_at_once(condition: str, strategy: str) -> None:
    program = read(OFFERED.replace("CONDITION", condition)).program()
    heads = [program.blocks[each].name for each in find_replaced(program)]
    assert ("played: candidate" in heads) == (condition != NOT_AT_ONCE)
    whole, broken = play(program, strategy)
    assert whole > broken
