"""How far `where` reaches, and where that is pointed out: just where the other reading would say something else."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.api import read
from interpreter.chance import Stream
from interpreter.diagnostics import Diagnostics
from interpreter.engine import Said
from interpreter.formatter import format_file
from interpreter.parser import parse
from interpreter.source import Source
from interpreter.stepper import Stepper
from tests.support.checking import checked

BASES = ("first", "second", "third")

HOLDINGS = [" and ".join(base for at, base in enumerate(BASES) if bits >> at & 1) or "none" for bits in range(8)]

GAME = f"""game reach "Reach"

players 1

kind base: {", ".join(BASES)}

dice throw = 1d8
dice outs = 1d3

phase game
  count rounds
  repeat round until rounds is 300

phase round in game
  keep bases : set of base = none
  add 1 to rounds
  roll throw
  roll outs
  set bases to holding
  when READS : say "so"
  otherwise  : say "not so"

table holding on throw
{chr(10).join(f"  {at} : {each}" for at, each in enumerate(HOLDINGS, 1))}
"""


def game(condition: str) -> str:
    return GAME.replace("READS", condition)


def codes_of(text: str) -> list[str]:
    """What checking says."""
    return [each.code for each in checked(text).diagnostics.in_order]


def rounds_told(condition: str) -> list[bool]:
    """In which of 300 rounds a condition holds."""
    program = read(game(condition)).program()
    events = Stepper(program).play_out(None, Stream(3, 0)).events
    return [program.texts[each.text].pieces[0] == "so" for each in events if isinstance(each, Said)]


LEADS = ("some one in bases", "no one in bases", "not some one in bases", "not no one in bases")
COMPARED = (
    *("2 > count of one in bases", "none is those one in bases", "3 > sum of number of one for one in bases"),
    *("second in those one in bases", "second not in those one in bases"),
)
EVERYWHERE = ("some one in all base", "no one in all base")


@pytest.mark.parametrize(("lead", "word"), [*product((*LEADS, *COMPARED, *EVERYWHERE), ("and", "or"))])
def test_it_is_pointed_out_just_where_it_makes_a_difference(lead: str, word: str) -> None:
    written = f"{lead} where one > first {word} outs < 3"
    taken_in = rounds_told(f"{lead} where (one > first {word} outs < 3)")
    beside = rounds_told(f"({lead} where one > first) {word} outs < 3")
    assert rounds_told(written) == taken_in
    assert ("where-unclear" in codes_of(game(written))) == (taken_in != beside)


@pytest.mark.parametrize(
    "condition",
    [
        "no one in bases where (one > first and outs < 3)",
        "(no one in bases where one > first) and outs < 3",
        "no one in bases where one > first and one < third",
        "no one in bases where outs < 3 and one < third",
        "no one in bases where bases is first and third",
        "no one in bases where some other in bases where other > one and one > first",
        "count of one in bases where one > first is 2 and outs < 3",
        "outs in 1..2 and no one in bases where one > first",
    ],
)
@pytest.mark.quick
def test_nothing_is_said_where_there_is_one_reading(condition: str) -> None:
    assert codes_of(game(condition)) == []


@pytest.mark.parametrize(
    "condition",
    [
        "no one in bases where one > first and one < third and outs < 3 and outs > 1",
        "no one in bases where some other in bases where other > one and outs < 3",
        "some one in bases where one > first or some other in bases where other is first",
        "no part in subsets of bases where size of part is 2 or outs is 2",
        "no die in throw where die is 1 and bases is none",
    ],
)
@pytest.mark.quick
def test_it_is_said_once(condition: str) -> None:
    assert codes_of(game(condition)) == ["where-unclear"]


@pytest.mark.parametrize(
    "condition",
    ["no one in bases where (one > first and outs < 3)", "(no one in bases where one > first) or outs > 1"],
)
def test_the_formatter_keeps_the_parentheses(condition: str) -> None:
    tree = parse(Source("reach.rules", game(condition)), Diagnostics())
    assert tree is not None
    assert condition in format_file(tree)
