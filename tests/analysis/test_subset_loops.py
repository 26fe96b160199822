"""Loops through subsets of one size go through no others, loops that only calculate are kept with what they came to,
and games are the same."""

from __future__ import annotations

import re

import pytest

from interpreter.analysis.calculations import find_calculations
from interpreter.analysis.dead_code import trim
from interpreter.analysis.graph import find_graph
from interpreter.analysis.steps import count_steps
from interpreter.analysis.subset_loops import shorten_subset_loops
from interpreter.api import read
from interpreter.engine import STEP_BUDGET
from interpreter.native import Native
from interpreter.native.module import write_module
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.hands import HANDS
from tests.support.rivals import hold
from tests.support.same_games import SEED, Played, Reference

COUNTED = "    add VALUE to score of mover\n"
TWICE = HANDS.replace(COUNTED, f"{COUNTED}    add VALUE to score of left of mover\n")
"""The same is counted for both, by loops that are alike."""

RULES = f"""{TWICE}
define alike (cards: set of deck) = no card in cards where suit of card is not suit of lowest of cards
define ranks (cards: set of deck) = sum of number of rank of card for card in cards
define of_size (many: -3..6, cards: set of deck) = (
  count of part in subsets of cards where size of part is many and ranks(part) < 20
  )
define none_of (cards: set of deck) = count of part in subsets of cards where size of part is 0 and ranks(cards) < 20
define one_in_another (cards: set of deck) = (
  count of part in subsets of cards where size of part is 2 and
  some other in subsets of cards where size of other is 1 and lower(other, part)
  )
define loop_in_loop (cards: set of deck) = (
  sum of (count of other in cards where (number of other * number of card) mod 5 is 0) for card in cards
  )
define some_near (cards: set of deck) = (
  some card in cards where (count of other in cards where (number of other * number of card) mod 5 is 0) > 1
  )
define failing (cards: set of deck) = (
  count of part in subsets of cards where size of part is 0 and ranks(cards) is 2 and lower(part, cards)
  )
define lower (left: set of deck, right: set of deck) = number of lowest of left < number of lowest of right

measure score per player = score of player
"""

SIZED = {
    "one size": "count of part in subsets of held of mover where size of part is 2 and alike(part)",
    "alone": "1000 * count of part in subsets of held of mover where size of part is 3",
    "the size of a roll": "of_size(total of die, held of mover)",
    "none": "none_of(held of mover)",
    "more than there are": "3 + count of part in subsets of held of mover where size of part is 7 and alike(part)",
    "a sum": "sum of ranks(part) for part in subsets of held of mover where size of part is 2 and alike(part)",
    "some": "3 if some part in subsets of held of mover where size of part is 2 and ranks(part) is 9 otherwise 1",
    "no": "3 if no part in subsets of held of mover where size of part is 2 and ranks(part) is 9 otherwise 1",
    "the best": (
        "size of held of mover + number of lowest of "
        "(the part in subsets of held of mover where size of part is 1 with most ranks(part) mod 3)"
    ),
    "one inside another": "one_in_another(held of mover)",
}
OTHER = {
    "below none": "of_size(total of die - 3, held of mover)",
    "a size that is looked up": "count of part in subsets of held of mover where size of part is total of die",
    "all sizes": "count of part in subsets of held of mover where ranks(part) is 9 + total of die",
    "two sizes": (
        "count of part in subsets of held of mover where (size of part is 2 or size of part is 3) and alike(part)"
    ),
    "the best of all": (
        "size of (the part in subsets of held of mover where ranks(part) <= 12 with most ranks(part) * 8)"
    ),
    "what may fail": "count of part in subsets of held of mover where part is not none and alike(part)",
    "a loop in a loop": "loop_in_loop(held of mover)",
    "some in a loop": "3 if some_near(held of mover) otherwise 1",
}
MAY_FAIL = "failing(held of mover)"


def program_of(value: str) -> Program:
    return read(RULES.replace("VALUE", f"({value})")).program()


def count_shortened(program: Program) -> int:
    """How many loops go through subsets of one size alone."""
    graph = find_graph(program, [program.start])
    steps = count_steps(program, graph, STEP_BUDGET)
    left = trim(program, graph, set(range(len(program.choices))), set(range(len(program.slots))))
    left, counted = shorten_subset_loops(left, graph, steps)
    assert len(find_calculations(left.program, find_graph(left.program, graph.entries, heads=graph.heads))) > 0
    return sum(block.name == "first subset" for block in left.program.blocks) if counted else -1


def count_functions(program: Program) -> tuple[int, int]:
    """How many functions there are for loops that only calculate, and how often they are called."""
    text = write_module(program, Native(program, ("default",) * 2, keep=False, tier="best")._options)
    return len(re.findall("define .*@calculation_", text)), len(re.findall("call .*@calculation_", text))


def play(program: Program, budget: int = STEP_BUDGET) -> tuple[list[int], list[int]]:
    """Games are the same in machine code as step by step; which cannot go on, and which machine code refuses."""
    played = [Reference(Stepper(program, budget=budget), ("default",) * 2).play(game) for game in range(8)]
    refused = list[int]()
    for witness in (False, True):
        native = Native(program, ("default",) * 2, keep=False, tier="best", witness=witness, budget=budget)
        refused = hold(native, played, SEED, witness=witness)
    return find_broken(played), refused


def find_broken(played: list[Played]) -> list[int]:
    return [each.game for each in played if each.summary.broken is not None]


@pytest.mark.parametrize("value", SIZED.values(), ids=SIZED)
def test_subsets_of_one_size_are_gone_through_alone(value: str) -> None:
    program = program_of(value)
    assert count_shortened(program) > 0
    assert play(program) == ([], [])


@pytest.mark.parametrize("value", OTHER.values(), ids=OTHER)
def test_other_loops_are_kept_with_what_they_came_to(value: str) -> None:
    program = program_of(value)
    functions, calls = count_functions(program)
    assert 0 < functions < calls
    assert play(program) == ([], [])


def test_what_fails_for_some_subset_is_refused() -> None:
    broken, refused = play(program_of(MAY_FAIL))
    assert 0 < len(broken) < 8
    assert broken == refused


@pytest.mark.parametrize(
    ("value", "budget"),
    [*((SIZED["alone"], each) for each in (160, 340, 448)), *((OTHER["all sizes"], each) for each in (850, 1350))],
)
def test_steps_are_counted_though_nothing_is_gone_through_again(value: str, budget: int) -> None:
    """A game that takes too many steps is refused. Machine code may count too many, not too few."""
    broken, refused = play(program_of(value), budget)
    assert set(broken) <= set(refused)
    assert len(broken) > 0
