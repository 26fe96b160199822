"""The native engine plays the same games as the stepper: event for event, and in every number it counts.

In the suite the stepper plays as many games of each ruleset as a second or so allows; the careful way of the native
engine, which is held against these, is then held against the fast way on many more. `NATIVE_GAMES=100000` in the
environment makes everything play so many games.
"""

from __future__ import annotations

import os
from functools import cache

import pytest

from interpreter import api
from interpreter.bots.seats import DEFAULT, Bots
from interpreter.chance import Stream
from interpreter.native import Native, Tiered
from interpreter.native.finding import Finder
from interpreter.native.tables import Table
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.summary import Summary

GAMES = int(os.environ.get("NATIVE_GAMES", "0"))

SEED = 1982

SLOW = {"marker": 20, "cooperstown": 3, "cribbage": 1}
"""How many games the stepper plays in about a second, where that is less than `QUICK`."""

QUICK = 100

MANY = {"cooperstown": 150, "cribbage": 30}
"""How many games are played both ways in machine code, where that is less than a thousand."""

CASES = [
    *((name, DEFAULT) for name in ("two_dice", "three_dice", "one_die", "foster_diamond", "foster_aces")),
    *((name, DEFAULT) for name in ("ace_in_the_pot", "going_to_boston", "multiplication", "round_the_spot")),
    *(("marker", name) for name in (DEFAULT, "bold", "late", "single", "lenient")),
    *(("cooperstown", name) for name in (DEFAULT, "hold", "manager", "runner", "bunter")),
    *(("cribbage", name) for name in (DEFAULT, "greedy", "steady")),
]


@cache
def plan(name: str, strategy: str) -> tuple[Program, tuple[str, ...]]:
    """A program, and the same strategy on every seat."""
    program = api.load(name).program()
    return program, (strategy,) * len(program.seats)


def assert_same(found: Summary, summary: Summary) -> None:
    """Every number is the same."""
    assert summary.broken is None
    assert found == summary


def test_every_ruleset_and_strategy_is_compared() -> None:
    found = {(name, strategy) for name, _ in CASES for strategy in api.load(name).strategies}
    assert found == set(CASES)


@pytest.mark.parametrize(("name", "strategy"), CASES)
def test_it_agrees_with_the_stepper_event_for_event(name: str, strategy: str) -> None:
    program, strategies = plan(name, strategy)
    stepper, native, summary = Stepper(program), Native(program, strategies), Summary.of(program)
    decide = None if strategy == DEFAULT else Bots(program, strategies).decide
    for game in range(GAMES or SLOW.get(name, QUICK)):
        outcome = stepper.play_out(None, Stream(SEED, game), decide)
        assert native.play_out(None, SEED, game, events=True) == outcome
        summary.add_game(outcome)
    assert_same(native.play(SEED, range(summary.games)), summary)


@pytest.mark.parametrize(("name", "strategy"), CASES)
def test_it_counts_what_it_tells(name: str, strategy: str) -> None:
    program, strategies = plan(name, strategy)
    native, told = Native(program, strategies), Summary.of(program)
    for game in range(GAMES or MANY.get(name, 1_000)):
        told.add_game(native.play_out(None, SEED, game))
    assert_same(native.play(SEED, range(told.games)), told)


@pytest.mark.parametrize("name", ["two_dice", "ace_in_the_pot", "marker"])
def test_every_tier_plays_the_same_games(name: str) -> None:
    program, strategies = plan(name, DEFAULT)
    tiered = Tiered(program, strategies, keep=False, worth=0)
    first = tiered.play(SEED, range(2_000), per_game=True)
    tiered.wait()
    assert tiered.tier == "best"
    again = tiered.play(SEED, range(2_000), per_game=True)
    assert again == first
    assert again.rows == first.rows


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("two_dice", {}),
        ("two_dice", {"last_half": "walk_off", "innings": 3, "run_on_last_out": "yes"}),
        ("foster_diamond", {"tie": "draw"}),
    ],
)
def test_a_table_plays_the_same_games(name: str, options: dict[str, str | int]) -> None:
    program = api.load(name).program(options)
    plain = Native(program).play(SEED, range(3_000), per_game=True)
    tabled, stepper = Native(program, tier="best", keep=False), Stepper(program, events=False)
    found = tabled.play(SEED, range(3_000), per_game=True)
    assert found == plain
    assert found.rows == plain.rows
    summary, step, stream = Summary.of(program), stepper.begin(), Stream(SEED, 0)
    for _ in range(14):
        answer = stream.below(step.stop.outcomes) if hasattr(step.stop, "outcomes") else step.stop.offered[0]
        step = stepper.answer(step.position, answer)
    for game in range(20):
        summary.add_game(stepper.play_out(step.position, Stream(SEED, game)))
    assert_same(tabled.play(SEED, range(20), start=step.position), summary)


def test_a_table_is_made_where_little_has_to_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Table | None] = []
    monkeypatch.setattr(Finder, "find", lambda self, find=Finder.find: found.append(find(self)) or found[-1])
    program = api.load("two_dice").program()
    for tabulate in (True, False):
        Native(program, tier="best", keep=False, tabulate=tabulate).play(SEED, range(1))
    assert len(found) == 1
    assert found[0] is not None
    assert {program.slots[slot].name for slot in found[0].tracked} >= {"outs", "bases"}


def test_games_can_be_split_in_any_way() -> None:
    program, _ = plan("foster_aces", DEFAULT)
    native = Native(program)
    whole = native.play(SEED, range(1_000), per_game=True)
    parts = [native.play(SEED, games, per_game=True) for games in (range(1), range(1, 500), range(500, 1_000))]
    assert whole == parts[0].plus(parts[1]).plus(parts[2])
    assert whole.rows == [row for part in parts for row in part.rows]
    assert [row[0] for row in whole.rows] == list(range(1_000))


def test_the_rest_of_a_game_goes_on_from_anywhere() -> None:
    program, strategies = plan("marker", "bold")
    stepper, native = Stepper(program), Native(program, strategies)
    decide = Bots(program, strategies).decide
    step, stream = stepper.begin(), Stream(SEED, 0)
    for stop in range(60):
        answer = stream.below(step.stop.outcomes) if hasattr(step.stop, "outcomes") else step.stop.offered[0]
        step = stepper.answer(step.position, answer)
        if stop % 12 == 0:
            found, summary = native.play(SEED, range(3), start=step.position), Summary.of(program)
            for game in range(3):
                outcome = stepper.play_out(step.position, Stream(SEED, game), decide)
                assert native.play_out(step.position, SEED, game, events=True) == outcome
                summary.add_game(outcome)
            assert_same(found, summary)
            playouts = native.playouts(step.position, SEED, range(3))
            assert playouts.wins == [summary.wins[side] for side in range(len(program.sides))]
            assert playouts.totals == [sum(v * n for v, n in each.counts.items()) for each in summary.measures]


def test_a_strategy_may_differ_from_seat_to_seat() -> None:
    program, _ = plan("marker", DEFAULT)
    strategies = ("bold", "default")
    summary, stepper = Summary.of(program), Stepper(program, events=False)
    for game in range(20):
        summary.add_game(stepper.play_out(None, Stream(SEED, game), Bots(program, strategies).decide))
    assert_same(Native(program, strategies).play(SEED, range(20)), summary)
