"""The table: seats and names, hidden hands, why not, an umpire, real dice and cards."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from interpreter.cli import main
from interpreter.engine import Rolled
from interpreter.play.move_parsing import is_total_enough
from interpreter.play.trace import narrate
from interpreter.table import Table, respond
from interpreter.table.absent import list_absent
from interpreter.table.seats import BOT, SeatAssignment
from tests.support.paths import ROOT, read_game
from tests.support.seated import table_of
from tests.support.shipped import load
from tests.support.small_games import MARKS, RACE, TRICKS, marks, race, tricks

STEALING = read_game("stealing.rules")


def said(table: Table, *lines: str) -> list[str]:
    """What is said to the last of some typed lines, when bots and dice have gone on after each."""
    reply = None
    for line in lines:
        list(table.go_on())
        reply = respond(table, line)
    assert reply is not None
    return [*reply.lines, *("  ".join(row) for row in reply.rows)]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    return Play(tmp_path, monkeypatch, capsys)


class Play:
    """`groundrules play` with a text and typed lines."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        self.code = 0

    def __call__(self, text: str, *words: str, typed: tuple[str, ...] = ()) -> str:
        path = self.folder / "game.rules"
        path.write_text(text)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        self.code = main(["play", str(path), "--no-save", *words])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        return str(out + err)


# ---- seats


def test_people_are_called_by_their_names(play: Play) -> None:
    text = play(RACE, "--seat", "1=human:Anna", "--seat", "2=bot:daring", "--seed", "3", typed=("", ""))
    assert text.startswith("Race to Ten, seed 3\nAnna: you\nPlayer 2: bot (daring)\n")
    assert "Anna: Safe, or double or nothing?" in text
    assert "    Anna rolls die" in text
    assert "Anna 0 of 10" in text


def test_where_sides_play_a_name_stands_beside_the_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    main(["play", "two_dice", "--seat", "red=human:Anna", "--seed", "7"])
    text = capsys.readouterr().out
    assert "\nRed: Anna\nBlue: bot\n" in text
    assert "Anna (Red): press Enter to roll" in text


@pytest.mark.parametrize("name", ["\x1b[2J", "x" * 31, " ", "a\tb", "/"])
def test_a_name_that_is_none_is_refused(play: Play, name: str) -> None:
    text = play(RACE, "--seat", f"1=human:{name}")
    assert play.code == 2
    assert text.startswith("error[player-unknown]")
    assert "\x1b" not in text


def test_two_people_of_one_name_are_refused(play: Play) -> None:
    assert "two players are called `Anna`" in play(RACE, "--seat", "1=human:Anna", "--seat", "2=human:anna")


# ---- hidden hands


@pytest.mark.quick
def test_the_keyboard_is_handed_over_where_something_is_hidden(play: Play) -> None:
    text = play(TRICKS, "--seat", "1=human:Anna", "--seat", "2=human:Ben", "--seed", "2", typed=("", "", "", "", ""))
    shown, (first, second, third) = text.split("\n" * 60)[0::2], text.split("\n" * 60)[1:6:2]
    assert first.strip() == third.strip() == "Hand the keyboard to Anna, then press Enter.\n>"
    assert second.strip() == "Hand the keyboard to Ben, then press Enter.\n>"
    hands = [re.search(r"^((?:\w+ of \w+|joker)(?:, | and )?){3}$", part, re.MULTILINE) for part in shown]
    assert hands[1] is not None
    assert hands[1][0] not in first + second + third + shown[2], "only Anna sees her hand"
    assert "Anna chooses lead" in shown[2] or "Anna: Which" not in shown[2]


def test_who_takes_the_keyboard_is_told_what_has_happened_since(play: Play) -> None:
    typed = ("", "2", "", "2", "", "2")
    text = play(TRICKS, "--seat", "1=human:Anna", "--seat", "2=human:Ben", "--seed", "2", typed=typed)
    after = text.split("Hand the keyboard to Ben, then press Enter.")[1]
    assert "Anna chooses lead: " in after.split("Ben: Which card?")[0]


def test_what_was_taken_back_is_not_told_again(play: Play) -> None:
    typed = ("", "2", "", "undo", "", "3", "", "quit")
    text = play(TRICKS, "--seat", "1=human:Anna", "--seat", "2=human:Ben", "--seed", "2", typed=typed)
    after = text.split("Hand the keyboard to Anna, then press Enter.")[2]
    assert "Anna chooses lead: " not in after.split("Anna: Which card?")[0]


