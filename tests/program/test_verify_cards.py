"""What is said about programs whose zones, or instructions on cards, are not well made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.program import (
    Block,
    Draw,
    Exchange,
    Finish,
    Instruction,
    Lay,
    Lift,
    Mix,
    Peek,
    Pour,
    Program,
    Register,
    Reveal,
    Slot,
    Take,
)
from interpreter.program.verify import verify
from tests.support.small_games import rows

pytestmark = pytest.mark.quick

STOCK, ROW, BURIED, KEPT, FATES, FATE = range(6)


def with_instruction(part: Instruction | Draw) -> Program:
    """The program with one more block."""
    program = rows().program()
    block = Block("odd", (), part) if isinstance(part, Draw) else Block("odd", (part,), Finish())
    return replace(program, blocks=(*program.blocks, block))


@pytest.mark.parametrize(
    "part",
    [
        Lay(KEPT, 1, 3, 0, 0),
        Peek(Register(0), ROW, 2, 0),
        Lift(Register(0), STOCK, 0, 0),
        Reveal(Register(0), STOCK, 0, 9, 0),
        Take(KEPT, 0, 3, 0),
        Pour(KEPT, 0, ROW, 1, 1, 0),
        Exchange(ROW, 0, BURIED, 2, 0),
        Mix(FATE, 0, 0),
        Draw(STOCK, 0, KEPT, 0, Slot(0), 0, 0),
    ],
)
def test_well_made_instructions(part: Instruction | Draw) -> None:
    assert verify(with_instruction(part)) == []


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        (Lay(9, 0, 3, 0, 0), "zone: there is no number 9"),
        (Pour(STOCK, 0, 9, 0, 0, 0), "onto: there is no number 9"),
        (Lay(KEPT, Register(10**6), 3, 0, 0), "there is no register"),
        (Peek(Register(0), KEPT, 0, 0), "only a pile has an order"),
        (Lift(Register(0), FATES, 0, 0), "only a pile has an order"),
        (Reveal(Register(0), KEPT, 0, 1, 0), "only a pile has an order"),
        (Mix(KEPT, 0, 0), "only a pile has an order"),
        (Draw(KEPT, 0, ROW, 0, Slot(0), 0, 0), "only a pile has an order"),
        (Draw(STOCK, 0, FATE, 0, Slot(0), 0, 0), "the zones are for different cards"),
        (Pour(STOCK, 0, FATE, 0, 0, 0), "the zones are for different cards"),
        (Exchange(FATE, 0, ROW, 0, 0), "the zones are for different cards"),
        (Exchange(ROW, 0, KEPT, 0, 0), "a pile cannot be exchanged with what is none"),
    ],
)
def test_instructions_that_are_not(part: Instruction | Draw, wrong: str) -> None:
    found = verify(with_instruction(part))
    assert found
    assert wrong in found[0]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"cards": 63, "capacity": 63}, "it cannot have 63 cards"),
        ({"capacity": 5}, "it cannot have 12 cards and a capacity of 5"),
        ({"sight": "sideways"}, "there is no sight sideways"),
        ({"shape": 999}, "there is no shape 999"),
        ({"first": -1}, "there are no 16 slots for cards"),
        ({"first": 10**6}, "there are no 16 slots for cards"),
    ],
)
def test_zones_that_are_not(changes: dict[str, object], wrong: str) -> None:
    program = rows().program()
    zones = (replace(program.zones[0], **changes), *program.zones[1:])
    assert any(wrong in each for each in verify(replace(program, zones=zones)))
