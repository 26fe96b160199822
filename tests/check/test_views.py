"""What views draw twice, or nowhere."""

from __future__ import annotations

from interpreter import loader
from interpreter.scene import find_undrawn
from interpreter.source import Source
from tests.support.checking import model_of, said, short
from tests.support.housing import put

GAME = """game small "A small game"

players 2

cards deck: ace, king, queen, jack

pile stock : deck, face down = all deck
hand held of each player : deck, seen by its player
pile laid of each player : deck, face up

layout pegs of 1..4 : ring

phase game
  keep pool : 0..9 = 0
  keep won of each player : 0..9 = 0
  keep peg of each player : 1..4 = 1
  shuffle stock
  for each one in all player
    deal 1 from stock to held of one
    deal 1 from stock to laid of one
    set peg of one to 2
    add 1 to pool
  match
  win those one in all player with most won of one

phase match in game
  keep score of each player : 0..9 = 0
  for each one in all player : add number of highest of laid of one to score of one
  for each one in those one in all player with most score of one : add 1 to won of one

view table in game
  board pegs
    for each one in all player : peg of one at peg of one
  hand held
  for each one in all player : row laid of one
  count pool to 9

view match in match
  for each one in all player : seat of one, points score of one
"""


def test_each_thing_drawn_once_is_fine() -> None:
    assert said(GAME) == []
    assert list(find_undrawn(model_of(GAME))) == []
    either = GAME.replace("view match in match", "view pot in game when pool > 2\n  count pool\n\nview match in match")
    assert said(either) == []


def test_what_is_drawn_twice_is_pointed_out() -> None:
    for more in ("hand held", "lamps pool to 9", "for each one in all player : row laid of one", "board pegs"):
        assert said(GAME + f"  {more}\n")[-1].endswith(": drawn-twice"), more
    assert said(GAME + "  pile stock\n  row laid of viewer\n") == []


def test_a_layout_that_no_view_draws_is_unused() -> None:
    gone = GAME.replace("  board pegs\n    for each one in all player : peg of one at peg of one\n", "")
    assert said(gone) == ["11:8: unused", "16:8: unused"]


def test_what_players_are_compared_by_is_shown() -> None:
    hidden = GAME.replace("seat of one, points score of one", "seat of one")
    assert [each.about for each in find_undrawn(model_of(hidden))] == [("score",)]


HOLES = """game holes "Holes"
players 2
kind cell: a..c by 1..2
layout cell
  "a1 .  c1"
  "a2 b2 c2"
phase game
  keep full of each cell : yes or no = yes
  for each here in neighbours of b2 : set full of here to no
view board in game
  board cell
    for each here in all cell where full of here : mark here "o"
"""


def test_only_a_map_of_a_board_may_leave_out_places() -> None:
    assert said(HOLES) == []
    listed = HOLES.replace("a..c by 1..2", "a1, b1, c1, a2, b2, c2").replace("neighbours of b2", "a1..b1")
    assert said(listed) == ["4:8: layout-unfit"]


def test_house_rules_put_another_layout_in_the_place_of_one() -> None:
    def change(text: str) -> Source:
        return Source("ring.rules", f'house_rules ring "Round" for snakes_and_ladders\n\n{text}\n')

    game = loader.find_ruleset("snakes_and_ladders")
    round_board = put(game, change("replace layout squares of 1..100 : ring"))
    assert round_board.model is not None
    [board] = (line.thing for line in round_board.model.views["board"].lines if line.thing and line.thing.layout)
    assert board.layout is not None
    assert board.layout.shape == "ring"
    small = change("replace layout squares of 1..100 : grid 5 by 5")
    assert [short(each).split(": ")[:2] for each in put(game, small).diagnostics.found] == [
        ["ring.rules:3:16", "layout-unfit"]
    ]
    assert list(put(game, change("replace view board in game\n  dice die")).diagnostics.found) == []
    assert [each.code for each in put(game, change("layout idle of 1..9 : ring")).diagnostics.found] == ["unused"]
