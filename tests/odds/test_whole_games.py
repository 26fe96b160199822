"""Figures of whole games, and of all phases of a game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter import load
from interpreter.api import read
from interpreter.chains import finding
from interpreter.chains.states import Bounds, OutOfReach
from interpreter.odds import answers, every_phase, whole_games
from interpreter.odds import chain_figures as figures
from interpreter.odds.answers import Asked, answer
from interpreter.odds.chain_figures import Setting, find_measure_odds, find_phase_figure, find_winners
from interpreter.odds.distribution import _move_one_by_one, _solve_levels
from interpreter.odds.every_phase import find_every_phase

SHORT: dict[str, int | str] = {"innings": 2, "tie": "draw"}


def measure_of(setting: Setting, name: str) -> int:
    return [each.name for each in setting.program.measures].index(name)


def test_all_half_innings_of_a_game_are_alike() -> None:
    setting = Setting(load("two_dice").program(SHORT))
    find_winners(setting)
    figure, *_ = find_phase_figure(setting, measure_of(setting, "runs_per_half_inning"))
    assert figure.exact == Fraction(269109828625, 367845981696)
    assert sum(chance for _, chance in figure.distribution) == pytest.approx(1, abs=1e-14)


def test_the_first_half_inning_is_looked_at_alone_only_where_not_all_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(("runs_per_half_inning",), {}, ())
    setting = Setting(load("two_dice").program(SHORT))
    with monkeypatch.context() as patched:
        patched.delattr(answers, "find_measure_odds")
        assert [each.throughout for each in answer(setting, asked).measures] == [True]
    monkeypatch.setattr(every_phase, "MOST_WAYS", 0)
    assert [each.throughout for each in answer(setting, asked).measures] == [False]


def test_what_is_gained_in_a_game_is_the_sum_of_its_half_innings() -> None:
    setting = Setting(load("two_dice").program(SHORT))
    find_winners(setting)
    half, *_ = find_phase_figure(setting, measure_of(setting, "hits_per_half_inning"))
    odds = find_measure_odds(setting, measure_of(setting, "hits"))
    figure = odds.figure(odds.start)
    assert figure.mean == pytest.approx(2 * half.mean, abs=1e-11)
    assert figure.variance == pytest.approx(2 * half.variance, abs=1e-10)


def test_means_of_whole_games_lie_within_five_errors_of_simulated_ones() -> None:
    rules = load("two_dice")
    options: dict[str, int | str] = {**SHORT, "last_half": "skipped"}
    simulated = rules.simulate(1_000, 3, options).measures
    found = answer(Setting(rules.program(options)), Asked((), {}, ()))
    assert found.winners is not None
    assert len(found.measures) == 8
    for each in found.measures:
        assert each.figure is not None
        assert each.throughout == (each.measure.per == "half")
        tally = simulated[each.measure.name]
        assert tally.mean is not None
        members = [other.figure.mean for other in found.measures if other.measure is each.measure and other.figure]
        error = 5 * (tally.stderr or 0) + 1e-9
        assert sum(members) / len(members) == pytest.approx(float(tally.mean), abs=error), each.measure.name


def test_points_may_come_far_apart_within_a_phase_that_is_taken_as_a_whole() -> None:
    rules, options = load("round_the_spot"), {"scoring": "modern"}
    setting = Setting(rules.program(options))
    winners = find_winners(setting)
    assert winners.bound < 1e-11
    assert list(winners.chances.values()) == pytest.approx([0.5, 0.5], abs=1e-11)
    throws = find_measure_odds(setting, measure_of(setting, "throws"))
    simulated = rules.simulate(1_000, 11, options).measures["throws"]
    assert simulated.mean is not None
    assert throws.mean(throws.start) == pytest.approx(float(simulated.mean), abs=5 * (simulated.stderr or 0))


def test_no_figure_is_given_where_most_games_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "WIDEST", finding.NARROW)
    with pytest.raises(OutOfReach, match="its totals are often more than 4 apart"):
        find_winners(Setting(load("round_the_spot").program({"scoring": "modern"})))


@pytest.mark.long
def test_a_whole_game_of_two_dice() -> None:
    """As another program worked it out before."""
    setting = Setting(load("two_dice").program())
    odds = find_measure_odds(setting, measure_of(setting, "innings"))
    assert odds.figure(odds.start).mean == pytest.approx(9.142766564581, abs=1e-11)
    drawn = find_winners(Setting(load("two_dice").program({"tie": "draw"}))).chances
    assert drawn[()] == pytest.approx(0.079303592679, abs=1e-12)
    assert [drawn[0,], drawn[1,]] == pytest.approx([0.460348203661] * 2, abs=1e-12)


def test_a_phase_within_another_that_is_taken_as_a_whole_is_not_told_of_by_the_game() -> None:
    setting = Setting(load("two_dice").program({"innings": 1, "tie": "draw", "last_half": "skipped"}))
    find_winners(setting)
    with pytest.raises(OutOfReach, match="not taken as a whole"):
        find_phase_figure(setting, measure_of(setting, "runs_per_half_inning"))


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
  COUNT
  set late to yes
measure thrown per turns = thrown
"""


