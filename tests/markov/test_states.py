"""The one state space: right against brute force, and held to its own rules."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from interpreter import api
from interpreter.bots.seats import DEFAULT
from interpreter.markov.exploration import find_differences
from interpreter.markov.explore import explore
from interpreter.markov.figures import find_samples, find_winners
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Question as Asked
from interpreter.markov.states import Limit, States
from interpreter.program import Program
from tests.support.broken_rules import RULES, break_rule
from tests.support.odds_faults import FAULTS, Fault
from tests.support.odds_questions import Case, Question, count_equal, list_cases, open_markov
from tests.support.random_dice_games import write_dice_game
from tests.support.shipped import load
from tests.tools.odds_fuzz import Judge

COUNTING = """
game counting "Counting"
players 2
dice coin = 1d2
phase game
  keep rounds : 0..99 = 0
  keep score of each player : 0..99 = 0
  keep extra : 0..99 = 0
  repeat round until rounds >= 4
  when extra > 1 : win lowest of all player
  otherwise : win those one in all player with most score of one
phase round in game
  add 1 to rounds
  for each one in all player
    roll coin
    add total of coin to score of one
  when coin is 2 : add 1 to extra
measure won_by per game = score of lowest of all player - score of highest of all player
"""

UNREACHED = """
game unreached "Unreached"
phase game
  keep done : 0..9 = 0
  repeat 2 times
    for each one in all player : turn for one
phase turn for (who: player) in game
  repeat throw until done >= 1
phase throw in turn
  keep thrown : 0..9 = 0
measure behind per throw = (count of one in all player where thrown > 0 and one is who)
"""

CLIMBING = """
game climbing "Climbing"
players 1
dice pair = 2d6
phase game
  keep height : 0..9 = 0
  repeat throw until height >= 6
phase throw in game
  roll pair
  when total of pair <= height : set height to 0
  otherwise : add 1 to height
measure throws per game counts rolls
"""

REORDERED = """
game reordered "Reordered"
players 2
dice die = 1d2
dice early = 1d2
phase game
  keep n : 0..999 = 0
  keep b : 0..999 = 0
  keep s of each player : 0..999 = 0
  keep holder : player = highest of all player
  keep live : set of player = all player
  roll early
  repeat 3 times : round
phase round in game
  keep q : 0..999 = 0
  set live to all player
  repeat for each one in live, from holder
    set live to live without one
    turn for one
phase turn for (who: player) in round
  roll die
  repeat throw until b >= 2
  when total of early <= q or n > s of who : add total of die to s of left of holder
phase throw in turn
  add 1 to b
  add total of die to q
measure t per throw = s of who
"""
"""Of a turn that is begun with another `b` of 3 or more, other exits are found first."""

WRITTEN_ANEW = """
game written_anew "Written anew"
dice die = 1d3
phase game
  keep a : 0..999999 = 2
  keep b : 0..999999 = 0
  repeat 2 times : round
phase round in game
  for each one in all player, highest first
    turn for one
phase turn for (who: player) in round
  roll die
  set a to 2
measure r per round = a + b
"""

PASSED_ON = """
game passed_on "Passed on"
players 3
dice die = 1d3
dice coin = 1d2
phase game
  keep n : 0..9 = 0
  keep s of each player : 0..9 = 0
  repeat round until n is 1
phase round in game
  add 1 to n
  for each one in all player, highest first
    turn for one
phase turn for (who: player) in round
  set s of who to total of coin
  repeat
    roll die
  until die is 2
  repeat 2 times : throw
  roll coin
phase throw in turn
  end turn
measure k per player = s of player
"""
"""In the turn of player 3 the coin is only passed on to player 2: the row looked up for it is faint."""

SHIFTED_OUTSIDE = """
game shifted_outside "Shifted outside"
kind box: ones, twos, threes
dice die = 1d3
phase game
  keep n : 0..999 = 0
  keep a : 0..999999 = 0
  keep b : 0..999999 = 2
  keep here : box = ones
  keep open_ones : set of box = ones and threes
  keep price of each box : 0..999999 = 0
  repeat 2 times : round
phase round in game
  keep q : 0..999999 = 0
  add 1 to n
  turn
  for each spot in open_ones : add ((a + price of spot) + (q + n)) to b
phase turn in round
  repeat
    roll die
  until die is 1
  repeat 2 times : throw
phase throw in turn
  set open_ones to open_ones without here
