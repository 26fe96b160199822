"""Lines of strategies with odds: taken as often as they say, by both engines alike, beside the game's own chance."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from interpreter.api import read
from interpreter.bots.seats import Bots
from interpreter.chance import Stream, falls
from interpreter.engine import Decided, Rolled
from interpreter.native import Native, available
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.checking import checked
from tests.support.rivals import hold
from tests.support.same_games import Reference

GAME = """game three_ways "Three Ways"

players 2

dice throw = 1d6

option often = 2 in 0..5
  "How often in three?"

phase game
  count done
  repeat round until done >= 200

phase round in game
  add 1 to done
  roll throw
  for each one in all player
    choose way by one
    choose again by one

choice way
  "Which way?"
  left_way  "left"
  ahead     "ahead"
  right_way "right" when throw < 6
  default right_way

choice again
  "Once more?"
  pick far from 1..2
  default 1

measure done per game = done

strategy even "All three alike"
  way
    1 in 3    : left_way
    1 in 2    : ahead
    otherwise : right_way
  again
    when throw > 4, often in 3            : 2
    when throw < 4, (often + 1) in throw  : 2
"""


@cache
def program(**options: int) -> Program:
    return read(GAME).program(options)


def decided(program: Program, game: int = 0, seed: int = 5, strategy: str = "even") -> list[tuple[int, Decided]]:
    """What was decided in one game, each with the throw that lay there."""
    decide = Bots(program, (strategy,) * 2, seed).start_game(game)
    found, lies = list[tuple[int, Decided]](), 0
    for event in Stepper(program).play_out(None, Stream(seed, game), decide).events:
        lies = event.outcome + 1 if isinstance(event, Rolled) else lies
        if isinstance(event, Decided):
            found.append((lies, event))
    return found


@pytest.mark.quick
def test_each_line_is_taken_as_often_as_it_says() -> None:
    found = [pair for game in range(8) for pair in decided(program(), game) if pair[1].choice == 0]
    ways = Counter(each.answer for lies, each in found if lies < 6)
    assert all(abs(ways[way] / sum(ways.values()) - 1 / 3) < 0.03 for way in range(3)), ways


NEVER, OFTEN, ALWAYS = (0, 0, 1, 1 / 2, 1 / 3), (2 / 3, 0, 1, 1, 1), (1, 0, 1, 1, 1)


@pytest.mark.parametrize(("often", "shares"), [(0, NEVER), (2, OFTEN), (5, ALWAYS)])
def test_odds_may_be_worked_out(often: int, shares: tuple[float, ...]) -> None:
    """Never, always, and more than always; shares are those of throws 5, 4, 1, 2 and 3."""
    found = [pair for game in range(5) for pair in decided(program(often=often), game) if pair[1].choice == 1]
    for lies, share in zip((5, 4, 1, 2, 3), shares, strict=True):
        answers = [each.answer for at, each in found if at == lies]
        assert abs(sum(answers) / len(answers) - share) < (0.08 if 0 < share < 1 else 1e-9), (lies, often)


def test_a_game_is_repeated_and_its_throws_are_those_of_any_strategy() -> None:
    same, again, other, plain = (decided(program(), *each) for each in ((3,), (3,), (4,), (3, 5, "default")))
    assert same == again
    assert [each.answer for _, each in same] != [each.answer for _, each in other]
    assert [lies for lies, _ in same] == [lies for lies, _ in plain]


def test_seats_and_lines_draw_for_themselves() -> None:
    rounds = [each.answer for _, each in decided(program()) if each.choice == 0]
    together = Counter(zip(rounds[::2], rounds[1::2], strict=True))
    assert len(together) == 9, "what one seat takes says nothing of the other"
    assert not falls(1, 2, 3, 0, 1)
    assert falls(1, 2, 3, 1, 1)


@pytest.mark.skipif(not available(), reason="llvmlite is not installed")
@pytest.mark.parametrize("tier", ["fast", "best"])
def test_machine_code_draws_the_same(tier: str) -> None:
    for often in (0, 2):
        made, seats = program(often=often), ("even", "even")
        played = list(map(Reference(Stepper(made), seats, 11).play, range(4)))
        assert hold(Native(made, seats, tier=tier, keep=False, witness=True), played, 11, witness=True) == []


WRONG = [
    ("    5 in 3    : left_way", "out-of-range"),
    ("    1 in 0    : left_way", "out-of-range"),
    ("    1 in 2000000 : left_way", "out-of-range"),
    ("    ahead in 3 : left_way", "wrong-type"),
    ("    when throw > 3 and 1 in 3 : left_way", "always-same"),
    ("    otherwise, 1 in 3 : left_way", "unexpected-word"),
    ("    1 in 3, when throw > 3 : left_way", "unexpected-word"),
    ("    1 in 3 when throw > 3 : left_way", "unexpected-word"),
    ("    1/3 : left_way", "unexpected-word"),
    ("    when throw > 3, 1 of 3 : left_way", "unexpected-word"),
    ("    when throw > 3 1 in 3 : left_way", "unexpected-word"),
]


@pytest.mark.quick
@pytest.mark.parametrize(("line", "code"), WRONG)
def test_each_slip_is_said_once_with_what_to_write(line: str, code: str) -> None:
    (found,) = checked(GAME.replace("    1 in 3    : left_way", line)).diagnostics.found
    assert found.code == code
    assert found.help or code == "wrong-type", found
    if code in ("unexpected-word", "always-same"):
        assert "1 in 3 : ..." in found.help