@pytest.mark.quick
@pytest.mark.parametrize(("counted", "alike"), [("", True), ("when late : add 1 to thrown", False)])
def test_a_phase_is_told_of_every_time_where_nothing_hangs_on_what_was_before(counted: str, alike: bool) -> None:
    program = read(TURNS.replace("  COUNT\n", f"  {counted}\n" if counted else "")).program()
    (thrown,) = answer(Setting(program), Asked(("thrown",), {}, ())).measures
    assert thrown.figure is not None
    assert (thrown.throughout, thrown.figure.exact) == (alike, 7)
    if not alike:
        with pytest.raises(OutOfReach, match="hangs on what was before"):
            find_every_phase(Setting(program), 0)


HELD = """\
game held "Held"
players 1
cards deck: one, two, three
pile stock : deck, face down = all deck
hand held of each player : deck, seen by its player
phase game
  deal 2 from stock to held of lowest of all player
  count_out
phase count_out
  say "{size of held of lowest of all player}"
measure had per count_out = size of held of lowest of all player
"""


@pytest.mark.quick
def test_a_phase_that_counts_cards_is_told_of_the_first_time() -> None:
    (had,) = answer(Setting(read(HELD).program()), Asked(("had",), {}, ())).measures
    assert had.figure is not None
    assert (had.throughout, had.figure.exact) == (False, 2)


@pytest.mark.quick
@pytest.mark.parametrize("name", ["two_dice", "foster_diamond"])
def test_half_innings_are_alike_whoever_bats(name: str) -> None:
    setting = Setting(load(name).program())
    measure = measure_of(setting, "runs_per_half_inning")
    first, every = find_measure_odds(setting, measure), find_every_phase(setting, measure)
    assert every.figure(every.start) == first.figure(first.start)


def test_totals_of_a_whole_game_are_told() -> None:
    setting = Setting(load("two_dice").program(SHORT))
    odds = find_measure_odds(setting, measure_of(setting, "runs"))
    figure = odds.figure(odds.start)
    assert sum(chance for _, chance in figure.distribution) == pytest.approx(1, abs=1e-11)
    assert sum(total * chance for total, chance in figure.distribution) == pytest.approx(figure.mean, abs=1e-9)


@pytest.mark.quick
def test_chances_solved_total_by_total_and_moved_one_by_one_are_the_same() -> None:
    pytest.importorskip("scipy")
    setting = Setting(load("two_dice").program())
    chain = find_measure_odds(setting, measure_of(setting, "runs_per_half_inning")).chain
    levels, singly = _solve_levels(chain, chain.start), _move_one_by_one(chain, chain.start)
    assert levels is not None
    longer, shorter = dict(levels.totals), dict(singly.totals)
    assert {total: chance - shorter.get(total, 0.0) for total, chance in levels.totals} == pytest.approx(
        dict.fromkeys(longer, 0.0), abs=1e-15
    )
    assert levels.ends == pytest.approx(singly.ends, abs=1e-14)


