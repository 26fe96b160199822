"""What best replies to strategies gain, against what can be reckoned by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter import read
from interpreter.game_tree.histories import GameTree, TooLarge
from interpreter.game_tree.responses import find_exploitability, list_histories
from tests.support.shipped import load
from tests.support.small_liars_dice import read_small_liars_dice

WINNINGS = 0


@pytest.mark.quick
@pytest.mark.parametrize(
    ("strategy", "values", "best"),
    [
        ("balanced", ("-1/18", "1/18"), ("-1/18", "1/18")),
        ("default", (0, 0), (1, 1)),  # it never bets and never calls: whoever bets takes the pot
        ("random", ("1/8", "-1/8"), ("1/2", "5/12")),
    ],
)
def test_kuhn_poker(strategy: str, values: tuple[str, str], best: tuple[str, str]) -> None:
    found = find_exploitability(load("kuhn_poker").program(), (strategy, strategy), WINNINGS)
    assert found.information_states == 12
    assert [each.value for each in found.replies] == [*map(Fraction, values)]
    assert [each.best for each in found.replies] == [*map(Fraction, best)]


@pytest.mark.parametrize("bluffs", range(5))
def test_nobody_gains_on_any_balanced_player(bluffs: int) -> None:
    program = load("kuhn_poker").program({"bluffs": bluffs})
    assert find_exploitability(program, ("balanced", "balanced"), WINNINGS).mean_gain == 0


def test_random_play_of_kuhn_poker_can_be_beaten_as_openspiel_says() -> None:
    found = find_exploitability(load("kuhn_poker").program(), ("random", "random"), WINNINGS)
    assert found.mean_gain == Fraction(11, 24)


@pytest.mark.quick
def test_what_a_seat_knows_is_what_it_has_seen() -> None:
    tree = GameTree(load("kuhn_poker").program(), WINNINGS)
    dealt = [tree.answer(tree.answer(tree.begin(), 0), second) for second in (0, 1)]
    first, second = zip(*(each.known for each in dealt), strict=True)
    assert first[0] == first[1]
    assert second[0] != second[1]
    assert "drew 0 1 1 ?" in tree.describe_knowledge(first[0])


@pytest.mark.quick
def test_perfect_play_cannot_be_beaten_where_everything_is_seen() -> None:
    program = load("nim").program({"first_heap": 0, "second_heap": 1, "third_heap": 2})
    found = find_exploitability(program, ("perfect", "perfect"))
    assert [each.gain for each in found.replies] == [0, 0]


@pytest.mark.parametrize("name", [pytest.param("liars_dice", marks=pytest.mark.quick), "two_dice", "cribbage"])
def test_a_game_that_is_too_large_is_refused_at_once(name: str) -> None:
    tree = GameTree(load(name).program())
    with pytest.raises(TooLarge):
        for _ in list_histories(tree, 2_000):
            pass


TOSS = """
game toss "A toss"
players 1
dice coin = 1d2
phase game
  repeat
    roll coin
  until coin is 1
  win lowest of all player
"""


def test_a_game_that_may_go_on_for_ever_is_refused() -> None:
    with pytest.raises(TooLarge, match="throws, cards and decisions"):
        find_exploitability(read(TOSS).program(), ("default",), most=2_000)


def test_liars_dice_with_one_die_each() -> None:
    """Who doubts every bid of the other wins unless that was true, which is all that its own die decides."""
    program = read_small_liars_dice(2).program()
    found = find_exploitability(program, ("default", "default"))
    assert (found.histories, found.information_states) == (155, 46)
    assert [each.value for each in found.replies] == [Fraction(3, 4), Fraction(1, 4)]
    assert [each.best for each in found.replies] == [1, Fraction(3, 4)]
