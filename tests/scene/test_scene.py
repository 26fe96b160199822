"""What lies on the table, as data: what a game gets that says nothing about it, and that nothing hidden is in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from interpreter.api import read
from interpreter.bots.redraw import Redrawer
from interpreter.chance import Stream
from interpreter.diagnostics import Rejected
from interpreter.engine import ChanceStop, DecisionStop
from interpreter.play.session import Session
from interpreter.scene import draw, draw_pictures, look_at, write_views
from interpreter.scene.layouts import draw_map, place_members
from interpreter.scene.lead import draw_ending
from interpreter.scene.lines import write_thing
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from tests.support.seated import table_of
from tests.support.shipped import load
from tests.support.small_games import PASSING, SHOWDOWN

EVERYTHING = """game everything "Everything"
players 2
kind box: one_box, two_box, three_box, four_box
kind spot in a circle: north_spot, east_spot, south_spot, west_spot
dice throw "the dice" = 2d6
cards deck: ace, two, three
pile stock               : deck, face down = all deck
hand held of each player : deck, seen by its player
phase game
  keep score of each player and box : 0..50 = 0
  keep men of each player : set of spot = none
  shuffle stock
  for each one in all player
    deal from stock to held of one
  set score of (lowest of all player, two_box) to 7
  set men of highest of all player to east_spot
  round
phase round in game
  count misses to 3 : end round
  roll throw for lowest of all player
  do count_up
  choose filled by lowest of all player
table count_up on throw
  7  : add 1 to misses
  any : nothing
choice filled
  "Which box?"
  pick which from all box
  default one_box
view words in round
  "{misses} so far"
"""


def scene_of(text: str, seat: int = 0) -> dict[str, Any]:
    table = table_of(text, {0: "Anna", 1: "Ben"})
    while not isinstance(table.session.stop, DecisionStop):
        table.session.roll()
    face = table.seen_from(seat)
    return draw(face.look(seat == 0))


def things(scene: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [each for each in scene["things"] if each["kind"] == kind]


def test_a_game_without_a_word_about_its_table_gets_one() -> None:
    scene = scene_of(EVERYTHING)
    first, second = scene["seats"]
    assert [first[each] for each in ("name", "sign", "side", "mine", "turn")] == ["Anna", "A", "bottom", True, True]
    assert (second["side"], second["backs"]) == ("top", 1)
    [hand] = things(scene, "hand")
    assert (hand["of"], len(hand["cards"])) == ("p1", 1)
    assert [each["count"] for each in things(scene, "pile")] == [1]
    [sheet] = things(scene, "sheet")
    cells = [row["cells"]["p1"] for row in sheet["rows"]]
    assert [each["text"] for each in cells] == ["", "7", "", ""]
    [board] = things(scene, "board")
    assert [(each["of"], each["at"]) for each in board["pieces"]] == [("p2", "east_spot")]
    assert [(each["value"], each["of"]) for each in things(scene, "lamps")] in ([(0, 3)], [(1, 3)])
    [dice] = things(scene, "dice")
    assert (dice["spots"], len(dice["dice"])) == (True, 2)
    [chart] = things(scene, "chart")
    assert (sum(row["hot"] for row in chart["rows"]), chart["rows"][0]["odds"]) == (1, "6/36")
    assert things(scene, "caption")[0]["text"].endswith(" so far")
    assert [each["on"] for each in scene["answers"]][1] == ["score/two_box"]


def test_what_a_text_of_a_view_tells_lies_in_no_circle() -> None:
    told = '  for each one in all player: "{men of one}"\n'
    assert not things(scene_of(EVERYTHING + told), "board")


def test_people_without_a_name_are_you_on_their_own_page_and_nobody_elses() -> None:
    table = table_of(PASSING, {0: "", 1: "Ben"})
    seats = {seat: draw(table.seen_from(seat).look(False))["seats"] for seat in (0, 1)}
    assert [(each.get("called"), each.get("place")) for each in seats[0]] == [("You", "Player 1"), (None, None)]
    assert [(each.get("called"), each.get("place")) for each in seats[1]] == [(None, None), (None, None)]


def test_who_is_not_asked_gets_no_answers() -> None:
    scene = scene_of(EVERYTHING, 1)
    assert "answers" not in scene
    assert [each["of"] for each in things(scene, "hand")] == ["p2"]


DECLARED = """game declared "Declared"
players 2
kind rank: two, three, four
kind suit: clubs, hearts
kind box: low_box, high_box
cards deck: rank of suit
pile stock : deck, face down = all deck
pile laid : deck, face up
hand held of each player : deck, seen by its player
layout squares of 1..8 : grid 4 by 2, serpentine, upward
layout halves of 1..3, facing
  "1 2 ."
  ". . 3"