def test_there_is_no_handing_over_where_nothing_is_hidden_or_one_person_plays(play: Play) -> None:
    assert "Hand the keyboard" not in play(RACE, "--seat", "all=human", typed=("", "", ""))
    assert "Hand the keyboard" not in play(TRICKS, "--seat", "1=human", typed=("", "", ""))


def test_while_the_keyboard_changes_hands_nobodys_cards_are_shown() -> None:
    table = table_of(TRICKS, {0: "Anna", 1: "Ben"})
    list(table.go_on())
    assert table.hand_over == "Anna"
    before = table.views["table"]
    table.confirm_hand_over()
    assert table.hand_over == ""
    assert len(table.views["table"]) == len(before) + 1
    assert "hold" not in " ".join(respond(table, "why").lines)
    respond(table, "1")
    assert table.hand_over == "Ben"
    assert table.views["table"] != before or len(table.views["table"]) == len(before)


def test_why_shows_no_row_of_a_hidden_key_or_a_value() -> None:
    hidden = table_of(read_game("leak.rules"), {0: "Anna", 1: "Ben"})
    assert said(hidden, "why") == [*["dealt to Anna: a card"] * 2, *["dealt to Ben: a card"] * 2]
    faced = read_game("leak.rules").replace("deck, seen by its player", "deck, face up")
    table = table_of(faced.replace("0+, face down = 0", "0+ = 0"), {0: "Anna", 1: "Ben"})
    assert "table worth" not in " ".join(said(table, "why"))
    assert "table noted" in " ".join(said(table, "why"))


# ---- why not


def test_why_not_goes_down_to_the_part_that_does_not_hold() -> None:
    table = table_of(STEALING, {0: "", 1: ""})
    assert said(table, "why not second") == [
        "You cannot choose `second` for steal (<text>:20), because",
        "  `may_steal` is not true (<text>:22)",
        "  `bold or may_leave(thieves)` is not true (<text>:18)",
        "  `may_leave` is not true (<text>:18)",
        "  `thieves is none or highest of thieves is first` is not true (<text>:19)",
    ]
    assert (
        said(table, "why not first and second")[-1]
        == "  `size of thieves < 2` is not true: size of thieves is 2 (<text>:18)"
    )
    assert said(table, "why not third") == [
        "You cannot choose `third` for steal (<text>:20), because",
        "  it is not in `bases`: first and second (<text>:22)",
    ]
    assert said(table, "why not none") == ["You can choose `none`: it is answer 1."]
    assert said(table, "why not fourth")[0].startswith("You cannot choose `fourth` now; ")


@pytest.mark.quick
def test_why_not_tells_the_values_that_are_compared() -> None:
    table = table_of(STEALING, {1: ""})
    assert said(table, "why not shift") == [
        "You cannot choose `shift` for order (<text>:24), because",
        "  `outs > 4` is not true: outs is 0 (<text>:27)",
    ]


@pytest.mark.quick
def test_why_not_alone_lists_what_is_not_offered() -> None:
    table = table_of(STEALING, {0: "", 1: ""})
    assert said(table, "why not") == [
        "Not offered: second, first and second, third, first and third, second and third, first and second and third. "
        "Type `why not` and one of them to see why."
    ]
    assert said(table_of(RACE, {0: ""}), "why not") == ["Every answer is offered."]


def test_why_not_shows_dice_as_they_lie() -> None:
    text = (ROOT / "rulesets" / "classics" / "yacht.rules").read_text(encoding="utf-8")
    table = table_of(text, {0: ""}, own_dice=False)
    list(table.go_on())
    absent = list_absent(table)
    assert absent
    assert re.fullmatch(r"  it is not in `throw`: \d(, \d){4} \(<text>:\d+\)", said(table, f"why not {absent[0]}")[-1])


def test_why_not_looks_back_when_a_roll_is_due() -> None:
    table = table_of(STEALING, {0: "", 1: ""})
    found = said(table, "1", "stand", "why not second")
    because = "You cannot choose `second` for steal (<text>:20), because"
    assert found[:2] == ["When you could last choose that:", because]
    assert said(table, "why not steal") == [
        "`steal` is chosen at <text>:14; now the game waits for Player 1 to roll die (1d6)."
    ]


