"""Whether people are told what dice come to."""

from __future__ import annotations

import pytest

from interpreter.lower import lower
from tests.support.checking import model_of

GAME = """game g "G"
dice pair = 2d6
phase game
  count points
  roll pair
{step}{rest}"""


@pytest.mark.quick
@pytest.mark.parametrize(
    ("step", "rest", "summed"),
    [
        ("  when pair is 7 : add 1 to points\n", "", 1),
        ("  add pair to points\n", "", 1),
        ("  add total of pair to points\n", "", 1),
        ("  add highest of pair to points\n", "", 0),
        ("  when pair is 6+6 : add 1 to points\n", "", 0),
        ("  for each die in pair : add die to points\n", "", 0),
        ('  say "{pair}"\n', "", 0),
        ("  add worth to points\n", "define worth = 2 if pair in 9+ otherwise 0\n", 1),
        ("  do found\n", "table found on pair\n  1+1 : add 1 to points\n  any : nothing\n", 0),
        ("  do found\n", "table found on pair\n  2..11, 6+6 : nothing\n", 1),
        ("  do found\n", "table found on points in 0..2, pair\n  any | 1+1 : nothing\n  any | any : nothing\n", 0),
        ("  count_up\n", "rule count_up\n  when pair > 3 : add 1 to points\n", 1),
    ],
)
def test_dice_are_summed_where_a_rule_asks_for_their_total(step: str, rest: str, summed: int) -> None:
    program = lower(model_of(GAME.format(step=step, rest=rest)))
    assert [each.summed for each in program.dice] == [summed]
