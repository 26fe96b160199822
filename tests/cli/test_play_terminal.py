"""`groundrules play` at a terminal, driven as a person would."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from interpreter.cli.terminal.plain_table import CLEARED
from tests.support.command import COMMAND
from tests.support.small_games import TRICKS


class Terminal:
    """A terminal with a person at it."""

    def __init__(self, *words: str) -> None:
        self.mine, theirs = pty.openpty()
        ends = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        command = [*COMMAND, *words]
        # Whoever runs the tests in the background may have had Ctrl-C ignored; the command is not to.
        heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        in_colour = os.environ | {"TERM": "xterm"}
        self.process = subprocess.Popen(command, env=in_colour, start_new_session=True, preexec_fn=heed, **ends)
        os.close(theirs)
        self.seen = ""
        self.known = 0

    def until(self, text: str, seconds: float = 120) -> None:
        """Read until a text is seen, after the one that was waited for before."""
        end = time.monotonic() + seconds
        while text not in self.seen[self.known :]:
            waiting = self.process.poll() is None and time.monotonic() < end
            assert waiting, f"no {text!r} in {self.seen[self.known :]!r}"
            if select.select([self.mine], [], [], 0.1)[0]:
                self.seen += self._read()
        self.known = self.seen.index(text, self.known) + len(text)

    def _read(self) -> str:
        try:
            return os.read(self.mine, 65536).decode(errors="replace")
        except OSError:
            return ""

    def type(self, text: str) -> None:
        os.write(self.mine, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, and again: readline does not notice one that comes after its prompt and before it waits for keys."""
        for _ in range(10):
            os.killpg(self.process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=5)
                return

    def ended(self) -> int:
        code = self.process.wait(timeout=120)
        while chunk := self._read():
            self.seen += chunk
        os.close(self.mine)
        return code


def test_a_person_at_a_terminal(race: str) -> None:
    terminal = Terminal("play", race, "--seat", "1=human", "--seed", "3", "--set", "goal=50")
    terminal.until("> ")
    terminal.type("nothing\r")
    terminal.until("You cannot choose")
    terminal.until("> ")
    terminal.type("1\r")
    terminal.until("press Enter to roll die")
    terminal.until("> ")
    terminal.type("\r")
    terminal.until("Player 1 rolls die")
    terminal.until("> ")
    terminal.type("quit\r")
    assert terminal.ended() == 0
    assert "Game saved" in terminal.seen


def test_ctrl_c_at_the_question_is_a_clean_stop(race: str) -> None:
    terminal = Terminal("play", race, "--seed", "3")
    terminal.until("> ")
    terminal.interrupt()
    assert terminal.ended() == 130
    assert "Game saved. Continue any time with: groundrules resume" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_ctrl_d_at_the_question_is_a_clean_stop(race: str) -> None:
    terminal = Terminal("play", race, "--seed", "3")
    terminal.until("> ")
    terminal.type("\x04")
    assert terminal.ended() == 0
    assert "There is nothing more to read." in terminal.seen


def test_two_people_at_a_terminal_and_ctrl_c_and_going_on(tmp_path: Path) -> None:
    rules, kept = tmp_path / "tricks.rules", str(tmp_path / "kept.toml")
    rules.write_text(TRICKS)
    terminal = Terminal("play", str(rules), "--seat", "1=human:Anna", "--seat", "2=human:Ben", "--save", kept)
    terminal.until("Hand the keyboard to Anna, then press Enter.")
    assert "Anna: Which card?" not in terminal.seen
    terminal.type("\r")
    terminal.until(CLEARED)
    terminal.until("Anna: Which card?")
    terminal.until("> ")
    terminal.type("1\r")
    terminal.until(CLEARED)
    terminal.until("Hand the keyboard to Ben, then press Enter.")
    terminal.until("> ")
    terminal.interrupt()
    assert terminal.ended() == 130
    assert f"Continue any time with: groundrules resume {kept}" in terminal.seen
    again = Terminal("resume", kept)
    again.until("Hand the keyboard to Ben, then press Enter.")
    again.until("> ")
    again.type("\x04")
    assert again.ended() == 0
