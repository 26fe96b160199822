"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import Run
from tests.support.small_games import RACE


@pytest.fixture
def race(tmp_path: Path) -> str:
    """A file with a small game."""
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)
