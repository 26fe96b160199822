"""`rulesets/README.md` lists each game once, with how many can play it, and its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FOLDER = ROOT / "rulesets"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.quick


def test_each_game_is_listed_with_how_many_play() -> None:
    listed = re.findall(r"^\| \[(\w+)\]\((\S+)\) \| ([^|]+) \| .", PAGE, re.MULTILINE)
    games = [*sorted(FOLDER.glob("*.rules")), *sorted(FOLDER.glob("classics/*.rules"))]
    shown = [(path.stem, path.relative_to(FOLDER).as_posix(), say_how_many_play(path)) for path in games]
    assert listed == shown


def say_how_many_play(path: Path) -> str:
    """What the line `players` says; without one, each of two sides has a player."""
    found = re.search(r"^players (\d+)(?:\.\.(\d+))?", path.read_text(encoding="utf-8"), re.MULTILINE)
    least, most = found.groups() if found else ("2", None)
    return f"{least} or more" if most == "62" else f"{least} to {most}" if most else least


def test_the_links_lead_somewhere() -> None:
    assert all((FOLDER / link).exists() for link in re.findall(r"\]\(([^)]+)\)", PAGE))