measure t per throw = (1 if q > 1 otherwise (b + n))
"""
"""Seen from the game, `n` is absolute and the sample shifts with `b`; seen from a turn, both are absolute."""


def number_of(program: Program, name: str) -> int:
    return [each.name for each in program.measures].index(name)


@pytest.mark.parametrize("seed", [3, 22, 31])
def test_random_games_are_answered_as_by_brute_force(seed: int) -> None:
    text = write_dice_game(seed)
    program = api.read(text).program()
    assert count_equal(Case(text, (), None, (DEFAULT,) * len(program.seats))) > 2


def test_what_ranges_say_is_never_reached_is_not_explored() -> None:
    program = api.read(UNREACHED).program()
    found = open_markov(program, (DEFAULT,) * len(program.seats))(Question("measure", "behind")) or {}
    assert (found["first mean"], "mean" in found) == (0, False)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: each.name)
def test_what_other_engines_had_wrong_is_right_or_refused(fault: Fault) -> None:
    case = Case(fault.text, (), fault.players, fault.strategies)
    program = case.lower()
    answer = open_markov(program, fault.strategies or (DEFAULT,) * len(program.seats))(fault.question)
    for name in fault.right.keys() & (answer or {}).keys():
        assert answer is not None
        if name != "distribution":
            assert answer[name] == pytest.approx(float(fault.right[name]), abs=1e-10)


def test_known_figures() -> None:
    two_dice, craps = load("two_dice").program(), load("craps").program({}, 1)
    runs = find_samples(explore(two_dice, Asked(number_of(two_dice, "runs_per_half_inning"), first=True)))
    assert runs.mean == pytest.approx(0.731582896146, abs=1e-12)
    won = find_winners(explore(craps, Asked()))
    assert won.chances[1] == pytest.approx(0.359680180783, abs=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_a_broken_rule_is_found_while_exploring(rule: str) -> None:
    program = api.read(COUNTING).program()
    right = find_winners(explore(program, Asked()))
    with break_rule(rule, checked=True):
        space = explore(program, Asked())
    assert space.broken
    assert find_winners(space).chances == pytest.approx(right.chances)


def test_a_sum_whose_part_is_written_anew_before_it_is_sampled_begins_anew() -> None:
    program = api.read(WRITTEN_ANEW).program()
    assert find_samples(explore(program, Asked(number_of(program, "r"), first=True))).counts == {2: 1.0}


def test_what_faint_code_would_not_stand_is_no_member_of_a_class() -> None:
    assert not explore(api.read(PASSED_ON).program(), Asked(0, 1)).broken


def test_samples_of_a_phase_have_the_shifts_of_its_caller() -> None:
    space = explore(api.read(SHIFTED_OUTSIDE).program(), Asked(0, first=True))
    assert find_samples(space).counts == {3: pytest.approx(1)}


def test_exits_of_a_phase_may_be_found_in_another_order() -> None:
    program = api.read(REORDERED).program()
    assert not explore(program, Asked(number_of(program, "t"))).broken


@pytest.mark.parametrize(
    ("goals", "chances", "apart"),
    [
        ([2, 1], [0.5, 0.5], False),
        ([1, 1, 2], [0.25, 0.25, 0.5], False),
        ([1, 2], [0.4, 0.6], True),
        ([1, 2, 3], [0.5, 0.25, 0.25], True),
    ],
)
def test_states_differ_if_other_goals_or_probabilities_follow(
    goals: list[int], chances: list[float], apart: bool
) -> None:
    known = [np.array([0, 0, 1]), np.array([[1], [2], [5]])]
    steps = [np.array([*[0] * len(goals), 1]), np.array([[each] for each in (*goals, 5)])]
    found = find_differences(known, np.array([0.5, 0.5, 1.0]), steps, np.array([*chances, 1.0]))
    assert set(found.tolist()) == ({0} if apart else set())


@pytest.mark.parametrize("rule", RULES)
def test_a_broken_rule_is_found_by_brute_force(rule: str) -> None:
    case = next(list_cases(write_dice_game(3)))
    with break_rule(rule, checked=False):
        ask = open_markov(case.lower(), case.strategies)
        state, why = Judge(open_markov, 5, games=False).judge(case, Question("measure", "r"), ask)
    assert (state, "where" in why) == ("wrong", True)


def test_equal_rows_have_one_number() -> None:
    random, known = np.random.default_rng(1), dict[tuple[int, ...], int]()
    states = States(3, Limit(10_000), random)
    for _ in range(20):
        rows, blocks = random.integers(-4, 8, (400, 3)), random.integers(0, 3, 400)
        found = states.intern(rows, blocks, blocks)
        for key, number in zip(np.column_stack([rows, blocks]).tolist(), found.tolist(), strict=True):
            assert known.setdefault(tuple(key), len(known)) == number
    assert states.size == len(known)


def test_rows_take_as_many_bytes_as_their_numbers_need() -> None:
    states = States(2, Limit(10_000), np.random.default_rng(1))
    rows = np.array([[0, 0], [1, 127], [0, -129], [1, 40_000], [2**40, -3]])
    sizes = []
    for row in rows:
        states.intern(row[None], np.zeros(1, np.int64), np.zeros(1, np.int64))
        sizes.append(states.rows.itemsize)
    assert sizes == [1, 1, 2, 4, 8]
    assert (states.rows_of(np.arange(5)) == rows).all()


@pytest.mark.parametrize("work", ["exploration.MERGED", "exploration.BLOCKS", "summaries.SOLVED"])
def test_other_work_counts_as_steps(monkeypatch: pytest.MonkeyPatch, work: str) -> None:
    monkeypatch.setattr("interpreter.markov.states.FEWEST", 200)
    monkeypatch.setattr("interpreter.markov.states.EDGES", 1)
    explore(program := api.read(COUNTING).program(), Asked(), 48)
    monkeypatch.setattr(f"interpreter.markov.{work}", 1)
    with pytest.raises(OutOfReach, match="more than 200 steps"):
        explore(program, Asked(), 48)


def test_outcomes_that_lead_to_the_same_are_one_edge() -> None:
    space = explore(api.read(CLIMBING).program(), Asked())
    _, edges = np.unique(space.edges.sources, return_counts=True)
    assert sorted(edges) == [1, 1, 1, 2, 2, 2, 2]
    assert space.fractions[26 / 36] == Fraction(26, 36)
