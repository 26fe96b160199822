"""What all tests of saved games play in."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli import autosave
from tests.support.saved_games import Ground


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ground:
    monkeypatch.setenv(autosave.VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return Ground(tmp_path, monkeypatch, capsys)
