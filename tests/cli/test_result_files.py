"""Files for results: whole or not there, readable for everybody, and named where they cannot be written."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from interpreter.cli import main

HEAPS = ("--set", "first_heap=0", "--set", "second_heap=1", "--set", "third_heap=2")

COMMANDS = {
    "odds": ("odds", "two_dice", "--measure", "runs_per_half_inning", "--csv", "found.csv"),
    "solve": ("solve", "nim", *HEAPS, "--csv", "found.csv"),
    "policy": ("solve", "nim", *HEAPS, "--save", "found.json"),
    "sweep": ("sweep", "nim", "--over", "first_heap=0,1", "-n", "10", "--csv", "found.csv"),
    "transcript": ("play", "nim", "--seed", "1", "--seat", "all=bot", "--transcript", "found.txt"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_everybody_may_read_them(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(COMMANDS[name]) == 0
    assert capsys.readouterr().err == ""
    (path,) = folder.iterdir()
    assert path.read_text()
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize("name", COMMANDS)
def test_one_that_cannot_be_written_is_named_and_what_was_there_stays(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    assert main(COMMANDS[name]) != 0
    file = COMMANDS[name][-1]
    assert f"error[file-unwritable]: `{file}` cannot be written: No space left on device" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
