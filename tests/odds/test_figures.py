"""Exact odds of shipped games and small ones, against what other programs or a few lines of arithmetic say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from interpreter import read
from interpreter.analysis.weights import Weights
from interpreter.markov.explore import explore
from interpreter.markov.figures import find_samples
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Question
from interpreter.markov.space import Space
from interpreter.odds.answers import Asked, MeasureOdds, answer
from interpreter.odds.figures import Figure, Setting, find_chances
from interpreter.program import Program
from tests.support.shipped import load

SHORT: dict[str, int | str] = {"innings": 2, "tie": "draw"}


def number_of(program: Program, measure: str) -> int:
    return [each.name for each in program.measures].index(measure)


def ask(setting: Setting, measure: str, given: dict[int, int] | None = None) -> list[MeasureOdds]:
    return list(answer(setting, Asked((measure,), given or {}, ())).measures)


def measured(setting: Setting, measure: str) -> Figure:
    found = ask(setting, measure)[0]
    assert found.figure is not None, found.beyond
    assert sum(chance for _, chance in found.figure.distribution) == pytest.approx(1, abs=1e-12)
    return found.figure


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        ("two_dice", Fraction(269109828625, 367845981696)),
        ("one_die", Fraction(4491581, 1119744)),
        ("three_dice", Fraction(108, 125)),
    ],
)
def test_half_innings_of_a_game_are_all_alike(name: str, mean: Fraction) -> None:
    figure = measured(Setting(load(name).program()), "runs_per_half_inning")
    assert figure.exact == mean
    squares = sum(total**2 * chance for total, chance in figure.distribution)
    assert squares - float(mean) ** 2 == pytest.approx(float(figure.variance), abs=1e-11)


def test_means_by_position_are_fractions() -> None:
    program = load("two_dice").program()
    slots = tuple([each.name for each in program.slots].index(name) for name in ("bases", "outs"))
    (found,) = answer(Setting(program), Asked(("runs_per_half_inning",), {}, slots)).measures
    assert len(found.table) > 20
    assert found.table[0].exact == Fraction(269109828625, 367845981696)
    for cell in found.table:
        assert float(cell.exact or 0) == pytest.approx(cell.mean, abs=1e-14)


def test_half_innings_that_may_differ_are_all_counted() -> None:
    """Whose turn it is to throw is known where a half-inning begins."""
    figure = measured(Setting(load("foster_diamond").program()), "runs_per_half_inning")
    assert figure.mean == pytest.approx(18036469 / 4478976, abs=1e-11)
    assert figure.number is not None
    assert figure.number > 18


@pytest.mark.parametrize(("strategies", "mean"), [((), 1.3415535175834), (("bold",) * 2, 0.57655455485576)])
def test_runs_where_outcomes_are_many(strategies: tuple[str, ...], mean: float) -> None:
    program = load("marker").program()
    setting = Setting(program, strategies)
    space = setting.explore(Question(number_of(program, "runs_per_half_inning"), first=True))
    assert find_samples(space).mean == pytest.approx(mean, abs=1e-12)


def test_measured_dice() -> None:
    faces = [Fraction(3, 20)] * 4 + [Fraction(1, 5)] * 2
    setting = Setting(load("two_dice").program(SHORT), weights=Weights({"swing": faces}))
    assert measured(setting, "runs_per_half_inning").mean == pytest.approx(0.813269098, abs=1e-9)


def test_a_game_is_the_sum_of_its_half_innings() -> None:
    setting = Setting(load("two_dice").program(SHORT))
    half, game = measured(setting, "hits_per_half_inning"), measured(setting, "hits")
    assert game.mean == pytest.approx(2 * half.mean, abs=1e-11)
    assert game.variance == pytest.approx(2 * half.variance, abs=1e-10)


def test_phases_are_explored_by_themselves_or_not() -> None:
    """The same figures, whether half-innings are summed up or all throws of a game are one chain."""
    program = load("two_dice").program({"innings": 1, "tie": "draw"})
    for measure in ("runs_per_half_inning", "hits", "throws"):
        question = Question(number_of(program, measure))
        one, other = (find_samples(explore(program, question, summarise=each)) for each in (True, False))
        for value in one.counts.keys() | other.counts.keys():
            assert one.counts.get(value, 0.0) == pytest.approx(other.counts.get(value, 0.0), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "players", "options", "chances"),
    [
        ("two_dice", None, {}, {(0,): 0.5, (1,): 0.5}),
        ("two_dice", None, {"tie": "draw"}, {(0,): 0.460348203661, (1,): 0.460348203661, (): 0.079303592679}),
        ("marker", None, {"tie": "draw"}, {(0,): 0.474774082057, (1,): 0.474774082057, (): 0.050451835886}),
        ("craps", 1, {"rounds": 11}, {(0,): 0.480865753027, (1,): 0.519134246973}),
        ("going_to_boston", 3, {}, {(seat,): 1 / 3 for seat in range(3)}),
        ("pig", 2, {}, {(0,): 0.543635145107, (1,): 0.456364854893}),
        ("round_the_spot", 2, {"scoring": "modern"}, {(0,): 0.5, (1,): 0.5}),
        ("snakes_and_ladders", 2, {}, {(0,): 0.507911593870, (1,): 0.492088406130}),
        ("multiplication", 2, {"rounds": 2}, {(0,): 0.25, (1,): 0.25, (0, 1): 0.5}),
        ("three_dice", 2, {"rounds": 2, "innings": 2}, {(0,): 0.25, (1,): 0.25, (0, 1): 0.5}),
    ],
)
def test_who_wins(
    name: str, players: int | None, options: dict[str, int | str], chances: dict[tuple[int, ...], float]
) -> None:
    found = find_chances(Setting(load(name).program(options, players)))
    assert found.chances == pytest.approx(chances, abs=1e-11)
    assert found.bound < 1e-11


def test_who_wins_as_a_fraction() -> None:
    winners = find_chances(Setting(load("craps").program({"rounds": 1})))
    assert winners.exact == {(0,): Fraction(244, 495), (1,): Fraction(251, 495)}
    assert winners.bound == 0


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


def test_flaps_that_are_shut() -> None:
    ends = known_ends(frozenset(range(1, 10)))
    more = {left: sum(chance for other, chance in ends.items() if other > left) for left in ends}
    found = find_chances(Setting(load("shut_the_box").program(players=3))).chances
    for winners in ((0,), (1, 2), (0, 1, 2)):
        share = len(winners)
        known = sum(chance**share * more[left] ** (3 - share) for left, chance in ends.items())
        assert found[winners] == pytest.approx(float(known), abs=1e-12)


def test_bets_of_many_rounds() -> None:
    chances = {0: Fraction(1)}
    for _ in range(10):
        after: dict[int, Fraction] = {}
        for purse, chance in chances.items():
            for paid, ways in {-1: 125, 1: 75, 2: 15, 3: 1}.items():
                after[purse + paid] = after.get(purse + paid, Fraction(0)) + chance * Fraction(ways, 216)
        chances = after
    setting = Setting(load("crown_and_anchor").program({}, 1))
    won, lost = sum(chances[each] for each in chances if each > 0), sum(chances[each] for each in chances if each < 0)
    assert find_chances(setting).exact == {(0,): won, (1,): lost, (): chances[0]}
    found = {-lost: chance for lost, chance in measured(setting, "lost").distribution}
    for purse, chance in chances.items():
        assert found.get(purse, 0.0) == pytest.approx(float(chance), abs=1e-14)


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
    found = ask(Setting(read(DOUBLING).program(), ("default", "bold")), "score")
    assert [each.figure.exact for each in found if each.figure] == [Fraction(7, 2), 6]


TURNS = """\
game turns "Turns"
players 2
dice die = 1d6
phase game
  keep gained of each player : 0+ = 0
  keep late : yes or no = no
  repeat 3 times : turns
  win those one in all player with most gained of one
