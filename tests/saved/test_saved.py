"""Saved games: kept as they go, resumed, and refused where they have been changed by hand."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from interpreter.cli import autosave, main
from interpreter.saved.reader import read_saved
from interpreter.saved.writer import write_head
from interpreter.source import Source
from tests.support.saved_games import TYPED, WORDS, Ground
from tests.support.small_games import RACE
from tests.tools.kill_a_game import kill_until_over, moves_of, play_undisturbed

# ---- nothing is lost


def test_games_are_kept_among_the_data_of_whoever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(autosave.VARIABLE)
    assert autosave.find_games_folder().parts[-2:] == ("groundrules", "games")


@pytest.mark.quick
def test_each_line_is_there_before_its_result_is_shown(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kept = ground.folder / "game.toml", []

    class Watched(io.StringIO):
        def write(self, text: str, /) -> int:
            if "rolls die" in text:
                kept.append(moves_of(path).count("roll = "))
            return super().write(text)

    out = Watched()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n\n" * 3))
    assert main(["play", str(ground.rules(RACE)), *WORDS, "--save", str(path)]) == 0
    assert kept == [1, 2, 3]


@pytest.mark.quick
def test_a_file_cut_off_anywhere_loses_the_unfinished_line_only(ground: Ground) -> None:
    path = ground.saved(TYPED)
    content = path.read_bytes()
    start = content.index(b"[moves]\n") + len(b"[moves]\n")
    for at in range(start, len(content), 41):
        path.write_bytes(content[:at])
        saved, whole = read_saved(autosave.read_save(path)), content[start:at]
        assert len(saved.entries) == whole.count(b"\n")
        assert saved.dropped == whole[whole.rfind(b"\n") + 1 :].decode().strip()
    at = content.rindex(b"roll") + 2
    path.write_bytes(content[:at])
    text = ground("resume", path, typed=TYPED[-2:])
    assert "The last line of the file was only half written, and is left out: " in text
    assert path.read_bytes() == content, "the same roll comes again"


def test_a_game_that_is_killed_is_not_lost(ground: Ground) -> None:
    words = (str(ground.rules(RACE)), "--seat", "all=human", "--seed", "5", "--set", "goal=50")
    reference = play_undisturbed(words, ["1", ""] * 100, ground.folder)
    assert len(reference.used) > 20
    assert kill_until_over(reference, ground.folder, 1, random.Random(1)) <= 1


@pytest.mark.quick
def test_the_latest_unfinished_game_is_resumed(ground: Ground) -> None:
    rules = ground.rules(RACE)
    assert ground("resume").startswith("error[saved-missing]: there is no unfinished game to continue")
    ground("play", rules, *WORDS, typed=["1", "", "quit"])
    ground("play", rules, "--seat", "all=human", "--set", "goal=5", typed=["1", ""] * 9)
    text = ground("resume", typed=["2"])
    assert text.startswith("Race to Ten, seed 3\nAnna: human\nBen: human\n...\nAnna rolls die 5\n")
    assert "> 2\n    Ben chooses tempo" in text
    assert text.endswith("Continue any time with: groundrules resume\n")
    assert "Ben rolls die" in ground("resume", typed=[""])


def test_nothing_is_kept_of_bots_and_on_request(ground: Ground) -> None:
    rules = ground.rules(RACE)
    ground("play", rules, "--seat", "all=bot")
    text = ground("play", rules, "--no-save", "--seed", "3")
    assert text.endswith(f"Game not saved. For the same dice again: groundrules play {rules} --no-save --seed 3\n")
    assert "There are no saved games" in ground("games")
    path = ground.folder / "bots.toml"
    ground("play", rules, "--seat", "all=bot", "--save", path)
    assert "This game is over." in ground("resume", path)


def test_a_file_that_is_there_is_not_written_over(ground: Ground) -> None:
    path = ground.saved(["1"])
    before = path.read_text()
    assert "already exists" in ground("play", ground.rules(RACE), "--save", path)
    assert ground.code == 2
    assert path.read_text() == before


def test_a_game_that_cannot_be_kept(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ground.rules(RACE)
    text = ground("play", rules, "--save", rules / "game.toml")
    assert "error[saved-unwritable]" in text
    monkeypatch.setenv(autosave.VARIABLE, str(rules))
    text = ground("play", rules, typed=["1", "", "quit"])
    assert "error[saved-unwritable]" in text
    assert "The game goes on, but is not kept." in text
    assert "rolls die" in text, "the game goes on all the same"


def test_a_disk_that_is_full_stops_the_table(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        if sys.stdin.tell() > 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    path = ground.saved(["1", "", "2", "", "1"])
    monkeypatch.undo()
    monkeypatch.chdir(ground.folder)
    assert moves_of(path).count("\n") == 3
    assert "Ben chooses tempo" in ground("resume", path)


def test_two_tables_cannot_write_into_one_file(ground: Ground) -> None:
    path = ground.saved(["1"])
    held = autosave.SaveFile(path)
    held.read()
    assert "error[saved-in-use]" in ground("resume", path)
    held.resume(1)
    assert "error[saved-in-use]" in ground("resume", path)
    held.close()
    assert "error" not in ground("resume", path)


SLOW_RESUME = """
import sys
from interpreter.cli import main, saved_games

