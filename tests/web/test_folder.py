"""The files of a workbench: those of its folder, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.web.folder import Changed, Folder, NotThere, mark_of
from tests.support.small_games import RACE

pytestmark = pytest.mark.quick


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    inside = tmp_path / "games"
    (inside / "deeper").mkdir(parents=True)
    (inside / "race.rules").write_text(RACE)
    (inside / "deeper" / "house.toml").write_text('for = "race"\n')
    (inside / "notes.txt").write_text("no ruleset")
    (inside / ".hidden.rules").write_text(RACE)
    (tmp_path / "outside.rules").write_text(RACE)
    (inside / "leads_out.rules").symlink_to(tmp_path / "outside.rules")
    (inside / "folder_out").symlink_to(tmp_path)
    return Folder(inside)


def test_it_lists_its_rulesets_and_those_of_the_program(folder: Folder) -> None:
    names = list(folder.list_names())
    assert [name for name in names if name.startswith("own/")] == ["own/deeper/house.toml", "own/race.rules"]
    assert {"shipped/two_dice.rules", "shipped/pig.rules", "shipped/library/baseball.rules"} <= set(names)


@pytest.mark.parametrize(
    "name",
    [
        *["own/../outside.rules", "own/leads_out.rules", "own/folder_out/outside.rules", "own//etc/passwd.rules"],
        *["/etc/passwd", "own/", "own", "", "own/notes.txt", "own/.hidden.rules", "own/deeper/../race.rules"],
        *["own/race.rules\0", "own/..\\outside.rules", "shipped/../../README.rules", "shipped/nonesuch.rules"],
        *["elsewhere/race.rules", "own/./race.rules", "own/deeper//house.toml"],
    ],
)
def test_nothing_outside_can_be_read_or_written(folder: Folder, name: str) -> None:
    with pytest.raises(NotThere):
        folder.open(name)
    with pytest.raises(NotThere):
        folder.save(name, "changed", "")
    assert (folder.path.parent / "outside.rules").read_text() == RACE


def test_what_comes_with_the_program_can_only_be_read(folder: Folder) -> None:
    opened = folder.open("shipped/two_dice.rules")
    assert not opened.writable
    with pytest.raises(NotThere):
        folder.save("shipped/two_dice.rules", "changed", opened.mark)


def test_a_library_does_not_hide_the_game_that_is_called_like_it(folder: Folder) -> None:
    for card in loader.read_cards():
        assert folder.find(f"shipped/{card.path.name}") == card.path
    assert folder.open("shipped/library/cribbage.rules").text.startswith("library cribbage")


def test_a_text_is_saved_to_its_file_and_keeps_who_may_read_it(folder: Folder) -> None:
    path = folder.path / "race.rules"
    os.chmod(path, 0o640)
    opened = folder.open("own/race.rules")
    assert folder.save("own/race.rules", RACE + "# more\n", opened.mark) == mark_of(RACE + "# more\n")
    assert path.read_text() == RACE + "# more\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_takes_nobody_s_place(folder: Folder) -> None:
    folder.save("own/deeper/new.rules", RACE, "")
    assert (folder.path / "deeper" / "new.rules").read_text() == RACE
    with pytest.raises(Changed):
        folder.save("own/race.rules", "", "")
    assert (folder.path / "race.rules").read_text() == RACE


def test_what_somebody_else_has_changed_is_not_overwritten(folder: Folder) -> None:
    opened = folder.open("own/race.rules")
    (folder.path / "race.rules").write_text("game other\n")
    with pytest.raises(Changed):
        folder.save("own/race.rules", RACE, opened.mark)
    assert (folder.path / "race.rules").read_text() == "game other\n"


def test_a_text_that_is_far_too_long_is_not_saved(folder: Folder) -> None:
    with pytest.raises(NotThere):
        folder.save("own/long.rules", "#" * 400_000, "")