phase game
  keep square of each player : 0..9 = 3
  keep score of each player and box : 0..9 = 0
  keep misses : 0..9 = 1
  shuffle stock
  for each one in all player
    deal 3 from stock to held of one
  set score of (lowest of all player, low_box) to 4
  repeat 3 times
    choose played by lowest of all player
    put played from held of lowest of all player to laid
choice played
  "Which?"
  pick card from held of chooser
  default lowest
table ways (place: 1..8) on place
  2 : climb 7
  any : nothing
rule climb (goal: 1..8)
  nothing
define worth (which: box) = 3 * number of which
view table in game
  board squares "the board"
    links ways
    mark 8 "*", times 2
    for each one in all player
      counter of one at square of one
      stone of one in yard, times misses
  board halves
  sheet score
    for each which in all box where score of (lowest of all player, which) is 0
      now worth(which) at (lowest of all player, which)
    for each one in all player : total score of (one, low_box) "low", after low_box
  lamps misses to 3 "misses"
  hand held by suit then rank
    tag "{number of card}"
  trick laid, best highest of laid
  for each one in all player : seat of one "sits", points square of one
"""


def test_views_say_what_lies_on_the_table() -> None:
    scene = scene_of(DECLARED)
    board, halves = things(scene, "board")
    assert (board["name"], board["size"]) == ("the board", {"w": 4, "h": 2})
    assert [(each["x"], each["y"]) for each in board["places"]][3:6] == [(3, 1), (3, 0), (2, 0)]
    assert board["links"] == [{"from": "2", "to": "7", "dress": "ladder"}]
    assert board["marks"] == [{"at": ["8"], "text": "*", "times": 2}]
    assert [(each["of"], each["at"], each["dress"]) for each in board["pieces"]] == [
        *(("p1", "3", "counter"), ("p2", "3", "counter")),
        *(("p1", "yard", "stone"), ("p2", "yard", "stone")),
    ]
    assert [(each["x"], each["y"]) for each in halves["places"]] == [(0, 0), (1, 0), (2, 1)]
    _, facing = things(scene_of(DECLARED, 1), "board")
    assert [(each["x"], each["y"]) for each in facing["places"]] == [(2, 1), (1, 1), (0, 0)]
    [sheet] = things(scene, "sheet")
    cells = [row["cells"]["p1"] for row in sheet["rows"]]
    assert [each.get("would", each["text"]) for each in cells] == ["4", "4", "6"]
    assert cells[2]["best"] is True
    assert [row["cells"]["p2"]["text"] for row in sheet["rows"]] == ["0", "0", "0"]
    [lamps] = things(scene, "lamps")
    assert (lamps["name"], lamps["value"], lamps["of"]) == ("misses", 1, 3)
    [hand] = things(scene, "hand")
    assert [each["name"] for each in hand["cards"]] == sorted((each["name"] for each in hand["cards"]), key=in_order)
    assert all(card["tag"] for card in hand["cards"])
    assert [(each["note"], each["points"]) for each in scene["seats"]] == [("sits", 3)] * 2
    assert not [each for each in scene["things"] if each["id"] in ("held.1", "laid") and "view" not in each]


def in_order(card: str) -> tuple[int, int]:
    rank, suit = card.split(" of ")
    return ("clubs", "hearts").index(suit), ("two", "three", "four").index(rank)


@pytest.mark.parametrize(("name", "colours"), [("kalah", ["red", "blue"]), ("backgammon", ["white", "black"])])
def test_men_and_places_that_are_called_by_numbers_are_answers(name: str, colours: list[str]) -> None:
    rules = load(name)
    session = Session(Stepper(rules.program()), 5)
    table = Table(rules.model, session, lambda stop, view: 0, Setup({0: "", 1: ""}))
    while not isinstance(session.stop, DecisionStop):
        session.roll()
    scene = draw(table.seen_from(session.stop.chooser).look(True))
    assert [each["colour"] for each in scene["seats"]] == colours
    assert all(len(each["on"]) == 1 for each in scene["answers"])


def test_lines_under_one_loop_are_laid_member_by_member() -> None:
    lines = """
