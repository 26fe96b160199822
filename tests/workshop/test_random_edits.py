"""Whatever is typed, the workshop answers, and says of a text what a fresh check says. `python -m
tests.tools.random_edits` goes on for longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.random_edits import run_sequence


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_the_workshop_answers(tmp_path: Path, seed: int) -> None:
    run_sequence(tmp_path, seed, edits=12)