def test_why_not_tells_nothing_of_others_hands() -> None:
    table = table_of(TRICKS, {0: "Anna"})
    list(table.go_on())
    respond(table, "1")
    list(table.go_on())
    replies = {said(table, f"why not {card} of {suit}")[0] for card in ("two", "ace") for suit in ("clubs", "hearts")}
    assert all("Player 2" not in each for each in replies)


# ---- an umpire


@pytest.mark.quick
def test_an_umpire_overrules_the_last_roll() -> None:
    table = table_of(RACE, {0: "Anna", 1: "Ben"})
    said(table, "1", "")
    before = [event.outcome for event in table.session.events if isinstance(event, Rolled)]
    assert before == [4]
    reply = respond(table, "umpire: roll 2")
    assert [moment.ruling for moment in reply.moments] == ["The umpire rules: die is 2."]
    assert [event.outcome for event in table.session.events if isinstance(event, Rolled)] == [1]
    assert respond(table, "undo").lines[0].startswith("Taken back: ")
    assert [event.outcome for event in table.session.events if isinstance(event, Rolled)] == before
    assert respond(table, "redo").lines == ("Done again.",)
    assert [event.outcome for event in table.session.events if isinstance(event, Rolled)] == [1]


def test_an_umpire_overrules_choices_and_states() -> None:
    table = table_of(RACE, {0: "Anna", 1: "Ben"})
    said(table, "2", "umpire choose safe")
    log = said(table, "log")
    assert log == ["The umpire rules: tempo is as far as the die says."]
    assert said(table, "umpire score of player 2 = 9", "show") == ["Anna 0 of 10", " ___ ", "|.  |  gained 0"]
    assert said(table, "", "show")[0] == "Ben 9 of 10"
    assert "score of Ben is 0; it was 9." in said(table, "umpire score of Ben = 0", "log")[-1]


PAIRS = """
game pairs "Pairs"

kind row: red, yellow
kind square: 2..12

dice die = 1d6

phase game
  keep crossed : set of row and square = none
  repeat 3 times
    roll die
    set crossed to crossed with (red, 2 + total of die)

view sheet
  "{crossed}"
"""


def test_an_umpire_writes_pairs_as_they_are_shown() -> None:
    table = table_of(PAIRS, {0: "Anna"})
    assert said(table, "umpire crossed = (red, 5) and (yellow, 3)", "show") == ["(red, 5) and (yellow, 3)"]
    assert said(table, "umpire crossed = (red, 2), (red, 4)", "show") == ["(red, 2) and (red, 4)"]


SHARED = PAIRS.replace("keep crossed :", "keep share : -1..10 in fifths = 1\n  keep crossed :")


@pytest.mark.parametrize("typed", ["7.2 7.2", "36/5 7.2", "7 1/5 7.2", "8 8", "-1/5 -0.2"])
def test_an_umpire_types_fractions_in_every_way(typed: str) -> None:
    table, (typed, _, shown) = table_of(SHARED, {0: "Anna"}), typed.rpartition(" ")
    assert said(table, f"umpire share = {typed}", "log")[-1] == f"The umpire rules: share is {shown}; it was 1."


@pytest.mark.parametrize("typed", ["7.3", "1/0", "11", "half", "7 7", ""])
def test_an_umpire_types_no_other_fractions(typed: str) -> None:
    table = table_of(SHARED, {0: "Anna"})
    said(table, f"umpire share = {typed}")
    assert table.session.position.slots[[each.name for each in table.session.program.slots].index("share")] == 5


def test_an_umpire_rules_by_what_a_roll_leads_to() -> None:
    table = table_of(RACE, {0: "Anna", 1: "Ben"})
    said(table, "1", "")
    assert said(table, "umpire: jump", "log")[0] == "The umpire rules: die is 6."
    assert said(table, "umpire wal", "log")[0] == "The umpire rules: die is 2."
    assert said(table, "umpire wolk") == ["`wolk` is not a ruling; did you mean `umpire walk`?"]
    assert said(table, "umpire runner safe")[0].endswith("; the last roll could have led to: jump, walk.")
    assert said(table, "2", "umpire safe", "log")[-1] == "The umpire rules: tempo is as far as the die says."
    assert said(table, "undo", "log")[-1] == "Ben chooses tempo: twice as far, from 4 on"


