"""Where answers lead: what stands where if they are given, and that nothing hidden decides what is shown of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.engine import ChanceStop, DecisionStop
from interpreter.play.session import Session
from interpreter.play.trace import narrate
from interpreter.program.sight import sees_slot
from interpreter.scene import draw, draw_ahead, foresee_only_answer, list_boxes_ahead
from interpreter.scene.drawing import Data
from interpreter.scene.ties import follow_picks
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.responding import respond
from tests.support.shipped import load


def table_at_a_choice(name: str, choice: str, seed: int = 5, players: int | None = None) -> Table:
    """A table of two people, as soon as a choice leaves something to choose."""
    rules = load(name)
    session = Session(Stepper(rules.program(players=players)), seed)
    table = Table(rules.model, session, lambda stop, view: 0, Setup(dict.fromkeys(range(rules.players[0]), "")))
    while not isinstance(stop := session.stop, DecisionStop) or len(stop.offered) < 2 or choice != name_of(table):
        session.answer(stop.offered[0]) if isinstance(stop, DecisionStop) else session.roll()
    return table


def name_of(table: Table) -> str:
    stop = table.session.stop
    return table.program.choices[stop.choice].name if isinstance(stop, DecisionStop) else ""


def stop_of(table: Table) -> DecisionStop:
    assert isinstance(table.session.stop, DecisionStop)
    return table.session.stop


def look_ahead(table: Table, *says: str) -> dict[str, list[tuple[str, str]]]:
    found = draw_ahead(table.seen_from(stop_of(table).chooser).look(True), says)
    return {say: [(piece["board"], piece["at"]) for piece in pieces] for say, pieces in found.items()}


def test_a_man_is_shown_where_his_move_leads() -> None:
    assert look_ahead(table_at_a_choice("backgammon", "man"), "6, 2", "8, 4", "9, 3") == {
        "6, 2": [("points", "2")], "8, 4": [("points", "4")],
    }  # fmt: skip


def test_men_may_wait_where_the_board_has_no_place_for_them() -> None:
    table = table_at_a_choice("royal_game_of_ur", "moved")
    [leads] = look_ahead(table, "0").values()
    assert {board for board, _ in leads} == {"path"}


def test_what_is_written_on_the_board_is_shown_as_it_would_be() -> None:
    table = table_at_a_choice("kalah", "house")
    [leads] = draw_ahead(table.seen_from(0).look(True), ["3"]).values()
    assert [lead["mark"] for lead in leads] == ["0", "5", "5", "5", "1"]


def test_a_ship_is_shown_where_it_would_lie_and_a_shot_shows_nothing() -> None:
    table = table_at_a_choice("battleships", "berth")
    assert look_ahead(table, "b2, down") == {"b2, down": [("fleet", f"b{row}") for row in range(2, 7)]}
    assert look_ahead(table_at_a_choice("battleships", "shot"), "a1") == {}


def test_what_is_hidden_from_the_chooser_changes_nothing_ahead() -> None:
    table = table_at_a_choice("battleships", "berth")
    session, says = table.session, ("a1, down", "c3, across")
    while stop_of(table).chooser == 0:
        session.answer(stop_of(table).offered[0])
    first, moment = look_ahead(table, *says), session.moments[-1]
    before = moment.position.slots
    hidden = [at for at in range(len(before)) if not sees_slot(table.program, 1, at)]
    hidden = [at for at in hidden if table.program.slots[at].name.startswith("lies")]
    assert len(hidden) == 100
    moved = dict(zip(hidden, reversed([before[at] for at in hidden]), strict=True))
    after = tuple(moved.get(at, now) for at, now in enumerate(before))
    assert after != before
    session.moments[-1] = replace(moment, position=replace(moment.position, slots=after))
    assert look_ahead(table, *says) == first != {}


def test_a_ship_is_one_thing_and_a_hit_is_seen_on_it() -> None:
    table = table_at_a_choice("battleships", "shot")
    table.session.answer(stop_of(table).offered[0])
    [fleet] = [each for each in draw(table.seen_from(1).look(False))["things"] if each["id"] == "fleet"]
    assert sorted(len(each["at"]) for each in fleet["bodies"]) == [2, 3, 4, 5]
    assert [each["sign"] for each in fleet["pieces"] if each["at"].endswith("a1")] == ["X"]
    assert len(fleet["pieces"]) == 14


def list_sources(table: Table) -> dict[str, str]:
    answers = draw(table.seen_from(stop_of(table).chooser).look(True))["answers"]
    return {answer["say"]: answer["from"] for answer in answers if answer.get("from")}


def test_an_answer_belongs_to_the_pile_that_the_rules_take_cards_from_if_no_other_does() -> None:
    table = table_at_a_choice("gin_rummy", "drawn")
    assert list_sources(table) == {"the_discard": "discards"}  # the other is to leave it
    for _ in range(3):  # take it, play on, and discard a card
        table.session.answer(stop_of(table).offered[0])
    assert list_sources(table) == {"the_discard": "discards", "the_stock": "stock"}
    blackjack = table_at_a_choice("blackjack", "play", 1)
    assert list_sources(blackjack) == {}  # another card, or one and twice the stake
    blackjack.session.answer(stop_of(blackjack).offered[0])
    blackjack.session.roll()
    assert list_sources(blackjack) == {"hit": "stock"}
    assert list_sources(table_at_a_choice("president", "play")) == {}


def test_an_only_answer_is_told_as_the_rules_tell_it_and_not_where_nothing_happens() -> None:
    table, told = table_at_a_choice("gin_rummy", "drawn"), list[str]()
    for _ in range(4):  # both leave the card, so that the first draws, who cannot knock
        stop = stop_of(table)
        if len(stop.offered) == 1:
            told.append(foresee_only_answer(table.seen_from(stop.chooser).look(False)))
        table.session.answer(stop.offered[-1])
        while not isinstance(table.session.stop, DecisionStop):
            table.session.roll()
    assert told == ["South draws from the stock. (The only choice.)", ""]
    lines = [each.text for moment in table.session.moments for each in narrate(table.program, moment)]
    assert lines[1:4] == ["South leaves it.", "North leaves it.", "South draws from the stock."]
    knocker = stop_of(table).chooser
    heard = [
        [each.text for moment in table.session.moments for each in narrate(table.program, moment, viewer)]
        for viewer in (knocker, 1 - knocker)
    ]
    assert [any("play on" in each for each in those) for those in heard] == [False, True], "not to whom it was forced"


def test_that_enough_is_picked_is_not_told_as_an_only_answer() -> None:
    table = table_at_a_choice("president", "play", 1)
    table.session.answer(stop_of(table).offered[0])
    table.session.answer(stop_of(table).offered[0])
    assert len(stop_of(table).offered) == 1
    assert foresee_only_answer(table.seen_from(stop_of(table).chooser).look(False)) == ""


def test_what_can_follow_on_picks_is_what_the_rules_offer_after_them() -> None:
    table = table_at_a_choice("president", "play", 1)
    look = table.seen_from(stop_of(table).chooser).look(True)
    assert follow_picks(look, ["3♣"]) == {"more": 0, "next": ["3♦"]}
    assert follow_picks(look, ["3♣", "3♦"]) == {"more": 0, "next": []}
    assert follow_picks(look, ["3♣", "7♣"]) == {"more": -1, "next": []}
    leader = stop_of(table).chooser
    while stop_of(table).chooser == leader:
        table.session.answer(stop_of(table).offered[0])
    look = table.seen_from(stop_of(table).chooser).look(True)
    assert draw(look)["takes"]["min"] == 2
    first = look.answers[0].say if look.answers else ""
    assert follow_picks(look, [first])["more"] == 1


def dice_of(table: Table) -> list[tuple[str, bool]]:
    thrown: list[Data] = [each for each in draw(table.seen_from(0).look(False))["things"] if each["kind"] == "dice"]
    return [(die["face"], die["used"]) for die in thrown[-1]["dice"]]


def test_the_dice_show_what_is_left_of_them_and_doubles_lie_there_four_times() -> None:
    table = table_at_a_choice("backgammon", "man")
    session = table.session
    for dice, faces in (((3, 3), ["3"] * 4), ((6, 1), ["6", "1"])):
        while isinstance(stop := session.stop, DecisionStop):
            session.answer(stop.offered[0])
        assert isinstance(stop, ChanceStop)
        rolled = table.program.dice[stop.dice]
        session.answer(next(each for each in range(stop.outcomes) if rolled.name_outcome(each) == dice))
        assert dice_of(table) == [(face, False) for face in faces]
        session.answer(stop_of(table).offered[0])
        assert [face for face, _ in dice_of(table)] == faces
        assert sum(used for _, used in dice_of(table)) == 1


@pytest.mark.parametrize("name", ["backgammon", "ludo"])
def test_whoever_looks_on_sees_the_boards_where_nothing_is_hidden(name: str) -> None:
    table = table_at_a_choice(name, {"backgammon": "man", "ludo": "moved"}[name])
    [board] = [each for each in draw(table.seen_from(-1).look(False))["things"] if each["kind"] == "board"]
    assert len(board["pieces"]) >= 8


def test_dice_that_are_kept_throw_the_others_at_once_and_lie_first_until_they_are_thrown_again() -> None:
    table = table_at_a_choice("yacht", "kept")
    face = table.seen_from(0)

    def show() -> tuple[str, list[tuple[str, bool]]]:
        [dice] = [each for each in draw(face.look(False))["things"] if each["kind"] == "dice"]
        return dice["called"], [(die["face"], die.get("held", False)) for die in dice["dice"]]

    words = {each["say"]: each["long"] for each in draw(face.look(True))["answers"]}
    assert (words["none"], words["1, 3"], words["1, 2, 3, 3, 4"]) == ("Roll all 5 again", "Roll 3 again", "Keep all 5")
    respond(table, "1, 3")
    assert show()[1][:3] == [("3", True), ("1", True), ("2", False)]
    list(table.go_on())
    assert show() == ("the dice, throw 2 of 3", [("1", True), ("3", True), ("2", False), ("2", False), ("3", False)])
    respond(table, "none")
    list(table.go_on())
    assert not any(held for _, held in show()[1])
    assert table.undo()
    assert show()[0] == "the dice, throw 2 of 3"


def step(table: Table, line: str) -> tuple[str, int]:
    """What is asked after a line, and how many moments that took."""
    number = len(table.session.moments)
    respond(table, line)
    list(table.go_on())
    return table.question.kind if table.question else "", len(table.session.moments) - number


@pytest.mark.parametrize(("name", "players"), [("pig", 1), ("pig", 2), ("farkle", 2), ("four_dice_to_the_top", 2)])
def test_an_answer_to_throw_again_throws_and_is_undone_with_the_throw_but_no_turn_begins_by_itself(
    name: str, players: int
) -> None:
    table = table_at_a_choice(name, "going_on", players=players)
    assert step(table, "1")[1] > 1
    assert table.undo()
    assert step(table, "2")[0] == "roll"


def test_dice_laid_aside_are_marked_before_it_is_decided_whether_the_others_are_thrown() -> None:
    table = table_at_a_choice("farkle", "laid_aside")
    words = [each["long"] for each in draw(table.seen_from(0).look(True))["answers"]]
    assert not any("again" in each for each in words)
    respond(table, "")
    [dice] = [each for each in draw(table.look(True))["things"] if each["kind"] == "dice"]
    assert 0 < sum("held" in die for die in dice["dice"]) < 6


def test_a_box_that_the_next_question_asks_for_is_filled_at_once_and_undone_at_once() -> None:
    table = table_at_a_choice("yacht", "kept")
    look = table.seen_from(0).look(True)
    boxes = {each.name: each.words for each in list_boxes_ahead(look, draw(look)["things"])}
    assert (len(boxes), boxes["threes"]) == (13, "Fill threes")
    start = table.session.position
    assert "cannot choose `seven`" in respond(table, "seven").lines[0]
    respond(table, "Threes")
    told = [each.text for moment in table.session.moments for each in narrate(table.program, moment)]
    assert "Player 1 has 6 in threes." in told
    assert table.undo()
    assert table.session.position == start
    assert len(table.redo()) == 2


@pytest.mark.parametrize(("name", "choice"), [("farkle", "laid_aside"), ("yacht", "filled")])
def test_no_box_is_ahead_where_there_are_none_or_they_are_asked_for_already(name: str, choice: str) -> None:
    look = table_at_a_choice(name, choice).look(True)
    assert list_boxes_ahead(look, draw(look)["things"]) == []


def test_a_bone_can_be_tapped_at_the_end_of_the_line_where_the_rules_lay_it() -> None:
    table = table_at_a_choice("dominoes", "placed", 3)
    assert next(each for each in draw(table.look(False))["things"] if each["kind"] == "pile")["tiles"]
    while not isinstance(table.session.stop, DecisionStop) or len(names_of_line(table)) < 3:
        stop = table.session.stop
        table.session.answer(stop.offered[0]) if isinstance(stop, DecisionStop) else table.session.roll()
    line = names_of_line(table)
    answers = draw(table.seen_from(stop_of(table).chooser).look(True))["answers"]
    assert answers
    for answer in answers:
        end = line[0] if answer["label"].endswith("left") else line[-1]
        assert answer["on"] == [answer["on"][0], end]
        assert answer["to"] == end


def names_of_line(table: Table) -> list[str]:
    [line] = [thing for thing in draw(table.look(False))["things"] if thing["id"] == "line"]
    return [card["id"] for card in line["cards"]]
