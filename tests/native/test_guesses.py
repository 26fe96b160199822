"""Machine code that asks of one answer whether it is offered plays the same games as code that makes whole offers."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.guesses import Guess, guess_answers
from interpreter.api import read
from interpreter.engine import STEP_BUDGET
from interpreter.native import Native, module
from interpreter.stepper import Stepper
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

RULES = """\
game keeping "Keeping"
  source "made up"

players 2

dice throw = 4d6

phase game
  keep score  of each player : 0..10000 = 0
  keep before : throw = none
  repeat 12 times
    turn for player_1
    turn for player_2
  win those one in all player with most score of one

phase turn for (mover: player) in game
  roll throw for mover
  repeat 2 times
    choose kept by mover
    add 3 * size of kept + lowest_of(kept) to score of mover
    roll throw keeping kept for mover
    set before to kept

choice kept
  "Which dice do you keep?"
  pick dice from subsets of throw where OFFERED
  default DEFAULT

define lowest_of (some_dice: throw) = 0 if some_dice is none otherwise lowest of some_dice
define even = those die in throw where die mod 2 is 0

strategy bold "Goes for high dice"
  kept
    when size of even is 2                 : even
    when size of even > 2 and total of throw > 13 : throw
    when total of throw mod 3 is 0         : 6
    otherwise                              : those die in throw where die > 3

strategy lost "Asks too much now and then"
  kept
    when 12 / (total of throw mod 4) > 6 : throw
    when size of even is 1               : none
    when total of throw mod 5 is 1, 1 in 3 : even

measure score per player = score of player
measure sizes per turn   = size of before
"""

SMALL, NEW, SOME = "size of dice < 3", "dice is not before", "total of dice mod 2 is 0 or size of dice is 4"
BY_TURNS = "(size of dice > 1 if total of throw > 12 otherwise size of dice < 3)"
LOOP, MAY_FAIL = "not dice is even", "12 / (total of dice - 6) < 9"
"""What may be kept; in the end with a loop inside, and such that some games cannot go on."""

GUESSED = (
    (SMALL, "none", ("bold", "bold")),
    (SMALL, "throw", ("default", "default")),
    (NEW, "before", ("default", "bold")),
    (NEW, "throw", ("lost", "bold")),
    (SOME, "none", ("lost", "random")),
    (SOME, "before", ("bold", "default")),
    (BY_TURNS, "throw", ("bold", "lost")),
)
"""What may be kept, what is by default, and who plays."""

NOT_GUESSED = (
    (SMALL, "highest", ("bold", "bold")),
    (SMALL, "those die in throw where die is highest of throw", ("bold", "bold")),
    (SMALL, "none", ("random", "random")),
    (LOOP, "throw", ("bold", "default")),
    (MAY_FAIL, "throw", ("bold", "default")),
)


@pytest.fixture
def guesses(monkeypatch: pytest.MonkeyPatch) -> list[Guess]:
    """All guesses in machine code that is made from now on."""
    found: list[Guess] = []

    def guess(*given: Any) -> tuple[Trimmed, dict[int, Guess]]:
        left, guesses = guess_answers(*given)
        found.extend(guesses.values())
        return left, guesses

    monkeypatch.setattr(module, "guess_answers", guess)
    return found


def play(offered: str, default: str, strategies: tuple[str, ...], budget: int = STEP_BUDGET) -> tuple[int, int]:
    """Games that have to be the same: how many cannot go on, and how many machine code leaves to the stepper."""
    program = read(RULES.replace("OFFERED", offered).replace("DEFAULT", default)).program()
    reference = Reference(Stepper(program, budget=budget), strategies)
    played = [reference.play(game) for game in range(40)]
    native = Native(program, strategies, keep=False, tier="best", witness=True, budget=budget)
    refused = hold(native, played, SEED, witness=True)
    broken = [each.game for each in played if each.summary.broken is not None]
    assert set(broken) <= set(refused)
    return len(broken), len(refused)


@pytest.mark.parametrize(("offered", "default", "seats"), GUESSED)
def test_games_with_guesses_are_the_same(
    offered: str, default: str, seats: tuple[str, ...], guesses: list[Guess]
) -> None:
    assert play(offered, default, seats) == (0, 0)
    assert len(guesses) == 1


@pytest.mark.parametrize(("offered", "default", "seats"), NOT_GUESSED)
def test_nothing_is_guessed_where_the_whole_offer_is_needed(
    offered: str, default: str, seats: tuple[str, ...], guesses: list[Guess]
) -> None:
    broken, refused = play(offered, default, seats)
    assert broken == refused
    assert (broken > 0) == (offered == MAY_FAIL)
    assert guesses == []


def test_a_guess_needs_the_steps_of_the_whole_offer(guesses: list[Guess]) -> None:
    """Where they are too few for the stepper, machine code must not get by with less."""
    assert play(SMALL, "none", ("default", "default")) == (0, 0)
    assert play(SMALL, "none", ("default", "default"), budget=guesses[0].steps // 2) == (40, 40)
