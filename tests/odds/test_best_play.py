"""Best play of shipped and small games, as worked out by other programs before, or by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

from interpreter import load
from interpreter.api import read
from interpreter.chains.policy import Policy
from interpreter.chains.regions import OPEN
from interpreter.chains.searching import Search
from interpreter.chains.states import Bounds, OutOfReach
from interpreter.engine import ChanceStop, DecisionStop, Step
from interpreter.loader import find_ruleset
from interpreter.odds import best_of_any, frontiers
from interpreter.odds.best_of_any import find_best
from interpreter.odds.best_play import (
    Aim,
    BestPlay,
    HiddenInformation,
    ManyDeciders,
    find_best_play,
    find_shortfalls,
    is_decided,
)
from interpreter.odds.chain_figures import Setting
from interpreter.odds.policies import list_tables, make_policy
from interpreter.stepper import Stepper


def solved(name: str, options: dict[str, int | str], measure: str = "", players: int | None = None) -> BestPlay:
    program = load(name).program(options, players)
    number = [each.name for each in program.measures].index(measure) if measure else None
    return find_best_play(Setting(program, (OPEN,) * len(program.seats)), Aim(number))


HEAPS: dict[str, int | str] = {"first_heap": 1, "second_heap": 2, "third_heap": 3}


@pytest.mark.parametrize(
    ("options", "value"),
    [pytest.param(HEAPS, 0, marks=pytest.mark.quick), ({**HEAPS, "second_heap": 1}, 1)],
)
def test_matches_that_cancel_out_are_lost(options: dict[str, int | str], value: int) -> None:
    best = solved("nim", options)
    assert best.exact == value
    shortfalls = {each.strategy: each.short for each in find_shortfalls(best, ("default", "perfect"))}
    assert shortfalls == {"default": value, "perfect": 0}


def test_best_answers_are_told_by_what_matters() -> None:
    best = solved("nim", {"first_heap": 1, "second_heap": 1, "third_heap": 2})
    (table,) = list_tables(best)
    program = best.setting.program
    assert {program.slots[slot].name for slot in table.slots} <= {
        "matches[left_heap]", "matches[middle_heap]", "matches[right_heap]", "mover", "round.one to come",
    }  # fmt: skip
    assert sum(row.states for row in table.rows) == len(best.signs)


@pytest.mark.parametrize(
    ("name", "strategy", "decided"),
    [("pig", OPEN, False), ("pig", "twenty", True), ("foster_aces", OPEN, True), ("marker", OPEN, False)],
)
def test_what_the_rules_decide_is_known_before_there_are_any_states(name: str, strategy: str, decided: bool) -> None:
    program = load(name).program()
    assert is_decided(Setting(program, (strategy,) * len(program.seats)), Aim(None)) == decided


@pytest.mark.long
def test_best_steals() -> None:
    best = solved("marker", {}, "runs_per_half_inning")
    assert best.value == pytest.approx(1.343352720859, abs=1e-12)
    short = {each.strategy: each.short for each in find_shortfalls(best, ("bold",))}
    assert short == pytest.approx({"bold": 0.766798166003}, abs=1e-11)
    (table,) = list_tables(best)
    names = {best.setting.program.slots[slot].name for slot in table.slots}
    assert names == {"outs", "bases", "strikes", "balls"}


FLAPS, FACES = 6, 3
SMALL_BOX = (("1..9 if", f"1..{FLAPS} if"), ("flap > 6", f"flap > {FACES}"), ("2d6", f"2d{FACES}"))


@cache
def shut_best(standing: frozenset[int]) -> Fraction:
    """The least that the flaps left standing come to in the mean, by all rows that may be shut."""
    faces = range(1, FACES + 1)
    throws = [one + other for one in faces for other in faces] if max(standing, default=0) > FACES else list(faces)
    total = Fraction(0)
    for throw in throws:
        rows = [row for size in range(FLAPS) for row in combinations(standing, size) if sum(row) == throw]
        total += min((shut_best(standing.difference(row)) for row in rows), default=Fraction(sum(standing)))
    return total / len(throws) if standing else Fraction(0)


def test_where_there_are_but_few_states_long_walks_come_to_an_end() -> None:
    text = find_ruleset("shut_the_box").text.partition("# ---- examples")[0]
    for before, after in SMALL_BOX:
        assert before in text
        text = text.replace(before, after)
    program = read(text).program(players=1)
    hasty = Setting(program, (OPEN,), bounds=Bounds(early=2_000))
    with pytest.raises(OutOfReach, match="too many different ways"):
        find_best(hasty, Aim(0, most=False))
    best = find_best(replace(hasty, bounds=Bounds(early=2_000, spare=10_000_000)), Aim(0, most=False))
    assert isinstance(best, BestPlay)
    assert best.exact == shut_best(frozenset(range(1, FLAPS + 1)))


def test_hidden_hands_and_a_crowd_are_refused() -> None:
    with pytest.raises(HiddenInformation):
        solved("kuhn_poker", {})
    with pytest.raises(ManyDeciders):
        solved("nim", HEAPS, "turns")


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
    best = solved("pig", {"goal": 10}, players=2)
    assert best.value == pytest.approx(best_at_pig(10), abs=1e-12)
    short = {each.strategy: each.short for each in find_shortfalls(best, ("default", "twenty"))}
    assert (short["default"] or 0) > 0.5 > (short["twenty"] or 0)


@pytest.mark.parametrize(
    ("name", "options", "players"), [("pig", {"goal": 10}, 2), ("nim", HEAPS, None)], ids=["pig", "nim"]
)
def test_many_states_at_a_time_come_to_the_same(name: str, options: dict[str, int | str], players: int | None) -> None:
    pytest.importorskip("scipy")
    from interpreter.odds.best_of_many import explore_many, find_best_of_many, list_large_tables

    best = solved(name, options, players=players)
    many = find_best_of_many(best.setting, best.aim, explore_many(best.setting, best.aim)[1])
    assert (many.state_count, many.decision_count) == (best.state_count, best.decision_count)
    assert many.value == pytest.approx(best.value, abs=1e-12)
    (table,), ((large, place),) = list_tables(best), list_large_tables(many)
    assert sum(row.states for row in large.rows) == sum(row.states for row in table.rows)
    assert set(large.slots) == set(table.slots)
    policy = make_policy(best, (table,), "")
    for state in best.signs:
        held = best.states.held[state]
        slots = [held.get(slot, 0) for slot in range(len(best.setting.program.slots))]
        here = Policy("", "", 0.0, best.states.relations, {table.stop: place})
        for answers in (policy, here):
            assert answers.find_answer(table.stop, slots) in best.answers[state]


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


def best_at_box(standing: frozenset[int]) -> Fraction:
    """What stands in the end if flaps that come to the throw of two dice with three faces are shut."""
    found = Fraction(0)
    for throw in (one + other for one, other in product((1, 2, 3), repeat=2)):
        rows = [set(row) for size in range(6) for row in combinations(standing, size) if sum(row) == throw]
        left = min((best_at_box(standing - row) for row in rows), default=Fraction(sum(standing)))
        found += left / 9
    return found


def play_by(policy: Policy, engine: Stepper, step: Step, score: int) -> Fraction:
    """What the score comes to in a game with these answers, over all throws."""
    match step.stop:
        case ChanceStop(outcomes=outcomes):
            games = (play_by(policy, engine, engine.answer(step.position, each), score) for each in range(outcomes))
            return sum(games, Fraction(0)) / outcomes
        case DecisionStop(offered=offered):
            answer = policy.find_answer(step.position.block, step.position.slots) if len(offered) > 1 else offered[0]
            assert answer in offered
            return play_by(policy, engine, engine.answer(step.position, answer), score)
    return Fraction(step.position.slots[score])


@pytest.mark.parametrize("many", [False, True])
def test_where_nothing_else_hangs_on_a_roll_but_what_is_offered_the_best_answer_is_told_by_the_roll(many: bool) -> None:
    program = read(BOX).program()
    setting, aim = Setting(program, (OPEN,)), Aim(0, most=False)
    if many:
        pytest.importorskip("scipy")
        from interpreter.odds.best_of_many import explore_many, find_best_of_many, list_large_tables, make_large_policy

        large = find_best_of_many(setting, aim, explore_many(setting, aim)[1])
        ((table, place),) = list_large_tables(large)
        value, policy = large.value, make_large_policy(large, {table.stop: place}, "")
    else:
        best = find_best_play(setting, aim)
        (table,) = list_tables(best)
        value, policy = best.value, make_policy(best, (table,), "")
    names = [each.name for each in program.slots]
    assert "throw" in [names[slot] for slot in table.slots]
    least = best_at_box(frozenset(range(1, 6)))
    assert value == pytest.approx(float(least), abs=1e-12)
    engine = Stepper(program)
    assert play_by(policy, engine, engine.begin(), names.index("score")) == least


GREEDY = """
game greedy "Greedy"

