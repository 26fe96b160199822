"""`groundrules tournament`: two strategies, every seat in turn, the same dice."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from interpreter.cli import main
from interpreter.simulate.players import PlayOptions
from interpreter.simulate.tournament import Match, Round, Standing, play_match
from interpreter.summary import BrokenGame, GameRow
from tests.support.command import Run
from tests.support.small_games import race


def test_shares_and_errors_are_those_of_rounds(race: str, run: Run) -> None:
    words = ["tournament", race, "--seat-a", "wary", "--seat-b", "random", "-n", "39", "--seed", "7", "--workers", "1"]
    found = run.data(*words)
    assert (found["games"], found["rounds"], found["fair_share"]) == (40, 20, 0.5)
    assert found["strategies"] == {"a": "wary", "b": "random"}
    assert sum(found["share_by_seat"].values()) / 2 == pytest.approx(found["share"])
    assert 0.02 < found["stderr"] < 0.12
    shown = run.text(*words)
    assert f"{100 * found['share']:.1f} %" in shown
    assert "wary against random, 40 games, seed 7" in shown


def test_alike_they_win_their_part_exactly_whoever_is_lucky() -> None:
    match = Match(race().program(players=3), "wary", "wary", 1)
    standing = Standing(match, list(play_match(match, 6)))
    assert (standing.games, standing.share, standing.stderr, standing.fair) == (18, 1 / 3, 0, 1 / 3)


def test_the_number_of_workers_changes_nothing() -> None:
    for first in ("random", "search@4"):
        match = Match(race().program(), first, "daring", 1)
        assert list(play_match(match, 3, PlayOptions(workers=2))) == list(play_match(match, 3))


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
