"""Gates: where games that have parted meet again, and what is expected behind them."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.api import load, read
from interpreter.bots import playouts
from interpreter.bots import search as searching
from interpreter.bots.advice import GameView
from interpreter.bots.gates import MOST_GAMES, Beyond, Gate, find_gate
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import StepperPlayouts, Stretches, TieredPlayouts, force_answer
from interpreter.bots.search import Search
from interpreter.chance import Lots
from interpreter.engine import DecisionStop, Position
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.paths import read_game
from tests.support.small_games import ENDLESS

SLOW, FAST = 0, 1


@cache
def hurry() -> Program:
    return read(read_game("hurry.rules")).program()


@cache
def gate_of_hurry() -> Gate:
    gate = find_gate(hurry(), "default")
    assert gate is not None
    return gate


def start() -> Position:
    engine = Stepper(hurry(), events=False)
    return engine.answer(engine.begin().position, 0).position


def decide(think: int, seed: int, search: Search | None = None) -> int:
    engine, position = Stepper(hurry(), events=False), start()
    stop = engine.resume(position).stop
    assert isinstance(stop, DecisionStop)
    search = search or Search(hurry(), "default", seed=1)
    return search.decide(stop, GameView(engine, position), think, Lots(seed, 0, 7))


def test_a_gate_is_where_little_is_left_of_what_was_answered() -> None:
    gate = gate_of_hurry()
    assert gate.program.blocks[gate.block].name == "turn"
    names = {gate.program.slots[at].name for at in gate.slots}
    assert {"points[player_1]", "points[player_2]"} <= names
    assert not {"pace", "pace.chooser", "pace offers slow"} & names


@pytest.mark.parametrize("name", ["royal_game_of_ur", "farkle", "shut_the_box", "two_dice"])
def test_there_is_none_where_games_do_not_meet_again_or_there_is_an_aim(name: str) -> None:
    assert find_gate(load(name).program(), "default") is None


def test_search_finds_by_a_gate_what_luck_hides_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The better answer makes a point in 4 of 6 turns, and the other in 3."""
    seeds = range(20)
    by_gate = sum(decide(400, seed) == FAST for seed in seeds)
    monkeypatch.setattr(searching, "find_gate", lambda *_: None)
    whole = sum(decide(400, seed) == FAST for seed in seeds)
    assert by_gate >= 19
    assert whole <= 14


def test_what_is_expected_by_a_gate_is_what_whole_games_come_to() -> None:
    program, games = hurry(), 20_000
    beyond, plays = Beyond(gate_of_hurry(), "default", 9), TieredPlayouts(program, ["default"] * 2)
    for answer in (SLOW, FAST):
        forced = [force_answer(program, start(), answer)] * games
        ends = plays.ends(forced, 5, 0)
        whole = sum(beyond.worth.of(end, 0) for end in ends) / games
        comes_to_an_end, rated = beyond.rate(forced[:2000], 0, 6, 0, MOST_GAMES, plays)
        assert comes_to_an_end
        error = Payoff(program).whole * (0.25 / games + 0.25 / MOST_GAMES) ** 0.5
        assert abs(sum(rated) / len(rated) / MOST_GAMES - whole) < 5 * error


def test_games_that_do_not_end_behind_a_gate_are_not_rated() -> None:
    program = read(ENDLESS.replace("keep stuck : 0..1 = 0", "keep stuck : 0..1 = 1")).program()
    gate = find_gate(program, "default")
    assert gate is not None
    plays = StepperPlayouts(program, ["default"] * len(program.seats))
    here = Stepper(program, events=False).begin().position
    comes_to_an_end, _ = Beyond(gate, "default", 9).rate([here] * 3, 0, 6, 0, 4, plays)
    assert not comes_to_an_end


def test_both_engines_come_to_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load("round_the_bases").program()
    gate = find_gate(program, "greedy")
    assert gate is not None
    engine, found = Stepper(program, events=False), list[list[object]]()
    step, number = engine.begin(), 0
    while not isinstance(step.stop, DecisionStop):
        step, number = engine.answer(step.position, number % 2), number + 1
    forced = [force_answer(program, step.position, step.stop.offered[0])] * 40
    for native in (False, True):
        monkeypatch.setattr(playouts, "native_available", lambda native=native: native)
        ends = Stretches(gate.way_there, ["greedy"] * 2).ends(forced, 3, 0)
        assert all(end is not None and end.block == gate.block for end in ends)
        found.append([gate.key_of(end) for end in ends if end is not None])
    assert found[0] == found[1]


def test_what_was_found_behind_a_gate_before_changes_no_answer() -> None:
    used = Search(hurry(), "default", seed=1)
    for seed in range(6):
        assert decide(60, seed, search=used) == decide(60, seed)
