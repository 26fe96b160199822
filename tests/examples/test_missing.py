"""`groundrules examples --missing`: examples made where there are none, and what they say."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import pytest

from interpreter import loader, pipeline
from interpreter.check import CheckResult
from interpreter.cli import main
from interpreter.diagnostics import Diagnostics
from interpreter.examples.drafting import find_drafts
from interpreter.examples.missing import Written, write_missing
from interpreter.examples.run_example import ExampleReport, run_examples
from interpreter.formatter import format_file
from interpreter.lower import lower
from interpreter.parser import parse
from interpreter.source import Source
from interpreter.stepper import Stepper
from tests.support.paths import ROOT

GAME = """\
game pocket "Pocket"

players 2

dice die "the die" = 1d6

option sixes = plain
  "What is a six?"
  plain "a six"
  wild  "lost"

phase game
  keep points of each player : 0+ = 0
  repeat turn for lowest of all player until points of lowest of all player >= 9
  win lowest of all player

phase turn for (thrower: player) in game
  count tries
  repeat
    roll die for thrower
    add 1 to tries
    do result
    choose going_on by thrower
  until going_on is stop

table result on total of die
  1    : all_lost
  2..5 : gain
  6    : six

rule gain
  add total of die to points of thrower

rule six
  when sixes is wild : all_lost
  otherwise          : gain

rule all_lost
  say "All is lost."
  set points of thrower to 0

rule never
  say "This is never called."

choice going_on
  "Again?"
  again "again"
  stop  "enough"
  default stop
"""

EXAMPLES = """
example "a one loses all"
  roll  1
  then  did all_lost

example "a three counts"
  roll  3
  then  did gain
"""


def check(text: str) -> CheckResult:
    return pipeline.check_game(loader.sources_of(Source("pocket.rules", text)))


def write_for(text: str) -> Written:
    game = check(text).model
    assert game is not None
    return write_missing(game, lambda more: check(f"{text}\n{more}"))


def run_with(text: str, written: Written) -> ExampleReport:
    game = check(f"{text}\n{written.text}").model
    assert game is not None
    return run_examples(game)


def test_what_none_reaches_is_reached_and_passes() -> None:
    written = write_for(GAME)
    report = run_with(GAME, written)
    assert not report.failed
    assert report.coverage.missed == written.missed == ()
    assert {each.example.name for each in report.results} >= {f"unread: row {row} of result" for row in ("1", "6")}


def test_only_what_is_missing_is_written() -> None:
    assert [each.title for each in write_for(GAME + EXAMPLES).examples] == ["unread: row 6 of result"]


def test_what_really_follows_is_what_must_follow() -> None:
    (six,) = (each for each in write_for(GAME).examples if each.key[2] == "6")
    assert "points of lowest of all player is 6" in six.text
    changed = GAME.replace("add total of die to points", "add 1 to points")
    failed = run_with(changed, Written((six,), ())).failed
    assert [each.failures[0].code for each in failed] == ["example-failed"]


def test_they_are_laid_out_and_the_same_each_time() -> None:
    written = write_for(GAME)
    found = Diagnostics()
    text = f"{GAME}\n{written.text}"
    assert format_file(parse(Source("pocket.rules", text), found)) == text
    assert written.text == write_for(GAME).text


def test_what_no_play_reaches_is_told() -> None:
    text = GAME.replace("  win lowest", "  when points of lowest of all player > 900 : never\n  win lowest")
    assert [each[1] for each in write_for(text).missed] == ["never"]


@pytest.mark.quick
def test_what_only_an_option_leads_to_is_found_with_it() -> None:
    text = GAME.replace("1    : all_lost", "1    : gain")
    (lost,) = (each for each in write_for(text).examples if each.key[1] == "all_lost")
    assert "with  sixes = wild" in Written((lost,), ()).text


def test_random_games_are_bounded_all_together() -> None:
    game = check(GAME.replace(">= 9", ">= 900000")).model
    assert game is not None
    stepper = Stepper(lower(game, {}))
    with patch.object(stepper, "answer", wraps=stepper.answer) as answer:
        assert not list(find_drafts(game, stepper, {("rule", "nowhere", "", 1)}, 1_500, ()))
    assert answer.call_count == 1_500


@pytest.mark.parametrize("name", ["kuhn_poker", "blackjack"])
def test_cards_are_named_in_it(name: str) -> None:
    path = ROOT / "rulesets" / "classics" / f"{name}.rules"
    text = re.split(r"\n# -+ examples|\nexample ", path.read_text())[0] + "\n"
    written = write_for(text)
    assert not written.missed
    report = run_with(text, written)
    assert not report.failed
    assert report.coverage.missed == ()


# ---- the verb


def test_the_verb_shows_them_or_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pocket.rules"
    path.write_text(GAME + EXAMPLES)
    assert main(["examples", str(path), "--missing"]) == 0
    shown = capsys.readouterr().out
    assert path.read_text() == GAME + EXAMPLES
    assert main(["examples", str(path), "--missing", "--write"]) == 0
    assert "unread example" in capsys.readouterr().out
    assert path.read_text() == f"{GAME}{EXAMPLES}\n{shown}"
    assert main(["test", str(path)]) == 0
    assert re.search(r"\d examples passed, \d unread", capsys.readouterr().out)
    assert main(["examples", str(path), "--missing"]) == 0
    assert "reach every row, rule and phase" in capsys.readouterr().out


def test_a_shipped_ruleset_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["examples", "pig", "--missing", "--write"]) == 0
    assert "reach every row" in capsys.readouterr().out
