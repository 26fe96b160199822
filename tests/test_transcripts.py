"""Every shipped ruleset has a transcript of one game, and plays it again to the letter.

Set GOLDEN=write in the environment to write the transcripts anew, then read what changed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from interpreter import shelf
from interpreter.cli import main

FOLDER = Path(__file__).parent / "transcripts"

NAMES = [entry.name for entry in shelf.shipped()]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_as_it_went(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden, written = FOLDER / f"{name}.txt", tmp_path / f"{name}.txt"
    assert main(["play", name, "--seat", "all=bot", "--seed", "1", "--plain", "--transcript", str(written)]) == 0
    text = written.read_text(encoding="utf-8")
    if os.environ.get("GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert golden.is_file(), f"{name} has no transcript yet: run once with GOLDEN=write"
    assert text == golden.read_text(encoding="utf-8")
    assert text.splitlines()[-1] in capsys.readouterr().out.splitlines(), "who won"


def test_every_transcript_is_of_a_ruleset() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(NAMES)


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


def test_a_transcript_needs_a_known_ending(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "going_to_boston", "--transcript", str(tmp_path / "game.doc")]) == 2
    assert "does not say how a transcript is to be written" in capsys.readouterr().err


def test_a_transcript_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / "nowhere" / "game.txt")
    assert main(["play", "going_to_boston", "--seat", "all=bot", "--transcript", name]) == 1
    assert "error[output-failed]" in capsys.readouterr().err
