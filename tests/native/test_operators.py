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
    Check,
    CheckInfo,
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


def program_of(*instructions: Binary | Unary | Check) -> Program:
    """A game of one operator on the numbers in its slots, the last of which gets the result."""
    like = random_program(1, 0)
    slots = tuple(SlotInfo(name, "state", 0) for name in ("left", "right", "result"))
    block = Block("game", instructions, Finish())
    checks = (CheckInfo("value", "left"),)
    none: tuple[()] = ()
    return Program(
        "operators", slots, 0, like.shapes, none, like.sites, checks, none, none, none, none, none, none, ("Ann",),
        none, blocks=(block,),
    )  # fmt: skip


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


@pytest.mark.parametrize(("low", "high"), [(-7, 13), (-7, 6), (0, 13), (0, 6), (-8, 6), (0, 14), (-8, 14)])
def test_what_is_left_of_a_number_that_is_not_far_away(low: int, high: int) -> None:
    program = program_of(Check(Slot(0), low, high, 0, 1), Binary(Slot(2), "mod", Slot(0), 7, 1))
    native = Native(program, witness=True, keep=False)
    for number in range(low, high + 1):
        (found,) = native.witness(0, range(1), start=Position(0, (number, 0, 0)))
        assert found.position.slots[2] == number % 7
