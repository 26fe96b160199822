"""What a figure adds up is counted in phases, so that there is a probability of each of its values."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.api import read
from interpreter.chains.searching import Counting, Search
from interpreter.chains.states import Bounds, OutOfReach, States
from interpreter.odds import levels, whole_games
from interpreter.odds.answers import Asked, answer
from interpreter.odds.chain_figures import Figure, Setting, find_measure_odds, find_winners
from interpreter.program import Program

SHORT: dict[str, int | str] = {"innings": 1, "tie": "draw"}

RACE = """\
game race "Race"
players 2
dice die = 1d6
phase game
  keep score of each player : -40..40 = 0
  keep rounds : 0..4 = 0
  repeat round until rounds is 4 or some one in all player where score of one >= 3
  win those one in all player with most score of one
phase round in game
  add 1 to rounds
  for each one in all player
    turn for one
phase turn for (thrower: player) in round
  keep left : 0..4 = 4
  repeat throw_once until left is 0
phase throw_once in turn
  roll die for thrower
  when die is 6 : add 1 to score of thrower
  when die is 5 : OTHERWISE
  set left to (0 if die <= 2 otherwise left - 1)
measure throws  per game counts die
measure twice   per game = 2 * score of lowest of all player
"""

BOUNDS = Bounds(30_000, 15)


def number_of(program: Program, measure: str) -> int:
    return [each.name for each in program.measures].index(measure)


def figure_of(program: Program, measure: str, counts: bool = True, bounds: Bounds = BOUNDS) -> Figure:
    """The figure of a measure, or of its first member, where phases are taken as a whole."""
    found = answer(Setting(program, bounds=bounds, counts=counts), Asked((measure,), {}, ())).measures[0]
    assert found.figure is not None
    return found.figure


def walked(program: Program, measure: str) -> Figure:
    """The same by a chain of all throws, with no phase taken as a whole."""
    odds = find_measure_odds(Setting(program), number_of(program, measure), whole=False)
    return odds.figure(odds.start)


def assert_alike(one: Figure, other: Figure) -> None:
    assert one.distribution
    assert one.mean == pytest.approx(other.mean, abs=1e-10)
    assert one.variance == pytest.approx(other.variance, abs=1e-8)
    known = dict(other.distribution)
    assert sum(chance for _, chance in one.distribution) == pytest.approx(1, abs=1e-11)
    for value, chance in one.distribution:
        assert chance == pytest.approx(known.get(value, 0.0), abs=1e-12)


@pytest.fixture(params=["alone", "beside"])
def large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even small games are looked at with phases taken as a whole, and may count beside something else at once."""
    monkeypatch.setattr(whole_games, "SMALL", Bounds(states=1))
    if request.param == "beside":
        monkeypatch.setattr(whole_games, "ALONE", 0)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("otherwise", ["add 2 to score of thrower", "take 1 from score of thrower"])
@pytest.mark.parametrize("measure", ["throws", "twice"])
def test_what_is_counted_beside_a_score_is_what_a_chain_of_all_throws_says(otherwise: str, measure: str) -> None:
    """Who scores hangs on the throws, and how many there are on who scores."""
    program = read(RACE.replace("OTHERWISE", otherwise)).program()
    assert_alike(figure_of(program, measure), walked(program, measure))


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    ("name", "options", "measure"),
    [
        ("two_dice", SHORT, "hits"),
        ("two_dice", SHORT, "throws"),
        ("going_to_boston", {}, "score"),
        ("going_to_boston", {}, "throws"),
        ("round_the_spot", {}, "throws"),
        ("craps", {"rounds": 3}, "throws"),
    ],
)
def test_games_come_to_what_a_chain_of_all_throws_says(name: str, options: dict[str, int | str], measure: str) -> None:
    program = load(name).program(options)
    assert_alike(figure_of(program, measure), walked(program, measure))


def test_where_that_takes_too_long_the_mean_is_known_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load("two_dice").program(SHORT)
    known = figure_of(program, "hits")
    monkeypatch.setattr(whole_games, "ALONE", 0)
    monkeypatch.setattr(whole_games, "BESIDE", 0)
    figure = figure_of(program, "hits")
    assert (figure.mean, figure.variance) == pytest.approx((known.mean, known.variance), abs=1e-10)
    assert not figure.distribution


def test_who_asks_for_means_alone_waits_for_no_more() -> None:
    assert not figure_of(load("two_dice").program(SHORT), "hits", counts=False).distribution


def test_what_one_figure_took_to_count_is_tried_first_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Counting] = []
    explore = whole_games._explore_by_phases

    def note(known: whole_games.Known, search: Search) -> States:
        tried.append(search.counting)
        return explore(known, search)

    monkeypatch.setattr(whole_games, "_explore_by_phases", note)
    found = answer(Setting(load("two_dice").program(SHORT), bounds=BOUNDS), Asked(("hits", "throws"), {}, ())).measures
    assert len(found) == 3
    assert all(each.figure is not None and each.figure.distribution for each in found)
    assert tried == [Counting.NOTHING, Counting.ALONE, *[Counting.BESIDE] * 3]


def test_a_counter_that_goes_too_far_is_refused_and_nothing_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST_LEVELS", 8)
    with pytest.raises(OutOfReach, match="more is counted in a phase than 8"):
        find_winners(Setting(load("marker").program(), bounds=BOUNDS))
