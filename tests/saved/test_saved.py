"""Saved games: kept as they go, resumed, refused where they cannot be, replayed, listed."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.cli import autosave, main
from interpreter.cli.reopen import open_saved
from interpreter.saved.reader import read_saved
from interpreter.saved.writer import MASK_MODULUS, mask, unmask
from tests.support.paths import TESTS
from tests.support.small_games import RACE, TRICKS
from tests.tools.kill_a_game import kill_until_over, moves_of, play_undisturbed

WORDS = ("--seat", "1=human:Anna", "--seat", "2=human:Ben", "--seed", "3", "--set", "goal=30")

TYPED = ["1", "", "2", "", "undo", "why", "", "umpire roll 5", "redo", "nonsense", "double", "", "undo", "undo", "redo"]
TYPED += ["umpire score of anna = 3", "", ""] + ["1", ""] * 12


SLOW = """\
house_rules slow "Slow" for race

change table steps
  5 : say "Slow." was walk total of die
"""


SECRET_TRICKS = TRICKS.replace('  "Which card?"\n', '  "Which card?"\n  seen by its chooser\n')


class Ground:
    """The command line, with typed lines, in a folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        self.code = 0

    def __call__(self, *words: object, typed: list[str] | None = None) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed or [])))
        self.code = main([str(each) for each in words])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        return str(out + err)

    def rules(self, text: str, name: str = "race") -> Path:
        path = self.folder / f"{name}.rules"
        path.write_text(text)
        return path

    def saved(self, typed: list[str], *words: str, text: str = RACE) -> Path:
        """A game that has been played and left."""
        path = self.folder / "game.toml"
        path.unlink(missing_ok=True)
        self("play", self.rules(text), *(words or WORDS), "--save", path, typed=typed)
        return path


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ground:
    monkeypatch.setenv(autosave.VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return Ground(tmp_path, monkeypatch, capsys)


# ---- nothing is lost


def test_a_game_that_is_left_anywhere_and_resumed_is_the_same_game(ground: Ground) -> None:
    path = ground.saved(TYPED)
    whole, end = moves_of(path), ground("replay", path).rpartition("\n\n")[2]
    assert end.endswith(" wins.\n")
    for cut in range(0, len(TYPED), 5):
        ground.saved(TYPED[:cut])
        assert whole.startswith(moves_of(path))
        text = ground("resume", path, typed=TYPED[cut:])
        assert moves_of(path) == whole, f"left after {cut} answers"
        assert text.endswith(end) or "This game is over" in text


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
    assert ground("resume").startswith("error[saved-missing]: there is no unfinished game to go on with")
    ground("play", rules, *WORDS, typed=["1", "", "quit"])
    ground("play", rules, "--seat", "all=human", "--set", "goal=5", typed=["1", ""] * 9)
    text = ground("resume", typed=["2"])
    assert text.startswith("Race to Ten, seed 3\nAnna: human\nBen: human\n...\nAnna rolls die 5, walk\n")
    assert "> 2\n    Ben chooses tempo" in text
    assert text.endswith("To go on: groundrules resume\n")
    assert "Ben rolls die" in ground("resume", typed=[""])


def test_nothing_is_kept_of_bots_and_on_request(ground: Ground) -> None:
    rules = ground.rules(RACE)
    ground("play", rules, "--seat", "all=bot")
    text = ground("play", rules, "--no-save", "--seed", "3")
    assert text.endswith(f"The game stops here. For the same dice again: groundrules play {rules} --no-save --seed 3\n")
    assert "There are no saved games" in ground("games")
    path = ground.folder / "bots.toml"
    ground("play", rules, "--seat", "all=bot", "--save", path)
    assert "This game is over." in ground("resume", path)


def test_a_file_that_is_there_is_not_written_over(ground: Ground) -> None:
    path = ground.saved(["1"])
    before = path.read_text()
    assert "there is a file" in ground("play", ground.rules(RACE), "--save", path)
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


def test_a_game_that_was_named_is_named_again_where_it_stops(ground: Ground) -> None:
    path = ground.saved(["1"])
    assert ground("resume", path, typed=["quit"]).endswith(f"To go on: groundrules resume {path}\n")


def test_two_tables_cannot_write_into_one_file(ground: Ground) -> None:
    path = ground.saved(["1"])
    opened, held = open_saved(path), autosave.LockedSave(path)
    held.read()
    assert "error[saved-in-use]" in ground("resume", path)
    first = held.reopen(opened.program, 3, 1)
    assert "error[saved-in-use]" in ground("resume", path)
    first.close()
    assert "error" not in ground("resume", path)


SLOW_RESUME = """
import sys
from interpreter.cli import main, reopen

read = reopen.read_saved

def slowly(source):
    saved = read(source)
    print("read", flush=True)
    sys.stdin.readline()
    return saved

reopen.read_saved = slowly
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
    assert "nothing of it is lost" in out
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
    assert "error[game-failed]: the game cannot go on: `gained` would become 12" in text


# ---- what has been changed by hand

CHANGES = {
    'roll = "5"': ('roll = "4"', "seed 3 gives 5 here, not 4"),
    'roll = "6"': ('roll = "9"', "is no roll of die"),
    'answer = "safe"': ('answer = "triple"', "`triple` is not offered here"),
    'by = "Ben"': ('by = "Anna"', "here it is the turn of Ben"),
    "undo = 1": ("undo = 77", "77 moves cannot be taken back"),
    'choose = "tempo"': ('choose = "order"', "the game does not wait for the choice order here; it waits for"),
    '2 = { roll = "5"': ('3 = { roll = "5"', "here entry 2 should stand"),
    'umpire = "roll 5"': ('umpire = "runner safe"', "the umpire cannot rule"),
    'dice = "die"': ("dice = 4", "`dice` has to be a text"),
    "redo = 1": ("nothing = 1", "it says nothing that can happen"),
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
    assert "Anna rolls die 2, walk" in ground("resume", path)


HEADS = {
    "format = 1": ("format = 0", "saved-format", "written by an older version"),
    "format = 1\n": ("format = 2\n", "saved-format", "written by a newer version"),
    "seed = 3": ("seed = -3", "saved-head", "`seed` has to be a whole number"),
    "players = 2": ("players = 3", "saved-head", "a list of 3 texts"),
    'title = "Race to Ten"': ("", "saved-head", "`title` has to be a text"),
    'rolls = "key"': ('rolls = "never"', "saved-head", "`rolls` has to be one of key, auto, ask"),
    "goal = 30": ("goal = 3", "setting-value", ""),
    "human:Anna": ("robot", "player-unknown", ""),
    "race.rules": ("rice.rules", "file-missing", ""),
    "[moves]": ("[moves", "saved-syntax", ""),
    "seed = 3\n": ("seed = 3\nseed = 4\n", "saved-syntax", ""),
}


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
        (b"x = 1\n", "`format` has to be"),
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


# ---- the rules have changed


def test_a_game_whose_rules_have_changed_says_so(ground: Ground) -> None:
    path = ground.saved(["1", "", "2"])
    ground.rules(RACE.replace("Nothing.", "Nothing at all."))
    text = ground("resume", path)
    assert "warning[saved-changed]: the ruleset" in text
    assert "plays as it did" in text
    ground.rules(RACE.replace("2 * far", "3 * far"))
    assert "it may play in another way now" in ground("replay", path)
    ground.rules(RACE.replace("1d6", "1d8").replace("6      :", "6..8   :"))
    text = ground("resume", path)
    assert "error[saved-move]: entry 2 of this saved game cannot be: seed 3 gives 6 here, not 5" in text
    assert "= note: the rules have changed since this game was played" in text


def test_the_first_point_where_two_rules_part(ground: Ground) -> None:
    path = ground.saved(["1", "", "2", ""])
    other = ground.rules(RACE.replace("2..5   : walk", "2..4   : walk").replace("6      :", "5..6   :"), "other")
    text = ground("replay", path, "--against", other)
    assert re.match(r"The games part at entry 2 \(game\.toml:\d+:5\)\.\n", text)
    assert "  Anna goes 5.\n" in text
    assert "  A jump!\n" in text
    same = ground.rules(RACE.replace("6      : jump", "6      : walk 6"), "same")
    found = json.loads(ground("replay", path, "--against", same, "--json"))
    assert found["parts_at"] == 4
    assert "the game is the same: 4 entries" in ground("replay", path, "--against", ground.folder / "race.rules")
    house = ground.folder / "slow.rules"
    house.write_text(
        'house_rules slow "Slow" for race\n\nchange table steps\n  2 : say "Nothing." was walk total of die\n'
    )
    assert "under slow the game is the same" in ground("replay", path, "--house", house)


@pytest.mark.quick
def test_house_rules_are_kept_with_the_game(ground: Ground) -> None:
    house = ground.folder / "slow.rules"
    house.write_text(SLOW)
    path = ground.saved(["1", "", "2"], *WORDS, "--house", str(house))
    assert "Slow." in ground("replay", path)
    house.write_text(SLOW.replace("Slow.", "Too slow."))
    assert "the house rules `" in ground("replay", path)


# ---- replay and the list


@pytest.mark.quick
def test_a_replay_tells_the_game_again(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ground.saved(["1", "", "2", "", "undo", "redo", "umpire roll 3", "quit"])
    text = ground("replay", path)
    lines = ["Anna goes 5.", "    (taken back: 1 move)", "    (done again)", "* The umpire rules: die is 3."]
    assert [line for line in text.splitlines() if line in lines] == lines
    assert text.endswith("Here the table stopped; it waits for the choice tempo by Anna.\n")
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    ground("replay", path, "--speed", "4")
    assert len(waited) > 5
    assert set(waited) == {0.25}
    stepped = ground("replay", path, "--step", typed=["", "q"])
    assert stepped.count("-- Enter for the next move, q to stop --") == 2
    assert "Ben chooses tempo" in stepped
    assert "Ben rolls" not in stepped


def test_a_replay_as_data(ground: Ground) -> None:
    path = ground.saved(TYPED)
    found = json.loads(ground("replay", path, "--json"))
    assert [move["entry"] for move in found["moves"]] == list(range(1, moves_of(path).count("\n") + 1))
    assert next(move["override"] for move in found["moves"] if "override" in move) == "The umpire rules: die is 5."
    assert found["over"]
    assert found["seats"] == ["human:Anna", "human:Ben"]
    row = next(event for move in found["moves"] for event in move.get("events", ()) if event["text"].startswith("row"))
    assert row["citation"] == "Kitchen Table Games, 1901, How Far"


def test_the_list_of_games(ground: Ground) -> None:
    rules = ground.rules(RACE)
    ground("play", rules, *WORDS, typed=["1", "", "quit"])
    ground("play", rules, "--seat", "1=human", "--set", "goal=5", "--seed", "4", typed=["1", ""] * 9)
    text = ground("games")
    assert "waits for the choice tempo by Ben" in text
    assert "over: Player" in text
    assert "Ben 0 of 30" in text
    (ground.folder / "data" / "games" / "bad.toml").write_text("nonsense\n")
    listed = json.loads(ground("games", "--json"))["games"]
    assert {each["title"] for each in listed} == {"Race to Ten", "cannot be used"}
    assert ground("resume", listed[1]["name"] if listed[0]["title"] == "cannot be used" else listed[0]["name"])


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
    assert "this game is played without taking back" in ground("resume", path)
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


def test_the_file_says_what_can_be_read_from_it(ground: Ground) -> None:
    path = ground.saved(["1"])
    about = path.read_text().partition("\n\n")[0]
    assert "whoever reads this file can work out what is still to come, and what is masked" in about


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
    assert "has been changed by hand, and cannot be read any more" in ground("resume", path)


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