view pairs in round
  for each one in all player
    "{one} has"
    count misses "what {one} has"
"""
    things = [each for each in scene_of(EVERYTHING + lines)["things"] if each.get("view") == "pairs"]
    laid = [each.get("text", each.get("name")) for each in things]
    assert laid == ["Anna has", "what Anna has", "Ben has", "what Ben has"]


def test_a_trick_says_who_laid_what_and_stands_in_lines_too() -> None:
    table = table_of(DECLARED, {0: "Anna", 1: "Ben"})
    while not isinstance(table.session.stop, DecisionStop):
        table.session.roll()
    table.session.answer(table.session.stop.offered[0])
    [trick] = things(draw(table.look(False)), "trick")
    assert [(card["by"], card["best"]) for card in trick["cards"]] == [("p1", True)]
    lines = write_views(look_at(table.model, table.session))["table"]
    assert "misses: ●○○" in lines
    assert "Anna: 3, sits" in lines


TURNED = """game turned "Turned"
players 1
kind suit: clubs, hearts
kind rank: two, three
cards deck: rank of suit
cards bones: 0..2 with 0..2
pile yard : bones, face down = all bones
pile line : bones, face up
pile shown : deck, face up = all deck
phase game
  keep reversed : set of bones = (0, 2) and (1, 1)
  for each bone in yard where high of bone is 2 : put bone from yard to line
  choose go by lowest of all player
choice go
  "Go on?"
  on "on"
  default on
view table in game
  row line, turned reversed
  row shown, turned highest of shown
