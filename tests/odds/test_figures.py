"""Exact odds of shipped games, as worked out by other programs before."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from interpreter import load, read
from interpreter.chains.states import Bounds, OutOfReach
from interpreter.cli.reports.exact import show_digits
from interpreter.markov.weights import Weights
from interpreter.odds.chain_figures import Figure, Setting, find_gain_odds, find_measure_odds, find_winners


def measured(name: str, measure: str, strategies: tuple[str, ...] = (), weights: Weights | None = None) -> Figure:
    program = load(name).program()
    number = [each.name for each in program.measures].index(measure)
    odds = find_measure_odds(Setting(program, strategies, weights), number)
    return odds.figure(odds.start)


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        ("two_dice", Fraction(269109828625, 367845981696)),
        ("one_die", Fraction(4491581, 1119744)),
        ("foster_diamond", Fraction(18036469, 4478976)),
        ("three_dice", Fraction(108, 125)),
    ],
)
def test_runs_of_half_an_inning(name: str, mean: Fraction) -> None:
    figure = measured(name, "runs_per_half_inning")
    assert figure.exact == mean
    assert sum(total * chance for total, chance in figure.distribution) == pytest.approx(float(mean), abs=1e-12)
    assert sum(chance for _, chance in figure.distribution) == pytest.approx(1, abs=1e-14)
    squares = sum(total**2 * chance for total, chance in figure.distribution)
    assert squares - float(mean) ** 2 == pytest.approx(float(figure.variance), abs=1e-11)


DOUBLING = """
game doubling "Doubling"
players 2
dice die = 1d6
phase game
  keep score of each player : 0..99 = 0
  for each one in all player
    roll die
    choose tempo by one
    when tempo is double : add 2 * total of die to score of one
    otherwise            : add total of die to score of one
choice tempo
  "How much is it worth?"
  plain  "as much as it shows"
  double "twice as much"
  default plain
strategy bold
  tempo
    when die > 3 : double
measure score per player = score of player
"""


@pytest.mark.quick
def test_each_seat_plays_by_its_own_strategy() -> None:
    setting = Setting(read(DOUBLING).program(), ("default", "bold"))
    several = [find_measure_odds(setting, 0, member) for member in range(2)]
    assert [odds.exact_mean(odds.start) for odds in several] == [Fraction(7, 2), 6]


@pytest.mark.long
@pytest.mark.parametrize(
    ("strategies", "digits"), [((), "1.3415535175834036408"), (("bold",), "0.57655455485575154154")]
)
def test_runs_where_outcomes_are_many(strategies: tuple[str, ...], digits: str) -> None:
    figure = measured("marker", "runs_per_half_inning", strategies)
    assert figure.exact is not None
    assert show_digits(figure.exact) == digits
    assert sum(total * chance for total, chance in figure.distribution) == pytest.approx(float(digits), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "mean", "variance"),
    [
        ("going_to_boston", Fraction(931, 72), Fraction(32123, 5184)),
        ("multiplication", Fraction(4753, 144), Fraction(6410327, 20736)),
        ("round_the_spot", Fraction(9), Fraction(21)),
    ],
)
def test_points_of_a_turn(name: str, mean: Fraction, variance: Fraction) -> None:
    program = load(name).program()
    slots = [at for at, slot in enumerate(program.slots) if slot.name.startswith("points[")]
    gained = [find_gain_odds(Setting(program), "turn", slot) for slot in slots]
    figures = [odds.figure(odds.start) for odds in gained]
    assert sorted((figure.exact, figure.exact_variance) for figure in figures) == [(0, 0), (mean, variance)]


def test_measured_dice() -> None:
    faces = [Fraction(3, 20)] * 4 + [Fraction(1, 5)] * 2
    weights = Weights({"swing": faces})
    assert measured("two_dice", "runs_per_half_inning", weights=weights).mean == pytest.approx(0.813269098, abs=1e-9)


def shut_highest(standing: frozenset[int]) -> dict[int, Fraction]:
    """How likely each total is to stand in the end, of nine flaps of which the set with the highest ones is shut."""
    if not standing:
        return {0: Fraction(1)}
    faces = range(1, 7)
    throws = faces if max(standing) <= 6 else [one + other for one in faces for other in faces]
    found: dict[int, Fraction] = {}
    for throw, times in Counter(throws).items():
        rows = [row for size in range(10) for row in combinations(standing, size) if sum(row) == throw]
        shut = max(rows, key=lambda row: sum(2**flap for flap in row), default=())
        for left, chance in known_ends(standing.difference(shut)).items() if shut else [(sum(standing), Fraction(1))]:
            found[left] = found.get(left, Fraction(0)) + chance * times / len(throws)
    return found


known_ends = cache(shut_highest)


def test_walks_that_are_long_and_hardly_serve_twice_come_to_an_end() -> None:
    """There are 478 states of a turn, and some 8,000,000 steps of walks. There cannot be many more states, since flaps
    stand or do not; that counts for those who have the time. After a turn they are not few, but walks are short."""
    program = load("shut_the_box").program(players=3)
    for spare in (0, 100_000):
        with pytest.raises(OutOfReach, match="too many different ways"):
            find_winners(Setting(program, bounds=Bounds(spare=spare)))
    ends = known_ends(frozenset(range(1, 10)))
    more = {left: sum(chance for other, chance in ends.items() if other > left) for left in ends}
    found = find_winners(Setting(program, bounds=Bounds(30_000, 15, spare=10_000_000))).chances
    for winners in ((0,), (1, 2), (0, 1, 2)):
        share = len(winners)
        known = sum(chance**share * more[left] ** (3 - share) for left, chance in ends.items())
        assert found[winners] == pytest.approx(float(known), abs=1e-12)


@pytest.mark.quick
def test_who_wins_as_a_fraction() -> None:
    winners = find_winners(Setting(load("craps").program({"rounds": 1})))
    assert winners.exact == {(0,): Fraction(244, 495), (1,): Fraction(251, 495)}
    assert winners.bound == 0


def test_who_wins() -> None:
    winners = find_winners(Setting(load("ace_in_the_pot").program()))
    assert winners.chances == pytest.approx({(0,): 0.5, (1,): 0.5}, abs=1e-13)
    assert winners.bound < 1e-12
