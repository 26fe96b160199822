"""Games that say what they are played for: `search` plays for that, on either engine."""

from __future__ import annotations

import pytest

from interpreter.api import read
from interpreter.bots.payoff import WORST, Payoff
from interpreter.bots.playouts import Playouts
from interpreter.bots.search import find_best_strategy
from interpreter.native import available
from interpreter.program.text import parse_program, print_program
from interpreter.source import Source
from interpreter.stepper import Stepper
from tests.support.housing import model_of, put
from tests.support.shipped import load

GAME = """game purses "Purses"

players 1..3

dice throw = 1d6

phase game
  keep purse of each player : 0..99 = 0
  count turns
  repeat 4 times
    for each one in all player
      choose way by one
      roll throw for one
      add 1 to turns
      add ((total of throw) * number of way) to purse of one
      when throw is 6 and way is double and turns > 9 : end game without result
  win all player

choice way
  "How much a pip?"
  single "one"
  double "two"
  default single

strategy bold "Always two"
  way : double

measure purse per player = purse of player
measure whole per game   = sum of purse of one for one in all player
"""


def aimed(aim: str) -> str:
    return f"{GAME}aim {aim}\n"


def test_search_plays_for_it() -> None:
    means = {}
    for aim in ("most purse", "least purse", "most whole", "least whole"):
        found = read(aimed(aim)).simulate(8, 3, players=2, strategies={"all": "search@50"})
        means[aim] = float(found.measures["purse"].mean or 0)
    assert means["least purse"] < 17 < 23 < means["most purse"]
    assert means["least whole"] < 17 < 23 < means["most whole"]


def test_the_best_strategy_is_the_one_that_does_best_by_it() -> None:
    assert find_best_strategy(read(aimed("most purse")).program()) == "bold"
    assert find_best_strategy(read(aimed("least purse")).program()) == "default"
    assert find_best_strategy(load("shut_the_box").program(players=1)) == "default", "which shuts the highest flaps"


@pytest.mark.quick
def test_each_has_what_is_his_or_all_the_same() -> None:
    aims = ("most purse", "least purse", "most whole")
    purse, least, whole = (Payoff(read(aimed(aim)).program(players=3)) for aim in aims)
    assert [purse.of((5, 62, 7), seat) for seat in range(3)] == [5, 62, 7]
    assert [least.of((5, 62, 7), seat) for seat in range(3)] == [-5, -62, -7]
    assert [whole.of((62,), seat) for seat in range(3)] == [62] * 3
    assert purse.of(None, 1) == least.of(None, 1) == WORST


@pytest.mark.skipif(not available(), reason="llvmlite is not installed")
@pytest.mark.parametrize("aim", ["most purse", "least whole"])
def test_machine_code_comes_to_the_same(aim: str) -> None:
    program = read(aimed(aim)).program(players=3)
    stepper = Stepper(program, events=False)
    position, positions = stepper.begin().position, []
    for answer in (1, 3, 0, 2, 1, 4, 0, 5):
        positions += [position] * 3
        position = stepper.answer(position, answer).position
    seats = ("bold", "default", "bold")
    expected = Playouts(program, seats, native=False).ends(positions, 5, 3)
    assert Playouts(program, seats, native=True).ends(positions, 5, 3) == expected
    assert len(set(expected)) > 10


@pytest.mark.quick
def test_programs_print_and_parse_it() -> None:
    program = read(aimed("least whole")).program()
    assert str(program.aims[0]) == "least 1"
    assert parse_program(print_program(program)) == program


@pytest.mark.quick
def test_house_rules_change_it() -> None:
    house = 'house_rules other "Other" for purses\n\nreplace aim least whole\n'
    model = model_of(put(Source("purses.rules", aimed("most purse")), Source("other.rules", house)))
    assert model.aim is not None
    assert (model.aim.measure, model.aim.most) == ("whole", False)
