"""What is said about mistakes in house rules, word for word: each file of `golden/house` is put to the game it is for.

Set GOLDEN=write in the environment to write that anew, then read what changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import loader
from interpreter.source import Source
from tests.support.checking import short
from tests.support.golden import compare_golden
from tests.support.housing import put
from tests.support.paths import TESTS

pytestmark = pytest.mark.quick

GOLDEN = TESTS / "golden" / "house"
MISTAKES = sorted(path for path in GOLDEN.iterdir() if path.suffix != ".expected")


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.name)
def test_messages(path: Path) -> None:
    house = Source(path.name, path.read_text(encoding="utf-8"))
    found = put(loader.find_base_game(house), house).diagnostics.in_order
    told = "".join(f"{short(each)}\n" for each in found)
    compare_golden(path.with_name(f"{path.name}.expected"), told)
    assert told, "house rules with mistakes have some"
