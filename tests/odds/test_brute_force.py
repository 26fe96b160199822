"""The oracle of exact odds: brute force, held against figures worked out by hand, against other ways to solve, and
against games played; and the random games and the tool that rest on it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from interpreter import Rejected, read
from interpreter.loader import find_ruleset
from interpreter.program import VOID
from tests.support.brute_force import (
    OPEN,
    TooLarge,
    Undefined,
    divide,
    explore,
    find_best_mean,
    find_best_win,
    find_winners,
    list_components,
    measure,
    solve,
)
from tests.support.odds_faults import FAULTS, NO_RESULT, Fault
from tests.support.odds_questions import Answer, Case, Question, find_figures, list_cases, list_differences
from tests.support.random_dice_games import FEATURES, list_features, write_dice_game
from tests.tools.odds_fuzz import Judge, exchange_rows, shrink

THIRD = Fraction(1, 3)

GAME = """
game t "T"
players 2
sides red "Red", blue "Blue"
dice die = 1d3
phase game
  keep points of each side : 0..99 = 0
  for each one in all player : turn for one
  when points of red > points of blue : win red
  when points of blue > points of red : win blue
phase turn for (who: player) in game
  repeat
    roll die
    choose going_on by who
  until going_on is stop
  add total of die to points of side of who
choice going_on
  "Again?"
  again "again" when die is not 3
  stop  "stop"
  default stop
strategy third
  going_on
    when die < 3, 1 in 3 : again
measure points per side = points of side
measure shown per turn = total of die
measure rolled per game counts rolls
measure ones per game = count of one in all player where points of side of one is 1
measure mean = points per ones
"""


@pytest.mark.quick
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_games_that_some_engine_had_wrong(fault: Fault) -> None:
    program = read(fault.text).program(players=fault.players)
    found = find_figures(explore(program, fault.strategies), fault.question)
    for name, right in fault.right.items():
        assert found[name] == right or float(found[name]) == pytest.approx(right, abs=1e-12)


@pytest.mark.quick
def test_craps() -> None:
    """Without the one measure that counts throws, of which a game may have any number."""
    text = find_ruleset("craps").text.replace("measure throws per game counts throw", "")
    graph = explore(read(text).program({"rounds": 1}), most=40_000)
    assert find_winners(graph) == {(0,): Fraction(244, 495), (1,): Fraction(251, 495)}


def test_games_without_a_result_are_apart() -> None:
    found = find_winners(explore(read(NO_RESULT).program()))
    assert sum(found.values()) == 1
    assert float(found[(VOID,)]) == pytest.approx(0.5741, abs=5e-5)


def test_who_throws_a_six_first() -> None:
    text = """
game six "A six"
players 2
dice die = 1d6
phase game
  repeat for each one in all player
    roll die
    when die is 6 : win one
  until die is 6