EITHER, AFTER_TWO = {(0,): 1 / 2, (1,): 1 / 2}, {(0,): 1 / 4, (1,): 1 / 4, (0, 1): 1 / 2}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "options", "chances"),
    [
        ("multiplication", {}, EITHER),
        ("multiplication", {"rounds": 2}, AFTER_TWO),
        ("going_to_boston", {"tie": "carried_over"}, EITHER),
        ("three_dice", {"rounds": 2, "innings": 2}, AFTER_TWO),
        ("three_dice", {"rounds": 3, "innings": 2}, EITHER),
    ],
)
def test_rounds_are_used_again_and_again(
    name: str, options: dict[str, int | str], chances: dict[tuple[int, ...], float]
) -> None:
    assert find_winners(Setting(load(name).program(options))).chances == pytest.approx(chances, abs=1e-11)


def test_a_score_is_known_that_adds_up_points_which_are_only_compared() -> None:
    setting = Setting(load("round_the_spot").program({"scoring": "modern"}))
    odds = find_measure_odds(setting, measure_of(setting, "score"))
    assert odds.mean(odds.start) == pytest.approx(305854920 / 27620207, abs=1e-9), "as of one turn"


def test_a_score_of_two_rounds_is_twice_that_of_one() -> None:
    setting = Setting(load("multiplication").program({"rounds": 2}))
    odds = find_measure_odds(setting, measure_of(setting, "score"))
    assert odds.mean(odds.start) == pytest.approx(2 * 4753 / 144, abs=1e-10)


@pytest.mark.long
def test_what_nobody_asked_for_by_name_is_not_looked_for_long() -> None:
    setting = Setting(load("going_to_boston").program({"tie": "carried_over"}), bounds=Bounds(20_000, 20))
    found = answer(setting, Asked((), {}, ()))
    assert found.winners is not None
    assert found.omitted == ("stakes",), "the pool may grow without end"
    assert {each.measure.name for each in found.measures if each.figure is not None} == {"throws", "score"}


@pytest.mark.long
def test_a_phase_that_begins_in_too_many_ways_is_not_taken_as_a_whole() -> None:
    """Nobody is in another's way at Snakes and Ladders: the first wins who needs no more turns than the second."""
    alone = Setting(load("snakes_and_ladders").program({}, 1))
    odds = find_measure_odds(alone, measure_of(alone, "throws"))
    turns = dict(odds.figure(odds.start).distribution)
    first, left = 0.0, 1.0
    for turn in sorted(turns):
        first += turns[turn] * left
        left -= turns[turn]
    found = find_winners(Setting(load("snakes_and_ladders").program({}, 2)))
    assert found.chances == pytest.approx({(0,): first, (1,): 1 - first}, abs=1e-10)
    assert found.edges > 60_000, "one for each throw"


def test_a_bet_is_known_however_many_may_be_placed() -> None:
    """A die is held against what was bet on: that is known of a state, and the dice that differ from it are alike."""
    setting = Setting(load("crown_and_anchor").program({}, 1))
    chances = {0: Fraction(1)}
    for _ in range(10):
        after: dict[int, Fraction] = {}
        for purse, chance in chances.items():
            for paid, ways in {-1: 125, 1: 75, 2: 15, 3: 1}.items():
                after[purse + paid] = after.get(purse + paid, Fraction(0)) + chance * Fraction(ways, 216)
        chances = after
    won, lost = sum(chances[each] for each in chances if each > 0), sum(chances[each] for each in chances if each < 0)
    assert find_winners(setting).exact == {(0,): won, (1,): lost, (): chances[0]}
    figure = find_measure_odds(setting, measure_of(setting, "lost")).figure(0)
    found = {-lost: chance for lost, chance in figure.distribution}
    assert found == pytest.approx({purse: float(chance) for purse, chance in chances.items() if purse < 30})


def test_what_cards_decide_is_refused_before_anything_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(load("cribbage").program())
    monkeypatch.setattr(figures, "Region", None)
    monkeypatch.setattr(whole_games, "Region", None)
    for measure in range(len(setting.program.measures)):
        with pytest.raises(OutOfReach, match="cards can be dealt in too many orders"):
            find_measure_odds(setting, measure)
    with pytest.raises(OutOfReach, match="cards can be dealt in too many orders"):
        find_winners(setting)
