"""Simulations: every number against a game-by-game count, however the games are split, and games that break."""

from __future__ import annotations

import multiprocessing
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import isclose, sqrt

import pytest

from interpreter.api import Ruleset, read
from interpreter.bots.seats import Bots
from interpreter.engine import GAME_BUDGET, Reached, Sampled
from interpreter.play.trace import Session
from interpreter.settings import format_settings
from interpreter.simulate.executors import STEPPER
from interpreter.simulate.players import NATIVE, is_native_available
from interpreter.simulate.simulation import Plan, Result, Summary, play_games, run_simulation, simulate
from interpreter.stepper import Stepper
from tests.support.shipped import load
from tests.support.small_games import ENDLESS, race

GAMES = 90

needs_native = pytest.mark.skipif(not is_native_available(), reason="llvmlite is not installed")

BREAKS = """\
game fragile "It Breaks"
players 2
dice die = 1d6
phase game
  keep worn : 0..2 = 0
  repeat turn until die is 6
phase turn in game
  roll die
  when die is 1 : wear
rule wear
  add 1 to worn
"""


def plan_of(rules: Ruleset, strategies: tuple[str, ...] = ("default", "default"), seed: int = 7) -> Plan:
    return Plan(rules.program(players=len(strategies) if rules is race() else None), strategies, seed)


class Counted:
    """The brute-force twin: games stepped one by one, events counted as they come."""

    def __init__(self, plan: Plan, games: Iterable[int]) -> None:
        program = plan.program
        self.samples: dict[str, list[list[int]]] = {each.name: [] for each in program.measures}
        self.wins: Counter[str] = Counter()
        self.shared = 0
        self.rows: Counter[str] = Counter()
        bots, stepper = Bots(program, plan.strategies), Stepper(program)
        for game in games:
            session = Session(stepper, plan.seed, game)
            while not session.over:
                session.step(bots.decide)
            for each in program.measures:
                self.samples[each.name].append(
                    [
                        event.value
                        for event in session.events
                        if isinstance(event, Sampled) and program.measures[event.measure].name == each.name
                    ]
                )
            winners = set(session.position.winners)
            self.shared += len(winners) > 1
            self.wins.update({(program.sides or program.seats)[each] for each in winners} or {"drawn"})
            for event in session.events:
                if isinstance(event, Reached):
                    site = program.sites[event.site]
                    if site.kind == "row":
                        self.rows[f"{site.name}: {site.row}"] += 1
                    elif site.kind == "rule":
                        self.rows[f"rule {site.name}"] += 1


def check_against(result: Result, counted: Counted, games: int) -> None:
    for name, tally in result.measures.items():
        by_game = counted.samples[name]
        flat = [value for game in by_game for value in game]
        mean = sum(flat) / len(flat)
        squares = sum((sum(game) - mean * len(game)) ** 2 for game in by_game)
        assert tally.histogram == dict(sorted(Counter(flat).items()))
        assert isclose(float(tally.mean or 0), mean)
        assert isclose(tally.stderr or 0, sqrt(games / (games - 1) * squares) / len(flat), abs_tol=1e-12)
        assert (tally.lowest, tally.highest, tally.samples) == (min(flat), max(flat), len(flat))
    assert {name: round((share or 0) * games) for name, share in result.winners.items() if share} == counted.wins
    assert result.shared == counted.shared / games
    assert {name: count for name, count in result.rows.items() if count} == counted.rows


@pytest.mark.parametrize("strategies", [("default", "default"), ("daring", "wary"), ("wary", "default", "daring")])
def test_every_number_agrees_with_a_count_game_by_game(strategies: tuple[str, ...]) -> None:
    plan = plan_of(race(), strategies)
    check_against(run_simulation(plan, GAMES, "race", {}), Counted(plan, range(GAMES)), GAMES)


@pytest.mark.parametrize(
    ("name", "options"), [("two_dice", {}), ("marker", {}), ("two_dice", {"innings": 1, "tie": "draw"})]
)
def test_shipped_rulesets_agree_too(name: str, options: dict[str, str | int]) -> None:
    plan = Plan(load(name).program(options), ("default", "default"), 7)
    counted = Counted(plan, range(12))
    check_against(run_simulation(plan, 12, name, {}), counted, 12)
    assert ("drawn" in counted.wins) == ("tie" in options)


def test_games_that_several_win_are_counted_once_more_by_themselves() -> None:
    plan = Plan(load("multiplication").program({"tie": "divided"}, 5), ("default",) * 5, 7)
    result, counted = run_simulation(plan, 300, "multiplication", {}), Counted(plan, range(300))
    check_against(result, counted, 300)
    assert 0 < counted.shared < 60
    assert sum(share or 0 for share in result.winners.values()) > 1


@pytest.mark.quick
def test_measures_per_member_are_counted_for_each_of_them() -> None:
    plan = plan_of(race(), ("daring", "wary"))
    result = run_simulation(plan, GAMES, "race", {})
    points = Counted(plan, range(GAMES)).samples["points"]
    printed = result.to_dict()["measures"]
    assert isinstance(printed, dict)
    for seat, name in enumerate(("Player 1", "Player 2")):
        theirs = [game[seat] for game in points]
        member = printed["points"]["members"][name]
        assert member["histogram"] == {str(value): count for value, count in sorted(Counter(theirs).items())}
        assert isclose(member["mean"], statistics.mean(theirs))
        assert isclose(member["stderr"], statistics.stdev(theirs) / sqrt(GAMES))


