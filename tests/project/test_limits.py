"""The limits that the manual lists are those in force."""

from __future__ import annotations

import re

import pytest

from interpreter.check import answers, cards, context, declarations, products, sizes, world
from interpreter.domains import (
    MAX_DOMAIN_SIZE,
    MAX_NUMBER,
    MAX_ODDS,
    MAX_SET_SIZE,
    NUMBERS_IN_SETS,
    UNBOUNDED,
)
from interpreter.engine import GAME_BUDGET, STEP_BUDGET
from interpreter.parser import lines, nesting
from interpreter.source import MOST_CHARACTERS
from interpreter.throws import fits_number
from tests.support.paths import ROOT

FACES, RESULTS = declarations.MAX_FACE, MAX_DOMAIN_SIZE


def count_faces(dice: int) -> int:
    """How many different faces so many dice may have where some of them are kept."""
    return max(faces for faces in range(100) if fits_number(dice, faces))


LIMITS = {
    "a file": (MOST_CHARACTERS,),
    "a line that continues inside parentheses": (lines.MOST_CONTINUED_LINES,),
    "a text": (),
    "a number, as you write it": (lines.MOST_DIGITS,),
    "a state, the numbers of an option": (MAX_NUMBER, UNBOUNDED),
    "dice rolled together": (declarations.MOST_DICE, FACES, FACES, RESULTS),
    "dice that are kept or chosen": tuple(
        each for dice in ((1,), (2, 3), (4, 7), (8, 15), (16,)) for each in (*dice, count_faces(dice[-1]))
    ),
    "members in a set": (MAX_SET_SIZE, NUMBERS_IN_SETS.low, NUMBERS_IN_SETS.high),
    "cards of one `cards` line": (MAX_SET_SIZE, cards.MOST_CARDS),
    "players": (MAX_SET_SIZE, MAX_SET_SIZE - 1),
    "values of a table's key": (MAX_DOMAIN_SIZE,),
    "answers of a choice": (answers.MOST_ANSWERS, answers.MOST_ANSWERS.bit_length() - 1),
    "values of something kept for several kinds": (products.MOST_KEPT,),
    "the limit of a counter": (MAX_NUMBER, UNBOUNDED),
    "the second number of a chance, such as `1 in 3`": (MAX_ODDS,),
    "steps without a roll, a draw or a choice": (sizes.MOST_STEPS,),
    "rolls, draws and choices in a game": (GAME_BUDGET,),
    "blocks of indented lines inside one another": (lines.MAX_INDENTATION,),
    "values inside values, as you write them": (nesting.MAX_VALUE_DEPTH,),
    "a chain of definitions (or of rules and phases), each of which uses the next": (world.MAX_CHAIN,),
    "a value, when each definition in it is written out": (
        sizes.MAX_VALUE_SIZE,
        context.MAX_DEPTH,
    ),
    "a rule, when each definition in it is written out": (sizes.MAX_RULE_SIZE,),
}


def read_table() -> dict[str, tuple[int, ...]]:
    """The numbers in each row of the manual's table; what stands in parentheses or quotes is an example."""
    manual = (ROOT / "grammar" / "manual" / "limits.md").read_text(encoding="utf-8")
    table = manual.split("| what | at most |\n| --- | --- |\n")[1].split("\n\n")[0]
    rows = (line.strip("| ").split(" | ") for line in table.splitlines())
    return {
        what: tuple(int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*", re.sub(r"`.*?`|\(.*?\)", "", most)))
        for what, most in rows
    }


@pytest.mark.quick
def test_the_manual_lists_the_limits_in_force() -> None:
    assert read_table() == LIMITS
    assert sizes.MOST_STEPS == STEP_BUDGET


@pytest.mark.quick
def test_what_is_said_to_fit_does() -> None:
    assert [dice for dice in range(1, 17) if count_faces(dice) > count_faces(dice + 1)] == [1, 3, 7, 15]
    assert 6**6 <= MAX_DOMAIN_SIZE < 6**7
    assert len(str(MAX_NUMBER)) == lines.MOST_DIGITS
    assert sizes.MAX_VALUE_DEPTH == context.MAX_DEPTH
