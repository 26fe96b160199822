"""What cannot be done with cards in play stops the game, in words, at the line where it was asked for."""

from __future__ import annotations

import pytest

from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.lower import lower
from interpreter.runtime_errors import diagnose_failure
from interpreter.stepper import Stepper
from tests.support.checking import model_of, short

pytestmark = pytest.mark.quick

FRAME = """game small "A small game"
players 2
kind suit: clubs, hearts
kind rank: two, ace
cards pack: rank of suit, joker "The Joker"
pile stock : pack, face down = all pack
pile played : pack, face up
pile heap of each player : pack, face up
hand held of each player : pack, seen by its player
dice die = 1d6
phase game
  keep card : pack = joker
  keep kept : set of pack = none
  keep best : rank = two
  keep n    : -9..99 = 5
  keep one  : player = lowest of all player
  roll die
  put joker from stock to played
"""


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("deal 5 from stock to played", "the pile is empty, so no card can be drawn"),
        ("deal from heap of one to played", "the pile is empty, so no card can be drawn"),
        ("deal n from stock to held of one", "the pile is empty, so no card can be drawn"),
        (
            "deal (n - 9) from stock to played",
            "the number of cards dealt would be -4, and must be from 0 to 62",
        ),
        ("set card to top of stock", "the top card of the pile is face down, so nobody knows which it is"),
        ("set kept to top 2 of stock", "the top card of the pile is face down, so nobody knows which it is"),
        ("set card to top of heap of one", "the pile is empty, so no card can be drawn"),
        ("set kept to top n of played", "the pile is empty, so no card can be drawn"),
        ("set kept to top (n - 8) of played", "the number of cards would be -3, and must be from 0 to 62"),
        ("put card from stock to played", "the card to move is not there"),
        ("put all pack from played to stock", "the card to move is not there"),
        ("put (kept with card) from held of one to stock", "the card to move is not there"),
        ("set best to rank of top of played", "this card has no rank"),
        ("when suit of card is hearts : nothing", "this card has no suit"),
        ("set card to lowest of held of one", "a set is empty, so it has no highest, lowest, best or next member"),
    ],
)
def test_what_is_said(step: str, message: str) -> None:
    game = model_of(f"{FRAME}  {step}\n")
    program = lower(game)
    stop = Stepper(program).play_out(None, Stream(1, 0)).stop
    assert isinstance(stop, Failure)
    told = short(diagnose_failure(program, stop, game))
    assert message in told
    assert told.startswith("game.rules:19:")
    assert "help: " in told


@pytest.mark.parametrize(
    "step",
    [
        "deal 0 from heap of one to played",
        "deal 4 from stock to played then set kept to top 5 of played",
        "put none from held of one to played",
        "put all from heap of one to played",
        "shuffle heap of one",
        "swap played with played",
        "put all from played to played then set card to top of played",
        "deal 3 from stock to bottom of stock",
        "set kept to top 0 of stock",
        "set kept to top (n - 5) of heap of one",
    ],
)
def test_what_can_be_done(step: str) -> None:
    program = lower(model_of(f"{FRAME}  {step}\n"))
    assert not isinstance(Stepper(program).play_out(None, Stream(1, 0)).stop, Failure)


def test_a_failure_of_the_whole_game_has_no_place() -> None:
    model = model_of(f"{FRAME}  nothing\n")
    assert diagnose_failure(lower(model), Failure("stop-budget", -1, value=9), model).span is None