@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        ("", "The ruling after `umpire` is missing; write `umpire roll 4+4`"),
        ("runner safe", "`runner safe` is not a ruling; write"),
        ("roll 9", "`9` is not a roll of die"),
        ("card ace", "There has been no card yet"),
        ("choose thrice", "You cannot choose `thrice` now"),
        ("gained = 25", "`gained` cannot be `25`; write a whole number from 0 to 24."),
        ("gained = x", "`gained` cannot be `x`"),
        ("goal = 3", "There is nothing called `goal` in the game now"),
        ("mover = third", "`mover` cannot be `third`; write one of `player_1`, `player_2`."),
        ("score = 3", "There is nothing called `score` in the game now; the umpire can change `score of Player 1`"),
        ("= 3", "There is nothing called `` in the game now"),
    ],
)
def test_a_ruling_that_cannot_be_gets_a_sentence(ruling: str, reason: str) -> None:
    table = table_of(RACE, {0: "", 1: ""})
    said(table, "1", "")
    before = list(table.session.moments)
    assert said(table, f"umpire {ruling}")[0].startswith(reason)
    assert list(table.session.moments) == before


def test_an_umpire_is_not_told_what_a_hidden_hand_could_have_done() -> None:
    table = table_of(TRICKS, {0: "Anna", 1: "Ben"})
    told = said(table, "1", "umpire choose ace of diamonds")[0]
    assert told.startswith("The umpire cannot change lead here, since what can be chosen depends on something hidden: ")
    for each in tricks().model.kinds["pack"].shown:
        assert said(table, f"umpire choose {each}")[0] == told


def test_sets_members_and_counters_can_be_ruled_on() -> None:
    table = table_of(STEALING, {0: "", 1: ""})
    for ruling, shown in (
        ("bases = third", "bases is third; it was first and second."),
        ("bases = first, second", "bases is first and second; it was third."),
        ("bases = none", "bases is none; it was first and second."),
        ("outs = 2", "outs is 2; it was 0."),
    ):
        assert said(table, f"umpire {ruling}", "log")[-1] == f"The umpire rules: {shown}"
    assert "one or several of" in said(table, "umpire bases = fourth")[0]


def test_what_a_phase_keeps_is_ruled_on_while_it_lasts_only() -> None:
    between = RACE.replace("  repeat turn", "  choose sides by mover\n  repeat turn", 1)
    between += '\nchoice sides\n  "Heads?"\n  head "heads"\n  tail "tails"\n  default head\n'
    table = table_of(between, {0: "", 1: ""})
    assert said(table, "umpire gained = 3")[0].startswith("There is nothing called `gained` in the game now")


def test_a_counter_is_ruled_on_below_its_limit_only() -> None:
    table = table_of(RACE.replace("keep gained : 0..24 = 0", "count gained to 3 : end turn"), {0: "", 1: ""})
    assert said(table, "umpire gained = 3")[0] == "`gained` cannot be `3`; write a whole number from 0 to 2."
    assert said(table, "umpire gained = 2", "log") == ["The umpire rules: gained is 2; it was 0."]


def test_open_cards_can_be_ruled_on_and_hidden_ones_not() -> None:
    table = table_of(TRICKS, {0: "", 1: ""})
    assert said(table, "umpire card joker")[0].startswith("There has been no card yet")
    turned = TRICKS.replace("  shuffle stock\n  for", "  shuffle stock\n  deal from stock to played\n  for", 1)
    table = table_of(turned, {0: "", 1: ""})
    list(table.go_on())
    shape = table.program.shapes[table.program.zones[0].shape]
    assert said(table, "umpire card ace of clubs", "log")[0] == "The umpire rules: the card is ace of clubs."
    assert "ace of clubs" in shape.labels


# ---- real dice, real cards


def test_the_table_waits_for_real_dice_and_checks_them(play: Play) -> None:
    typed = ("north", "", "4+5+6", "8", "13", "9", "east", "6+7", "4+4")
    text = play(MARKS, "--seat", "1=human:Anna", "--dice", "ask", typed=typed)
    assert "Anybody: throw 2 dice for pair, and type the faces, as in 1+2, or their total where that is enough." in text
    assert "The game waits for you: type what your dice or cards show." in text
    assert "`4+5+6` is not a roll of pair (2d6)" in text
    assert "The total 8 is not enough: it matters what each die of pair shows" in text
    assert "`13` is not a roll of pair" in text
    assert "    pair 9\n" in text, "of a total the faces are not known"


