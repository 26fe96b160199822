"""The tree of search: what others answer best is found where no luck comes in between."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from interpreter.api import read
from interpreter.bots import search as searching
from interpreter.bots.advice import DEFAULT, GameView
from interpreter.bots.playouts import Playouts
from interpreter.bots.search import Search
from interpreter.chance import Stream
from interpreter.engine import DecisionStop, Position, View
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.shipped import load

HEAPS = [(3, 4, 5), (1, 5, 7), (6, 6, 3), (4, 6, 3), (2, 3, 4)]
"""Heaps from which a move or three win; of larger ones more would have to be tried."""

SHUTTLE = """
game shuttle "Shuttle"
  source "Nothing"

players 2

phase game
  keep place : 0..4 = 2
  repeat round

phase round in game
  for each one in all player
    turn for one

phase turn for (mover: player) in round
  choose step by mover
  when step is up : add 1 to place
  when step is down and place > 0 : set place to place - 1
  when place is 4
    win mover
    end game

choice step
  "Which way?"
  up   "up"
  down "down"
  default up
"""
"""Whoever is at 3 wins. The same positions come again and again."""

STUCK = """
game stuck "Stuck"
  source "Nothing"

players 2

phase game
  keep tired : yes or no = no
  repeat turn

phase turn in game
  choose way by lowest of all player
  when way is home
    win lowest of all player
    end game
  set tired to yes

choice way
  "Which way?"
  round "round"
  home  "home" when not tired
  default round
"""
"""Whoever goes round once has to do so for ever."""


def nim(heaps: Sequence[int], last_match: str = "wins") -> Program:
    options = dict(zip(("first_heap", "second_heap", "third_heap"), heaps, strict=True))
    return load("nim").program({**options, "last_match": last_match})


def first_stop(program: Program) -> tuple[DecisionStop, View]:
    engine = Stepper(program)
    step = engine.begin()
    assert isinstance(step.stop, DecisionStop)
    return step.stop, GameView(engine, step.position)


def decide(program: Program, think: int, playouts: Playouts | None = None) -> str:
    """What search answers first, with games that go on by the defaults."""
    stop, view = first_stop(program)
    search = Search(program, DEFAULT, playouts or Playouts(program, [DEFAULT] * len(program.seats), native=True))
    return program.choices[stop.choice].labels[search.decide(stop, view, think, Stream(1, 1))]


def list_winning(heaps: Sequence[int], last_match: str) -> set[str]:
    """The moves of nim that leave the other player nothing but to lose, by Bouton's theory: the heaps cancel out in
    binary; where the last match loses, that is turned round once no heap has more than one."""
    names = ("left", "middle", "right")
    moves = [(place, amount) for place in range(3) for amount in range(1, heaps[place] + 1)]

    def wins(place: int, amount: int) -> bool:
        left = [each - amount * (at == place) for at, each in enumerate(heaps)]
        cancelled = left[0] ^ left[1] ^ left[2] == 0
        return cancelled if last_match == "wins" or max(left) > 1 else not cancelled

    return {f"the {names[place]} heap, {amount}" for place, amount in moves if wins(place, amount)}


@pytest.mark.parametrize("heaps", HEAPS, ids=str)
@pytest.mark.parametrize("last_match", ["wins", "loses"])
def test_moves_that_win_are_found(heaps: Sequence[int], last_match: str) -> None:
    assert decide(nim(heaps, last_match), 6_000) in list_winning(heaps, last_match)


def test_without_a_tree_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "find_followed", lambda program: frozenset())
    assert any(decide(nim(heaps), 6_000) not in list_winning(heaps, "wins") for heaps in HEAPS)


def test_positions_may_come_again() -> None:
    assert decide(read(SHUTTLE).program(), 200) == "down"


def test_a_game_that_goes_on_for_ever_by_itself_is_left() -> None:
    """The base strategy decides where its own answer does not come to an end."""
    assert decide(read(STUCK).program(), 24) == "round"


class Counted(Playouts):
    """Playouts by the stepper that are counted."""

    def __init__(self, program: Program) -> None:
        self.playouts, self.played = Playouts(program, [DEFAULT] * len(program.seats), native=False), 0

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        self.played += len(positions)
        return self.playouts.ends(positions, seed, first)


def test_no_more_games_are_played_than_are_allowed_and_both_engines_decide_alike() -> None:
    for heaps in HEAPS:
        program = nim(heaps)
        counted = Counted(program)
        assert decide(program, 100, counted) == decide(program, 100)
        assert 0 < counted.played <= 100


def test_nothing_more_is_tried_once_it_is_known_who_wins() -> None:
    counted = Counted(nim((1, 1, 1)))
    assert decide(nim((1, 1, 1)), 10_000, counted) in list_winning((1, 1, 1), "wins")
    assert counted.played < 100


@pytest.mark.parametrize("name", ["pig", "royal_game_of_ur", "farkle", "liars_dice", "cribbage", "marker"])
def test_there_is_no_tree_where_something_is_hidden_or_thrown(name: str) -> None:
    assert not Search(load(name).program(), DEFAULT)._followed
