"""What takes long and says nothing until it is done shows on a terminal that it goes on."""

from __future__ import annotations

import io
import sys
import time

import pytest

from interpreter.cli.terminal import working
from interpreter.cli.terminal.working import show_working
from tests.support.command import Terminal, watch


def draw(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, seconds: float) -> str:
    """What is drawn while it is worked, so many seconds at most, and then once that is over."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with show_working():
        until = time.monotonic() + seconds
        while time.monotonic() < until and "calculating" not in stream.getvalue():
            time.sleep(0.05)
    return stream.getvalue()


def test_a_terminal_is_shown_that_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "calculating" in draw(monkeypatch, Terminal(), 60)


def test_what_is_over_soon_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "DELAY", 60)
    assert draw(monkeypatch, Terminal(), 0.2) == ""


def test_what_is_no_terminal_is_shown_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "DELAY", 0)
    assert draw(monkeypatch, io.StringIO(), 0.5) == ""


def test_exact_figures_take_a_while_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", "off")
    watched = watch(["odds", "marker", "--measure", "winners"])
    assert watched.code == 0
    assert b"calculating" in watched.drawn
    assert b"`groundrules simulate marker` estimates it meanwhile" in watched.drawn
    assert watched.printed
