"""Every operator gives in machine code what it gives in the stepper, on numbers of every kind, and fails alike."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.chance import Stream
from interpreter.engine import GameOver, Position
from interpreter.native import Native
from interpreter.program import (
    HIGHEST,
    LOWEST,
    Binary,
    Block,
    Finish,
    Program,
    Slot,
    SlotInfo,
    Unary,
)
from interpreter.stepper import Stepper
from tests.support.random_programs import BINARY, UNARY, random_program

SOME = ("add", "mod", "shl", "lt", "size")
NUMBERS = (0, 1, -1, 2, 3, -7, 8, 61, 62, 63, 2**31, HIGHEST, LOWEST, LOWEST + 1)


def program_of(instruction: Binary | Unary) -> Program:
    """A game of one operator on the numbers in its slots, the last of which gets the result."""
    like = random_program(1, 0)
    slots = tuple(SlotInfo(name, "state", 0) for name in ("left", "right", "result"))
    block = Block("game", (instruction,), Finish())
    return Program(
        "operators", slots, 0, like.shapes, (), like.sites, (), (), (), (), (), (), (), ("Ann",), (), blocks=(block,)
    )


@pytest.mark.parametrize(
    "operator", [pytest.param(each, marks=[pytest.mark.quick] * (each in SOME)) for each in (*BINARY, *UNARY)]
)
def test_it_gives_the_same(operator: str) -> None:
    one = Unary(Slot(2), operator, Slot(0), 1)
    program = program_of(one if operator in UNARY else Binary(Slot(2), operator, Slot(0), Slot(1), 1))
    stepper, native = Stepper(program), Native(program, witness=True, keep=False)
    for numbers in product(NUMBERS, NUMBERS):
        position = Position(0, (*numbers, 0))
        outcome = stepper.play_out(position, Stream(0, 0))
        found = native.witness(0, range(1), start=position)
        assert [each.position for each in found] == [outcome.position] * isinstance(outcome.stop, GameOver)
