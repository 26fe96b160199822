"""Worker processes end when their parent does, however that ends, and let go of its output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from tests.support.paths import ROOT

PATIENCE = 60
"""So many seconds a worker may take to notice, on a busy machine."""

USUAL = """
import signal

signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
"""A parent that was itself started to live on without its terminal does not hand that down."""

CREW = """
from interpreter.simulate.executors import ProcessExecutor
from interpreter.simulate.players import STEPPER, PlayOptions
from tests.simulate.test_executor import plan

for part in ProcessExecutor(plan(), PlayOptions(STEPPER, 2)).play(range(10**9)):
    print("playing", flush=True)
"""

TOURNAMENT = """
from interpreter.simulate.players import PlayOptions
from interpreter.simulate.tournament import Match, play_match
from tests.simulate.test_executor import plan

for each in play_match(Match(plan().program, "search@4", "wary", 7), 10**9, PlayOptions(workers=2)):
    print("playing", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize(
    ("script", "name"),
    [(CREW, "SIGTERM"), (CREW, "SIGHUP"), (CREW, "SIGKILL"), (TOURNAMENT, "SIGKILL")],
    ids=["simulate-term", "simulate-hup", "simulate-kill", "tournament-kill"],
)
def test_workers_end_with_their_parent(script: str, name: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", USUAL + script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert parent.stdout is not None
    try:
        assert parent.stdout.readline() == b"playing\n"
        parent.send_signal(getattr(signal, name))
        parent.communicate(timeout=PATIENCE)
        assert parent.returncode == -getattr(signal, name)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