"""


def test_cards_that_lie_turned_are_shown_so() -> None:
    table = table_of(TURNED, {0: "Anna"})
    line, shown = things(draw(table.look(False)), "row")
    assert [card.get("turned", False) for card in line["cards"]] == [True, False, False]
    assert [card.get("turned", False) for card in shown["cards"]] == [False, False, False, True]
    assert write_views(look_at(table.model, table.session))["table"] == (
        "line: 2-0 1-2 2-2",
        "shown: 2♣, 2♥, 3♣, 3♥ turned",
    )


def test_a_hand_lies_in_the_order_of_a_number() -> None:
    tag, order = '    tag "{number of card}"', "    order (0 if suit of card is hearts otherwise 1)"
    [hand] = things(scene_of(DECLARED.replace(tag, f"{tag}\n{order}")), "hand")
    assert [card["name"] for card in hand["cards"]] == ["four of hearts", "two of clubs", "four of clubs"]
    assert [card["tag"] for card in hand["cards"]] == ["6", "1", "5"]


def test_a_board_is_drawn_by_its_kind() -> None:
    lines = "kind cell: a..c by 1..2\nview sea in game\n  board cell\n    mark b2 \"*\"\n"
    table = table_of(TURNED.replace("phase game", f"{lines}phase game"), {0: "Anna"})
    assert write_views(look_at(table.model, table.session))["sea"] == ("· · ·", "· * ·")


def test_what_a_step_takes_from_the_table_is_held_up_on_the_way() -> None:
    table = table_of(SHOWDOWN, {})
    face = table.seen_from(0)
    held = [each for _ in table.go_on() for each in draw_pictures(face.look(False))]
    lain = [[card["name"] for card in things(each, "row")[0]["cards"]] for each in held]
    assert [(each["lines"], cards) for each, cards in zip(held, lain, strict=True)] == [
        (["Player 2 plays three.", "Player 2 takes the trick.", "now 1"], ["two", "three"]),
        (["Player 2 plays four.", "Player 1 takes the trick.", "now 1"], ["seven", "four"]),
        (["Player 1 shows nine.", "1 so far"], ["nine"]),
        (["Player 2 shows eight.", "1 so far"], ["eight"]),
    ]
    assert [(seat["points"], seat["turn"]) for seat in held[1]["seats"]] == [(1, False), (1, False)]
    assert [each["last"] for each in held] == [False, True, True, True]


def test_a_card_in_a_hand_is_the_answer_and_not_the_place_where_it_could_lie() -> None:
    board = "layout pack : grid 4 by 2\nview places\n  board pack\n    for each one in all pack : pile table at one\n"
    table = table_of(SHOWDOWN + board, {0: "Anna"})
    list(table.go_on())
    asked = draw(table.seen_from(0).look(True))
    assert [each["on"][0].split("/")[0] for each in asked["answers"]] == ["held.1"] * 3


def test_what_is_held_up_shows_the_points_that_are_scored_after_its_last_line() -> None:
    table = table_of(SHOWDOWN.replace('  say "  now {points of taker}"\n', ""), {})
    held = next(each for _ in table.go_on() for each in draw_pictures(table.look(False)))
    assert (held["lines"][-1], [seat["points"] for seat in held["seats"]]) == ("Player 2 takes the trick.", [0, 1])


EACH = 'for each one in all player\n    add 1 to points of one\n    say "{one} has {points of one}."'
ALIKE = EACH.replace("add 1 to points of one", "nothing")


@pytest.mark.parametrize(("end", "large"), [('say "{taker} takes the trick."\n  ' + ALIKE, [1]), (EACH, [1, 2])])
def test_what_is_said_of_each_player_is_one_picture_and_large_if_nothing_else_is(end: str, large: list[int]) -> None:
    told = SHOWDOWN[SHOWDOWN.index('say "{taker} takes') : SHOWDOWN.index("  put all from table to gone\n\n")]
    table = table_of(SHOWDOWN.replace(told, f"{end}\n"), {})
    held = next(pictures for _ in table.go_on() if (pictures := draw_pictures(table.look(False))))
    assert [(each["lines"][-1].split()[2], each["large"]) for each in held] == [("has", large)]


def test_what_is_held_up_last_before_the_cards_are_dealt_anew_is_marked() -> None:
    again = "put all from gone to stock\n  shuffle stock\n  for each one in all player : deal from stock to held of one"
    table = table_of(SHOWDOWN.replace("win those", f"{again}\n  trick\n  win those"), {})
    held = [each["last"] for _ in table.go_on() for each in draw_pictures(table.look(False))]
    assert held == [False, True, True, True, True]


def test_what_goes_from_one_open_place_to_another_is_held_up() -> None:
    table = table_of(SHOWDOWN.replace("pile gone                 : pack, face down", "pile gone : pack, face up"), {})
    assert len([each for _ in table.go_on() for each in draw_pictures(table.look(False))]) == 4


def test_the_peg_behind_marks_the_score_before_the_last_gain() -> None:
    gains = 'add 2 to points of taker\n  say "two"\n  add 3 to points of taker'
    lines = "layout holes of 1..9 : track 9\nview pegs in game\n  board holes\n"
    lines += "    for each one in all player : peg of one at points of one\n"
    table = table_of(SHOWDOWN.replace("add 1 to points of taker", gains) + lines, {})
    assert len([*table.go_on()]) == 10
    [holes] = things(draw(table.look(False)), "board")
    assert [each["at"] for each in holes["pieces"]] == ["5", "2", "5", "2"]


def test_nothing_is_held_up_that_still_lies_there() -> None:
    table = table_of(SHOWDOWN.replace("put all from table to gone", "nothing"), {})
    assert not [each for _ in table.go_on() for each in draw_pictures(table.look(False))]


def test_cards_that_came_since_ones_last_choice_are_marked_for_their_player() -> None:
    table = table_of(PASSING, {})
    moments = table.go_on()
    marked = [[list_new(table, seat) for seat in range(2)] for _ in zip(range(4), moments, strict=False)]
    assert marked == [[[], []], [["2 of Hearts"], ["2 of Clubs"]], [[], ["2 of Clubs"]], [[], []]]


def list_new(table: Table, seat: int) -> list[str]:
    hand = things(draw(table.seen_from(seat).look(False)), "hand")[0]
    return [each["name"] for each in hand["cards"] if "new" in each]


MORE = """game more "More"
players 2
kind heap: left_heap "the left heap", right_heap "the right heap"
cards deck: ace, two, three
pile stock : deck, face down = all deck
pile shown of each heap : deck, face up
dice throw "the dice" = 2d6
layout heap : grid 2 by 1
layout holes of 1..30 : track 10
layout flaps of 1..4 : grid 4 by 1
option kind_of = plain
  "Which?"
  plain "plain"
  wild  "wild"
