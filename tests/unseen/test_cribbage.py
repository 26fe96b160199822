"""The discards of cribbage, held against counting all cases in plain Python."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from interpreter import load
from interpreter.program import Program
from interpreter.unseen.reaching import reach
from interpreter.unseen.values import find_values
from tests.support.cribbage_discards import discard_values
from tests.support.cribbage_twin import card

HANDS = [
    "five of clubs, five of diamonds, six of clubs, seven of hearts, jack of spades, king of diamonds",
    "ace of hearts, two of hearts, three of hearts, four of hearts, nine of hearts, jack of hearts",
    "five of clubs, five of diamonds, five of hearts, five of spades, jack of spades, jack of hearts",
    "ace of clubs, three of diamonds, six of hearts, eight of spades, ten of clubs, king of hearts",
]


@cache
def game() -> Program:
    return load("cribbage").program()


def slot_of(name: str) -> int:
    return next(at for at, slot in enumerate(game().slots) if slot.name == name)


def measure_of(name: str) -> int:
    return next(at for at, each in enumerate(game().measures) if each.name == name)


def cards_of(hand: str) -> int:
    labels = game().choices[0].labels
    return sum(1 << labels.index(each) for each in hand.split(", "))


def found_values(hand: str, seat: int, dealer: int, most: bool = True) -> dict[frozenset[str], Fraction]:
    measure = measure_of("dealers_show" if seat == dealer else "nondealers_show")
    given = {slot_of("dealer"): dealer, slot_of(f"held[player_{seat + 1}]"): cards_of(hand)}
    values = find_values(game(), seat, measure, given, most)
    means = [line.mean for line in values.lines]
    assert means == sorted(means, reverse=most)
    labels = game().choices[values.choice].labels
    assert values.cases == 15 * 45_540
    return {frozenset(labels[each] for each in line.answers): line.mean for line in values.lines}


PLACES = [(hand, at // 2, at % 2) for at, hand in enumerate(HANDS)]


@pytest.mark.parametrize(("hand", "seat", "dealer"), PLACES)
def test_every_discard_is_worth_what_all_cases_come_to(hand: str, seat: int, dealer: int) -> None:
    names = hand.split(", ")
    called = {card(name): name for name in names}
    twin = discard_values([*called], seat == dealer)
    expected = {frozenset(called[each] for each in laid): mean for laid, mean in twin.items()}
    assert found_values(hand, seat, dealer) == expected


def test_the_least_comes_first_where_it_is_played_for() -> None:
    assert len(found_values(HANDS[0], 0, 0, most=False)) == 15


def test_a_position_is_one_that_a_game_comes_to() -> None:
    given = {slot_of("dealer"): 1, slot_of("held[player_1]"): cards_of(HANDS[0])}
    reached = reach(game(), 0, given)
    assert reached is not None
    assert (reached.stop.chooser, len(reached.stop.offered)) == (0, 6)
    assert all(reached.position.slots[slot] == held for slot, held in given.items())


def test_a_position_that_no_game_comes_to_is_not_found() -> None:
    given = {slot_of("held[player_1]"): cards_of(HANDS[0]), slot_of("held[player_2]"): cards_of(HANDS[0])}
    assert reach(game(), 0, given) is None