phase turns
  keep thrown : 0+ = 0
  for each one in all player
    roll die for one
    add total of die to thrown
    add total of die to gained of one
  when late : add 1 to thrown
  set late to yes
measure thrown per turns = thrown
"""


@pytest.mark.quick
def test_phases_that_differ_are_all_counted() -> None:
    (thrown,) = ask(Setting(read(TURNS).program()), "thrown")
    assert thrown.figure is not None
    assert (thrown.first, thrown.figure.exact) == (False, Fraction(23, 3))
    assert thrown.figure.number == pytest.approx(3)


@pytest.mark.quick
def test_a_game_out_of_reach_is_explored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    program = read(TURNS + "measure doubled per turns = 2 * thrown\n").program()
    asked, explore_it = list[bool](), Setting.explore

    def note(setting: Setting, question: Question, kept: int = 0, summarise: bool = True) -> Space:
        asked.append(question.first)
        return explore_it(setting, question, kept, summarise)

    setting = Setting(program, most=20)
    assert answer(setting, Asked((), {}, ())).omitted == ("thrown", "doubled")
    monkeypatch.setattr("interpreter.odds.answers.BESIDE", 1)
    monkeypatch.setattr(Setting, "explore", note)
    found = answer(setting, Asked((), {}, ()))
    assert [(each.name, each.first) for each in found.measures] == [("thrown", True), ("doubled", True)]
    assert asked == [False, True, True]


def test_what_has_to_fit_into_a_limit() -> None:
    setting = Setting(load("two_dice").program(), most=200)
    with pytest.raises(OutOfReach, match="more than 200 states") as caught:
        find_chances(setting)
    assert caught.value.larger
    assert caught.value.names
    assert find_chances(Setting(load("two_dice").program(), most=6_000)).bound < 1e-12


def test_cards_are_refused() -> None:
    with pytest.raises(OutOfReach, match="cards can be dealt in too many orders"):
        find_chances(Setting(load("cribbage").program()))


TWENTIES = """game best "Best"
players 1
dice pair = 2d20
phase game
  roll pair
measure best per game = highest of pair
"""


def test_many_outcomes_that_lead_to_the_same_add_up_to_a_fraction() -> None:
    setting = Setting(read(TWENTIES).program())
    assert find_chances(setting).exact == {(): Fraction(1)}
    assert measured(setting, "best").exact == sum(Fraction(face * (2 * face - 1), 400) for face in range(1, 21))
