"""What is known of a program's numbers before it runs."""

from __future__ import annotations

import pytest

from interpreter.analysis.ranges import Ranges
from interpreter.api import read
from interpreter.program import Binary, Slot, Unary
from interpreter.program.instructions.operators import OPERATORS
from tests.native.test_operators import program_of
from tests.support.shipped import load


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_comes_of_known_numbers_is_known(operator: str) -> None:
    """Also where an operator's bounds are wider."""
    how = OPERATORS[operator]
    one = Unary(Slot(2), operator, 6, 1) if how.operands == 1 else Binary(Slot(2), operator, 6, 3, 1)
    result = how.calculate(*(6, 3)[: how.operands])
    assert Ranges(program_of(one), [0]).written.get(Slot(2), (0, 0)) == (result, result)


MOST = """\
game most "The most"
  source "made up"

players 5

dice die = 1d6

phase game
  keep score of each player : 0..9 = 0
  keep level : set of player = all player
  repeat round until size of level is 1
  win level

rule round
  for each one in level
    roll die for one
    set score of one to total of die
  set level to those one in level with most score of one
"""


def test_a_set_that_is_put_together_again_and_again_has_no_more_members_than_there_are() -> None:
    program = read(MOST).program()
    level = next(at for at, slot in enumerate(program.slots) if slot.name == "level")
    assert Ranges(program, [program.start]).found[Slot(level)] == (0, 2**5 - 1)


def test_fewer_dice_than_there_are_do_not_let_a_throw_grow() -> None:
    """One of two dice adds the 36 ways in which both may fall to its own."""
    program = load("shut_the_box").program()
    throw = next(at for at, slot in enumerate(program.slots) if slot.name == "throw")
    assert Ranges(program, [program.start]).found[Slot(throw)] == (0, 36 + 6 - 1)


def test_what_comes_after_a_roll_and_elsewhere_takes_no_roll_for_granted() -> None:
    """A block is known to begin with a roll only where nothing else leads to it."""
    program = load("shut_the_box").program()
    throw = next(at for at, slot in enumerate(program.slots) if slot.name == "throw")
    rolled = next(at for at, block in enumerate(program.blocks) if block.name == "1 of throw rolled")
    assert Ranges(program, [program.start, rolled]).found[Slot(throw)] != (0, 36 + 6 - 1)
