"""`groundrules solve`: best play, what strategies fall short of it, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.cli import main
from tests.support.command import Run

HEAPS = ("--set", "first_heap=0", "--set", "second_heap=1", "--set", "third_heap=2")

TWO_FIVES = "dealer is Player 1, held[player_1] is five of clubs and five of hearts"
SHOW = ("--for", "dealers_show")


def test_what_to_answer_when(run: Run) -> None:
    lines = run.text("solve", "nim", *HEAPS, "--exact").split("\n")
    assert lines[:3] == ["Nim: best play", "With best play, Player 1 wins in 100 % of the games.", "value 1"]
    assert "  perfect  1.000000000000  0.000000000000 short" in lines


def test_the_object_and_the_tables_as_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "best.csv"
    found = run.data("solve", "nim", *HEAPS, "--seat", "2", "--csv", str(path))
    assert (found["ruleset"], found["for"], found["value"], found["exact"]) == ("nim", "Player 2 wins", 0.0, "0")
    assert found["strategies"]["perfect"] == {"value": 0.0, "short": 0.0}
    (table,) = found["policy"]
    with path.open() as file:
        assert [row["answer"] for row in csv.DictReader(file)] == [row["answer"] for row in table["rows"]]


def test_of_many_values_people_are_told_how_many_more_there_are(run: Run) -> None:
    said = run.text("solve", "craps", "--set", "rounds=3")
    shown = [line for line in said.split("\n") if re.search(r" or \d+ more  ", line)]
    assert shown
    assert max(map(len, shown)) < 150
    (bet, *_) = run.data("solve", "craps", "--set", "rounds=3")["policy"]
    assert not any(" more" in value for row in bet["rows"] for value in row.values() if isinstance(value, str))


def test_one_at_the_best_against_a_strategy(run: Run) -> None:
    found = run.data("solve", "nim", *HEAPS, "--strategy", "1=default", "--seat", "2")
    assert found["value"] == 1.0


def test_best_answers_from_a_position_on(run: Run) -> None:
    game = "pig", "--set", "goal=10", "--given"  # for two, since one alone cannot lose
    position = run.data("solve", *game, "thrower is Player 2, gathered is 9")["position"]
    assert (position["held"]["gathered"], position["decides"]) == ("9", "Player 2")
    assert position["value"] == position["answers"]["again"] < position["answers"]["stop"]
    assert "  keep what you have  " in run.text("solve", *game, "gathered is 4")
    assert "[position-unreached]" in run.refused("solve", *game, "gathered is 1")


LONE = """\
game lone "Lone"
players 1
phase game
  choose way by lowest of all player
  when way is fast : win lowest of all player
choice way
  "How?"
  fast "fast"
  slow "slow"
  default fast
"""


def test_a_lone_player_who_may_fail_to_win_has_best_play(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lone.rules").write_text(LONE)
    (table,) = run.data("solve", str(tmp_path / "lone.rules"))["policy"]
    assert [(row["answer"], row["cost"]) for row in table["rows"]] == [("fast", 1.0)]


def test_what_each_discard_is_worth(run: Run) -> None:
    hand = f"{TWO_FIVES} and six of clubs and seven of spades and jack of spades and king of hearts"
    words = "cribbage", "--given", hand, *SHOW, "--strategy", "all=random"
    found = run.data("solve", *words)
    assert (found["for"], found["decides"], found["choice"]) == ("most dealers_show", "Player 1", "discard")
    assert (found["decided"], len(found["answers"])) == (True, 15)
    assert found["strategies"] == {"Player 1": "random", "Player 2": "random"}
    best = found["answers"][0]
    assert (best["answers"], best["costs"]) == (["six of clubs", "seven of spades"], 0)
    assert abs(best["mean"] - 201862 / 11385) < 4 * best["error"]
    lines = run.text("solve", *words, "--least").split("\n")
    assert lines[1] == "played for: least dealers_show"
    assert lines[7].split()[-1] == "nothing"


def test_best_play_is_kept_and_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    run.data("solve", "nim", *HEAPS, "--save", str(path))
    for best in ("best", f"best:{path}"):
        words = ("simulate", "nim", *HEAPS, "--strategy", f"1={best}", "--strategy", "2=random", "-n", "20", "--json")
        assert json.loads(run.text(*words))["winners"]["Player 1"] == 1.0


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
def test_files_that_are_no_good_are_refused(change: Callable[[str], str], what: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    run.data("solve", "nim", *HEAPS, "--save", str(path))
    path.write_text(change(path.read_text()))
    assert what in run.refused("simulate", "nim", *HEAPS, "--strategy", f"1=best:{path}", "-n", "2")


def test_at_the_table_odds_name_the_best_answer(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run.data("solve", "nim", *HEAPS)
    monkeypatch.setattr("sys.stdin", io.StringIO("odds\nquit\n"))
    main(["play", "nim", *HEAPS, "--seat", "1=human", "--no-save", "--plain"])
    shown = capsys.readouterr().out
    assert "The best answer is the right heap, 1 (played for: Player 1 wins)." in shown
    assert "costs 1.000000" in shown


def test_a_short_strategy_says_the_same(run: Run) -> None:
    written = run.data("solve", "nim", *HEAPS)["strategy"]
    assert written["short"] == 0.0
    assert written["text"].startswith('strategy best_found "What solve has found"\n  taken\n    when matches of ')
    heaps = ("--set", "first_heap=2", "--set", "second_heap=2", "--set", "third_heap=2")
    assert run.data("solve", "nim", *heaps)["strategy"] is None
