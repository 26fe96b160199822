"""Style and types: the same checks as a developer runs, so that one command runs everything."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

TYPES = ["mypy", *(["--cache-dir", os.devnull] if "CI" in os.environ else [])]
"""Where nothing is checked a second time, nothing is written down for that."""


@pytest.mark.parametrize("command", [["ruff", "check", "."], TYPES], ids=["ruff", "mypy"])
def test_the_project_is_clean(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