read = saved_games.read_saved

def slowly(source):
    saved = read(source)
    print("read", flush=True)
    sys.stdin.readline()
    return saved

saved_games.read_saved = slowly
sys.exit(main(["resume", sys.argv[1]]))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs locks")
def test_a_game_is_locked_before_it_is_read(ground: Ground) -> None:
    path = ground.saved(["1", ""])
    before = moves_of(path)
    slow = subprocess.Popen(
        [sys.executable, "-c", SLOW_RESUME, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert slow.stdin is not None
    assert slow.stdout is not None
    assert slow.stdout.readline() == "read\n"
    assert "error[saved-in-use]" in ground("resume", path, typed=["2", "", "1", "", "quit"])
    assert moves_of(path) == before
    out, _ = slow.communicate("\n1\n\nquit\n")
    assert "Game saved" in out
    assert moves_of(path).startswith(before)
    assert moves_of(path).count("\n") == before.count("\n") + 2
    assert "error" not in ground("replay", path)


def test_a_finished_game_that_may_only_be_read_says_that_it_is_over(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, other = ground.saved(TYPED), ground.folder / "other.toml"
    other.write_text(over.read_text().partition("2 = {")[0])
    real = os.open

    def read_only(path: object, flags: int, *more: int) -> int:
        if flags & os.O_RDWR and str(path).endswith(".toml"):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", read_only)
    assert "This game is over." in ground("resume", over)
    assert "error[saved-unwritable]" in ground("resume", other)
    assert "Permission denied" in ground("resume", other)


def test_a_game_that_broke_says_so_again(ground: Ground) -> None:
    path = ground.saved(["1", "", "2", ""], text=RACE.replace("gained : 0..24", "gained : 0..6"))
    text = ground("resume", path)
    assert ground.code == 1
    assert "error[game-failed]: `gained` would be 12" in text


# ---- what has been changed by hand

CHANGES = {
    'roll = "5"': ('roll = "4"', "seed 3 gives 5 here, not 4"),
    'roll = "6"': ('roll = "9"', "is not a roll of die"),
    'answer = "safe"': ('answer = "triple"', "`triple` is not offered here"),
    'by = "Ben"': ('by = "Anna"', "here it is the turn of Ben"),
    "undo = 1": ("undo = 77", "77 moves cannot be taken back"),
    'choose = "tempo"': ('choose = "order"', "the game is not waiting for the choice order here; it is waiting for"),
    '2 = { roll = "5"': ('3 = { roll = "5"', "expected entry 2"),
    'umpire = "roll 5"': ('umpire = "runner safe"', "`runner safe` is not a ruling"),
    'dice = "die"': ("dice = 4", "`dice` must be a text"),
    "redo = 1": ("nothing = 1", "it has no known kind of event"),
}


@pytest.mark.parametrize("old", CHANGES)
def test_a_file_changed_into_something_impossible_is_refused_there(ground: Ground, old: str) -> None:
    new, reason = CHANGES[old]
    path = ground.saved(["1", "", "2", "", "undo", "redo", "umpire roll 5", "undo"])
    assert old in path.read_text()
    text = path.read_text().replace(old, new, 1)
    if old.startswith("2 ="):
        text = text.replace("\n3 = { choose", "\n2 = { choose", 1)
    path.write_text(text)
    place = next(at for at, line in enumerate(text.splitlines(), 1) if new in line and line[:1].isdigit())
    place += 2 * old.startswith("by")
    shown = ground("resume", path)
    assert ground.code == 1
    assert shown.startswith("error[saved-move]: entry ")
    assert reason in shown
    assert f"game.toml:{place}:" in shown
    assert "^" in shown


def test_a_roll_by_hand_may_be_another(ground: Ground) -> None:
    path = ground.saved(["1", "", "2"])
    path.write_text(
        path.read_text().replace('roll = "5", dice = "die", by = "Anna"', 'roll = "2", dice="die", hand = true')
    )
    assert "Anna rolls die 2\n" in ground("resume", path)


HEADS = {
    "format = 1": ("format = 0", "saved-format", "written by an older version"),
    "format = 1\n": ("format = 2\n", "saved-format", "written by a newer version"),
    "seed = 3": ("seed = -3", "saved-head", "`seed` must be a whole number"),
    "players = 2": ("players = 3", "saved-head", "a list of 3 texts"),
    'title = "Race to Ten"': ("", "saved-head", "`title` must be a text"),
    '= "Race to Ten"': ('= "Race\\u0007"', "saved-head", "without invisible characters"),
    'rolls = "key"': ('rolls = "never"', "saved-head", "`rolls` must be one of key, auto, ask"),
    "goal = 30": ("goal = 3", "setting-value", ""),
    "goal = 30\n": ("goal = 3.5\n", "saved-head", "`goal` must be a number or a text"),
    "human:Anna": ("robot", "player-unknown", ""),
    "race.rules": ("rice.rules", "file-missing", ""),
    "[moves]": ("[moves", "saved-syntax", ""),
    "seed = 3\n": ("seed = 3\nseed = 4\n", "saved-syntax", ""),
}


def test_a_head_is_written_as_it_is_read(ground: Ground) -> None:
    head = read_saved(Source("saved.toml", ground.saved(["1"]).read_text())).head
    for each in (head, replace(head, options=())):
        written = write_head(each)
        assert read_saved(Source("saved.toml", written)).head == each
        assert ("[options]" in written) == bool(each.options)


@pytest.mark.parametrize("old", HEADS)
def test_a_head_that_makes_no_sense_is_refused(ground: Ground, old: str) -> None:
    new, code, reason = HEADS[old]
    path = ground.saved(["1"])
    path.write_text(path.read_text().replace(old, new, 1))
    text = ground("resume", path)
    assert ground.code == 1
    assert text.startswith(f"error[{code}]")
    assert reason in text
    assert f"{path.name}:" in text.splitlines()[1], "the mistake is in the saved game"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty"),
        (b"\n\n", "it is empty"),
        (b"\x00\x01\n\xff\n", "it is not a text"),
        (b"\xff\xfe\n", "byte 1 is not a character"),
        (b"x = " + b"[" * 5000 + b"\n", "other.toml:1:25\n"),
        (b"y = 1\nx = " + b"9" * 5000 + b"\n", "other.toml:2:5\n"),
        (b"not toml\n", "saved-syntax"),
        (b'1 = { roll = "2" dice="die", by = "Anna" }\n', "add a comma before `dice`"),
        (b'1 = { roll = "2" dice = "die" by = "Anna" }\n', "write an entry on one line"),
        (b"x = 1\n", "`format` must be"),
        (b"#" * 3000 + b"\n", "longer than 2,000 bytes"),
    ],
)
def test_files_that_are_no_saved_games(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, content: bytes, reason: str
) -> None:
    if len(content) == 3001:
        monkeypatch.setattr(autosave, "MOST_BYTES", 2_000)
    path = ground.folder / "other.toml"
    path.write_bytes(content)
    for verb in ("resume", "replay"):
        text = ground(verb, path)
        assert ground.code == 1
        assert text.startswith("error[saved-")
        assert reason in text


def test_a_file_that_is_not_there(ground: Ground) -> None:
    assert ground("resume", "nowhere.toml").startswith("error[saved-missing]: there is no saved game `nowhere.toml`")
    assert ground("replay", ".").startswith("error[file-unreadable]")
    assert ground("resume", "x" * 5000).startswith("error[saved-missing]")