phase game
  keep score of each player : 0..30 = 0
  keep left of each heap : 0..5 = 3
  for each here in all heap : deal from stock to shown of here
  repeat 2 times
    set score of lowest of all player to score of lowest of all player + 4
    turn
  win those one in all player with most score of one
phase turn in game
  repeat 2 times
    roll throw for lowest of all player
    do outcome
  choose picked by lowest of all player
  choose taken by lowest of all player
  set left of taken.from_heap to 0
table outcome on throw
  2..7 : go_home if kind_of is plain otherwise stay_here
  any  : stay_here
rule go_home
  nothing
rule stay_here "a rest"
  nothing
choice picked
  "Which flaps do you shut?"
  pick row from subsets of 1..4 where size of row is 2
  default lowest
choice taken
  "How many do you take?"
  pick from_heap from all heap and many from 1..2
  default lowest
view table in game
  board holes
    for each one in all player : peg of one at score of one
  board flaps
    for each flap in 1..4 : card of lowest of all player at flap, answers flap "{flap}"
  board heap
    for each here in all heap : pile shown of here at here
  for each here in all heap : lamps left of here to 5 "{here}"
"""


def test_data_that_pictures_need() -> None:
    table = table_of(MORE, {0: "Anna", 1: "Ben"})

    def go_on() -> dict[str, Any]:
        while not isinstance(table.session.stop, DecisionStop):
            table.session.roll()
        return draw(table.seen_from(0).look(True))

    scene = go_on()
    boards = {each["id"]: each for each in things(scene, "board")}
    assert [each["points"] for each in scene["seats"]] == [4, 0]
    [dice], [chart] = things(scene, "dice"), things(scene, "chart")
    assert dice["called"] == "the dice, throw 2 of 2"
    assert [row["what"] for row in chart["rows"]] == ["go home", "a rest"]
    assert {each["card"]["name"] for each in boards["heap"]["pieces"]} < {"ace", "two", "three"}
    first = scene["answers"][0]
    assert (first["say"], first["on"], first["long"]) == ("1 and 2", ["p1@flaps.1.1", "p1@flaps.2.1"], "Shut 1 and 2")
    assert [each["name"] for each in boards["heap"]["places"]] == ["the left heap", "the right heap"]
    table.session.answer(table.session.stop.offered[0])  # type: ignore[union-attr]
    assert draw(table.seen_from(0).look(True))["answers"][0]["on"] == ["left_heap"]
    table.session.answer(table.session.stop.offered[0])  # type: ignore[union-attr]
    [holes] = [each for each in things(go_on(), "board") if each["id"] == "holes"]
    pegs = [(each["at"], "past" in each) for each in holes["pieces"]]
    assert pegs == [("8", False), ("4", True), ("beside", False)]


PARTNERS = """game partners "Partners"
players 4
sides us "Us", them "Them"
layout squares of 1..20 : track 10
phase game
  keep runs of each side : 0..9 = 0
  keep tricks of each player : 0..9 = 0
  for each one in all player : add number of one to tricks of one
  for each team in all side : half for team
  win us