@pytest.mark.quick
def test_the_games_of_a_simulation_are_those_of_their_seed_and_number() -> None:
    plan = plan_of(race())
    whole = run_simulation(plan, 60, "race", {}).to_dict()
    parts = [play_games(plan, range(at, at + 20)) for at in (0, 20, 40)]
    summary = parts[0].combine(parts[1]).combine(parts[2])
    assert Result(plan, summary, "race", {}).to_dict() == whole
    later = Summary.of(plan.program)
    for part in simulate(plan, 40, first=20):
        later = later.combine(part)
    assert parts[0].combine(later) == summary
    assert play_games(plan, range(20)) != play_games(plan, range(20, 40))
    assert play_games(plan, range(20)) != play_games(plan_of(race(), seed=8), range(20))


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_the_same_numbers(workers: int) -> None:
    plan = plan_of(race(), ("daring", "wary"))
    assert (
        run_simulation(plan, 130, "race", {}, workers, STEPPER).to_dict()
        == run_simulation(plan, 130, "race", {}, 1, STEPPER).to_dict()
    )


def test_a_lost_worker_changes_nothing() -> None:
    plan = plan_of(race())
    summary, lost = Summary.of(plan.program), False
    parts = simulate(plan, 400, workers=2, engine=STEPPER)
    for part in parts:
        summary = summary.combine(part)
        if not lost:
            multiprocessing.active_children()[0].kill()
            lost = True
    assert lost
    assert summary == play_games(plan, range(400))


def test_a_simulation_can_be_left_at_any_time() -> None:
    for workers in (1, 2):
        parts = simulate(plan_of(race()), 10**12, workers, engine=STEPPER)
        assert next(parts).games > 0
        parts.close()


def test_a_broken_game_ends_the_simulation_and_is_named_whatever_the_workers() -> None:
    rules = read(BREAKS)
    plan = Plan(rules.program(), ("default", "default"), 11)
    first = next(game for game in range(1000) if play_games(plan, range(game, game + 1)).broken)
    assert first > 0
    for workers in (1, 2):
        broken = run_simulation(plan, 200, "fragile", {}, workers, STEPPER).summary.broken
        assert broken is not None
        assert broken.game == first
        assert (broken.failure.reason, broken.failure.value, broken.failure.high) == ("out-of-range", 3, 2)
    assert run_simulation(plan, 200, "fragile", {}).games == first, "the games before it are counted"
    ended = play_games(plan, range(200))
    assert ended.combine(play_games(plan, range(5))) == ended, "none come after it"


def test_what_is_printed_is_what_the_design_says() -> None:
    rules = race()
    result = run_simulation(plan_of(rules), 50, "race", format_settings(rules.model, {"goal": 12}))
    assert list(result.to_dict()) == [
        "ruleset",
        "options",
        "house_rules",
        "players",
        "strategies",
        "seed",
        "games",
        "without_result",
        "engine",
        "seconds",
        "games_per_second",
        "measures",
        "winners",
        "shared_wins",
        "unadvised",
        "rows",
    ]
    assert result.to_dict()["options"] == {"goal": 12, "six": "jumps"}
    assert result.to_dict()["strategies"] == {"Player 1": "default", "Player 2": "default"}
    assert list(result.rows) == ["steps: 1", "steps: 2..5", "steps: 6", "rule walk", "rule jump"]
    assert sum(share or 0 for share in result.winners.values()) == 1


@pytest.mark.quick
def test_no_games_have_no_shares() -> None:
    plan = plan_of(race())
    assert set(Result(plan, Summary.of(plan.program), "race", {}).winners.values()) == {None}


# ---- games that do not end


@pytest.mark.parametrize("engine", [STEPPER, pytest.param(NATIVE, marks=needs_native)])
def test_a_game_that_does_not_end_is_given_up_after_as_many_stops_as_it_may_have(engine: str) -> None:
    program = read(ENDLESS).program()
    fewer = run_simulation(Plan(program, ("default",) * 2, 7, 1_000), 300, "endless", {}, engine=engine)
    usual = run_simulation(Plan(program, ("default",) * 2, 7), 300, "endless", {}, engine=engine)
    assert usual.summary == replace(fewer.summary, broken=usual.summary.broken)
    assert 0 < usual.games < 300
    for result, most in ((fewer, 1_000), (usual, 100_000)):
        broken = result.summary.broken
        assert broken is not None
        assert (broken.game, broken.failure.reason, broken.failure.value) == (result.games, "stop-budget", most)
        assert {program.sites[each].line for each in broken.failure.loop} == {9, 10}


def test_shipped_games_have_room_to_spare() -> None:
    """The longest games are those of 'Round the Bases: a twentieth of what a game may have is enough for them."""
    plan = Plan(load("round_the_bases").program(), ("default", "default"), 7, GAME_BUDGET // 20)
    assert run_simulation(plan, 3, "round_the_bases", {}).summary.broken is None
