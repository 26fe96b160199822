"""`groundrules solve`: best play, what strategies fall short of it, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli import main

HEAPS = ("--set", "first_heap=0", "--set", "second_heap=1", "--set", "third_heap=2")

TWO_FIVES = "dealer is Player 1, held[player_1] is five of clubs and five of hearts"
SHOW = ("--for", "dealers_show")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["solve", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_to_answer_when(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "nim", *HEAPS, "--exact"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[:3] == ["Nim: best play", "With best play, Player 1 wins in 100 % of the games.", "value 1"]
    assert "  perfect  1.000000000000  0.000000000000 short" in lines


def test_the_object_and_the_tables_as_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "best.csv"
    found = told(capsys, "nim", *HEAPS, "--seat", "2", "--csv", str(path))
    assert (found["ruleset"], found["for"], found["value"], found["exact"]) == ("nim", "Player 2 wins", 0.0, "0")
    assert found["strategies"]["perfect"] == {"value": 0.0, "short": 0.0}
    (table,) = found["policy"]
    with path.open() as file:
        assert [row["answer"] for row in csv.DictReader(file)] == [row["answer"] for row in table["rows"]]


def test_of_many_values_people_are_told_how_many_more_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "craps", "--set", "rounds=3"]) == 0
    shown = [line for line in capsys.readouterr().out.split("\n") if re.search(r" or \d+ more  ", line)]
    assert shown
    assert max(map(len, shown)) < 150
    (bet, *_) = told(capsys, "craps", "--set", "rounds=3")["policy"]
    assert not any(" more" in value for row in bet["rows"] for value in row.values() if isinstance(value, str))


def test_one_at_the_best_against_a_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "nim", *HEAPS, "--strategy", "1=default", "--seat", "2")
    assert found["value"] == 1.0


def test_best_answers_from_a_position_on(capsys: pytest.CaptureFixture[str]) -> None:
    game = "pig", "--players", "2", "--set", "goal=10", "--given"
    position = told(capsys, *game, "thrower is Player 2, gathered is 9")["position"]
    assert (position["held"]["gathered"], position["decides"]) == ("9", "Player 2")
    assert position["value"] == position["answers"]["again"] < position["answers"]["stop"]
    assert main(["solve", *game, "gathered is 4"]) == 0
    assert "  keep what you have  " in capsys.readouterr().out
    assert main(["solve", *game, "gathered is 1"]) == 2
    assert "[position-unreached]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("kuhn_poker",), "best-hidden", 1),
        (("ace_in_the_pot",), "best-undecided", 1),
        (("nim", "--most-states", "5"), "best-out-of-reach", 1),
        (("nim", *HEAPS, "--for", "turns"), "best-many", 1),
        (("pig", "--players", "1"), "best-certain", 1),
        (("ludo", "--most-states", "5000"), "best-out-of-reach", 1),
        (("nim", "--for", "goals"), "measure-unknown", 2),
        (("nim", "--seat", "9"), "seat-unknown", 2),
        (("cribbage", "--given", f"{TWO_FIVES}, points[player_1] is 3", *SHOW), "position-unreached", 2),
        (("cribbage", "--given", TWO_FIVES, *SHOW, "--save", "best"), "unseen-option", 2),
        (("cribbage", "--given", TWO_FIVES, *SHOW, "--strategy", "2=search"), "odds-strategy", 2),
    ],
)
def test_what_cannot_be_solved_is_told(
    words: tuple[str, ...], code: str, exit_code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words]) == exit_code
    assert f"error[{code}]" in capsys.readouterr().err


def test_what_each_discard_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    hand = f"{TWO_FIVES} and six of clubs and seven of spades and jack of spades and king of hearts"
    words = "cribbage", "--given", hand, *SHOW, "--strategy", "all=random"
    found = told(capsys, *words)
    assert (found["for"], found["decides"], found["choice"]) == ("most dealers_show", "Player 1", "discard")
    assert (found["decided"], len(found["answers"])) == (True, 15)
    assert found["strategies"] == {"Player 1": "random", "Player 2": "random"}
    best = found["answers"][0]
    assert (best["answers"], best["costs"]) == (["six of clubs", "seven of spades"], 0)
    assert abs(best["mean"] - 201862 / 11385) < 4 * best["error"]
    assert main(["solve", *words, "--least"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[1] == "played for: least dealers_show"
    assert lines[7].split()[-1] == "nothing"


def test_best_play_is_kept_and_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    told(capsys, "nim", *HEAPS, "--save", str(path))
    for best in ("best", f"best:{path}"):
        words = ("simulate", "nim", *HEAPS, "--strategy", f"1={best}", "--strategy", "2=random", "-n", "20", "--json")
        assert main(words) == 0
        assert json.loads(capsys.readouterr().out)["winners"]["Player 1"] == 1.0


@pytest.mark.parametrize("best", ["best", "best:nowhere.json"])
def test_best_play_that_nobody_worked_out_is_not_played(capsys: pytest.CaptureFixture[str], best: str) -> None:
    assert main(["simulate", "nim", "--set", "first_heap=9", "--strategy", f"1={best}", "-n", "2"]) == 2
    assert "error[best-unknown]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: "", "is not a file of best play"),
        (lambda text: text[: len(text) // 2], "is not a file of best play"),
        (lambda text: text.replace("policy 3", "policy 2"), "is not a file of best play"),
        (lambda text: text.replace("[[", '[["x", ', 1), "is not a file of best play"),
        (lambda text: text.replace('"program": "', '"program": "0'), "has no answers for `nim` with these options"),
    ],
    ids=["empty", "half-written", "older", "not numbers", "another game"],
)
def test_files_that_are_no_good_are_refused(
    change: Callable[[str], str], what: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "best.json"
    told(capsys, "nim", *HEAPS, "--save", str(path))
    path.write_text(change(path.read_text()))
    assert main(["simulate", "nim", *HEAPS, "--strategy", f"1=best:{path}", "-n", "2"]) == 2
    assert what in capsys.readouterr().err


def test_at_the_table_odds_name_the_best_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(capsys, "nim", *HEAPS)
    monkeypatch.setattr("sys.stdin", io.StringIO("odds\nquit\n"))
    main(["play", "nim", *HEAPS, "--seat", "1=human", "--no-save", "--plain"])
    shown = capsys.readouterr().out
    assert "The best answer is the right heap, 1 (played for: Player 1 wins)." in shown
    assert "costs 1.000000" in shown


def test_a_short_strategy_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    written = told(capsys, "nim", *HEAPS)["strategy"]
    assert written["short"] == 0.0
    assert written["text"].startswith('strategy best_found "What solve has found"\n  taken\n    when matches of ')
    heaps = ("--set", "first_heap=2", "--set", "second_heap=2", "--set", "third_heap=2")
    assert told(capsys, "nim", *heaps)["strategy"] is None
