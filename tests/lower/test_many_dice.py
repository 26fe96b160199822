"""Dice with more results than can be gone through: rolled one by one, shown together, with their odds."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import pytest

from interpreter.api import load
from interpreter.cli import main
from interpreter.native import Native
from interpreter.play.trace import narrate
from interpreter.rulebook import make_table
from interpreter.stepper import Stepper
from tests.support.paths import TESTS
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference
from tests.support.seated import table_of

PATH = TESTS / "semantics" / "many_dice.rules"

SEVEN = """\
game seven "Seven dice"

players 1

dice throw = 7d6

phase game
  roll throw
  when throw in 25+ : win lowest of all player

measure sixes per game = count of die in throw where die is 6
"""


def count_results(total: int) -> int:
    """How many results of ten dice with ten faces have a total (inclusion and exclusion)."""
    return sum((-1) ** k * comb(10, k) * comb(total - 10 * k - 1, 9) for k in range((total - 10) // 10 + 1))


def test_rows_have_the_odds_of_their_totals() -> None:
    model = load(str(PATH)).model
    low, odd, high = make_table(model, model.tables["result"]).rows
    assert (low.key, odd.odds) == ("10..20, 22..54", f"{count_results(21)}/{10**10}")
    assert high.odds == f"{sum(map(count_results, range(55, 101)))}/{10**10}"


def test_both_engines_roll_the_same() -> None:
    program = load(str(PATH)).program()
    played = [Reference(Stepper(program), ("default",)).play(game) for game in range(3)]
    assert hold(Native(program, ("default",), keep=False), played, SEED) == []


def test_one_key_rolls_all_of_them_and_one_line_shows_them() -> None:
    table = table_of(PATH.read_text(), {0: "Anna"}, own_dice=True)
    list(table.go_on())
    assert table.question is not None
    assert table.question.text == "Anna: press Enter to roll pool (10d10), or ? for help."
    moments = [*table.roll().moments, *table.go_on()]
    first = next(narrate(table.program, moments[-1])).text
    pool = next(at for at, slot in enumerate(table.program.slots) if slot.name == "pool")
    dice = first.partition("pool, which shows ")[2].split(", ")
    assert (len(moments), len(dice)) == (10, 10)
    assert table.session.position.slots[pool]
    assert sum(1 for moment in moments for line in narrate(table.program, moment) if line.kind == "rolled") == 1
    assert table.undo()
    assert table.session.stops == 1


def test_hidden_dice_are_shown_in_one_line_too() -> None:
    hidden = SEVEN.replace("7d6", "7d6, face down")
    table = table_of(hidden, {})
    lines = [line.text for moment in table.go_on() for line in narrate(table.program, moment)]
    assert lines == ["throw unseen"]


def test_odds_are_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "seven.rules").write_text(SEVEN)
    assert main(["odds", str(tmp_path / "seven.rules"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["measures"]["sixes"]["exact"] == "7/6"
    assert found["winners_exact"] == {"Player 1": "1/2", "drawn": "1/2"}
