"""Best play of shipped and small games, as worked out by other programs before, or by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from interpreter.api import read
from interpreter.bots.policy import Policy, read_policy, write_policy
from interpreter.engine import ChanceStop, DecisionStop, Position, Step
from interpreter.markov import best as markov_best
from interpreter.markov.best import ManyDeciders
from interpreter.markov.explore import explore
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import OPEN
from interpreter.odds.best_play import Aim, BestPlay, HiddenInformation, find_best_play, find_shortfalls, is_decided
from interpreter.odds.figures import Setting
from interpreter.odds.policies import list_tables, make_policy
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.shipped import load

HEAPS: dict[str, int | str] = {"first_heap": 1, "second_heap": 2, "third_heap": 3}


def solve(program: Program, measure: str = "", most: bool = True) -> BestPlay:
    number = [each.name for each in program.measures].index(measure) if measure else None
    return find_best_play(Setting(program, (OPEN,) * len(program.seats)), Aim(number, most=most))


def find_policy(best: BestPlay) -> Policy:
    """The answers of best play, as read from a file."""
    return read_policy(write_policy(make_policy(best, [*list_tables(best)], "")))


def play_by(policy: Policy, program: Program, worth: Callable[[Position], Fraction]) -> Fraction:
    """What a game is worth with these answers, over all throws."""
    engine = Stepper(program)

    def play(step: Step) -> Fraction:
        match step.stop:
            case ChanceStop(outcomes=outcomes):
                games = (play(engine.answer(step.position, each)) for each in range(outcomes))
                return sum(games, Fraction(0)) / outcomes
            case DecisionStop(offered=offered):
                answer = policy.find_answer(step.position.block, step.position.slots)
                assert answer in offered
                return play(engine.answer(step.position, answer))
        return worth(step.position)

    return play(engine.begin())


@pytest.mark.parametrize(
    ("options", "value"),
    [pytest.param(HEAPS, 0, marks=pytest.mark.quick), ({**HEAPS, "second_heap": 1}, 1)],
)
def test_matches_that_cancel_out_are_lost(options: dict[str, int | str], value: int) -> None:
    best = solve(load("nim").program(options))
    assert best.exact == value
    shortfalls = {each.strategy: each.short for each in find_shortfalls(best, ("default", "perfect"))}
    assert shortfalls == {"default": value, "perfect": 0}
    (table,) = list_tables(best)
    assert sum(row.states for row in table.rows) == best.decision_count


@pytest.mark.parametrize(
    ("name", "strategy", "decided"),
    [("pig", OPEN, False), ("pig", "twenty", True), ("foster_aces", OPEN, True)],
)
def test_what_the_rules_decide_is_known_before_there_are_any_states(name: str, strategy: str, decided: bool) -> None:
    program = load(name).program()
    assert is_decided(Setting(program, (strategy,) * len(program.seats)), Aim(None)) == decided


def test_best_steals() -> None:
    best = solve(load("marker").program(), "runs_per_half_inning")
    assert best.value == pytest.approx(1.343352720859, abs=1e-12)
    short = {each.strategy: each.short for each in find_shortfalls(best, ("bold",))}
    assert short == pytest.approx({"bold": 0.766798166003}, abs=1e-11)
    (table,) = list_tables(best)
    names = {best.setting.program.slots[slot].name for slot in table.slots}
    assert names == {"outs", "bases", "strikes", "balls"}


def best_at_pig(goal: int) -> float:
    """The chance of the first to throw, by the rules of the game written down once more."""
    places = [(own, other, turn) for own in range(goal) for other in range(goal) for turn in range(goal - own)]
    chances = dict.fromkeys(places, 0.5)

    def chance(own: int, other: int, turn: int) -> float:
        return 1.0 if own + turn >= goal else chances[own, other, turn]

    while True:
        change = 0.0
        for own, other, turn in reversed(places):
            again = (1 - chances[other, own, 0]) / 6
            again += sum(chance(own, other, turn + face) for face in range(2, 7)) / 6
            stop = 1 - chances[other, own + turn, 0] if turn else 0.0
            change = max(change, abs(max(again, stop) - chances[own, other, turn]))
            chances[own, other, turn] = max(again, stop)
        if change < 1e-14:
            return chances[0, 0, 0]


def test_a_race_of_two() -> None:
    best = solve(load("pig").program({"goal": 10}, 2))
    assert best.value == pytest.approx(best_at_pig(10), abs=1e-12)
    short = {each.strategy: each.short for each in find_shortfalls(best, ("default", "twenty"))}
    assert (short["default"] or 0) > 0.5 > (short["twenty"] or 0)
    larger = solve(load("pig").program({"goal": 20}, 2))
    assert larger.value == pytest.approx(0.615558549805, abs=1e-12)
    with pytest.raises(OutOfReach):
        find_best_play(Setting(larger.setting.program, (OPEN, OPEN), most=1_000), Aim(None))


BOX = """
game box "Box"
players 1
dice throw = 2d3
phase game
  keep score    : 0..15 = 0
  keep standing : set of 1..5 = 1..5
  keep stuck    : yes or no = no
  repeat throw_and_shut until stuck or standing is none
  set score to worth(standing)
  win all player
phase throw_and_shut in game
  roll throw for lowest of all player
  when some row in subsets of standing where worth(row) is total of throw
    choose shut by lowest of all player
    set standing to standing without shut
  otherwise : set stuck to yes
