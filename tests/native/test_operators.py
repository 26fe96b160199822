"""Every operator gives in machine code what it gives in the stepper, on numbers of every kind, and fails alike."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.chance import Stream
from interpreter.engine import Failure, Position
from interpreter.native import Native
from interpreter.program import (
    BINARY,
    HIGHEST,
    LOWEST,
    UNARY,
    Binary,
    Block,
    Finish,
    MeasureInfo,
    Program,
    Register,
    Sample,
    Slot,
    SlotInfo,
    Unary,
)
from interpreter.stepper import Stepper
from interpreter.summary import Broken
from tests.support.random_programs import random_program

NUMBERS = (0, 1, -1, 2, 3, -7, 8, 61, 62, 63, 2**31, HIGHEST, LOWEST, LOWEST + 1)


def program_of(instruction: Binary | Unary) -> Program:
    """A game of one operator on the numbers in its slots."""
    like = random_program(1, 0)
    block = Block("game", (instruction, Sample(0, Register(0))), Finish())
    slots = (SlotInfo("left", "state", 0), SlotInfo("right", "state", 0))
    return Program(
        "operators", slots, 1, like.shapes, (), like.sites, (), (), (), (), (MeasureInfo("value", "game"),), (), (),
        ("Ann",), (), blocks=(block,),
    )  # fmt: skip


@pytest.mark.parametrize("operator", [*BINARY, *UNARY])
@pytest.mark.quick
def test_it_gives_the_same(operator: str) -> None:
    one = Unary(Register(0), operator, Slot(0), 1)
    program = program_of(one if operator in UNARY else Binary(Register(0), operator, Slot(0), Slot(1), 1))
    stepper, native = Stepper(program), Native(program, keep=False)
    for numbers in product(NUMBERS, NUMBERS):
        position = Position(0, numbers)
        outcome = stepper.play_out(position, Stream(0, 0))
        assert native.play_out(position, 0, 0, events=True) == outcome
        batch = native.play(0, range(1), start=position)
        if isinstance(outcome.stop, Failure):
            assert batch.broken == Broken(0, outcome.stop)
        else:
            assert dict(batch.measures[0].counts) == {outcome.samples[0][1]: 1}
