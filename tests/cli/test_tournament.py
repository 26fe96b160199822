"""`groundrules tournament`: two strategies, every seat in turn, the same dice."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from interpreter.cli import main
from interpreter.simulate.players import PlayOptions
from interpreter.simulate.tournament import Match, Round, Standing, play_match
from interpreter.summary import BrokenGame, GameRow
from tests.support.small_games import race

SOLO = """game solo "Solo"
players 1
dice die = 1d6
phase game
  roll die
  win lowest of all player
"""


def test_shares_and_errors_are_those_of_rounds(race: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", race, "--seat-a", "wary", "--seat-b", "random", "-n", "39", "--seed", "7", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["rounds"], found["fair_share"]) == (40, 20, 0.5)
    assert found["strategies"] == {"a": "wary", "b": "random"}
    assert sum(found["share_by_seat"].values()) / 2 == pytest.approx(found["share"])
    assert 0.02 < found["stderr"] < 0.12
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert f"{100 * found['share']:.1f} %" in shown
    assert "wary against random, 40 games, seed 7" in shown


def test_alike_they_win_their_part_exactly_whoever_is_lucky() -> None:
    match = Match(race().program(players=3), "wary", "wary", 1)
    standing = Standing(match, list(play_match(match, 6)))
    assert (standing.games, standing.share, standing.stderr, standing.fair) == (18, 1 / 3, 0, 1 / 3)


def test_the_number_of_workers_changes_nothing() -> None:
    for first in ("random", "search@4"):
        match = Match(race().program(), first, "daring", 1)
        assert list(play_match(match, 5, PlayOptions(workers=2))) == list(play_match(match, 5))


@pytest.mark.parametrize("workers", [1, 2])
def test_the_engine_changes_nothing(workers: int) -> None:
    match = Match(race().program(players=3), "random", "daring", 1)
    stepper, native = (play_match(match, 300, PlayOptions(engine, workers)) for engine in ("stepper", "native"))
    assert list(native) == list(stepper)


def test_ctrl_c_prints_what_is_done(
    race: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = iter(range(10))
    sum_up = Match.sum_up

    def tired(match: Match, games: Iterable[GameRow | BrokenGame]) -> Round:
        if next(rounds) == 3:
            raise KeyboardInterrupt
        return sum_up(match, games)

    monkeypatch.setattr(Match, "sum_up", tired)
    assert main(["tournament", race, "--seat-a", "wary", "--seat-b", "daring", "--workers", "1"]) == 130
    shown = capsys.readouterr()
    assert "wary against daring, 6 games" in shown.out
    assert shown.err == "Interrupted after 6 of 200 games.\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--seat-a", "serch"), "strategy-unknown"),
        (("--seat-b", "search:daringly"), "strategy-unknown"),
        (("--think", "0"), "number-expected"),
        (("-n", "many"), "number-expected"),
        (("--workers", "0"), "number-expected"),
    ],
)
def test_what_is_wrong_on_the_command_line(
    race: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str
) -> None:
    assert main(["tournament", race, *words]) == 2
    assert code in capsys.readouterr().err


def test_one_who_plays_alone_has_nobody_to_beat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "solo.rules"
    rules.write_text(SOLO)
    assert main(["tournament", str(rules)]) == 2
    assert "nobody-to-beat" in capsys.readouterr().err
