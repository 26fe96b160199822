"""Programs to try engines on, written by hand, and a way to play them by a list of answers."""

from __future__ import annotations

from functools import cache
from itertools import product

from interpreter.engine import Engine, Step
from interpreter.program import Program
from interpreter.program.text import parse_program
from tests.support.paths import read_game

AT_BAT, THROW, THROWN, CHOOSE = 2, 3, 4, 29
"""Blocks of `halves`."""

# Eighteen halves of three outs; three dice a throw, looked up in a table; a walk loop over the runners.
# About as many instructions a throw as a real game has.
HALVES = read_game("halves.program")


def _row_of(total: int) -> int:
    return 0 if total <= 8 else 4 if total <= 11 else 1 if total <= 14 else 2 if total <= 16 else 3


HALVES_ROWS = [_row_of(sum(faces)) for faces in product(range(1, 7), repeat=3)]


@cache
def halves() -> Program:
    """The little game above."""
    return parse_program(HALVES.replace("{rows}", str(HALVES_ROWS)))


SMALL = read_game("small.program")


ROLL = "roll dice outcomes 6 by -1 into b then game at #2"
CHOICE = "choose choice by 1 offers f default a into b then end at #1"
"""What the block `stop` of a small program may be."""


def small(game: str, *, other: str = "  jump end", stop: str = "finish", query: str = "  answer ()") -> Program:
    """A program of a few blocks: what the game does, where it may go, where it may stop, and a query."""
    return parse_program(SMALL.format(game=game, other=other, stop=stop, query=query))


def played(engine: Engine, answers: list[int]) -> list[Step]:
    """The beginning of a game and what each answer leads to."""
    steps = [engine.begin()]
    for answer in answers:
        steps.append(engine.answer(steps[-1].position, answer))
    return steps