"""
    assert find_winners(explore(read(text).program())) == {(0,): Fraction(6, 11), (1,): Fraction(5, 11)}


ONCE = (
    GAME.replace("  until going_on is stop", "")
    .replace("  repeat\n    roll die", "  roll die")
    .replace("    choose going_on by who", "  choose going_on by who\n  when going_on is again : roll die")
)


@pytest.mark.quick
def test_samples_of_all_phases_members_and_quotients() -> None:
    graph = explore(read(ONCE).program())
    assert find_winners(graph) == {(): THIRD, (0,): THIRD, (1,): THIRD}
    assert measure(graph, (0, 1)).distribution == {1: THIRD, 2: THIRD, 3: THIRD}
    shown = measure(graph, (1, 0))
    assert (shown.number, shown.mean, shown.variance) == (2, 2, Fraction(2, 3))
    assert measure(graph, (1, 0), first=True).number == 1
    assert divide(graph, 0, 3) == 4 / Fraction(2, 3)


def test_strategies_that_draw_lots() -> None:
    graph = explore(read(ONCE).program(), ("third", "default"))
    again = Fraction(2, 9)
    known = {1: THIRD - again / 2 + again * THIRD, 2: THIRD - again / 2 + again * THIRD, 3: THIRD + again * THIRD}
    assert measure(graph, (0, 0)).distribution == known
    assert measure(graph, (2, 0)).mean == 2 + again


@pytest.mark.quick
def test_best_play() -> None:
    """Who has thrown 1 or 2 may throw once more. Against 1, 2 and 3 blue gets 17/18, 2/3 and 5/18 of a win, so another
    throw brings red 10/27, and to keep a two 9/27."""
    alone = explore(read(ONCE).program(), (OPEN, "default"))
    assert find_best_mean(alone, (0, 0), most=True) == Fraction(7, 3)
    assert find_best_mean(alone, (0, 0), most=False) == 2
    both = explore(read(ONCE).program(), (OPEN, OPEN))
    assert find_best_win(both, 0) == (2 * Fraction(10, 27) + Fraction(13, 18)) / 3
    assert find_best_win(both, 1) == 1 - find_best_win(both, 0)


def test_what_cannot_be_said_is_refused() -> None:
    with pytest.raises(TooLarge):
        explore(read(GAME).program(), most=5)
    broken = ONCE.replace("points of each side : 0..99", "points of each side : 0..2")
    with pytest.raises(Undefined, match="fails"):
        explore(read(broken).program())
    endless = [{1: Fraction(1)}, {0: Fraction(1)}]
    with pytest.raises(Undefined, match="for ever"):
        solve(endless, {0: Fraction(1)})


@pytest.mark.parametrize("seed", range(3))
def test_solutions_solve_their_equations(seed: int) -> None:
    random = Random(seed)
    ways = [
        {random.randrange(25): Fraction(random.randint(1, 3), 10) for _ in range(random.randint(0, 3))}
        for _ in range(25)
    ]
    base = {node: Fraction(random.randint(0, 9)) for node in range(0, 25, 2)}
    found = solve(ways, base)
    for node, way in enumerate(ways):
        assert found[node] == base.get(node, 0) + sum(weight * found[other] for other, weight in way.items())
    assert sorted(node for each in list_components(ways) for node in each) == list(range(25))


def test_random_games_are_games_and_have_all_there_is() -> None:
    texts = [write_dice_game(seed) for seed in range(600)]
    assert texts[:20] == [write_dice_game(seed) for seed in range(20)]
    counts = dict.fromkeys(FEATURES, 0)
    for text in texts:
        for feature in list_features(text):
            counts[feature] += 1
    assert min(counts.values()) >= 6, counts
    rejected = small = 0
    for text in texts[:25]:
        try:
            program = read(text).program()
        except Rejected:
            rejected += 1
            continue
        try:
            graph = explore(program, most=1_500)
        except (TooLarge, Undefined):
            continue
        assert sum(find_winners(graph).values()) == 1
        small += 1
    assert rejected <= 1
    assert small >= 18


@pytest.mark.parametrize("seed", [2, 6])
def test_random_games_are_as_they_are_played(seed: int) -> None:
    rules = read(write_dice_game(seed))
    played = rules.simulate(2_000, 3)
    graph = explore(rules.program())
    for number, (name, tally) in enumerate(played.measures.items()):
        if not rules.program().measures[number].labels and tally.mean is not None:
            found = float(measure(graph, (number, 0)).mean)
            assert found == pytest.approx(float(tally.mean), abs=5 * (tally.stderr or 0) + 1e-9), name


# ---- the tool


def test_a_wrong_engine_is_found_and_its_game_made_smaller() -> None:
    text = write_dice_game(2)

    def judge_with(error: float) -> tuple[Judge, list[tuple[Case, Question, str]]]:
        def open_engine(program, strategies):  # type: ignore[no-untyped-def]
            graph = explore(program, strategies)

            def ask(question: Question) -> Answer | None:
                found = dict(find_figures(graph, question))
                if question.kind == "measure" and question.name == "m":
                    found["mean"] += Fraction(error)
                return found

            return ask

        judge = Judge(open_engine, 9, games=False)
        return judge, list(judge.judge_game(iter([next(list_cases(text))])))

    right, nothing = judge_with(0)
    assert not nothing
    assert {state for _, state in right.counts} == {"equal"}
    wrong, ((case, question, why),) = judge_with(1e-9)
    assert (question.name, why.partition(":")[0]) == ("m", "mean")
    state = wrong.judge_again(case, question)
    small = shrink(text, lambda each: "measure m " in each and len(each) > 60)
    assert len(small.splitlines()) < 6
    assert state == ("wrong", False)


def test_a_distribution_is_compared_value_by_value() -> None:
    right = {"distribution": {1: Fraction(1, 2), 2: Fraction(1, 2)}}
    assert not [*list_differences({"distribution": {1: 0.5, 2: 0.5 + 1e-12}}, right)]
    assert [each.figure for each in list_differences({"distribution": {1: 0.5, 3: 0.5}}, right)] == [
        "distribution[2]",
        "distribution[3]",
    ]
    assert not [*list_differences({"distribution": {1: 0.4, 2: 0.6}, "bound": 0.2}, right)]


def test_rows_of_a_table_are_exchanged() -> None:
    text = find_ruleset("three_dice").text
    mutated = exchange_rows(text, Random(1))
    assert mutated is not None
    assert sorted(mutated) == sorted(text)
    assert mutated != text
