"""The dice games of the parlour: exact values, counters and stakes that are never lost, games that always end.

Exact values are sums over all throws, worked out here by counting, and simulations must come within four standard
errors of them. What a position must hold is looked at in every position of many random games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from interpreter.api import Game, Roll
from interpreter.engine import ChanceStop, GameOver
from interpreter.play.session import Session
from interpreter.scene import look_at
from interpreter.scene.scene import lay
from interpreter.stepper import Stepper
from tests.support.shipped import load

GAMES = int(os.environ.get("EXACT_GAMES", "1500"))
"""How many games are played for an exact value. `EXACT_GAMES=40000` takes minutes and narrows four standard errors."""
SEED = 12

# ---- exact values


def mean(values: list[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def throws(dice: int, faces: range = range(1, 7)) -> Iterator[tuple[int, ...]]:
    return product(faces, repeat=dice)


def best(dice: int, faces: range = range(1, 7)) -> Fraction:
    """What the highest of so many dice is worth on average."""
    return mean([max(each) for each in throws(dice, faces)])


ACES = 3 * Fraction(1, 6) / (Fraction(5, 6) ** 3)
"""Aces a throw, times throws a turn: one more follows each throw that holds an ace."""
ACES_OF_THREE_DICE_LAID_ASIDE = 3 * Fraction(1, 6) / Fraction(5, 6)
"""Each die is thrown until it shows no ace."""

BOSTON = best(3) + best(2) + best(1)
COLONIAL = sum(best(dice, range(2, 8)) for dice in (3, 2, 1))
MULTIPLIED = (best(3) + best(2)) * best(1)
SPOTS_IN_A_THROW = 3 * mean([0, 0, 2, 0, 4, 0])
SPOTS = 3 * SPOTS_IN_A_THROW
NO_SIX = Fraction(25, 36) ** 3
FINAL_THROWS = (1 + Fraction(25, 36) + Fraction(25, 36) ** 2) / NO_SIX
"""Throws with the last counter, to the first six or the third throw, times the players who get it."""
ALL_FINAL_THROWS = 3 / NO_SIX
"""The same where every one of them throws three times."""

EXACT = [
    ("three_dice", "runs_per_half_inning", {}, 2, ACES),
    ("three_dice", "runs_per_half_inning", {"thrown_again": "scoring_dice"}, 2, ACES_OF_THREE_DICE_LAID_ASIDE),
    ("three_dice", "runs_per_half_inning", {"innings": 3}, 2, ACES),
    ("foster_aces", "runs_per_half_inning", {}, 2, ACES),
    ("foster_aces", "runs_per_half_inning", {"innings": 2}, 5, ACES),
    ("foster_aces", "runs_per_half_inning", {"die_without_ace": "laid_aside"}, 2, ACES_OF_THREE_DICE_LAID_ASIDE),
    ("going_to_boston", "score", {}, 2, BOSTON),
    ("going_to_boston", "score", {}, 4, BOSTON),
    ("going_to_boston", "score", {"tie": "divided"}, 3, BOSTON),
    ("going_to_boston", "score", {"ace": "seven"}, 2, COLONIAL),
    ("multiplication", "score", {}, 2, MULTIPLIED),
    ("multiplication", "score", {"score_is": "product"}, 2, best(3) * best(2) * best(1)),
    ("multiplication", "score", {"dice_left": "lowest"}, 2, (14 - best(3) - best(2)) * best(1)),
    ("round_the_spot", "score", {}, 2, SPOTS),
    ("round_the_spot", "score", {"three_throws": "in_rounds"}, 3, SPOTS),
    ("round_the_spot", "score", {"throws_each": 1}, 2, SPOTS_IN_A_THROW),
    ("round_the_spot", "score", {"throws_each": 1, "three_throws": "in_rounds"}, 3, SPOTS_IN_A_THROW),
    ("ace_in_the_pot", "keeps_last_counter", {}, 2, NO_SIX),
    ("ace_in_the_pot", "keeps_last_counter", {"final_begins": "last_player"}, 4, NO_SIX),
    ("ace_in_the_pot", "keeps_last_counter", {"last_counter_passes": "after_third_throw"}, 2, NO_SIX),
    ("ace_in_the_pot", "final_throws", {}, 2, FINAL_THROWS),
    ("ace_in_the_pot", "final_throws", {"last_counter_passes": "after_third_throw"}, 3, ALL_FINAL_THROWS),
]


def test_the_exact_values_are_those_of_the_lists() -> None:
    assert Fraction(108, 125) == ACES
    assert Fraction(3, 5) == ACES_OF_THREE_DICE_LAID_ASIDE
    assert Fraction(9) == SPOTS
    assert Fraction(15625, 46656) == NO_SIX
    shown = [round(float(each), 6) for each in (BOSTON, COLONIAL, MULTIPLIED)]
    assert shown == [12.930556, 15.930556, 33.006944]
    assert round(float(ALL_FINAL_THROWS - FINAL_THROWS), 1) == 2.5


@pytest.mark.parametrize(("name", "measure", "options", "players", "exact"), EXACT)
def test_simulations_agree_with_exact_values(
    name: str, measure: str, options: dict[str, str | int], players: int, exact: Fraction
) -> None:
    result = load(name).simulate(GAMES, SEED, options, players)
    tally = result.measures[measure]
    assert tally.mean is not None
    assert tally.stderr
    assert abs(float(tally.mean - exact)) < 4 * tally.stderr


# ---- stakes and wins

POOLED = ("going_to_boston", "multiplication", "round_the_spot", "ace_in_the_pot")

SETTINGS: list[tuple[str, dict[str, str | int]]] = [
    *((name, {}) for name in POOLED),
    ("foster_aces", {"stake": 3, "tie": "shared", "innings": 1}),
    ("three_dice", {"stake": 1, "rounds": 2, "innings": 3}),
    ("going_to_boston", {"tie": "divided", "stake": 5, "rounds": 3}),
    ("going_to_boston", {"tie": "carried_over", "rounds": 2}),
    ("round_the_spot", {"tie": "divided", "scoring": "modern"}),
    ("round_the_spot", {"three_throws": "in_rounds", "scoring": "modern", "rounds": 2}),
    ("multiplication", {"tie": "carried_over", "stake": 7}),
    ("ace_in_the_pot", {"final_begins": "last_player", "lone_counter": "passed_on"}),
    ("ace_in_the_pot", {"final_begins": "last_player", "last_counter_passes": "after_third_throw"}),
]


def of_all(name: str, game: Game) -> list[int]:
    """What is kept under a name for each player."""
    return [value for key, value in game.state.items() if key.startswith(f"{name}[") and isinstance(value, int)]


@pytest.mark.parametrize(("name", "options"), SETTINGS)
def test_no_stake_is_lost(name: str, options: dict[str, str | int]) -> None:
    """In every position what the players are down lies in the pool, and at the end the pool is paid out."""
    numbers = load(name).players[:5]
    for number in range(20):
        game = load(name).game(SEED, number, options, numbers[number % len(numbers)])
        while not game.over:
            assert sum(of_all("purse", game)) + game.state["pool"] == 0  # type: ignore[operator]
            game.roll()
        assert (sum(of_all("purse", game)), game.state["pool"]) == (0, 0)
        assert max(of_all("purse", game)) > 0 or len(game.winners) > 1
        assert game.winners


def test_the_refreshments_are_paid_by_the_last_holder() -> None:
    for number in range(20):
        game = load("ace_in_the_pot").game(SEED, number, {"last_holder": "pays", "stake": 2}, 5)
        while not game.over:
            game.roll()
        assert sorted(of_all("purse", game)) == [-10, 0, 0, 0, 0]
        assert len(game.winners) == 4
        assert of_all("purse", game)[int(str(game.state["thrower"])[-1]) - 1] == -10


@pytest.mark.parametrize("name", POOLED)
def test_win_shares_sum_up_and_no_seat_is_better(name: str) -> None:
    """Ties are thrown off, so each game has one winner; the start is thrown for, so every seat has its fair share."""
    games, players = 900, 3
    result = load(name).simulate(games, SEED, {}, players)
    shares = {seat: share or 0 for seat, share in result.winners.items()}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares.pop("drawn") == 0
    for share in shares.values():
        assert abs(share - 1 / players) < 4 * (2 / 9 / games) ** 0.5
    stakes = result.measures["stakes"]
    assert (stakes.mean, stakes.lowest, stakes.highest) == (0, -1, players - 1)


# ---- ties are thrown off among the tied only


@pytest.mark.parametrize("name", ["going_to_boston", "multiplication", "round_the_spot"])
def test_only_those_who_are_level_throw_again(name: str) -> None:
    thrown_off = 0
    for number in range(120):
        game = load(name).game(SEED, number, {}, 5)
        before = set(game.program.seats)
        while not game.over:
            waiting, contenders = game.waiting, game.state["contenders"]
            assert isinstance(waiting, Roll)
            if waiting.dice != "lots":
                assert isinstance(contenders, tuple)
                assert waiting.who in contenders
                assert set(contenders) <= before
                before = set(contenders)
            game.roll()
        thrown_off += len(before) < 5
        assert len(game.winners) == 1
        assert set(game.winners) <= before
    assert thrown_off > 5


def test_the_start_is_thrown_off_among_those_who_are_level_only() -> None:
    again = 0
    for number in range(60):
        game, level = load("foster_aces").game(SEED, number, {}, 6), set[str]()
        while isinstance(game.waiting, Roll) and game.waiting.dice == "lots":
            still = game.state["level"]
            assert isinstance(still, tuple)
            assert game.waiting.who in still
            level, again = set(still), again + (len(still) < 6)
            game.roll()
        assert game.state["starter"] in (level or game.program.seats)
    assert again > 10


# ---- ace in the pot


@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.long
def test_counters_are_never_lost_and_the_game_always_ends(players: int) -> None:
    """In 240 games for each number of players: in every position the counters and the pot are two for each player."""
    for turn, (final, lone) in enumerate(product(("last_counter", "last_player"), ("into_pot", "passed_on"))):
        options = {"final_begins": final, "lone_counter": lone}
        stepper = Stepper(load("ace_in_the_pot").program(options, players), events=False)
        names = [slot.name for slot in stepper.program.slots]
        kept = [place for place, name in enumerate(names) if name == "pot" or name.startswith("counters[")]
        assert len(kept) == players + 1
        random = Random(1000 * players + turn)
        for _ in range(60):
            assert _play_pot(stepper, random, kept, 2 * players) in range(players)


def _play_pot(stepper: Stepper, random: Random, kept: list[int], counters: int) -> int:
    """Play one game to its end, looking at every position once the counters are given out; who wins."""
    step, given_out = stepper.begin(), False
    for _ in range(20_000):
        if isinstance(step.stop, GameOver):
            assert step.stop.winners
            return step.stop.winners[0]
        assert isinstance(step.stop, ChanceStop)
        found = [step.position.slots[place] for place in kept]
        given_out = given_out or any(found)
        assert sum(found) == (counters if given_out else 0)
        assert min(found) >= 0
        step = stepper.answer(step.position, random.randrange(step.stop.outcomes))
    raise AssertionError("the game does not end")


# ---- what the games do not share


@pytest.mark.parametrize("name", [*POOLED, "foster_aces", "three_dice"])
def test_the_games_of_the_parlour_know_nothing_of_the_diamond(name: str) -> None:
    model = load(name).model
    assert "base" not in model.kinds
    assert "side" not in model.kinds
    assert not {"outs", "bases"} & {slot.name for slot in load(name).program().slots}


def test_on_the_road_to_boston_everybody_stands_at_what_they_have() -> None:
    rules = load("going_to_boston")
    session, pieces = Session(Stepper(rules.program()), 7), list[Any]()
    while len(pieces) < 2:
        session.roll()
        drawing = lay(look_at(rules.model, session))
        pieces = [piece for thing in drawing.things if thing["kind"] == "board" for piece in thing["pieces"]]
    points = {each["id"]: each["points"] for each in drawing.seats}
    assert {each["of"]: int(each["at"]) for each in pieces} == points