def test_bots_dice_are_thrown_by_people_too(play: Play) -> None:
    text = play(RACE, "--seat", "1=human:Anna", "--dice", "ask", typed=("1", "4", "6"))
    assert "Player 2: throw 1 die for die, and type what it shows." in text
    assert "    Player 2 rolls die 6\n" in text


def test_bots_alone_can_play_with_dice_that_people_throw(play: Play) -> None:
    text = play(RACE, "--seat", "all=bot", "--dice", "ask", "--set", "goal=5", typed=("x", "6"))
    assert "`x` is not a roll of die" in text
    assert text.endswith("Player 1 wins.\n")


def test_a_total_is_enough_exactly_where_nothing_looks_at_the_faces() -> None:
    def enough(name: str, dice: str) -> list[int]:
        program = load(name).program()
        number = next(at for at, info in enumerate(program.dice) if info.name == dice)
        info = program.dice[number]
        totals = range(info.number, info.number * info.faces + 1)
        return [total for total in totals if is_total_enough(program, number, total)]

    assert enough("two_dice", "swing") == [2, 3, 4, 5, 6, 7, 9, 10, 11, 12], "an 8 may be two fours"
    assert enough("marker", "throw") == list(range(3, 19))
    assert enough("going_to_boston", "throw") == [3, 18], "only these say what each die shows"
    assert is_total_enough(marks().program(), 0, 9)


def test_cards_of_ones_own_are_told_by_name(play: Play) -> None:
    dealt = ("ace of clubs", "ace h", "j", "two c", "king s", "three hearts")
    wrong = ("ace of clubs", "queen of hearts", "t", "")
    text = play(TRICKS, "--seat", "1=human:Anna", "--cards", "ask", typed=(dealt[0], *wrong, *dealt[1:], "2"))
    assert "Anna: which card comes from stock to held of Anna?" in text
    assert "Dealer: which card comes from stock to held of Player 2? (For a bot: whoever deals types it" in text
    assert "The ace of clubs cannot come from stock: it is somewhere else" in text
    assert "No card of this game is called `queen of hearts`; " in text
    assert "No card of this game is called `t`; write the name of a card, such as `two of clubs`" in text
    assert "ace of clubs, ace of hearts and joker" in text
    assert "What it shows" not in text


def test_only_what_there_is_can_be_brought(play: Play) -> None:
    assert "`race` has no cards" in play(RACE, "--cards", "ask")
    assert "`tricks` has no dice" in play(TRICKS, "--dice", "ask")


# ---- the core


def test_everything_is_kept_before_it_is_heard_of() -> None:
    kept: list[object] = []
    table = table_of(RACE, {1: ""})
    table.keep = kept.append
    for moment in table.go_on():
        assert kept[-1].moment is moment  # type: ignore[attr-defined]
    assert len(kept) == 2, "what a bot chose, and its roll"
    reply = respond(table, "1")
    assert kept[-1].moment is reply.moments[-1]  # type: ignore[attr-defined]
    respond(table, "undo")
    respond(table, "redo")
    assert [type(each).__name__ for each in kept[-2:]] == ["Undone", "Redone"]
    assert respond(table, "redo").lines == ("There is nothing to do again.",)


PICKING = """
game picking "Picking"

players 2

kind colour: red "Red", blue "Blue", dark_green "Dark green", yellow "Yellow", white "White"

phase game
  keep left_over : set of colour = all colour
  for each one in all player
    choose taken by one
    set left_over to left_over without taken
    say "{one} has {taken}."
  win lowest of all player

choice taken
  "Which two?"
  pick 2 colours from left_over
  default lowest
"""


@pytest.mark.quick
def test_a_question_for_several_says_how_many_if_its_words_do_not() -> None:
    table = table_of(PICKING.replace("Which two?", "Which?"), {0: "Anna", 1: "Ben"})
    list(table.go_on())
    assert table.question is not None
    assert table.question.text == "Anna: Which? (2 colours)"
    respond(table, "yellow")
    assert table.question.text == "Anna: Which? (So far: Yellow.) (1 more colour)"


