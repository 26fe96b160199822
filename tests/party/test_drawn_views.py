"""What views hand to those who draw them: cards and dice as things, by the types of the values; boards as text."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.loader import find_ruleset
from interpreter.party import Party, see
from tests.support.games_alike import DUEL
from tests.support.seated import table_of

WITH_DICE = (
    DUEL.replace("phase game\n", "phase game\n  roll pair\n  roll coin\n", 1)
    + """
kind coin_side: heads, tails
dice pair = 2d6
dice coin = 1 of coin_side
view thrown in game
  "{pair}; {coin}; {held of viewer}"
"""
)


def list_lines(text: str, key: str = "seat0") -> list[list[Any]]:
    party = Party(table_of(text, {0: "Anna", 1: "Ben"}))
    for _ in party.go_on():
        pass
    seen: Any = see(party, party.places[key])
    return [line for view in seen["views"] for line in view["lines"]]


@pytest.mark.quick
def test_dice_and_cards_are_things_by_the_types_of_their_values() -> None:
    things = [part for line in list_lines(WITH_DICE) for part in line if isinstance(part, dict)]
    dice, coin, cards = things[-3:]
    assert (dice["kind"], coin["kind"], cards["kind"]) == ("dice", "faces", "cards")
    assert all(face in "123456" for face in dice["faces"])
    assert coin["faces"][0] in ("heads", "tails")
    assert len(cards["cards"]) == 4
    assert cards["text"] == " and ".join(each["name"] for each in cards["cards"]).replace(" and ", ", ", 2)


@pytest.mark.quick
def test_cards_with_the_usual_names_have_a_suit() -> None:
    cards = [
        card
        for line in list_lines(find_ruleset("hearts").text)
        for part in line
        if isinstance(part, dict)
        for card in part["cards"]
    ]
    assert len(cards) == 13
    assert all(each["suit"] in "♣♦♠♥" and each["red"] == (each["suit"] in "♦♥") for each in cards)


@pytest.mark.quick
def test_boards_are_text_and_their_columns_stand_one_below_the_other() -> None:
    lines = list_lines(find_ruleset("ludo").text)
    assert all(isinstance(part, str) for line in lines for part in line)
    assert {len("".join(line)) for line in lines[:4]} == {len(". . . . . . . . . .")}
