"""`groundrules test`: examples that pass and fail, and what they reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest

from interpreter.cli import main
from tests.support.command import Run

GAME = """\
game dozen "A Dozen"

dice pair = 2d6

phase game
  count wins_so_far
  repeat throw_once until wins_so_far >= 2

rule throw_once                          cite "Throwing" DZ-01, DZ-02
  roll pair
  do wins

table wins on pair
  2..11 : nothing                        cite DZ-04
  12    : won                            cite DZ-05

rule won                                 cite DZ-03
  say "A dozen!"
  add 1 to wins_so_far

note DZ-05 "Shown besides."
note DZ-06 "Only noted."

example "two dozens win" shows DZ-01, DZ-02, DZ-05
  roll 12, 12
  then did won, said "A dozen!", wins_so_far is 2
"""

FAILING = (
    GAME
    + """
example "one dozen does" shows DZ-04
  roll 2, 6+6
  then ended game
"""
)

HAPPENED = """\
what happened:
  pair 1+1 = 2
  pair 6+6 = 12
    row `12` of table wins
    rule won
  A dozen!
    rule throw_once
  (4 more lines: --full)

dozen  1 of 2 examples failed  failing.rules
"""

HAPPENED_IN_FULL = """\
what happened:
    phase game
    rule throw_once
  pair 1+1 = 2
    row `2..11` of table wins
    rule throw_once
  pair 6+6 = 12
    row `12` of table wins
    rule won
  A dozen!
    rule throw_once

dozen  1 of 2 examples failed  failing.rules
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    (tmp_path / "dozen.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "failing.rules").write_text(FAILING, encoding="utf-8")
    return tmp_path


@pytest.mark.quick
def test_examples_that_pass(run: Run) -> None:
    assert run.report("test", "dozen.rules") == (0, "dozen  1 example passed  dozen.rules\n")


@pytest.mark.quick
def test_an_example_that_fails_shows_what_was_expected_found_and_done(run: Run) -> None:
    code, out = run.report("test", "failing.rules")
    assert code == 1
    assert out.startswith('example "one dozen does" failed\nerror[example-failed]: ')
    assert "  --> failing.rules:30:8\n" in out
    assert "30 |   then ended game\n   |        ^^^^^^^^^^ " in out
    assert out.endswith(f"\n{HAPPENED}")


def test_an_example_that_fails_shows_everything_only_in_full(run: Run) -> None:
    code, out = run.report("test", "failing.rules", "--full")
    assert code == 1
    assert out.endswith(f"\n{HAPPENED_IN_FULL}")


def test_what_is_shown_of_a_long_example_stays_short(folder: Path, run: Run) -> None:
    rolls = ", ".join(["2"] * 200)
    example = f'example "long" shows DZ-04\n  roll {rolls}\n  then wins_so_far is 1\n'
    (folder / "dozen.rules").write_text(f"{GAME}\n{example}", encoding="utf-8")
    assert len(run.report("test", "dozen.rules")[1].splitlines()) < 60
    assert len(run.report("test", "dozen.rules", "--full")[1].splitlines()) > 600


def test_as_an_object(run: Run) -> None:
    code, out = run.report("test", "failing.rules", "nowhere.rules", "--json")
    found = json.loads(out)
    assert code == 1
    assert not found["passed"]
    assert [each["code"] for each in found["diagnostics"]] == ["file-missing"]
    (ruleset,) = found["rulesets"]
    assert (ruleset["ruleset"], ruleset["file"]) == ("dozen", "failing.rules")
    assert (ruleset["examples"], ruleset["failed"]) == (2, 1)
    passed, failed = ruleset["results"]
    assert (passed["passed"], passed["diagnostics"], passed["events"]) == (True, [], [])
    assert (failed["example"], failed["shows"], failed["place"]) == ("one dozen does", ["DZ-04"], "failing.rules:28:9")
    assert failed["diagnostics"][0]["code"] == "example-failed"
    assert "A dozen!" in failed["events"]
    assert "coverage" not in ruleset


@pytest.mark.quick
def test_what_examples_reach(run: Run) -> None:
    code, out = run.report("test", "dozen.rules", "--coverage")
    assert code == 0
    assert (
        out
        == """\
dozen  1 example passed  dozen.rules

What the examples of dozen reach
  rows    1 of 2
    not reached: dozen.rules:14:3  row 2..11 of table wins
  rules   3 of 3
  ids encoded       DZ-01 to DZ-06 (6)
  shown by example  DZ-01, DZ-02, DZ-05 (3)
  only noted        DZ-06 (1)
  without example   DZ-03, DZ-04 (2)
"""
    )


def test_what_examples_reach_as_an_object(run: Run) -> None:
    found = json.loads(run.report("test", "dozen.rules", "--coverage", "--json")[1])
    coverage = found["rulesets"][0]["coverage"]
    assert coverage["rows_missed"] == [{"table": "wins", "row": "2..11", "place": "dozen.rules:14:3"}]
    assert coverage["ids_without_example"] == ["DZ-03", "DZ-04"]


def test_a_ruleset_without_examples(folder: Path, run: Run) -> None:
    (folder / "dozen.rules").write_text(GAME.partition("example")[0], encoding="utf-8")
    assert run.report("test", "dozen.rules") == (0, "dozen  no examples  dozen.rules\n")


def test_a_folder_and_a_ruleset_that_does_not_check(folder: Path, run: Run) -> None:
    (folder / "library").mkdir()
    (folder / "library" / "shared.rules").write_text('library shared "Shared"\n', encoding="utf-8")
    (folder / "failing.rules").write_text(GAME.replace("2..11", "3..11"), encoding="utf-8")
    code, out = run.report("test", ".")
    assert code == 1
    assert "error[table-gap]" in out
    assert out.endswith("dozen  1 example passed  dozen.rules\n")


def test_shipped_rulesets_pass_and_reach_everything(run: Run) -> None:
    code, out = run.report("test", "marker", "one_die", "two_dice", "--coverage", "--json")
    assert code == 0
    for ruleset in json.loads(out)["rulesets"]:
        assert ruleset["coverage"]["rows_missed"] == []
        assert ruleset["coverage"]["rules_missed"] == []
        assert ruleset["coverage"]["ids_without_example"] == []


@pytest.mark.quick
def test_examples_that_passed_are_not_run_again_until_a_text_changes(
    folder: Path, run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", str(folder / "cache"))
    first = run.report("test", "dozen.rules", "--coverage")
    in_json = run.report("test", "dozen.rules", "--coverage", "--json")
    assert run.report("test", "failing.rules")[0] == 1
    monkeypatch.setattr("interpreter.examples.overlay_failures.run_examples", _fail)
    assert run.report("test", "dozen.rules", "--coverage") == first
    assert run.report("test", "dozen.rules", "--coverage", "--json") == in_json
    for changed in ("failing.rules", "dozen.rules"):
        (folder / "dozen.rules").write_text(GAME.replace("12, 12\n", "12, 6+6\n"), encoding="utf-8")
        main(["test", changed])
        assert "AssertionError: these are run" in capsys.readouterr().err


def _fail(*_: object) -> NoReturn:
    raise AssertionError("these are run")


@pytest.mark.quick
def test_unknown_house_rules_are_reported_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "nim", "--house", "nowhere", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["passed"], found["rulesets"]) == (False, [])
    assert [each["code"] for each in found["diagnostics"]] == ["file-missing"]
