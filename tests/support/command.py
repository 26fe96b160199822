"""The command line in a process of its own; `conftest` tells such processes where the package is."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "interpreter"]


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
