"""Exact figures are worked out once, kept, and found again where nothing has changed."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import cache
from interpreter.cli.loading import load_checked
from interpreter.cli.simulating import find_quick_means
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.odds import answers, means
from interpreter.odds.answers import Answer, Asked
from interpreter.odds.figures import Setting
from interpreter.odds.known_means import Means
from tests.support.command import Run

GAME = """\
game short "A Short Game"
players 2
dice die = 1d6
option goal = 3 in 3..9
  "How far?"
  because "Somebody has to say."
phase game
  keep score of each player : 0+ = 0
  keep missed : 0+ = 0
  repeat round until some one in all player where score of one >= goal
  win those one in all player with most score of one
phase round in game
  for each one in all player
    roll die for one
    choose keeping by one
    when keeping is kept : add total of die to score of one
choice keeping
  "Keep it?"
  kept "yes"
  lost "no"
  default kept
strategy picky "Keeps high ones"
  keeping
    when die is 1 : lost
    otherwise     : kept
measure rounds per game = missed + 1
measure missed per game = missed
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROUNDRULES_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """What means were looked for, and not only fetched."""
    found: list[Sequence[str]] = []
    look = means.find_near_means

    def note(*arguments: object, **limits: object) -> Means:
        found.append(arguments[1])  # type: ignore[arg-type]
        return look(*arguments, **limits)  # type: ignore[arg-type]

    monkeypatch.setattr(means, "find_near_means", note)
    return found


@pytest.fixture
def ruleset(tmp_path: Path) -> Path:
    path = tmp_path / "short.rules"
    path.write_text(GAME)
    return path


def ask(path: Path, options: dict[str, int] | None = None, strategy: str = "default") -> Means:
    known = load_checked(str(path))
    values = {name: each.default for name, each in known.game.options.items()} | (options or {})
    strategies = (strategy, strategy)
    return find_quick_means(known.make_key(values, None, *strategies), known.program(values, None), strategies)


def test_means_are_looked_for_once(ruleset: Path, searches: list[Sequence[str]]) -> None:
    first = ask(ruleset)
    assert first.measures["missed"].exact == Fraction(0)
    assert ask(ruleset) == first
    assert len(searches) == 1


def test_where_anything_has_changed_they_are_looked_for_again(ruleset: Path, searches: list[Sequence[str]]) -> None:
    for options, strategy in ((None, "default"), ({"goal": 4}, "default"), (None, "picky")):
        ask(ruleset, options, strategy)
    ruleset.write_text(GAME.replace("missed + 1", "missed + 2"))
    assert ask(ruleset).measures["rounds"].exact == 2
    assert len(searches) == 4
    assert ask(ruleset, {"goal": 3}).measures["rounds"].exact == 2
    assert len(searches) == 4, "the default value of an option is the same game"


def test_a_damaged_entry_is_not_used(ruleset: Path, place: Path, searches: list[Sequence[str]]) -> None:
    first = ask(ruleset)
    (entry,) = place.glob("means-*")
    entry.write_bytes(entry.read_bytes().replace(b"missed", b"kissed"))
    assert ask(ruleset) == first
    assert "was damaged" in cache.take_trouble()
    assert len(searches) == 2


def test_what_is_interrupted_is_not_kept(ruleset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> Means:
        raise KeyboardInterrupt

    with monkeypatch.context() as during:
        during.setattr(means, "find_near_means", interrupt)
        assert not ask(ruleset).measures
    assert ask(ruleset).measures


# ---- the answers of `odds`

ASKED = [
    [],
    ["--measure", "rounds"],
    ["--measure", "rounds", "--set", "goal=4"],
    ["--measure", "rounds", "--strategy", "1=picky"],
    ["--measure", "rounds", "--given", "score[player_1] is 1"],
    ["--measure", "rounds", "--by", "missed"],
    ["--measure", "rounds", "--most-states", "1"],
]


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What was asked that was not kept."""
    found: list[Asked] = []

    def note(setting: Setting, asked: Asked) -> Answer:
        found.append(asked)
        return look(setting, asked)

    look = answers.answer
    monkeypatch.setattr(answers, "answer", note)
    return found


def test_each_question_is_worked_out_once(ruleset: Path, worked_out: list[Asked], run: Run) -> None:
    first = [run("odds", str(ruleset), *asked) for asked in ASKED]
    assert len(worked_out) == len(ASKED)
    assert [run("odds", str(ruleset), *asked) for asked in ASKED] == first
    assert len(worked_out) == len(ASKED), "nothing is worked out again"


def test_measured_dice_are_told_apart_by_their_weights(
    ruleset: Path, tmp_path: Path, worked_out: list[Asked], run: Run
) -> None:
    weights, found = tmp_path / "weights.toml", []
    for last in (1, 2, 1):
        weights.write_text(f"die = [1, 1, 1, 1, 1, {last}]")
        found.append(run("odds", str(ruleset), "--dice", str(weights)))
    assert found[0] == found[2] != found[1]
    assert len(worked_out) == 2


def test_figures_that_numpy_works_out_are_kept(worked_out: list[Asked], run: Run) -> None:
    assert run("odds", "craps") == run("odds", "craps")
    assert len(worked_out) == 1


def test_refusals_are_kept_whatever_other_libraries_do_with_exceptions(
    worked_out: list[Asked], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(copyreg.dispatch_table, OutOfReach, lambda error: (print, (str(error),)))
    assert run("odds", "war") == run("odds", "war")
    assert len(worked_out) == 1
