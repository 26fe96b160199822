"""What is said about mistakes in house rules, word for word: each file of `golden/house` is put to the game it is for.

Set GOLDEN=write in the environment to write that anew, then read what changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import loader
from interpreter.pipeline import check_game
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


QUIET = 'house_rules quiet "Quiet" for two_dice\n\noption innings = 3\n  because "A short game."\n'


@pytest.mark.parametrize(
    ("name", "text", "help"),
    [
        ("third.rules", 'house_rules third "Third" for quiet\n', "write `for two_dice`"),
        ("fourth.rules", 'house_rules fourth "Fourth" for third\n', "write `for two_dice`"),
        ("fifth.toml", 'house_rules = "fifth"\nfor = "quiet"\n', 'write `for = "two_dice"`'),
        ("round.rules", 'house_rules round "Round" for round\n', "write the name of a game after `for`"),
    ],
)
def test_house_rules_for_others_are_told_the_game_of_these(tmp_path: Path, name: str, text: str, help: str) -> None:
    (tmp_path / "quiet.rules").write_text(QUIET, encoding="utf-8")
    (tmp_path / "third.rules").write_text('house_rules third "Third" for quiet\n', encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    (found,) = check_game(loader.sources_of(loader.find_ruleset(str(tmp_path / name)))).diagnostics.found
    assert found.code == "house-alone"
    assert found.span is not None
    assert found.span.source.name.endswith(name)
    assert found.help.partition(";")[0] == help