@pytest.mark.quick
def test_several_are_picked_with_commas_or_one_by_one() -> None:
    table = table_of(PICKING, {0: "Anna", 1: "Ben"})
    list(table.go_on())
    assert respond(table, "red, blue, yellow").lines == ("That is too many: 2 would be enough.",)
    assert respond(table, "red, red").lines == ("You cannot choose red together with the others.",)
    assert len(respond(table, "d green, 1").moments) == 2
    assert said(table, "why not dark green")[-1].startswith("  it is not in `left_over`: Blue and Yellow")
    respond(table, "yellow")
    assert said(table, "why not yellow") == ["`Yellow` is picked already."]
    assert table.question is not None
    assert table.question.text == "Ben: Which two? (So far: Yellow.)"
    assert [each.name for each in table.question.offers] == ["Blue", "White"]
    moments = respond(table, "blue").moments
    assert [each.text for each in narrate(table.program, moments[-1])] == ["Ben has Blue and Yellow."]
    assert table.session.over


@pytest.mark.quick
@pytest.mark.parametrize(("picked", "line"), [("2", "red, blue,"), ("1..3", "red, blue,"), ("1..3", "red,")])
def test_a_comma_behind_the_last_says_that_it_is_the_last(picked: str, line: str) -> None:
    table = table_of(PICKING.replace("pick 2", f"pick {picked}"), {0: "Anna", 1: "Ben"})
    list(table.go_on())
    respond(table, line)
    assert table.question is not None
    assert table.question.text.startswith("Ben: Which two?")


def test_what_was_picked_one_by_one_is_undone_together() -> None:
    table = table_of(PICKING, {0: "Anna", 1: "Ben"})
    list(table.go_on())
    first = table.question
    respond(table, "red, blue")
    assert table.question != first
    assert table.undo()
    assert (table.question, table.undo()) == (first, False)
    table.redo()
    assert table.question is not None
    assert table.question.who == "Ben"


@pytest.mark.quick
def test_what_is_picked_in_secret_has_no_line_where_the_ruleset_speaks_of_it() -> None:
    secret = PICKING.replace("  default", "  seen by its chooser\n  default")
    secret = secret.replace("set of colour =", "set of colour, face up =")
    table = table_of(secret, {0: "Anna", 1: "Ben"})
    list(table.go_on())
    respond(table, "red")
    assert said(table, "why") == ["Nothing has happened since the last answer."]
    moments = respond(table, "blue").moments
    told = [each.text for moment in moments for each in narrate(table.program, moment)]
    assert told == ["Anna has Red and Blue."]


@pytest.mark.quick
def test_the_question_has_numbered_answers() -> None:
    table = table_of(RACE, {0: "Anna"})
    list(table.go_on())
    question = table.question
    assert question is not None
    assert [(each.number, each.name, each.usual) for each in question.offers] == [
        (1, "safe", True),
        (2, "double", False),
    ]
    assert SeatAssignment(False, "daring").format == f"{BOT}:daring"
    assert race().name == "race"


def test_the_rules_can_be_read_at_the_table(play: Play) -> None:
    text = play(RACE, "--seed", "3", typed=("rules", "rules tempo", "rules WALK", "rules nothing of it"))
    assert "Type `rules NAME` to read one of them" in text
    assert "\nchoice tempo" in text
    assert "\nrule walk" in text
    assert "Nothing in these rules is called `nothing of it`." in text


# ---- people's names

POINTING = """
game pointing "Pointing"
players 3
phase game
  choose target by lowest of all player
  say "{target} it is."
  win target
  end game
choice target
  "Whom?"
  pick one from all player
  default lowest
"""


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [("Anna", "anna", "Anna it is."), ("Anna", "player_3", "Anna it is."), ("Player 2", "player_3", "Player 3 it is.")],
    ids=["by name", "by number", "taken"],
)
def test_the_game_calls_people_by_their_names(name: str, typed: str, told: str) -> None:
    table = table_of(POINTING, {0: "Ben", 2: name})
    assert (said(table, typed), table.session.over) == ([], True)
    lines = [each.text for moment in table.session.moments for each in narrate(table.program, moment)]
    assert told in lines
    assert any(line.startswith("Ben chooses") for line in lines)
