"""Saved games in which moves were taken back, and what a file tells that only some may know."""

from __future__ import annotations

import json
import re

import pytest

from interpreter.saved.writer import MASK_MODULUS, mask, unmask
from tests.support.paths import TESTS
from tests.support.saved_games import WORDS, Ground
from tests.support.small_games import TRICKS
from tests.tools.kill_a_game import moves_of

SECRET_TRICKS = TRICKS.replace('  "Which card?"\n', '  "Which card?"\n  seen by its chooser\n')


# ---- taking back


OTHERWISE = ["2", "", "undo", "undo", "1", "", "1", "", "undo", "undo", "2", "", "undo", "undo", "1", "", "2", ""]


def test_what_is_done_otherwise_is_drawn_anew_and_resumed_as_it_was(ground: Ground) -> None:
    words = [*WORDS[:5], "7", *WORDS[6:]]
    path = ground.saved(OTHERWISE, *words)
    whole = moves_of(path)
    rolls = re.findall(r'roll = "(\d)"', whole)
    assert rolls[0] != rolls[1], "what was seen did not come"
    assert rolls[2] == rolls[4] != rolls[3], "who does the same again gets the same again"
    for cut in range(0, len(OTHERWISE), 2):
        ground.saved(OTHERWISE[:cut], *words)
        ground("resume", path, typed=OTHERWISE[cut:])
        assert moves_of(path) == whole, f"left after {cut} answers"
    ground("replay", path, "--transcript", "told.txt")
    told = (ground.folder / "told.txt").read_text()
    assert told.count("    (taken back: 2 moves)\n") == 1, "only where something else was done in the end"


def test_who_goes_on_does_as_much_again_as_was_taken_back_at_once(ground: Ground) -> None:
    words = ("--seat", "1=human:Anna", "--seed", "3", "--set", "goal=50")
    path = ground.saved(["1", "", "1", "", "undo", "undo", "redo"], *words)
    before = [int(each) for each in re.findall(r"undo = (\d+)", moves_of(path))]
    assert max(before) > 1, "what a bot did is taken back with what Anna did"
    ground("resume", path, typed=["redo"])
    assert [int(each) for each in re.findall(r"redo = (\d+)", moves_of(path))] == before[::-1]


OLDER = """\
1 = { choose = "tempo", answer = "double", by = "Anna" }
2 = { roll = "5", dice = "die", by = "Anna" }
3 = { undo = 1 }
4 = { undo = 1 }
5 = { choose = "tempo", answer = "safe", by = "Anna" }
6 = { roll = "5", dice = "die", by = "Anna" }
7 = { choose = "tempo", answer = "safe", by = "Ben" }
8 = { roll = "6", dice = "die", by = "Ben" }
9 = { choose = "tempo", answer = "double", by = "Anna" }
10 = { undo = 1 }
11 = { choose = "tempo", answer = "safe", by = "Anna" }
12 = { roll = "1", dice = "die", by = "Anna" }
"""


def test_older_saved_games_are_played_back_as_they_were_played(ground: Ground) -> None:
    path = ground.saved([])
    path.write_text(path.read_text().replace('undo = "anew"\n', "") + OLDER)
    text = ground("resume", path, typed=["2", "", "undo", "undo", "1", ""])
    assert "error" not in text
    rolls = re.findall(r'roll = "(\d)"', moves_of(path))
    assert rolls[:4] == ["5", "5", "6", "1"]
    assert rolls[4] == rolls[5], "it goes on as it was begun"
    assert "error" not in ground("resume", path)


def test_older_saved_games_call_sealed_what_is_masked(ground: Ground) -> None:
    path = ground.saved(["", "", ""], "--seat", "1=human", "--seed", "2", text=SECRET_TRICKS)
    text = path.read_text()
    assert "masked = 5489" in text
    path.write_text(text.replace("masked = ", "sealed = "))
    assert "error" not in ground("replay", path)


def test_nothing_is_taken_back_in_a_serious_game(ground: Ground) -> None:
    path = ground.saved(["1", "", "undo", "redo", "?", "quit"], *WORDS, "--no-undo")
    assert 'undo = "never"' in path.read_text()
    assert "undo = 1" not in moves_of(path)
    before = moves_of(path)
    text = ground("resume", path, typed=["undo", "umpire roll 2", "?", "quit"])
    assert text.count("This game is played without taking back.") == 1
    assert "take back your last" not in text
    assert moves_of(path).startswith(before)
    path.write_text(path.read_text() + "4 = { undo = 1 }\n")
    assert "this game is played without `undo`" in ground("resume", path)
    assert ground.code == 1


def test_a_game_may_become_serious(ground: Ground) -> None:
    path = ground.saved(["1", "", "2", "undo"])
    text = ground("resume", path, "--no-undo", typed=["undo", "1"])
    assert "This game is played without taking back." in text
    assert "= { no_undo = true }" in moves_of(path)
    whole = moves_of(path)
    assert "This game is played without taking back." in ground("resume", path, "--no-undo", typed=["undo"])
    assert moves_of(path) == whole, "it is said once"
    assert "(from here on nothing is taken back)" in ground("replay", path)
    assert json.loads(ground("replay", path, "--json"))["moves"][4] == {"entry": 5, "no_undo": True}


# ---- what only some may know


@pytest.mark.quick
def test_hidden_cards_are_not_in_the_file(ground: Ground) -> None:
    path = ground.saved(["", "", ""], "--seat", "1=human", "--seed", "2", text=SECRET_TRICKS)
    text = path.read_text()
    assert text.count("draw = ") == 6
    assert "card = " not in text
    assert re.search(r'choose = "lead", masked = \d+, by = "Player 1"', text)
    assert not re.search(r"\b(ace|king|two|three|joker)\b", text)
    again = ground("resume", path)
    assert "error" not in again
    path.write_text(re.sub(r"masked = \d+", "masked = 1", text, count=1))
    assert "was changed by hand, and cannot be read" in ground("resume", path)


def test_masks_come_off_again() -> None:
    for number in range(1, 50):
        assert 0 <= mask(7, number, 3) < MASK_MODULUS
        assert unmask(7, number, mask(7, number, 3)) == 3
    assert len({mask(7, number, 3) for number in range(50)}) > 40


def test_hidden_dice_are_not_in_the_file(ground: Ground) -> None:
    text = (TESTS / "semantics" / "dice_of_each.rules").read_text()
    path = ground.saved(["3", "", ""], "--seat", "1=human", "--seed", "2", text=text)
    assert 'roll = "unseen", dice = "cup", by = "Player 1"' in path.read_text()
    assert "+" not in path.read_text().partition("[moves]")[2]
    assert "error" not in ground("resume", path)
    own = ground.saved(["1+2+3", "4+4+4", "3"], "--seat", "1=human", "--dice", "ask", "--seed", "2", text=text)
    assert re.search(r'roll = "unseen", dice = "cup", masked = \d+, by = "Player 1", hand = true', own.read_text())
    assert "yours: 1, 2, 3" in ground("resume", own)
