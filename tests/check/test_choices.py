"""Choices and strategies: what they need, what they offer, and positions in which there is nothing to choose.

The wording is held in `golden/check/choices`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.domains import MAX_SET_SIZE, MemberType, NumberType, SetType
from tests.support.checking import checked, compare, mistakes, model_of, said

pytestmark = pytest.mark.quick

FRAME = """game small "A small game"
kind base: plate, first, second, home
sides red, blue
players 2..4
option fast = no
  "?"
  no  "no"
  yes "yes"
phase game
  keep n : 0..9 = 0
  keep held : set of first..second = none
  keep runs of each side : 0+ = 0
  choose call by red
  say "{n} {held} {runs of red} {call} {fast ? x|y}"
choice call
  "?"
"""


@pytest.mark.parametrize("path", mistakes("choices"), ids=lambda path: path.stem)
def test_messages(path: Path) -> None:
    compare(path)


OFFERS = {
    '  bat "bat"\n  field "field"\n  default bat\n': ("bat", "field"),
    '  only "only this"\n  default only\n': ("only",),
    '  bat "bat" when n is 3\n  field "field"\n  default field if n < 3 otherwise bat\n': ("bat", "field"),
    "  pick x from all base where x > first\n  default home\n": ("plate", "first", "second", "home"),
    "  pick x from (plate and home)\n  default plate\n": ("plate", "first", "second", "home"),
    "  pick x from first..second\n  default first\n": ("first", "second"),
    "  pick x from subsets of held\n  default none\n": ("none", "first", "second", "first and second"),
    "  pick x from 1..3\n  default 2\n": ("1", "2", "3"),
    "  pick x from subsets of 1..2\n  default none\n": ("none", "1", "2", "1 and 2"),
}


@pytest.mark.parametrize("lines", OFFERS)
def test_the_answers_of_a_choice_and_how_they_are_written(lines: str) -> None:
    assert said(FRAME + lines) == []
    assert model_of(FRAME + lines).choices["call"].names == OFFERS[lines]


def test_the_answers_are_of_one_type() -> None:
    types = [model_of(FRAME + lines).choices["call"].variable.type for lines in OFFERS]
    assert [type(each) for each in types] == [
        *(MemberType,) * 6, SetType, NumberType, SetType,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ('  bat "bat" when n is 3\n  field "field" when n is not 3\n  default bat\n', []),
        ('  bat "bat" when fast\n  field "field" when not fast\n  default bat\n', []),
        ('  bat "bat" when no\n  default bat\n', ["15:8: choice-empty"]),
        ("  pick x from held with first\n  default first\n", []),
        ("  pick x from subsets of held where size of x <= n\n  default none\n", []),
        ("  pick x from all base where x in held or x is home\n  default home\n", []),
        ("  pick x from 1..9 where x > n or x is 1\n  default 1\n", []),
    ],
)
def test_a_position_with_nothing_to_choose_is_found(lines: str, wrong: list[str]) -> None:
    assert said(FRAME + lines) == wrong


@pytest.mark.parametrize(("most", "wrong"), [(12, []), (13, ["17:26: out-of-range"]), (61, ["17:26: out-of-range"])])
def test_answers_have_to_be_few_enough(most: int, wrong: list[str]) -> None:
    assert said(FRAME + f"  pick x from subsets of 1..{most}\n  default none\n") == wrong


def test_a_set_to_pick_from_has_a_limit_too() -> None:
    lines = f"  pick x from 1..{MAX_SET_SIZE + 5}\n  default 1\n"
    assert [each.split(": ")[0] for each in said(FRAME + lines)] in ([], ["17:15"])


def test_chooser_is_the_player_who_chooses() -> None:
    lines = '  bat "bat" when side of chooser is red\n  field "field"\n  default field\n'
    assert said(FRAME + lines) == []
    assert said(FRAME + lines.replace("side of chooser", "chooser")) == ["17:18: wrong-type"]
    assert said(FRAME.replace('say "{n}', 'say "{chooser}') + lines) == ["14:9: unknown-name"]


def test_a_strategy_sees_what_the_choice_sees() -> None:
    lines = '  bat "bat"\n  field "field"\n  default bat\n'
    strategy = "strategy odd\n  call\n    when side of chooser is red and n > 3 : field\n    otherwise : bat\n"
    assert said(FRAME + lines + strategy) == []
    model = checked(FRAME + lines + strategy).model
    assert model is not None
    (advice,) = model.strategies["odd"].advice
    assert [each.condition is None for each in advice.preferences] == [False, True]


def test_a_strategy_does_as_another_what_it_does_not_mention() -> None:
    lines = '  bat "bat"\n  field "field"\n  default bat\nchoice like\n  "?"\n  pick x from 1..3\n  default 1\n'
    frame = FRAME.replace("  choose call by red\n", "  choose call by red\n  choose like by red\n  set n to like\n")
    like = "strategy like like base_one\n  call : field\nstrategy base_one like deep\n  like : 2\n"
    deep = "strategy deep\n  call : bat\n  like : 3\n"
    model = model_of(frame + lines + like + deep)
    advised = {
        name: {each.choice: each.preferences[0].value for each in info.advice}
        for name, info in model.strategies.items()
    }
    assert advised["base_one"]["call"] is advised["deep"]["call"]
    assert advised["like"]["like"] is advised["base_one"]["like"] is not advised["deep"]["like"]
    assert advised["like"]["call"] is not advised["deep"]["call"]
    assert [len(each) for each in advised.values()] == [2, 2, 2]