define worth (row: set of 1..5) = sum of flap for flap in row
choice shut
  "Which flaps do you shut?"
  pick row from subsets of standing where worth(row) is total of throw
  default highest
measure score per game = score
aim least score
"""


@cache
def best_at_box(standing: frozenset[int]) -> Fraction:
    """What stands in the end if flaps that add up to the throw of two dice with three faces are shut."""
    found = Fraction(0)
    for throw in (one + other for one, other in product((1, 2, 3), repeat=2)):
        rows = [set(row) for size in range(6) for row in combinations(standing, size) if sum(row) == throw]
        left = min((best_at_box(standing.difference(row)) for row in rows), default=Fraction(sum(standing)))
        found += left / 9
    return found


def test_where_a_roll_matters_only_to_what_is_offered_answers_are_told_by_the_roll() -> None:
    program = read(BOX).program()
    best = solve(program, "score", most=False)
    (table,) = list_tables(best)
    names = [each.name for each in program.slots]
    assert {names[slot] for slot in table.slots} == {"standing", "throw"}
    least = best_at_box(frozenset(range(1, 6)))
    assert best.exact == least
    score = names.index("score")
    assert play_by(find_policy(best), program, lambda end: Fraction(end.slots[score])) == least


CHASE = """
game chase "Chase"
players 2..3
dice coin = 1d2
phase game
  keep score of each player : 0..99 = 0
  keep rounds : 0..9 = 0
  repeat round until rounds >= 2
  win those one in all player with most score of one
phase round in game
  add 1 to rounds
  for each one in all player : move for one
phase move for (mover: player) in round
  choose risk by mover
  roll coin
  when risk is bold and coin is 1 : add 3 to score of mover
  when risk is safe               : add 1 to score of mover
choice risk
  "Safe or bold?"
  safe "one for sure"
  bold "three or nothing"
  default safe
"""


def test_where_only_a_lead_matters_answers_hold_for_all_scores() -> None:
    program = read(CHASE).program(players=2)
    best = solve(program)

    def worth(end: Position) -> Fraction:
        return Fraction(0 in end.won, len(end.won))

    assert best.exact is not None
    assert play_by(find_policy(best), program, worth) == best.exact


ENDLESS = CHASE.replace("0..99", "0+").replace("until rounds >= 2", "until coin is 1")
ENDLESS = ENDLESS.replace("add 1 to rounds", "nothing").replace("move for one\n", "move for one\n  roll coin\n")


def best_at_endless_chase() -> float:
    """By value iteration over leads of up to 120."""
    leads = np.arange(-120, 121)
    won = np.where(leads == 0, 0.5, leads > 0)
    values = won
    for _ in range(100):
        after = (won + values) / 2
        moved = np.minimum(_move(after, -1), (after + _move(after, -3)) / 2)
        values = np.maximum(_move(moved, 1), (moved + _move(moved, 3)) / 2)
    return float(values[120])


def _move(values: NDArray[np.float64], lead: int) -> NDArray[np.float64]:
    """The values after a move, in each lead; as they are at the end of the table."""
    return values[(np.arange(len(values)) + lead).clip(0, len(values) - 1)]


def test_where_leads_have_no_end_the_value_lies_between_two() -> None:
    best = solve(read(ENDLESS).program(players=2))
    assert best.found.space.cut.any()
    assert 0 < best.bound < 1e-9
    assert abs(best.value - best_at_endless_chase()) <= best.bound


@pytest.mark.parametrize("cut", [1e-1, 1e-2, 1e-3])
def test_the_value_lies_between_two_wherever_states_are_cut(cut: float, monkeypatch: pytest.MonkeyPatch) -> None:
    program = read(CHASE.replace("rounds >= 2", "rounds >= 4")).program(players=2)
    exact = solve(program)
    monkeypatch.setattr(markov_best, "explore", partial(explore, cut=cut))
    monkeypatch.setattr(markov_best, "UNKNOWN", 2.0)
    best = solve(program)
    assert best.found.space.cut.any()
    assert not exact.found.space.cut.any()
    assert best.value <= exact.value <= best.value + best.bound
    monkeypatch.setattr(markov_best, "UNKNOWN", 0.0)
    with pytest.raises(OutOfReach, match="left out"):
        solve(program)


def test_hidden_hands_and_a_crowd_are_refused() -> None:
    with pytest.raises(HiddenInformation):
        solve(load("kuhn_poker").program())
    with pytest.raises(ManyDeciders):
        solve(load("nim").program(HEAPS), "turns")
    with pytest.raises(ManyDeciders):
        solve(read(CHASE).program(players=3))


WAIT = """
game wait "Wait"
players 1 against the bank "The House"
dice coin = 1d2
phase game
  keep done : yes or no = no
  repeat
    choose act by lowest of all player
    when act is toss
      set done to yes
      roll coin
  until done
  when coin is 1 : win lowest of all player
  otherwise      : win the bank
choice act
  "Wait or toss?"
  wait "wait"
  toss "toss"
  default wait
"""


def test_who_can_wait_for_ever_does_not() -> None:
    best = solve(read(WAIT).program())
    assert best.exact == Fraction(1, 2)
    ((row,),) = (table.rows for table in list_tables(best))
    assert best.setting.program.choices[0].names[row.answer] == "toss"
