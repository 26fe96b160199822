"""What answers are worth to who does not see everything: paired playouts, held against exact means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from interpreter.bots.paired import Estimate, Line, NoEstimate, NotReached, PairedPlayouts
from interpreter.bots.reaching import reach
from interpreter.lower import lower
from interpreter.program import Program
from tests.support.checking import model_of
from tests.support.cribbage_discards import discard_values
from tests.support.cribbage_twin import card
from tests.support.shipped import load

GAME = """
game drawing "Drawing"

players 2
kind rank: ace, deuce, three, four, five, six
cards standard: rank of suit

kind suit: spades
pile stock : standard, face down = all standard
hand held of each player : standard, seen by its player
hand laid of each player : standard, seen by its player
pile turned : standard, face up
phase game
  a_round
  end game
phase a_round in game
  shuffle stock
  repeat deal_one until size of held of highest of all player is 2
  lay_one for lowest of all player
  OTHER
  deal from stock to turned
rule deal_one
  for each one in all player
    deal from stock to held of one
rule lay_one for (one: player)
  choose discard by one
  put discard from held of one to laid of one
choice discard
  "Which card?"
  pick card from held of chooser WHERE
  seen by its chooser
  default lowest of held of chooser
define worth (one: standard) = number of rank of one
measure gain per a_round = MEASURE
"""

BOTH = "lay_one for highest of all player"
LAID = "worth(lowest of laid of lowest of all player)"
OTHERS = "worth(lowest of laid of highest of all player)"
RANDOM = ("random", "random")


def make(measure: str, other: str = BOTH, where: str = "") -> Program:
    return lower(model_of(GAME.replace("MEASURE", measure).replace("OTHER", other).replace("WHERE", where)))


def find_slot(program: Program, name: str) -> int:
    return next(at for at, slot in enumerate(program.slots) if slot.name == name)


def play(program: Program, given: Mapping[str, int], trials: int = 600, measure: int | None = 0) -> PairedPlayouts:
    held = {find_slot(program, name): value for name, value in given.items()}
    paired = PairedPlayouts(program, RANDOM, 0, held, measure)
    paired.play(trials)
    return paired


def list_numbers(line: Line | Estimate) -> tuple[int, ...]:
    return tuple(each.number for each in line.answers)


def hold(paired: PairedPlayouts, means: Mapping[tuple[int, ...], float]) -> None:
    """The means are these, within four standard errors."""
    found = {list_numbers(each): each for each in paired.estimate()}
    assert found.keys() == means.keys()
    for answers, mean in means.items():
        assert abs(found[answers].mean - mean) <= 4 * found[answers].error, answers


DEUCE_AND_FIVE = {"held[player_1]": 0b010010}


@pytest.mark.quick
def test_an_answer_without_luck_has_no_error() -> None:
    paired = play(make(LAID), DEUCE_AND_FIVE)
    hold(paired, {(4,): 5, (1,): 2})
    assert [(each.cost, each.cost_error) for each in paired.estimate()] == [(0, 0), (3, 0)]


def test_what_is_not_seen_may_be_anything_and_falls_on_all_answers_alike() -> None:
    paired = play(make(f"{LAID} + {OTHERS}"), DEUCE_AND_FIVE)
    hold(paired, {(4,): 5 + 14 / 4, (1,): 2 + 14 / 4})
    first, second = paired.estimate()
    assert first.error > 0
    assert (second.cost, second.cost_error) == (3, 0)
    measure = f"{LAID} * {OTHERS} * worth(top of turned)"
    mean = Fraction(sum(one * other for one in (1, 3, 4, 6) for other in (1, 3, 4, 6) if one != other), 12)
    hold(play(make(measure), DEUCE_AND_FIVE), {(4,): float(5 * mean), (1,): float(2 * mean)})


def test_two_answers_in_a_row_are_one_unless_something_is_seen_in_between() -> None:
    again = f"{BOTH}\n  lay_one for lowest of all player"
    measure = "worth(discard) + worth(top of turned)"
    hold(play(make(measure, again), DEUCE_AND_FIVE), {(1, 4): 5 + 14 / 4, (4, 1): 2 + 14 / 4})
    between = play(make(measure, f"deal from stock to turned\n  {again}"), DEUCE_AND_FIVE)
    assert {*map(list_numbers, between.estimate())} == {(1,), (4,)}


def test_answers_to_two_choices_in_a_row_know_their_choice() -> None:
    bidding = "choose bid by lowest of all player\n  " + BOTH
    more = "\nchoice bid\n  \"High or low?\"\n  high \"high\"\n  low \"low\"\n  default low\n"
    text = GAME.replace("MEASURE", LAID).replace("WHERE", "").replace("  OTHER\n", f"  {bidding}\n")
    lines = [each.answers for each in play(lower(model_of(text + more)), DEUCE_AND_FIVE).lines]
    assert {tuple(each.choice for each in line) for line in lines} == {(0, 1)}
    assert {line[1].number for line in lines} == {0, 1}


def test_what_others_hold_changes_nothing_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    program, shown, others = make(f"{LAID} + {OTHERS}", where="where rank of card > ace"), [], set()
    held = find_slot(program, "held[player_2]")
    for seed in range(4):
        monkeypatch.setattr("interpreter.bots.paired.reach", lambda *words, seed=seed: reach(*words, [seed]))
        paired = play(program, DEUCE_AND_FIVE, 60)
        others.add(paired.place.position.slots[held])
        shown.append(paired.estimate())
    assert len(others) > 1
    assert all(each == shown[0] for each in shown)


def test_a_position_is_one_that_a_game_comes_to_and_its_seat_sees() -> None:
    program = make(LAID)
    for given in ({"held[player_1]": 0b11, "held[player_2]": 0b11}, {"held[player_2]": 0b11}):
        with pytest.raises(NotReached):
            play(program, given)


def test_games_that_end_before_the_measure_do_not_count() -> None:
    ending = f"{BOTH}\n  when rank of lowest of laid of highest of all player is ace : end game"
    later = "1\nphase last_round in game\n  nothing\nmeasure late per last_round = "
    paired = play(make(f"{later}{LAID} + {OTHERS}", f"{ending}\n  last_round"), DEUCE_AND_FIVE, measure=1)
    hold(paired, {(4,): 5 + 13 / 3, (1,): 2 + 13 / 3})
    assert 0.15 < paired.left_out / paired.trials < 0.35
    with pytest.raises(NoEstimate):
        play(make(f"{later}{LAID}", "end game\n  last_round"), DEUCE_AND_FIVE, measure=1)


# ---- cribbage

HAND = "ace of clubs, three of diamonds, six of hearts, eight of spades, ten of clubs, king of hearts"


def test_every_discard_is_worth_what_all_cases_come_to() -> None:
    """Both players lay two cards away in turn, and what the other lays first is not known to the first."""
    program, names = load("cribbage").program(), HAND.split(", ")
    labels = program.choices[0].labels
    measure = next(at for at, each in enumerate(program.measures) if each.name == "nondealers_show")
    numbers = {card(name): labels.index(name) for name in names}
    twin = discard_values([*numbers], deals=False)
    exact = {tuple(sorted(numbers[each] for each in laid)): float(mean) for laid, mean in twin.items()}
    given = {"dealer": 1, "held[player_1]": sum(1 << each for each in numbers.values())}
    paired = play(program, given, 300, measure)
    lines = [*map(list_numbers, paired.lines)]
    assert {tuple(sorted(each)) for each in lines} == exact.keys()
    hold(paired, {each: exact[tuple(sorted(each))] for each in lines})
    assert len(paired.tried) < len(paired.lines)


def test_where_a_rule_keeps_a_hidden_number_other_games_are_played_to_what_the_seat_sees() -> None:
    """With the king, who bets is called at random, and wins in any case; who passes wins less."""
    paired = play(load("kuhn_poker").program(), {"held[player_1]": 0b100}, 200)
    assert not paired.place.redrawing.is_possible(paired.place.position, paired.place.seat)
    hold(paired, {(0,): 0.75, (1,): 1.5})
    winning = play(load("kuhn_poker").program(), {"held[player_1]": 0b100}, 100, None)
    hold(winning, {(0,): 0.75, (1,): 1})
