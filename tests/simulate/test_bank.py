"""Games against a bank: it wins, is counted, and bots know that they have lost to it."""

from __future__ import annotations

import pytest

from interpreter.api import load, read
from interpreter.bots.search import Payoff
from interpreter.native import Native, available
from interpreter.program.text import parse_program, print_program
from interpreter.stepper import Stepper
from tests.support.paths import TESTS
from tests.support.rivals import hold
from tests.support.same_games import Reference

pytestmark = pytest.mark.quick

DARE = """game dare "Dare"

players 1..2 against the bank

dice throw = 1d6

phase game
  for each one in all player
    choose number by one
    roll throw for one
    when throw <= number : win one
    otherwise            : win the bank

choice number
  "Which number will it be no more than?"
  pick most from 1..4
  default 1
"""


def test_the_bank_has_a_share_of_its_own() -> None:
    found = load(str(TESTS / "semantics" / "bank.rules")).simulate(6_000, 3, players=1)
    assert list(found.winners) == ["Player 1", "The House", "drawn"]
    assert found.winners["Player 1"] == pytest.approx(1 / 2, abs=0.03)
    assert found.winners["The House"] == pytest.approx(1 / 3, abs=0.03)


def test_it_is_called_the_bank_if_nothing_is_said() -> None:
    program = read(DARE).program(players=2)
    assert program.parties == ("Player 1", "Player 2", "The bank")
    assert parse_program(print_program(program)) == program


@pytest.mark.skipif(not available(), reason="llvmlite is not installed")
def test_both_engines_award_it() -> None:
    program = load(str(TESTS / "semantics" / "bank.rules")).program(players=3)
    played = list(map(Reference(Stepper(program), (), 4).play, range(40)))
    assert any(3 in each.outcome.position.winners for each in played)
    assert hold(Native(program, witness=True, keep=False), played, 4, witness=True) == []


def test_a_game_that_the_bank_wins_is_lost() -> None:
    alone, two = (Payoff(read(DARE).program(players=number)) for number in (1, 2))
    assert [alone.of_winners(won, 0) for won in ((0,), (), (1,))] == [2, 1, 0]
    assert [two.of_winners(won, 0) for won in ((0,), (0, 2), (), (2,), (1,))] == [6, 3, 2, 0, 0]


def test_search_plays_to_beat_it() -> None:
    found = read(DARE).simulate(40, 3, players=1, strategies={"all": "search@200"})
    assert (found.winners["Player 1"] or 0) > 0.45, "four of six win, where the default wins with one"
