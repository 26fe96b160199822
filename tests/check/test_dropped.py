"""What the checker leaves out of a game, it reports."""

from __future__ import annotations

from itertools import count

import pytest

from interpreter import model, syntax
from interpreter.check import statements, values, written_types
from interpreter.check.world import INVALID
from tests.support.checking import checked, said

GAME = """\
game twelve "Twelve"

players 2

dice die = 1d6

option goal = 12 in 6..20
  "How many points win?"

phase game
  keep score of each player : 0..40 = 0
  repeat round until some one in all player where score of one >= goal
  win those one in all player with most score of one

phase round in game
  for each one in all player
    turn for one

phase turn for (thrower: player) in round
  keep gathered : 0..6 = 0
  roll die
  set gathered to worth(total of die)
  when gathered > 2 and half(gathered) is 2
    say "A {gathered}."
    choose kept by thrower
    when kept is yes_please : add gathered to score of thrower
  otherwise : end turn

define half (number: 0..6) = number / 2

table worth (pips: 1..6) on pips
  1..5 : pips
  6    : 1

choice kept
  "Keep it?"
  yes_please "yes"
  no_thanks "no"
  default yes_please

measure score per player = score of player
"""


def check_without(monkeypatch: pytest.MonkeyPatch, module: object, name: str, nothing: object) -> list[bool]:
    """Whether there are errors when the first call of a function gives nothing, then the second, and so on."""
    real, found = getattr(module, name), list[bool]()
    for dropped in count():
        calls = count()

        def fake(*given: object, calls: count[int] = calls, dropped: int = dropped) -> object:
            made = real(*given)
            empty = any(isinstance(each, syntax.Nothing) for each in given)
            return nothing if not empty and next(calls) == dropped else made

        monkeypatch.setattr(module, name, fake)
        found.append(bool(checked(GAME.replace("\n", f"  # {name} {dropped}\n")).diagnostics.errors))
        if next(calls) <= dropped:
            monkeypatch.setattr(module, name, real)
            return found[:-1]
    raise AssertionError


@pytest.mark.parametrize(
    ("module", "name", "nothing"),
    [
        (values, "infer", model.TextConstant("", type=INVALID)),
        (statements, "_check_statement", None),
        (written_types, "_resolve", INVALID),
    ],
)
def test_no_value_statement_or_type_is_dropped_without_an_error(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, nothing: object
) -> None:
    assert not checked(GAME).diagnostics.errors
    found = check_without(monkeypatch, module, name, nothing)
    assert len(found) >= 5
    assert all(found), [at for at, error in enumerate(found) if not error]


@pytest.mark.parametrize("use", ["add 2 to stake", "choose kept(2) by lowest of all player"])
def test_a_range_that_names_its_own_state_is_an_error(use: str) -> None:
    text = f"""\
game own "Own range"
players 2
phase game
  keep stake : (0 - stake)..9 = 3
  {use}
  when stake > 4 : win lowest of all player
choice kept (by_much: 1..3)
  "The stake is {{stake}}."
  more "raise"
  stay "leave it"
  default more
"""
    assert said(text) == ["4:21: wrong-type"]


def test_a_text_that_is_a_value_has_no_holes() -> None:
    row = """game row "Row"
players 1
dice die = 1d6
phase game
  roll die
  say "You have {shown}."
table shown on die
  6   : "a six"
  any : "{die} points"
"""
    assert said(row) == ["9:10: text-brace"]


def test_a_row_with_a_warning_stays_a_row() -> None:
    row = """game warned "Warned"
players 2
kind spot: here, there
dice die = 1d6
phase game
  keep score : 0..9 = 0
  roll die
  do rows
measure score per game = score
table rows on die
  1..5 : set score to 1 if 2 > 1 otherwise 2
  6    : set score to 3
"""
    found = checked(row)
    assert [each.code for each in found.diagnostics.found] == ["always-same"]
    assert found.model is not None
    assert list(found.model.tables) == ["rows"]
