"""The game of cribbage and baseball: its odds, whole games for two and for four, and the cards in them.

`GAMES=2000 pytest tests/rulesets/test_round_the_bases.py` plays a hundred times as many games.
"""

from __future__ import annotations

import os
from functools import cache
from math import sqrt
from random import Random

import pytest

from interpreter import loader
from interpreter.chance import Stream
from interpreter.engine import DecisionStop, GameOver, Position, View
from interpreter.lower import lower
from interpreter.program import Program
from interpreter.simulate.simulation import Plan, play_games
from interpreter.source import Source
from interpreter.stepper import Stepper
from interpreter.tally import Tally
from tests.support.housing import model_of, put
from tests.support.shipped import load

GAMES = int(os.environ.get("GAMES", "20"))

NO_CARDS = """house_rules no_cards "Every hand is worth so much" for round_the_bases

before phase hand
  add {points} to scale of batting
  end hand
"""

TOGETHER = """
option several_in_pickle = together
"""


@cache
def program_for(players: int) -> Program:
    return load("round_the_bases").program(players=players)


def counted(points: int, *measures: str, options: str = "") -> list[int]:
    """What measures come to in many games in which every hand is worth so many points to the batter."""
    house = Source("no_cards.rules", NO_CARDS.format(points=points) + options)
    program = lower(model_of(put(loader.find_ruleset("round_the_bases"), house)))
    summary = play_games(Plan(program, ("default",) * 2, 5), range(GAMES * 2))
    names = [each.name for each in program.measures]
    return [total(summary.measures[names.index(each)]) for each in measures]


def total(tally: Tally) -> int:
    return sum(value * times for value, times in tally.counts.items())


def near(share: float, chance: float, times: int) -> bool:
    """Whether a share is within four standard errors of what it must be."""
    return times > 300 and abs(share - chance) < 4 * sqrt(chance * (1 - chance) / times)


# ---- odds


def test_a_number_is_rolled_eleven_times_in_36() -> None:
    rolled, missed = counted(4, "must_rolls", "must_rolls_missed")
    assert near(1 - missed / rolled, 11 / 36, rolled)


def test_a_pickle_is_won_one_time_in_two() -> None:
    rolled, lost = counted(9, "pickles", "pickles_lost")
    assert near(1 - lost / rolled, 1 / 2, rolled)


def test_pegs_in_one_pickle_together_are_won_and_lost_one_by_one() -> None:
    """One roll-off puts several out, or none: what is counted are the pegs."""
    rolled, lost = counted(9, "pickles", "pickles_lost", options=TOGETHER)
    assert rolled > 300
    assert abs(lost / rolled - 1 / 2) < 0.1


# ---- whole games


def test_hands_that_a_jack_makes_void_are_not_measured() -> None:
    program = program_for(2)
    summary = play_games(Plan(program, ("default",) * 2, 6), range(4))
    names = [each.name for each in program.measures]
    hands, jacks = (total(summary.measures[names.index(each)]) for each in ("hands", "home_runs"))
    assert jacks > 0
    for each in ("dealers_points", "points_dealers_allow", "points_in_a_crib"):
        assert sum(summary.measures[names.index(each)].counts.values()) == hands - jacks


def cards(position: Position, program: Program) -> list[int]:
    """Every card, as often as it lies anywhere."""
    sets = [position.slots[zone.first + place] for zone in program.zones for place in range(zone.members)]
    return sorted(card for each in sets for card in range(52) if each >> card & 1)


@pytest.mark.parametrize("players", [2, 4])
def test_games_end_and_lose_no_card(players: int) -> None:
    """Whoever chooses whatever: all 52 cards are there, the hands are as large as they must be, and somebody wins."""
    program = program_for(players)
    stepper = Stepper(program, events=False)
    starts = [each.name for each in program.choices]

    def choose(stop: DecisionStop, view: View) -> int:
        position = view.position()
        if chance.random() < 0.2:
            assert cards(position, program) == list(range(52))
        if starts[stop.choice] == "discard":
            assert len(stop.offered) in ((5, 6) if players == 2 else (5,))
        return chance.choice(stop.offered)

    for number in range(max(GAMES // 20, 1)):
        chance = Random(number)
        outcome = stepper.play_out(None, Stream(2, number), choose)
        assert isinstance(outcome.stop, GameOver)
        runs = [position_of(outcome.position, program, f"runs[{side}]") for side in ("red", "blue")]
        assert runs[0] != runs[1]
        assert position_of(outcome.position, program, "innings_begun") >= 3


def position_of(position: Position, program: Program, name: str) -> int:
    return position.slots[[each.name for each in program.slots].index(name)]


@pytest.mark.parametrize(("players", "strategies"), [(2, ("bold", "steady")), (4, ("greedy", "steady") * 2)])
def test_shipped_strategies_play_a_game_to_its_end(players: int, strategies: tuple[str, ...]) -> None:
    program = program_for(players)
    summary = play_games(Plan(program, strategies, 8), range(max(GAMES // 20, 1)))
    names = [each.name for each in program.measures]
    assert min(summary.measures[names.index("hands")].counts) >= 18
    assert min(summary.measures[names.index("innings")].counts) >= 3
    steals = sum(total(summary.measures[names.index(each)]) for each in ("steals_made", "steals_failed"))
    assert (steals > 0) == ("bold" in strategies)
    assert summary.count_lost_advice == 0
