"""A new instruction is one class, and one row for its operator: it can be written and read, is verified, and plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from unittest.mock import patch

import pytest

from interpreter.chance import Stream
from interpreter.engine import Failure, GameOver
from interpreter.program import Instruction, Jump, Program, Register, Slot
from interpreter.program.instructions.fields import PARTS, Reads, SiteIndex, Writes, operands, part, target
from interpreter.program.instructions.machine import Machine, Number
from interpreter.program.instructions.operators import OPERATORS, Operator
from interpreter.program.machines.exact import ExactMachine, Failed
from interpreter.program.text import BadProgramText, parse_program, print_program
from interpreter.program.verify import verify
from interpreter.stepper import Stepper, walk
from tests.support.programs import ROLL, small

BETWEEN = Operator(
    "between",
    lambda left, right: (left + right) // 2,
    lambda left, right: ((left[0] + right[0]) // 2, (left[1] + right[1]) // 2),
    "({0} + {1}) // 2",
    "call i64 @between(i64 {0}, i64 {1})",
    ((1, 0, 1000, "too-far"),),
)


@dataclass(frozen=True)
class Approach(Instruction):
    """Go half of the way to a goal, which may be at most 1000."""

    form = "{target} = half way from {start} to {goal} at {site}"
    target: Writes
    start: Reads
    goal: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.write(self.target, machine.operate(BETWEEN, (self.start, self.goal), self.site))


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class and the row are where all others are."""
    monkeypatch.setitem(OPERATORS, BETWEEN.name, BETWEEN)
    monkeypatch.setitem(PARTS, Approach.__name__, Approach)
    part(Approach)


def game(goal: str = "%0") -> Program:
    """Rolls until `a` has come to 3."""
    steps = f"  %0 = add b 2 at #0\n  a = half way from a to {goal} at #1\n  %1 = lt a 3 at #2\n"
    return small(f"{steps}  if %1 then stop else end", stop=ROLL)


def test_it_can_be_written_and_read() -> None:
    program = game()
    assert Approach(Slot(0), Slot(0), Register(0), 1) in program.blocks[0].instructions
    assert "  a = half way from a to %0 at #1\n" in print_program(program)
    assert parse_program(print_program(program)) == program
    with pytest.raises(BadProgramText, match="half way round"):
        game("%0 at #0\n  a = half way round")


def test_what_it_reads_and_writes_follows_from_its_fields() -> None:
    approach = Approach(Slot(0), Slot(1), Register(0), 1)
    assert operands(approach) == (Slot(1), Register(0))
    assert target(approach) == Slot(0)


def test_it_is_verified() -> None:
    program = game()
    assert verify(program) == []
    for wrong, words in (
        (Approach(Slot(0), Slot(99), 1, 1), "there is no slot 99"),
        (Approach(Slot(0), 1, 1, 77), "there is no site 77"),
        (Approach(Slot(0), Register(1), 1, 1), "register 1 is read before it is written"),
    ):
        first = replace(program.blocks[0], instructions=(wrong,), terminator=Jump(2))
        faults = verify(replace(program, blocks=(first, *program.blocks[1:])))
        assert len(faults) == 1
        assert words in faults[0]


def test_the_machine_of_integers_carries_it_out() -> None:
    machine = ExactMachine(game(), [3, 8, 0, 0, 0, 0, 0, 0])
    Approach(Slot(2), Slot(0), Slot(1), 1).meaning(machine)
    assert machine.values[2] == 5
    with pytest.raises(Failed) as failed:
        Approach(Slot(2), Slot(0), 1001, 1).meaning(machine)
    why = failed.value.impossible
    assert (why.reason, why.value, why.low, why.high, failed.value.site) == ("too-far", 1001, 0, 1000, 1)


@pytest.mark.parametrize("hot", [0, 1_000_000])
@pytest.mark.parametrize("events", [True, False])
def test_the_stepper_plays_it(hot: int, events: bool) -> None:
    with patch.object(walk, "HOT", hot):
        stepper = Stepper(game(), events=events)
        outcome = stepper.play_out(None, Stream(1, 1))
    assert outcome.stop == GameOver(())
    rolls = Stream(1, 1)
    a, b = 1, 0
    while a < 3:
        b = rolls.randbelow(6)
        a = (a + b + 2) // 2
    assert outcome.position.slots[:2] == (a, b)


@pytest.mark.parametrize("hot", [0, 1_000_000])
def test_the_stepper_says_why_it_fails(hot: int) -> None:
    begun = Stepper(game()).begin().position
    with patch.object(walk, "HOT", hot):
        outcome = Stepper(game("c")).play_out(replace(begun, slots=(0, 0, 1001, 0, 0, 0)), Stream(1, 1))
    assert outcome.stop == Failure("too-far", 1, -1, 1001, 0, 1000)
