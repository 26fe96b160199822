"""Only regular files are read: nothing waits for ever, whatever a name leads to."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from interpreter import cache, loader
from interpreter.cli import main
from interpreter.diagnostics import Rejected
from interpreter.files import NotRegular, open_regular, read_regular
from tests.support.small_games import RACE

pytestmark = [pytest.mark.quick, pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")]

PATIENCE = 60


@pytest.fixture(autouse=True)
def nothing_waits() -> Iterator[None]:
    """Whatever waits for ever is ended."""

    def ring(number: int, frame: FrameType | None) -> None:
        pytest.fail("this waits for ever")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=["a pipe", "a device"])
def special(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Something that is no regular file, under the name of a ruleset."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "special.rules"
    if request.param == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    return path


def told(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What is said of files that cannot be used."""
    assert main([str(each) for each in words]) == 1
    out, err = capsys.readouterr()
    return str(out + err)


def test_what_is_no_regular_file_is_not_opened(special: Path, tmp_path: Path) -> None:
    for adding in (False, True):
        with pytest.raises(NotRegular):
            open_regular(special, adding)
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(OSError, match="No such device"):
            open_regular("socket")
    (tmp_path / "file").write_bytes(b"x" * 3_000_000)
    assert len(read_regular(tmp_path / "file", 2_500_000)) == 2_500_001
    assert len(read_regular(tmp_path / "file", 3_000_000)) == 3_000_000


@pytest.mark.parametrize("verb", ["show", "check", "test", "simulate", "play", "schema"])
def test_a_ruleset(verb: str, special: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "error[file-not-regular]: `special.rules` is a " in told(capsys, verb, special)


def test_house_rules(special: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "error[file-not-regular]" in told(capsys, "check", "two_dice", "--house", special)


def test_a_library(special: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.rules").write_text('game mine "Mine"\n  use more\n')
    (tmp_path / "library").mkdir()
    os.mkfifo(tmp_path / "library" / "more.rules")
    assert "error[file-not-regular]: `library/more.rules` is a pipe" in told(capsys, "check", "./mine.rules")


@pytest.mark.parametrize("verb", ["resume", "replay"])
def test_a_saved_game(verb: str, special: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "error[file-not-regular]" in told(capsys, verb, special)


def test_an_entry_of_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", str(tmp_path / "kept"))
    cache.store("a", "x", b"content")
    (tmp_path / "kept" / "a-x").unlink()
    os.mkfifo(tmp_path / "kept" / "a-x")
    assert cache.fetch("a", "x") is None
    assert "it is a pipe" in cache.take_trouble()
    cache.store("a", "x", b"content")
    assert cache.fetch("a", "x") == b"content"


def test_the_rest_of_a_folder_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "loop.rules").symlink_to("loop.rules")
    (tmp_path / "one.rules").symlink_to("other.rules")
    (tmp_path / "other.rules").symlink_to("one.rules")
    (tmp_path / "gone.rules").symlink_to("nowhere.rules")
    os.mkfifo(tmp_path / "pipe.rules")
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "good.rules").write_text(RACE)
    (tmp_path / "zero.rules").write_bytes(b"\0")
    text = told(capsys, "check", tmp_path, "--short")
    codes = {Path(line.split(":")[0]).name: line.split(": ")[1] for line in text.splitlines()}
    assert codes == {
        "gone.rules": "file-missing",
        "loop.rules": "file-unreadable",
        "one.rules": "file-unreadable",
        "other.rules": "file-unreadable",
        "pipe.rules": "file-not-regular",
        "zero.rules": "file-binary",
    }
    assert "1 ruleset checked: 6 errors" in told(capsys, "check", tmp_path)


def test_a_link_in_a_circle_is_told_wherever_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "loop.rules"
    path.symlink_to(path)
    for how in ({}, {"within": tmp_path}):
        with pytest.raises(Rejected) as caught:
            loader.read_source(path, **how)
        assert [each.code for each in caught.value.diagnostics] == ["file-unreadable"]
