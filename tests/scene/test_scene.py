"""What lies on the table, as data: what a game gets that says nothing about it, and that nothing hidden is in it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from interpreter.api import load
from interpreter.bots.redraw import Redrawer
from interpreter.chance import Stream
from interpreter.engine import DecisionStop
from interpreter.play.session import Session
from interpreter.scene import Furniture, draw
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from tests.support.seated import table_of

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
    return draw(Furniture(table.model, table.program), face, seat == 0)


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


def test_who_is_not_asked_gets_no_answers() -> None:
    scene = scene_of(EVERYTHING, 1)
    assert "answers" not in scene
    assert [each["of"] for each in things(scene, "hand")] == ["p2"]


@pytest.mark.parametrize("name", ["cribbage", "round_the_bases", "hearts", "five_card_draw", "liars_dice"])
def test_what_a_viewer_may_not_see_changes_nothing_in_the_scene(name: str) -> None:
    rules, random = load(name), Random(5)
    program = rules.program()
    session = Session(Stepper(program), 5)
    table = Table(rules.model, session, lambda stop, view: 0, Setup(dict.fromkeys(range(len(program.seats)), "")))
    furniture, redrawing, changed = Furniture(rules.model, program), Redrawer(program), 0
    while not session.over and changed < 4 and len(session.moments) < 60:
        stop = session.stop
        session.answer(random.choice(stop.offered)) if isinstance(stop, DecisionStop) else session.roll()
        if not isinstance(session.stop, DecisionStop):
            continue
        seat, moment = session.stop.chooser, session.moments[-1]
        face, before = table.seen_from(seat), moment.position
        first = draw(furniture, face, False)
        session.moments[-1] = replace(moment, position=redrawing.redraw(before, seat, Stream(len(session.moments), 1)))
        changed += session.position != before
        assert draw(furniture, face, False) == first
        session.moments[-1] = moment
    assert changed or name == "liars_dice"