players 2

dice die "the die" = 1d3

phase game
  keep score of each player : 0+ = 0
  repeat round until some one in all player where score of one >= 10
  win those one in all player with most score of one

phase round in game
  for each one in all player
    turn for one

phase turn for (thrower: player) in round
  keep gathered : 0+ = 0
  repeat
    roll die for thrower
    when die is 1 : end turn
    add total of die to gathered
    choose going_on by thrower
  until going_on is stop
  when gathered >= 5 and thrower is highest of all player
    roll die for thrower
    when gathered + total of die >= 9 : win thrower
  add gathered to score of thrower
  when score of thrower >= 10 : end round

choice going_on
  "Throw again?"
  again "throw again"
  stop  "keep what you have"
  default stop
"""


@pytest.mark.parametrize("name", ["pig", "greedy"])
def test_what_goes_beyond_what_is_needed_is_alike(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = tmp_path / "greedy.rules"
    greedy.write_text(GREEDY)
    program = load(str(greedy)).program({}, 2) if name == "greedy" else load("pig").program({"goal": 10}, 2)
    setting = Setting(program, (OPEN, OPEN))
    best = find_best_play(setting, Aim(None))
    names = {slot.name: at for at, slot in enumerate(program.slots)}
    for state in best.signs if name == "pig" else ():
        held = best.states.held[state]
        thrower = f"score[player_{held[names['thrower']] + 1}]"
        assert held[names["gathered"]] + held[names[thrower]] <= 11
    monkeypatch.setattr(Search, "find_limits", lambda *_: {})
    other = find_best_play(setting, Aim(None))
    assert best.value == pytest.approx(other.value, abs=1e-12)
    assert best.state_count < other.state_count


def test_more_edges_than_memory_has_room_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_of_any, "FIRST", 0)
    monkeypatch.setattr(frontiers, "MOST_EDGES", 100)
    setting = Setting(load("pig").program({"goal": 10}, 2), (OPEN, OPEN))
    with pytest.raises(OutOfReach, match="more than 2 GB of memory"):
        find_best(setting, Aim(None))
