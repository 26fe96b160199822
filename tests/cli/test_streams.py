"""Standard streams that are closed, full or unreadable: no verb ends in a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.cli import main
from tests.support.paths import ROOT

UNWRITABLE = 74

WORDS = {
    "list": "",
    "show": "two_dice",
    "book": "nim --output leaflet.html",
    "check": "two_dice",
    "test": "going_to_boston",
    "play": "two_dice --seat red=human:Anna --seed 7 --no-save",
    "resume": "evening",
    "replay": "evening --step",
    "games": "",
    "simulate": "two_dice -n 20 --seed 7 --engine stepper --workers 2",
    "odds": "two_dice --measure runs_per_half_inning",
    "solve": "nim --set first_heap=0 --set second_heap=0 --set third_heap=1",
    "ledger": "nim -n 5 --seed 7 --engine stepper --workers 1",
    "sweep": "two_dice --over innings=3,9 -n 5 --seed 7 --engine stepper --workers 1",
    "tournament": "two_dice --seat-a default --seat-b random -n 4 --seed 7 --workers 2",
    "format": "--check two_dice",
    "diff": "two_dice --house doubles -n 5 --seed 7",
    "house": "matrix two_dice --house doubles --house mercy",
    "schema": "two_dice",
    "explain": "table-gap",
    "completion": "bash",
    "examples": "pig --missing",
}

HELP = ("--help", "--version", "simulate --help")

SHELL = pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a saved game that waits for Anna."""
    place = tmp_path_factory.mktemp("data")
    words = f"play two_dice --seat red=human:Anna --seed 7 --save {place}/games/evening.toml"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        assert main(words.split()) == 0
    return place


def test_every_verb_is_tried() -> None:
    verbs = cli.read_commands()["verbs"]
    assert {*WORDS, "lsp", "web"} == verbs.keys(), "what serves others does not end of its own accord"


@pytest.mark.parametrize("words", [*(f"{verb} {WORDS[verb]}" for verb in WORDS), *HELP])
def test_no_verb_ends_in_a_traceback_where_nothing_can_be_written(
    words: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard output is what replaces a closed one: the empty device, open to be read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDRULES_DATA", str(data))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8") as unwritable:
        monkeypatch.setattr(sys, "stdout", unwritable)
        assert main(words.split()) == UNWRITABLE
    err = capsys.readouterr().err
    assert "error[output-failed]: " in err
    assert "Traceback" not in err


def start(words: str, streams: str) -> subprocess.Popen[bytes]:
    """The command with these words, its streams changed as a shell does it. What is written to those that stay open
    comes through a pipe."""
    return subprocess.Popen(
        ["sh", "-c", f'exec "$0" -m interpreter {words} {streams}', sys.executable],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@SHELL
@pytest.mark.parametrize("verb", ["list", "play", "simulate"])
@pytest.mark.parametrize(("closed", "code"), [("<&- 2>&-", 0), (">&-", UNWRITABLE)])
def test_closed_streams(verb: str, closed: str, code: int) -> None:
    """Of a verb that only prints, one that reads, and one with processes of its own."""
    process = start(f"{verb} {WORDS[verb]}", closed)
    out, err = process.communicate()
    assert b"Traceback" not in err
    assert process.returncode == code, err
    assert bool(out) == (code == 0)
    assert (b"error[output-failed]" in err) == (code == UNWRITABLE)


@SHELL
def test_what_is_wrong_is_never_written_among_the_results() -> None:
    process = start("simulate two_dice -n 5 --set nothing=1", "2>&-")
    out, _ = process.communicate()
    assert (out, process.returncode) == (b"", 2)


def test_input_that_cannot_be_read_has_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open(os.open(os.devnull, os.O_WRONLY), encoding="utf-8") as unreadable:
        monkeypatch.setattr(sys, "stdin", unreadable)
        assert main(["play", *WORDS["play"].split()]) == 0
    out, err = capsys.readouterr()
    assert "There is nothing more to read.\nGame not saved." in out
    assert err == ""


@SHELL
def test_what_stands_in_for_a_closed_stream_is_there_for_other_processes() -> None:
    program = "import os; from interpreter.cli.terminal.streams import open_closed_streams as open_them; open_them()"
    shown = "print([os.get_inheritable(each) for each in range(3)])"
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -c "$1" <&- 2>&-', sys.executable, f"{program}; {shown}"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    assert done.stdout == b"[True, True, True]\n"