phase half for (batting: side) in game
  keep now : 0..9 = 0
  set now to number of batting
  set runs of batting to number of batting
  choose kept by lowest of all player
choice kept
  "How many do you keep?"
  pick many from 1..2
  default 1
measure runs_per_half per half = now
view table in game
  for each one in all player where tricks of one > 0 : seat of one "{tricks of one} taken", points runs of side of one
  board squares
    for each one in all player : counter of one at tricks of one
  score runs_per_half
    for each team in all side : total runs of team "R"
"""


def test_what_is_a_players_is_not_shown_at_the_partners() -> None:
    table = table_of(PARTNERS, dict.fromkeys(range(4), ""))
    scene = draw(table.look(False))
    assert [(each["note"], each["points"]) for each in scene["seats"]] == [
        *(("1 taken", 1), ("2 taken", 0), ("3 taken", 1), ("4 taken", 0)),
    ]
    [board] = things(scene, "board")
    assert [(each["of"], each["at"]) for each in board["pieces"]] == [(f"p{at}", str(at)) for at in range(1, 5)]
    assert [each["colour"] for each in board["pieces"]] == [each["colour"] for each in scene["seats"]]


def test_a_scoreboard_ends_with_the_game() -> None:
    table = table_of(PARTNERS, dict.fromkeys(range(4), ""))
    while not table.session.over:
        table.session.answer(table.session.stop.offered[0])  # type: ignore[union-attr]
    [score] = draw_ending(table.look(False))["sheets"]
    assert [row["cells"] for row in score["rows"]] == [["1"], ["2"]]


def test_who_decides_before_a_throw_sees_its_table() -> None:
    text = EVERYTHING.replace("  roll throw", "  choose filled by lowest of all player\n  roll throw", 1)
    rows = "  10- : nothing\n  11..12 : miss for highest of all player"
    text = text.replace("  7  : add 1 to misses\n  any : nothing", rows)
    table = table_of(text + 'rule miss "a miss, {one}" for (one: player)\n  add 1 to misses\n', {0: "Anna", 1: "Ben"})
    while not isinstance(table.session.stop, DecisionStop):
        table.session.roll()
    [chart] = things(draw(table.seen_from(0).look(True)), "chart")
    assert [(row["when"], row["what"]) for row in chart["rows"]] == [("10 or less", "nothing"), ("11 to 12", "a miss")]


LOTS = """\
game lots "Lots"

players 3

dice lot "the die" of each player = 1d6

phase game
  repeat 2 times
    for each one in all player
      roll lot of one
