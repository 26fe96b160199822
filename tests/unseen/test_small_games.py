"""Answers in small games, whose means can be worked out by hand, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter.lower import lower
from interpreter.program import Program
from interpreter.unseen.values import find_values
from interpreter.unseen.walking import NotExact
from tests.support.checking import model_of

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
AGAIN = "lay_one for lowest of all player"
LAID = "worth(lowest of laid of lowest of all player)"
OTHERS = "worth(lowest of laid of highest of all player)"


def make(measure: str, other: str = BOTH, where: str = "") -> Program:
    return lower(model_of(GAME.replace("MEASURE", measure).replace("OTHER", other).replace("WHERE", where)))


def values(program: Program) -> dict[tuple[int, ...], Fraction]:
    """What answers are worth to the first player, who holds the two and the five."""
    slot = next(at for at, slot in enumerate(program.slots) if slot.name == "held[player_1]")
    found = find_values(program, 0, 0, {slot: 0b010010})
    return {line.answers: line.mean for line in found.lines}


def test_what_is_known_at_once() -> None:
    assert values(make(LAID)) == {(4,): 5, (1,): 2}


def test_a_card_of_another_is_any_that_is_not_seen() -> None:
    mean = Fraction(1 + 3 + 4 + 6, 4)
    assert values(make(f"{LAID} + {OTHERS}")) == {(4,): 5 + mean, (1,): 2 + mean}


def test_two_cards_are_never_the_same() -> None:
    measure = f"{LAID} * {OTHERS} * worth(top of turned)"
    mean = Fraction(sum(one * other for one in (1, 3, 4, 6) for other in (1, 3, 4, 6) if one != other), 12)
    assert values(make(measure)) == {(4,): 5 * mean, (1,): 2 * mean}


def test_which_of_two_cards_is_higher() -> None:
    measure = f"1 if {LAID} > worth(top of turned) otherwise 0"
    assert values(make(measure)) == {(4,): Fraction(3, 4), (1,): Fraction(1, 4)}


def test_the_order_of_answers_is_told_apart_where_it_matters() -> None:
    measure = "worth(discard) + worth(top of turned)"
    mean = Fraction(14, 4)
    assert values(make(measure, AGAIN)) == {(1, 4): 5 + mean, (4, 1): 2 + mean}


@pytest.mark.parametrize(
    ("measure", "other", "where", "reason"),
    [
        (LAID, BOTH, "where rank of card > ace", "`discard` depends on which cards others hold"),
        (LAID, f"deal from stock to turned\n  {AGAIN}", "", "sees more cards before it decides"),
    ],
)
def test_what_is_refused(measure: str, other: str, where: str, reason: str) -> None:
    with pytest.raises(NotExact, match=reason):
        values(make(measure, other, where))
