"""Why something is as it is, in the words of the game: at a line, at a seat, for what is not offered."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.party import Party
from interpreter.party.reasons import explain, explain_refusal
from interpreter.play.session import Session
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from tests.support.seated import table_of
from tests.support.shipped import load
from tests.support.small_games import PASSING

pytestmark = pytest.mark.quick

HANDS = """game hands "Hands"
  source "Kitchen Table Games, 1901"
players 2
dice die = 1d6
phase game
  keep points of each player : 0..99 = 0
  keep turn : player = lowest of all player
  repeat throw until points of turn > 40
  win turn
phase throw in game
  in words "Show paper or stone, but stone only while you have nothing." also for shown
  set turn to next of turn
  choose shown by turn
  roll die for turn
  counted(total of die)
choice shown
  "What do you show?"
  paper "paper"
  well  "well"
  stone "stone" when points of turn is 0
  default paper
rule counted "count {many}" (many: 1..6)  cite "Counting" HA-01
  in words "Every point of the die counts 2."
  say "{turn} makes {2 * total of die}."
  say "  the die: {total of die}"
  say "  twice that for {turn}"
  add 2 * total of die to points of turn
view seats
  for each one in all player : seat of one, points points of one
"""


@pytest.fixture
def party() -> Party:
    made = Party(table_of(HANDS, {0: "Anna", 1: "Ben"}))
    for _ in range(3):
        list(made.go_on())
        question = made.table.question
        assert question is not None
        made.say(made.places[f"seat{question.seat}"], "")
        made.say(made.places[f"seat{question.seat}"], "")
    return made


def ask(party: Party, **message: object) -> list[dict[str, Any]]:
    return list(explain(party, party.places["seat0"], message)["reasons"])


def test_a_line_is_told_with_its_details_and_the_rule_behind_it_with_its_words_and_where_it_comes_from(
    party: Party,
) -> None:
    counted = next(each for each in party.table.session.moments if len(each.events) > 5)
    (*_, reason) = ask(party, why=counted.number)
    assert reason["text"].startswith("Ben makes ")
    assert [each.split(":")[0] for each in reason["details"]] == ["the die", "twice that for Ben"]
    (rule,) = reason["rules"]
    assert (rule["title"], rule["words"]) == ("count", ["Every point of the die counts 2."])
    assert rule["cited"] == "Kitchen Table Games, 1901, Counting"
    assert ".rules" not in str(reason), "files and lines stay in the workbench"


def test_a_detail_is_explained_with_its_line(party: Party) -> None:
    counted = party.table.session.moments[-1]
    (whole,) = [each for each in ask(party, why=counted.number) if each["details"]]
    events = list(range(len(counted.events)))
    assert any(ask(party, why=counted.number, at=at) == [whole] for at in events)
    assert not ask(party, why=counted.number, at=10_000)


def test_a_seat_says_what_last_changed_there(party: Party) -> None:
    texts = {seat: str(ask(party, why=seat)) for seat in ("p1", "p2")}
    assert "Anna makes" in texts["p1"]
    assert "Ben makes" in texts["p2"]
    assert explain(party, party.places["seat0"], {"why": "p9"})["text"] == "Nothing has led to this yet."


def test_what_is_not_offered_is_refused_in_the_words_of_the_rules(party: Party) -> None:
    list(party.go_on())
    question = party.table.question
    while question is not None and question.kind == "roll":
        party.say(party.places[f"seat{question.seat}"], "")
        list(party.go_on())
        question = party.table.question
    assert question is not None
    refused: Any = explain_refusal(party, party.places[f"seat{question.seat}"], "stone")["refused"]
    assert refused["text"] == "Not now: stone."
    assert refused["words"] == ("Show paper or stone, but stone only while you have nothing.",)
    assert refused["choose"] == "You can choose paper or well."
    assert refused["rules"] == [{"title": "throw", "words": (), "cited": "Kitchen Table Games, 1901"}]
    assert "points of turn" not in str(refused), "conditions as they are written stay in the workbench"
    party.shows_traces = True
    refused = explain_refusal(party, party.places[f"seat{question.seat}"], "stone")["refused"]
    assert any("points of turn" in line for line in refused["trace"])


def test_a_question_says_why_it_is_asked_and_why_the_rest_of_what_lies_there_may_not_be_chosen() -> None:
    party = Party(table_of(PASSING, {0: "Anna", 1: "Ben"}))
    for key in ("seat0", "seat1", "seat0"):
        list(party.go_on())
        party.say(party.places[key], "")
    party.say(party.places["seat0"], "")
    asked: Any = explain(party, party.places["seat1"], {"why": True})["asked"]
    assert asked["text"] == "Which card do you play?"
    assert asked["words"] == ("Each plays a card.",)
    assert asked["choose"] == "You can choose 3♥, 4♥, 5♥ or 6♥."
    assert asked["barred"] == [{"names": "2♣", "words": ("Follow suit if you can.",)}]
    assert explain(party, party.places["seat0"], {"why": True})["asked"] is None, "it is not asked here"


def test_a_roll_says_what_the_rules_say_of_the_phase_it_is_in(party: Party) -> None:
    list(party.go_on())
    question = party.table.question
    assert question is not None
    party.say(party.places[f"seat{question.seat}"], "")
    asked: Any = explain(party, party.places[f"seat{question.seat}"], {"why": True})["asked"]
    assert asked["text"] == "Now roll the dice."
    assert asked["words"] == ("Show paper or stone, but stone only while you have nothing.",)


def test_a_rule_without_a_title_has_that_of_the_one_whose_words_speak_for_it() -> None:
    party = Party(table_of(PASSING, {0: "Anna", 1: "Ben"}))
    for key in ("seat0", "seat1", "seat0"):
        list(party.go_on())
        party.say(party.places[key], "")
    party.say(party.places["seat0"], "")
    titles = {rule["title"] for each in ask(party, why=True) for rule in each["rules"]}
    assert titles == {"trick"}


def test_the_narrowest_rule_that_forbids_something_is_the_one_that_is_said() -> None:
    party = Party(table_of(PASSING, {0: "Anna", 1: "Ben"}))
    for key in ("seat0", "seat1", "seat0"):
        list(party.go_on())
        party.say(party.places[key], "")
    party.say(party.places["seat0"], "")
    party.shows_traces = True
    refused: Any = explain_refusal(party, party.places["seat1"], "2 of Clubs")["refused"]
    assert refused["words"] == ("Follow suit if you can.",)
    assert "`suit of card is led` is not true: suit of card is Clubs" in refused["trace"][-1]


def test_a_place_that_is_part_of_no_answer_is_refused_without_a_list_of_all_others() -> None:
    rules = load("battleships")
    table = Table(rules.model, Session(Stepper(rules.program()), 5), lambda stop, view: 0, Setup({0: "", 1: ""}))
    refused = explain_refusal(made := Party(table), made.places["seat0"], "j10")["refused"]
    assert refused["text"] == "Not now: j10."
    assert any("straight" in each for each in refused["words"])
    assert not refused["trace"]


def test_what_is_not_in_a_set_that_is_defined_is_refused_by_what_it_is_defined_by() -> None:
    rules = load("kalah")
    table = Table(rules.model, Session(Stepper(rules.program()), 5), lambda stop, view: 0, Setup({0: "", 1: ""}))
    made = Party(table)
    made.shows_traces = True
    refused: Any = explain_refusal(made, made.places["seat0"], "13")["refused"]
    assert refused["words"] == ("Your houses are those before you, and your store is at the right of them.",)
    assert [each.split(" (")[0].strip() for each in refused["trace"][1:]] == [
        "it is not in `full`: 1 and 2 and 3 and 4 and 5 and 6",
        "it is not in `own_houses`: 1 and 2 and 3 and 4 and 5 and 6",
    ]


KNOCKING = """game small "A Small Game"
players 2
phase game
  in words "Whoever has little left may knock." also for little
  keep left_over of each player : 0..9 = 5
  choose way by lowest of all player
