"""Every shipped ruleset has a transcript of one game, and plays it again to the letter.

Set GOLDEN=write in the environment to write the transcripts anew, then read what changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.bots.seats import DEFAULT
from interpreter.cli import main
from interpreter.diagnostics import Diagnostics
from interpreter.play.session import MomentAdded
from interpreter.play.trace import Session
from interpreter.saved.playback import Playback
from interpreter.saved.reader import read_saved
from interpreter.saved.transcript import format_transcript
from interpreter.saved.writer import make_head, write_entry, write_head
from interpreter.settings import read_settings
from interpreter.source import Source
from interpreter.stepper import Stepper
from interpreter.table.seats import SeatAssignment, make_decider
from tests.support.golden import compare_golden
from tests.support.paths import TESTS
from tests.support.shipped import load

FOLDER = TESTS / "transcripts"

NAMES = [entry.name for entry in loader.list_games()]

SHORTER = {"round_the_bases": {"innings": 1}}
"""Options that make a long game a short one."""


BOTS = {
    "two_dice_of_random_bots": ("two_dice", {"innings": 2, "first_bat": "high_chooses"}, ("random", "random")),
    "marker_of_a_thinker_and_its_own": ("marker", {"innings": 1}, ("search:late@24", "late")),
    "cribbage_of_its_own_and_a_random_one": ("cribbage", {"goal": 31}, ("greedy", "random")),
    "cooperstown_of_its_own": ("cooperstown", {"innings": 1}, ("manager", "bunter")),
    "battleships_of_hunters": ("battleships", {"shots": "again"}, ("hunter", "hunter")),
    "spades_of_its_own": ("spades", {"goal": 100}, ("careful", "careful", "careful", "random")),
}
"""Games of bots of each kind: the ruleset, its options, and who plays."""


def transcript(name: str, options: Mapping[str, int | str], bots: Sequence[str] = ()) -> str:
    """The transcript of the first game of seed 1, in which bots take every default, or decide as they do."""
    rules = load(name)
    values = read_settings(rules.model, [(key, str(value)) for key, value in options.items()], Diagnostics())
    program = rules.program(options)
    session = Session(Stepper(program), 1)
    takers = [SeatAssignment(False, each) for each in bots or [DEFAULT] * len(program.seats)]
    head = make_head(name, (), rules.model, values, program, [each.format for each in takers], 1)
    kept = [write_head(head)]
    decide = make_decider(session.engine, takers, 1)
    while not session.over:
        moment = session.step(decide)
        kept.append(write_entry(program, 1, len(kept), MomentAdded(moment)) + "\n")
    again = Playback(rules.model, Session(Stepper(program), 1), read_saved(Source("kept.toml", "".join(kept))))
    assert len(list(again.play())) == len(kept) - 1
    assert again.session.position == session.position, "a saved game comes to the same"
    return "".join(f"{line}\n" for line in format_transcript(rules.model, session, head))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    compare_golden(FOLDER / f"{name}.txt", transcript(name, SHORTER.get(name, {})))


@pytest.mark.parametrize("name", BOTS)
def test_a_game_of_bots_goes_as_it_went(name: str) -> None:
    compare_golden(FOLDER / f"{name}.txt", transcript(*BOTS[name]))


@pytest.mark.quick
def test_the_command_line_writes_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / "game.txt")
    assert main(["play", "two_dice", "--seat", "all=bot", "--seed", "1", "--transcript", name]) == 0
    written = Path(name).read_text(encoding="utf-8")
    assert written == (FOLDER / "two_dice.txt").read_text(encoding="utf-8")
    assert written.splitlines()[-1] in capsys.readouterr().out.splitlines(), "who won"


def test_every_transcript_is_of_a_ruleset() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*NAMES, *BOTS}


def test_a_transcript_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("txt", "jsonl"):
        name = str(tmp_path / f"game.{ending}")
        assert main(["play", "going_to_boston", "--seat", "all=bot", "--seed", "1", "--transcript", name]) == 0
    capsys.readouterr()
    head, *moves, end = map(json.loads, (tmp_path / "game.jsonl").read_text().splitlines())
    assert (head["ruleset"], head["seed"]) == ("going_to_boston", 1)
    assert [move["move"] for move in moves] == list(range(len(moves)))
    text = (tmp_path / "game.txt").read_text()
    assert all(line in text for move in moves for line in move["lines"])
    assert end["over"]
    assert all(name in text for name in end["box_score"]["score"])
    assert text.endswith(f"{end['winners'][0]} wins.\n")


@pytest.mark.parametrize("words", ["play going_to_boston", "replay game.toml"])
def test_a_transcript_needs_a_known_ending(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words.split(), "--transcript", str(tmp_path / "game.doc")]) == 2
    assert "is not a known kind of transcript" in capsys.readouterr().err


def test_a_transcript_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / "nowhere" / "game.txt")
    assert main(["play", "going_to_boston", "--seat", "all=bot", "--transcript", name]) == 1
    assert "error[file-unwritable]" in capsys.readouterr().err
