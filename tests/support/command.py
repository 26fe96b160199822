"""The command line, in this process or in one of its own; `conftest` tells such processes where the package is."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from interpreter.cli import main

COMMAND = [sys.executable, "-m", "interpreter"]


class Ran(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


class Run:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str) -> Ran:
        return Ran(main(words), *self.capsys.readouterr())

    def text(self, *words: str) -> str:
        """What a command prints where all is well."""
        code, out, err = self(*words)
        assert code == 0, err
        return out

    def data(self, *words: str) -> Any:
        return json.loads(self.text(*words, "--json"))

    def report(self, *words: str) -> tuple[int, str]:
        """How a command ends that has nothing to say but its results, and these."""
        code, out, err = self(*words)
        assert err == ""
        return code, out

    def refused(self, *words: str, code: int = 2) -> str:
        """What is said of a command that cannot be carried out."""
        found, _, err = self(*words)
        assert found == code, err
        return err


class Terminal(io.StringIO):
    """A text that passes for a terminal."""

    def isatty(self) -> bool:
        return True


class Watched(NamedTuple):
    """What a command printed, what it drew on the terminal that its errors go to, and its exit code."""

    printed: bytes
    drawn: bytes
    code: int


def watch(words: Sequence[str]) -> Watched:
    """Run a command whose errors go to a terminal."""
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    mine, theirs = pty.openpty()
    with subprocess.Popen([*COMMAND, *words], env=environment, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        drawn = b""
        while True:  # as it is drawn: a terminal that nobody reads takes no more when it is full
            try:
                drawn += os.read(mine, 65536)
            except OSError:
                break
        os.close(mine)
        printed = running.communicate()[0]
    return Watched(printed, drawn, running.returncode)
