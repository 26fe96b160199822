"""Cards of people's own, some of them dealt face down: the program learns which they are when they are turned up."""

from __future__ import annotations

import io
import json
import random
import sys
from functools import partial
from pathlib import Path

import pytest

from interpreter.api import read
from interpreter.cli import autosave, main
from interpreter.engine import ChanceStop, DecisionStop, Drawn, DrawStop, Event, Position
from interpreter.play.own_cards import TurnStop, is_seen
from interpreter.play.session import Session
from interpreter.play.umpire import Overrule, carry_out, read_ruling
from interpreter.program import Program
from interpreter.program.cards import Cards
from interpreter.program.cards import read as lying
from interpreter.stepper import Stepper
from tests.support.shipped import load
from tests.support.small_games import MEMORY, ROWS
from tests.tools.kill_a_game import moves_of


def openly(program: Program, events: tuple[Event, ...]) -> list[Event | str]:
    """Events without the cards that nobody sees."""
    hidden = (isinstance(each, Drawn) and program.zones[each.onto].sight == "down" for each in events)
    return ["a card" if unseen else each for each, unseen in zip(events, hidden, strict=True)]


def lies(program: Program, position: Position, zone: int, place: int) -> Cards:
    found = lying(list(position.slots), program.zones[zone], place)
    assert found is not None
    return found


def true_card(program: Program, stop: TurnStop, before: Position, real: Session) -> int:
    """Which card it is in the game that people play, given where it lies in the one that the program keeps."""
    kept = lies(program, before, stop.zone, stop.place)
    there = lies(program, real.moments[-2].position, stop.zone, stop.place)
    if stop.card in kept.known:
        return there.known[kept.known.index(stop.card)]
    goal = lies(program, real.position, stop.onto, stop.onto_place)
    loose = [card for card in stop.cards if card in there.loose]
    return next(card for card in loose if stop.is_looked_at or card in goal.known or card in goal.loose)


def hold_against(program: Program, seed: int, own_seed: int, most: int = 1_000) -> list[TurnStop]:
    """Play an ordinary game, and one with people's own cards, who tell the cards of the first as they see them: all
    that everybody can see is the same, for so many moments. The result are the cards that were turned up."""
    real, kept = Session(Stepper(program), seed), Session(Stepper(program), own_seed, own_cards=True)
    chance, turned = random.Random(seed), list[TurnStop]()
    while not real.over and len(real.moments) < most:
        stop, asked = real.stop, kept.stop
        if isinstance(stop, DrawStop):
            came = real.roll()
            assert isinstance(asked, DrawStop)
            card = stop.cards[came.answer]
            made = kept.answer(asked.cards.index(card)) if is_seen(program, asked) else kept.roll()
        elif isinstance(stop, ChanceStop):
            came = real.roll()
            made = kept.answer(came.answer)
        else:
            assert isinstance(stop, DecisionStop)
            assert isinstance(asked, DecisionStop)
            assert (asked.choice, asked.chooser, asked.offered) == (stop.choice, stop.chooser, stop.offered)
            came = real.answer(chance.choice(stop.offered))
            made = kept.answer(came.answer)
        while isinstance(turn := kept.stop, TurnStop):
            assert made.events == (), "nothing is shown before the card is told"
            turned.append(turn)
            made = kept.answer(turn.cards.index(true_card(program, turn, kept.position, real)))
        assert openly(program, came.events) == openly(program, made.events)
    assert kept.over is real.over
    return turned


def test_what_people_turn_up_leads_to_what_it_leads_to_in_any_game() -> None:
    rows, memory, counted = read(ROWS).program(), read(MEMORY).program(), read(MEMORY).program({"counted": "yes"})
    turned = [hold_against(rows, seed, 100 + seed) for seed in range(10)]
    assert sum(map(len, turned)) > 20
    turned = [hold_against(memory, seed, 100 + seed) for seed in range(10)]
    assert sum(map(len, turned)) > 20
    assert not any(each.is_looked_at for game in turned for each in game)
    turned = [hold_against(counted, seed, 100 + seed) for seed in range(10)]
    assert sum(any(each.is_looked_at for each in game) for game in turned) > 5