choice way
  "What do you do?"
  wait  "wait"
  stay  "stay"
  knock "knock" when left_over of chooser is 9 or little(chooser)
  default wait
define little (one: player) = left_over of one < 3
"""


def test_of_conditions_none_of_which_holds_the_one_with_words_is_told() -> None:
    table = table_of(KNOCKING, {0: "Anna"})
    list(table.go_on())
    made = Party(table)
    made.shows_traces = True
    refused: Any = explain_refusal(made, made.places["seat0"], "knock")["refused"]
    assert refused["words"] == ("Whoever has little left may knock.",)
    assert "`left_over of one < 3` is not true" in refused["trace"][-1]


def test_what_a_later_question_asks_for_says_which_one_comes_first() -> None:
    rules = load("yacht")
    table = Table(rules.model, Session(Stepper(rules.program()), 5), lambda stop, view: 0, Setup({0: "Anna"}))
    made = Party(table)
    refused: Any = explain_refusal(made, made.places["seat0"], "full house")["refused"]
    assert refused["text"] == "Not now: full house. Now roll the dice."
    table.roll()
    refused = explain_refusal(made, made.places["seat0"], "full house")["refused"]
    assert refused["text"] == "Not now: full house. Which dice do you keep?"
    assert refused["words"][0] == "“Which box do you fill?” comes later."
    assert refused["rules"][0]["cited"].startswith("Reiner Knizia")


def test_answers_in_parts_are_not_listed_in_a_sentence() -> None:
    rules = load("backgammon")
    table = Table(rules.model, Session(Stepper(rules.program()), 7), lambda stop, view: 0, Setup({0: "Anna", 1: "Ben"}))
    while table.question is not None and not table.question.parts:
        table.roll()
    party = Party(table)
    place = next(each for each in party.places.values() if party.may_answer(each))
    asked: Any = explain(party, place, {"why": True})["asked"]
    assert (asked["text"], asked["choose"]) == ("Which man do you move, and where to?", "")
