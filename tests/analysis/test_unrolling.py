"""Loops over sets that are known beforehand are written out, and mean the same."""

from __future__ import annotations

import pytest

from interpreter.analysis.dead_code import trim
from interpreter.analysis.graph import find_graph
from interpreter.analysis.set_loops import replace_set_loops
from interpreter.analysis.unrolling import unroll_loops
from interpreter.api import read
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

RULES = """\
game known "What is known beforehand"
  source "made up"

players 2 : one "One", two "Two"

kind suit: red, green, blue
kind rank: r1, r2, r3, r4, r5, r6, r7, r8, r9

cards deck: rank of suit

dice die = 1d6

pile stock               : deck, face down = all deck
hand held of each player : deck, seen by its player

phase game
  keep score of each player : 0..1000000 = 0
  repeat 20 times : turn
  win those whose in all player with most score of whose

phase turn in game
  shuffle stock
  roll die
  for each mover in all player
    deal (total of die) from stock to held of mover
    add VALUE to score of mover
  for each mover in all player
    put all from held of mover to stock

define alike (cards: set of deck, which: rank) = count of card in cards where rank of card is which
define most_alike (cards: set of deck) = those which in all rank with most alike(cards, which)

measure score per player = score of player
"""

WRITTEN_OUT = {
    "the best of them": "size of most_alike(held of mover) * 10 + number of lowest of most_alike(held of mover)",
    "those that are so": "size of (those which in all rank where alike(held of mover, which) > 1)",
    "some are": "10 if some which in r3..r9 where alike(held of mover, which) > 1 otherwise 1",
    "none is": "10 if no which in all rank where alike(held of mover, which) > 1 otherwise 1",
    "a sum": "sum of alike(held of mover, which) * number of which for which in r2..r8",
    "one inside another": (
        "count of which in r1..r6 where some other in r1..r6 where alike(held of mover, other) > "
        "alike(held of mover, which)"
    ),
}
NOT_KNOWN = "sum of number of which for which in most_alike(held of mover)"


def find_written_out(program: Program) -> int:
    """How many loops are written out."""
    graph = find_graph(program, [program.start])
    every_choice, every_slot = set(range(len(program.choices))), set(range(len(program.slots)))
    left, loops = replace_set_loops(trim(program, graph, every_choice, every_slot), graph)
    return len(unroll_loops(left, loops, graph)[1]) - len(loops)


def play(program: Program) -> None:
    """Games are the same in machine code as step by step."""
    reference = Reference(Stepper(program), ("default",) * 2)
    played = [reference.play(game) for game in range(8)]
    for tabulate in (False, True):
        native = Native(program, ("default",) * 2, keep=False, tier="best", tabulate=tabulate)
        assert hold(native, played, SEED) == []


@pytest.mark.parametrize("value", WRITTEN_OUT.values(), ids=WRITTEN_OUT)
def test_a_loop_is_written_out_and_games_are_the_same(value: str) -> None:
    program = read(RULES.replace("VALUE", value)).program()
    assert find_written_out(program) > 0
    play(program)


def test_a_loop_over_a_set_that_the_game_makes_stays_a_loop() -> None:
    """Which ranks come is known for the loop that finds them, and not for that which adds them up."""
    program = read(RULES.replace("VALUE", NOT_KNOWN)).program()
    assert find_written_out(program) == 1
    play(program)


def test_steps_are_counted_as_before() -> None:
    """A game that takes too many steps is refused, by the same machine code that plays it with a few more."""
    program = read(RULES.replace("VALUE", WRITTEN_OUT["the best of them"])).program()
    for budget, played in ((200, 0), (20_000, 3)):
        native = Native(program, ("default",) * 2, keep=False, tier="best", budget=budget)
        assert native.play(SEED, range(3)).games == played
