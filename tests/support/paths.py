"""Where the tests find what they read."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent

CHAPTERS = tuple(sorted((ROOT / "grammar" / "manual").glob("*.md")))
MANUAL = (ROOT / "grammar" / "README.md", *CHAPTERS)
"""The pages of the manual."""


def read_game(name: str) -> str:
    """A small game, or a program, that stands in `games`."""
    return (TESTS / "support" / "games" / name).read_text(encoding="utf-8")
