"""Warnings that a strategy of a game no longer fits under house rules."""

from __future__ import annotations

import pytest

from interpreter.source import Source
from tests.support.housing import model_of, put

AUCTION = """game auction "Auction"

players 2

cards deck: jack "Jack", queen "Queen", king "King"

pile stock                  : deck, face down          = all deck
hand held    of each player : deck, seen by its player

option prize = small
  "What is the prize?"
  small "a small one"
  large "a large one"

phase game
  keep bid of each player : 0..40, face up = 0
  shuffle stock
  for each one in all player
    deal from stock to held of one
    choose offer by one
    set bid of one to offer
    choose show by one
    when show is shown : say "{one} shows {held of one}."
  win those one in all player with most bid of one

choice offer
  "What do you bid?"
  pick coins from 0..20
  default 1

choice show
  "Do you show your card?"
  shown  "show it"
  hidden "keep it hidden"
  default hidden

strategy steady "Bids three, or five for a large prize"
  offer
    when prize is large : 5
    otherwise           : 3
  show : hidden

strategy proud "Bids on its king"
  offer
    when highest of held of chooser > queen : 5
    otherwise                               : lowest

strategy sly "Bids by its card"
  offer
    when held of chooser is king             : 5
    when highest of held of chooser >= queen : 4
    otherwise                                : lowest
  show : hidden if held of chooser is king otherwise shown
"""

LISTS = [
    ("replace cards deck: jack, queen, king, ace", "", ["the strategy `sly` does not mention `ace`"]),
    ("replace cards deck: queen, jack, king", "", []),
    (
        "replace cards deck: jack, queen, king, ace",
        "replace strategy sly\n  offer\n    when highest of held of chooser > queen : 4\n    otherwise : 1", [],
    ),
    (
        'replace option prize = small\n  "What?"\n  small "small"\n  large "large"\n  none "none"', "",
        ["the strategy `steady` does not mention `none`"],
    ),
    ("change choice offer\n  pick coins from 0..40", "", ["the strategy `steady` answers `offer` as before"]),
    ('change choice offer\n  "How much?"\n  default 2', "", []),
    ('change choice show\n  halves "show a corner"', "", ["the strategy `steady` never chooses `halves`"]),
    ('change choice show\n  hidden "hide it"', "", []),
    ('change choice show\n  halves "show a corner"', "replace strategy steady\n  offer : 3\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("change", "more", "warnings"), LISTS)
def test_a_strategy_that_knows_only_what_was_there_is_named(change: str, more: str, warnings: list[str]) -> None:
    house = Source("more.rules", f'house_rules more "More" for auction\n\n{change}\n\n{more}')
    found = put(Source("auction.rules", AUCTION), house)
    model_of(found)
    ignored = [each for each in found.diagnostics.in_order if each.code == "house-answer-ignored"]
    assert [each.message for each in ignored] == warnings