"""


def test_what_players_throw_one_after_another_lies_there_together() -> None:
    table, seen = table_of(LOTS, {0: "Anna"}), []
    while not table.session.over:
        table.session.roll()
        seen.append([each["who"] for each in things(draw(table.look(False)), "dice")])
    everybody = ["Anna", "Player 2", "Player 3"]
    assert seen == [everybody[:1], everybody[:2], everybody, everybody[:1], everybody[:2], everybody]


def test_a_table_that_the_roll_to_come_cannot_lead_to_is_not_shown() -> None:
    rules = load("marker")
    table = Table(rules.model, Session(Stepper(rules.program()), 1), lambda stop, view: stop.default, Setup({0: ""}))
    seen = []
    for _ in range(30):
        table.session.step(table.decide)
        if isinstance(stop := table.session.stop, ChanceStop) and table.program.dice[stop.dice].name == "throw":
            seen.append([chart["name"] for chart in things(draw(table.look(False)), "chart")])
    assert len(seen) > 5
    assert all(charts == ["the batter's throw"] for charts in seen)


def test_what_a_roll_can_lead_to_is_tried_once_for_all_who_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """And only where some chart can be ahead."""
    rules, tried = load("marker"), list[int]()
    table = Table(rules.model, Session(engine := Stepper(rules.program()), 1), lambda stop, view: 0, Setup({0: ""}))
    answer = engine.answer

    def count_tried() -> int:
        tried.clear()
        with monkeypatch.context() as patch:
            patch.setattr(engine, "answer", lambda *given: (tried.append(given[1]), answer(*given))[1])
            for seat in (0, 1, -1):
                draw(table.seen_from(seat).look(False))
        return len(tried)

    while not isinstance(stop := table.session.stop, ChanceStop) or table.program.dice[stop.dice].name != "throw":
        assert count_tried() == 0
        table.session.step(table.decide)
    assert count_tried() == stop.outcomes


@pytest.mark.parametrize("count", [40, 52])
def test_a_cross_is_a_round_of_squares_with_lanes_and_yards(count: int) -> None:
    board = place_members("cross", (), (), {number: str(number) for number in range(count)}, range(4))
    spots = list(board.spots.values())
    assert len({*spots, *board.beside.values()}) == count + 4 * ((count - 4) // 8 + 4)
    for (x, y), (next_x, next_y) in pairwise([*spots, spots[0]]):
        assert abs(x - next_x) + abs(y - next_y) == 1 or (count == 52 and abs(x - next_x) == abs(y - next_y) == 1)


def test_players_share_the_places_of_their_maps_that_lie_in_the_same_spot() -> None:
    board = draw_map([(0, "1 2"), (0, "3 ."), (1, "2 ."), (1, "3 1")], {1: "1", 2: "2", 3: "3"})
    assert board.find(0, 3) == board.find(1, 3)
    assert board.find(0, 1) == board.find(1, 2)
    assert len(list(board.list_places())) == 4


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("  bord squares", "there is no thing called `bord`"),
        ("  man of lowest of all player at 1", "expected `man` below `board`, found `man` by itself"),
        ("  board squares\n    tag \"here\"", "expected one of `man`"),
        ("  board squares\n    man 3 at 1", "expected `man of PLAYER`, found `man`"),
        ("  board squares\n    \"text\"", "expected a thing, found a text"),
        ("  board circle", "there is no layout called `circle`"),
        ("  hand squares", "`squares`"),
        ("  hand held by siut", "there is no kind called `siut`"),
        ("  hand held\n    order suit of card", "expected a number"),
        ("  lamps held of viewer to 3", "expected a number"),
        ("  lamps \"three\"", "expected a value, found a text"),
        ("  row stock, turnt stock", "there is no part called `turnt`"),
        ("  row stock, turned 3", "expected cards that lie there"),
        ("  row stock\n  count number of lowest of stock", "may not look"),
    ],
)
def test_a_thing_that_cannot_be_drawn_is_refused(lines: str, message: str) -> None:
    with pytest.raises(Rejected) as rejected:
        read(f"{DECLARED[: DECLARED.index('view table')]}view table in game\n{lines}\n")
    assert any(message in each.message for each in rejected.value.diagnostics)


@pytest.mark.parametrize("name", ["cribbage", "round_the_bases", "hearts", "five_card_draw", "liars_dice"])
def test_what_a_viewer_may_not_see_changes_nothing_in_the_scene(name: str) -> None:
    rules, random = load(name), Random(5)
    program = rules.program()
    session = Session(Stepper(program), 5)
    table = Table(rules.model, session, lambda stop, view: 0, Setup(dict.fromkeys(range(len(program.seats)), "")))
    redrawing, changed = Redrawer(program), 0
    while not session.over and changed < 4 and len(session.moments) < 60:
        stop = session.stop
        session.answer(random.choice(stop.offered)) if isinstance(stop, DecisionStop) else session.roll()
        if not isinstance(session.stop, DecisionStop):
            continue
        seat, moment = session.stop.chooser, session.moments[-1]
        face, before = table.seen_from(seat), moment.position
        first = draw(face.look(False))
        session.moments[-1] = replace(moment, position=redrawing.redraw(before, seat, Stream(len(session.moments), 1)))
        changed += session.position != before
        assert draw(face.look(False)) == first
        session.moments[-1] = moment
    assert changed or name == "liars_dice"


def test_places_with_words_for_names_are_named_in_lines() -> None:
    board = place_members("grid", (2, 2), (), {0: "anchor", 1: "crown", 2: "heart", 3: "club"}, [])
    thing: Any = {"kind": "board", "name": "the cloth", "shape": {"form": "grid"}, "size": board.size, "marks": []}
    counter = {"at": "crown", "sign": "P", "dress": "counter", "count": 1}
    lines = list(write_thing(thing | {"places": list(board.list_places()), "pieces": [counter]}, {}))
    assert lines == ["anchor   crown P", "heart    club"]


@pytest.mark.parametrize(
    ("at", "lines"),
    [
        ("aab", ["M2 M", "·  ·"]), ("aaa", ["M3 ·", "·  ·"]), ("abc", ["M  M", "M  ·"]),
        ("aaax", ["MX ·", "·  ·", "a: M3 X"]),
    ],
)  # fmt: skip
def test_the_columns_of_a_board_stay_where_they_are_while_men_move(at: str, lines: list[str]) -> None:
    board = place_members("grid", (2, 2), (), dict(enumerate("abcd")), [])
    thing: Any = {"kind": "board", "name": "board", "shape": {"form": "grid"}, "size": board.size, "marks": []}
    men = [{"at": where.replace("x", "a"), "sign": "MX"[where == "x"], "dress": "man", "count": 1} for where in at]
    assert list(write_thing(thing | {"places": list(board.list_places()), "pieces": men}, {})) == lines


def test_an_empty_place_of_a_map_shows_a_short_name() -> None:
    board = place_members("map", (2, 2), (), {0: "a1", 1: "home", 2: "7", 3: "b1"}, [])
    thing: Any = {"kind": "board", "name": "board", "shape": {"form": "map"}, "size": board.size, "marks": []}
    places = [each | {"x": at % 2, "y": at // 2} for at, each in enumerate(board.list_places())]
    men = [{"at": places[3]["id"], "sign": "M", "dress": "man", "count": 1}]
    assert list(write_thing(thing | {"places": places, "pieces": men}, {})) == ["a1 ·", "·  M"]


def test_cards_of_a_pack_have_prints_only_if_all_have() -> None:
    mixed = TURNED.replace("clubs, hearts", "clubs, coins")
    for text, shown in ((mixed, "two of clubs, two of coins"), (TURNED, "2♣, 2♥")):
        table = table_of(text, {0: "Anna"})
        assert write_views(look_at(table.model, table.session))["table"][1].startswith(f"shown: {shown}, ")


HEAPS = """game heaps "Heaps"
kind rank: one, two, three
kind suit: cups, coins
kind spot: 1..3
cards deck: rank of suit
pile stock             : deck, face down = all deck
pile heap of each spot : deck, face up
phase game
  deal 2 from stock to heap of 1
  deal from stock to heap of 3
  choose way by lowest of all player
choice way
  "Which way?"
  up   "up"
  down "down"
  default up
view heaps in game
  for each here in all spot where heap of here is not none : row heap of here
"""


def test_what_lies_in_a_numbered_place_is_seen_in_that_place() -> None:
    table = table_of(HEAPS, {0: "Anna"})
    list(table.go_on())
    rows = [each for each in draw(table.seen_from(0).look(False))["things"] if each["kind"] == "row"]
    assert [(each["id"], len(each["cards"])) for each in rows] == [("heap.1", 2), ("heap.3", 1)]
