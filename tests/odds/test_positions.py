"""Positions as people say them."""

from __future__ import annotations

import pytest

from interpreter.api import read
from interpreter.odds.positions import NotUnderstood, read_position
from interpreter.settings import extract_facts
from tests.support.shipped import load

PAIR = "five of clubs and five of hearts"


@pytest.mark.quick
@pytest.mark.parametrize("name", ["held of player_1", "held[player_1]", "held of Player 1", "held[Player 1]"])
@pytest.mark.parametrize("dealer", ["player_1", "Player 1", "player 1"])
def test_one_is_named_as_in_rules_or_as_people_read_it(name: str, dealer: str) -> None:
    program = load("cribbage").program()
    names = {slot.name: at for at, slot in enumerate(program.slots)}
    held = read_position(program, f"dealer is {dealer}, {name} is {PAIR}")
    assert held.keys() == {names["dealer"], names["held[player_1]"]}
    assert held[names["dealer"]] == 0
    assert held[names["held[player_1]"]].bit_count() == 2


CUPS = """\
game cups "Cups"
  source "made up"
players 2
kind place: north "Top", south "Bottom", top "Upper"
dice die = 1d6
phase game
  keep here  : place = north
  keep taken : set of place = none
  keep pairs : set of place and 1..3 = none
  keep share : 0..9 in thirds = 1/3
  roll die
  when die is 6 : set here to top
  when share > 2 or pairs is not none : set here to north
  set taken to taken with here
  win lowest of all player
"""


@pytest.mark.quick
@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("here is north", 0),
        ("here is Top", 0),
        ("here is south", 1),
        ("here is Upper", 2),
        ("taken is north and Upper", 5),
        ("pairs is (Top, 2) and (Upper, 1)", 66),
        ("share is 7/3", 7),
        ("share is 2 1/3", 7),
        ("share is 2", 6),
    ],
)
def test_members_are_called_as_in_rules_or_as_people_read_them(text: str, held: int) -> None:
    """What people read goes before what is written: `Top` is the one that is shown so."""
    ruleset = read(CUPS)
    assert [*read_position(ruleset.program(), text, extract_facts(ruleset.model).members).values()] == [held]


@pytest.mark.quick
@pytest.mark.parametrize("text", ["held of player_9 is none", "held is none", "dealer is player_9", "of is 1"])
def test_what_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_position(load("cribbage").program(), text)
