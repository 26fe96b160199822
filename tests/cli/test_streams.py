"""Standard streams that are closed, full or unreadable: no verb ends in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from interpreter import cli
from tests.support.command import COMMAND
from tests.support.paths import ROOT

UNWRITABLE = 74

WORDS = {
    "list": "",
    "show": "two_dice",
    "book": f"nim --output {tempfile.gettempdir()}/ground_rules_leaflet.html",
    "check": "two_dice",
    "test": "going_to_boston",
    "play": "two_dice --seat red=human:Anna --seed 7 --no-save",
    "resume": "evening",
    "replay": "evening --step",
    "games": "",
    "simulate": "two_dice -n 200 --seed 7 --engine stepper --workers 2",
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

CLOSED = {"<&- 2>&-": 0, ">&-": UNWRITABLE}
"""How streams are closed, and the exit code then."""

SHELL = pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a saved game that waits for Anna."""
    place = tmp_path_factory.mktemp("data")
    path = place / "games" / "evening.toml"
    started = started_with(f"play two_dice --seat red=human:Anna --seed 7 --save {path}", "</dev/null", place)
    assert started.wait() == 0
    return place


def started_with(words: str, streams: str, data: Path) -> subprocess.Popen[bytes]:
    """The command with these words, its streams changed as a shell does it. What is written to those that stay open
    comes through a pipe."""
    return subprocess.Popen(
        ["sh", "-c", f'exec "$0" -m interpreter {words} {streams}', sys.executable],
        cwd=ROOT,
        env=os.environ | {"GROUNDRULES_DATA": str(data)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_every_verb_is_tried() -> None:
    verbs = cli.read_commands()["verbs"]
    assert {*WORDS, "lsp", "web"} == verbs.keys(), "what serves others does not end of its own accord"


@SHELL
@pytest.mark.parametrize("verb", WORDS)
@pytest.mark.long
def test_no_verb_ends_in_a_traceback_where_streams_are_closed(verb: str, data: Path) -> None:
    words = f"{verb} {WORDS[verb]}"
    for closed in CLOSED:
        process = started_with(words, closed, data)
        out, err = process.communicate()
        assert b"Traceback" not in err, closed
        assert process.returncode == CLOSED[closed], (closed, err)
        assert bool(out) == (CLOSED[closed] == 0), closed
        assert (b"error[output-failed]" in err) == (closed == ">&-"), closed


@SHELL
@pytest.mark.parametrize("words", ["--help", "--version", "simulate --help"])
@pytest.mark.parametrize("streams", [">&-", ">/dev/full"])
def test_help_that_cannot_be_written_is_told(words: str, streams: str, data: Path) -> None:
    process = started_with(words, streams, data)
    _, err = process.communicate()
    assert process.returncode == UNWRITABLE
    assert err.startswith(b"error[output-failed]: ")


@SHELL
def test_what_is_wrong_is_never_written_among_the_results(data: Path) -> None:
    process = started_with("check nothing.rules --short", "2>&-", data)
    out, _ = process.communicate()
    assert out == b"nothing.rules:1:1: file-missing: there is no file `nothing.rules`\n"
    process = started_with("simulate two_dice -n 5 --set nothing=1", "2>&-", data)
    out, _ = process.communicate()
    assert (out, process.returncode) == (b"", 2)


@SHELL
@pytest.mark.parametrize("streams", ["0>/dev/null", "<&-", "</dev/null"])
def test_input_that_cannot_be_read_has_ended(streams: str, data: Path) -> None:
    process = started_with("play two_dice --seat red=human:Anna --seed 7 --no-save", streams, data)
    out, err = process.communicate()
    assert b"There is nothing more to read.\nGame not saved." in out
    assert (err, process.returncode) == (b"", 0)


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


def test_input_that_is_no_text_is_no_answer() -> None:
    words = "play two_dice --seat red=human:Anna --seed 7 --no-save"
    process = subprocess.Popen(
        [*COMMAND, *words.split()],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, err = process.communicate(b"\xff\xfe\0\n")
    assert b"Press Enter to roll, or type one of" in out
    assert (err, process.returncode) == (b"", 0)
