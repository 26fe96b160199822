"""Texts that are open stand for their files; what came of them holds as long as they are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics import Rejected
from interpreter.workshop import Workshop
from interpreter.workshop.hints import Shift
from tests.support.desk import GAME, LIBRARY, small_desk

HOUSE = """\
house_rules low "Low throws count" for small

change table hits
  2..6 : hit for thrower was out
"""


def codes(desk_path: Path, workshop: Workshop) -> list[str]:
    return [each.code for each in workshop.check(desk_path).own]


def test_what_came_of_a_text_is_kept_while_it_is_the_same(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.folder / "small.rules"
    first = desk.workshop.check(path)
    desk.write("small.rules", GAME)
    assert desk.workshop.check(path) is first
    desk.write("small.rules", GAME + "\n# more\n")
    assert desk.workshop.check(path) is not first


def test_an_open_library_is_the_one_that_its_games_are_checked_with(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.folder / "small.rules"
    before = desk.workshop.check(path)
    desk.write("library/turns.rules", LIBRARY.replace("take_turns", "take_all_turns"))
    assert desk.workshop.check(path) is not before
    assert codes(path, desk.workshop) == ["unknown-name"]
    desk.workshop.close(desk.folder / "library/turns.rules")
    assert codes(path, desk.workshop) == []


def test_a_library_that_changes_in_its_file_is_read_again(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    desk.workshop.close(desk.folder / "library/turns.rules")
    path = desk.folder / "small.rules"
    assert codes(path, desk.workshop) == []
    (desk.folder / "library/turns.rules").write_text(LIBRARY.replace("take_turns", "turns"), encoding="utf-8")
    assert codes(path, desk.workshop) == ["unknown-name"]


def test_house_rules_are_checked_with_the_open_game_that_they_are_for(tmp_path: Path) -> None:
    desk = small_desk(tmp_path, low=HOUSE)
    path = desk.folder / "low.rules"
    assert codes(path, desk.workshop) == []
    desk.write("small.rules", GAME.replace("  2..6   : out", "  2..5   : out\n  6 : out"))
    assert codes(path, desk.workshop) == []
    desk.write("small.rules", GAME.replace("  2..6   : out", "  2..6   : nothing"))
    assert codes(path, desk.workshop) != []


@pytest.mark.parametrize("text", ["", "\0", "  \n", "nonsense", 'house_rules x "X" for nobody\n', "x" * 300_001])
def test_a_text_that_is_no_ruleset_is_told_of(tmp_path: Path, text: str) -> None:
    desk = small_desk(tmp_path)
    path = desk.write("small.rules", text)
    checkup = desk.workshop.check(path)
    assert checkup.own
    assert checkup.model is None


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Rejected):
        Workshop().check(tmp_path / "nothing.rules")


def test_while_a_text_is_broken_its_last_sound_state_is_known(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.folder / "small.rules"
    assert desk.workshop.find_sound(path) is desk.workshop.check(path)
    desk.write("small.rules", GAME + "\nrule broken\n  say\n")
    sound = desk.workshop.find_sound(path)
    assert desk.workshop.check(path).model is None
    assert sound is not None
    assert sound.source.text == GAME


def test_places_move_with_what_is_written_before_them() -> None:
    shift = Shift("one two three", "one twenty three")
    assert [shift.find(at) for at in (0, 4, 6, 9, 13)] == [0, 4, 6, 12, 16]
    assert Shift("abcXdef", "abcdef").find(4) == 3
    assert Shift("aaa", "aaaa").find(3) in (3, 4)
    assert Shift("abc", "xyz").find(1) is None
    assert Shift("", "new").find(0) == 0
