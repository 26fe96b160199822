"""The games written by hand in C, which machine code is held against, are the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load
from interpreter.simulate.simulation import Plan, play_games
from tests.benchmarks import twins

GAMES = 25


@pytest.mark.skipif(not twins.available(), reason="gcc is not installed")
@pytest.mark.parametrize("name", twins.TWINS)
def test_a_twin_plays_the_same_games(name: str, tmp_path: Path) -> None:
    program = load(name).program()
    summary = play_games(Plan(program, ("default",) * len(program.seats), 11), range(GAMES))
    counts = twins.counts_of(name, program, summary)
    assert twins.run(twins.compiled(name, tmp_path), 11, GAMES)[1][: len(counts)] == counts