def test_so_it_is_with_line_ups_that_nobody_has_seen_and_in_games_without_such_cards() -> None:
    assert hold_against(load("cooperstown").program(), 1, 2, most=100) == [], "every card comes from a shuffled pile"
    assert hold_against(load("cribbage").program(), 1, 2, most=100) == []
    assert hold_against(load("round_the_bases").program(), 1, 2, most=100) == []


LOST = """\
game lost "Lost"
players 2
cards four: ace, two, three, king
pile shown : four, face up = all four
pile gone  : four, face down
phase game
  shuffle shown
  repeat turn until size of shown is 1
  say "{shown} and {size of gone}."
phase turn in game
  deal from shown to gone
  choose more by lowest of all player
choice more
  "On?"
  go_on "yes"
  wait  "no"
  default go_on
"""


def test_a_card_that_everybody_sees_go_is_told_though_it_goes_face_down() -> None:
    assert hold_against(read(LOST).program(), 3, 4) == []
    session = Session(Stepper(read(LOST).program()), 3, own_cards=True)
    assert isinstance(session.stop, DrawStop)
    assert is_seen(session.program, session.stop)


# ---- at the table


class Ground:
    """The command line, with typed lines, in a folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys
        self.rules, self.saved, self.code = folder / "memory.rules", folder / "game.toml", 0
        self.rules.write_text(MEMORY)

    def __call__(self, *words: object, typed: str = "") -> str:
        self.monkeypatch.setattr(
            sys, "stdin", io.StringIO("".join(f"{each.strip()}\n" for each in typed.split(",") if typed))
        )
        self.code = main([str(each) for each in words])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        return str(out + err)

    def play(self, typed: str, *words: str) -> str:
        self.saved.unlink(missing_ok=True)
        words = words or ("--seat", "1=human:Anna", "--seat", "2=bot")
        return self("play", self.rules, *words, "--cards", "ask", "--seed", "5", "--save", self.saved, typed=typed)


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ground:
    monkeypatch.setenv(autosave.VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return Ground(tmp_path, monkeypatch, capsys)


COUNTED = ("--seat", "1=human:Anna", "--seat", "2=bot", "--set", "counted=yes")


@pytest.mark.quick
def test_a_card_is_asked_for_when_it_is_turned_up(ground: Ground) -> None:
    text = ground.play("north, six, seven, quit")
    assert "Anna: Where?" in text
    assert "Deal 2 cards from stock to row of north, 2 cards from stock to row of east, 2 cards from" in text
    assert "Dealer: which card is turned up from row of north to shown?" in text
    assert "Anna: which card is turned up from row of north to held of Anna?" in text
    assert text.index("from row of north to held") < text.index("six is turned up."), "first all is told, then shown"
    assert "A high one, and another card goes to Anna." in text
    assert "six, 2 left\nyou have seven\n" in text


@pytest.mark.quick
def test_what_cannot_be_is_refused_and_asked_again(ground: Ground) -> None:
    text = ground.play("north, nine, , six, six, four, quit")
    assert "No card of this game is called `nine`" in text
    assert "type what your dice or cards show" in text
    assert "The six cannot come from row of north: it is somewhere else" in text
    assert "you have four" in text


@pytest.mark.quick
def test_several_cards_at_once_are_asked_for_one_by_one(ground: Ground) -> None:
    text = ground.play("all_of_east, five, undo, one, eight, quit")
    assert text.count("which card is turned up from row of east to shown?") == 4
    assert "\none, eight, 2 left" in text.replace(" and ", ", ")
    assert "five" not in text.rpartition("> eight")[2]


WHOLE = "north, six, seven, east, three, undo, undo, redo, three, stop, eight, four, two"


def test_rules_that_look_at_cards_nobody_has_seen_have_to_be_told(ground: Ground) -> None:
    text = ground.play(WHOLE, *COUNTED)
    assert (
        text.count("the rules look now at cards that nobody has seen. Look through stock from the top: which is") == 2
    )
    assert "Look through row of east from the top" in text
    assert "1 high ones in the south.\nThe lowest of the stock was four." in text, (
        "of the one and the five in the south"
    )


def test_an_umpire_may_rule_that_it_was_another_card(ground: Ground) -> None:
    text = ground.play("north, three, umpire card six, seven, quit")
    assert "The umpire rules: the card is six." in text
    assert "six is turned up.\nA high one" in text.rpartition("umpire card")[2]
    session = Session(Stepper(read(MEMORY).program()), 5, own_cards=True)
    while isinstance(session.stop, DrawStop):
        session.roll()
    rule = partial(read_ruling, read(MEMORY).model, session)
    assert carry_out(session, rule("met = 2")).stop == session.moments[-2].stop, "the same is asked"  # type: ignore[arg-type]
    session.answer(0)
    ruling = rule("met = 3")
    assert not isinstance(ruling, Overrule)
    assert isinstance(carry_out(session, ruling).stop, TurnStop), "the card is still to be told"  # type: ignore[arg-type]


def test_a_game_that_is_left_anywhere_and_resumed_is_the_same_game(ground: Ground) -> None:
    typed = ["north", "six", "seven", "east", "three", "undo", "undo", "redo", "three", "stop", "eight", "four", "two"]
    ground.play(", ".join(typed), *COUNTED)
    whole, text = moves_of(ground.saved), ground("replay", ground.saved)
    assert 'turn = "row", card = "six", hand = true' in whole
    assert 'turn = "row", masked = ' in whole, "what only Anna may know"
    assert "seven" not in whole
    assert text.endswith("The lowest of the stock was four.\n\nsix and three, 2 left\n\nNobody wins.\n")
    for cut in range(0, len(typed), 2):
        ground.play(", ".join(typed[:cut]), *COUNTED)
        assert whole.startswith(moves_of(ground.saved))
        ground("resume", ground.saved, typed=", ".join(typed[cut:]))
        assert moves_of(ground.saved) == whole, f"left after {cut} answers"


def test_a_file_cut_off_anywhere_is_gone_on_with(ground: Ground) -> None:
    ground.play("north, six, seven, quit")
    content = ground.saved.read_bytes()
    for entries, question in ((8, "row of north to held of Anna?"), (7, "row of north to shown?"), (6, "Anna: Where?")):
        at = content.index(f"\n{entries + 1} = ".encode())
        ground.saved.write_bytes(content[: at + 9])
        shown = ground("resume", ground.saved)
        assert "only half written" in shown
        assert question in shown


def test_replay_tells_the_same_and_where_other_rules_part(ground: Ground) -> None:
    ground.play(WHOLE, *COUNTED)
    text = ground("replay", ground.saved)
    assert "three is turned up.\n" in text
    assert "The lowest of the stock was four.\n" in text
    transcript = ground.saved.with_suffix(".jsonl")
    assert ground("replay", ground.saved, "--transcript", transcript)
    lines = [json.loads(line) for line in transcript.read_text().splitlines()]
    assert "three is turned up." in [each for line in lines for each in line.get("lines", ())]
    other = ground.rules.with_name("other.rules")
    other.write_text(MEMORY.replace("top of shown > four and", "top of shown > six and"))
    assert "The games part at entry 8 " in ground("replay", ground.saved, "--against", other)
    found = json.loads(ground("replay", ground.saved, "--json"))
    assert found["over"]


CHANGES = {
    'card = "three"': ('card = "thirteen"', "no card of this game is called `thirteen`"),
    ', card = "three"': ("", "`card` must be a text"),
    'turn = "row"': ('turn = "stock"', "is not waiting for a card that is turned up from stock here"),
    'turn = "row", card': ('draw = "row", card', "is not waiting for a card from row here"),
    'draw = "stock"': ('turn = "stock"', "is not waiting for a card that is turned up from stock here"),
    'card = "two"': ('card = "three"', "the three cannot come from"),
}


@pytest.mark.parametrize("old", CHANGES)
def test_a_file_changed_into_something_impossible_is_refused_there(ground: Ground, old: str) -> None:
    new, reason = CHANGES[old]
    ground.play("north, three, north, two, quit")
    content = ground.saved.read_text()
    assert old in content
    ground.saved.write_text(content.replace(old, new, 1))
    shown = ground("resume", ground.saved)
    assert shown.startswith("error[saved-move]: entry ")
    assert reason in shown
