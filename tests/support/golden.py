"""Holds texts against golden files. Set GOLDEN=write in the environment to write these anew, then read what changed."""

from __future__ import annotations

import os
from pathlib import Path


def compare_golden(path: Path, text: str) -> None:
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"there is no {path.name} yet: run once with GOLDEN=write"
    assert text == path.read_text(encoding="utf-8")
