"""Writes functions for loops that only calculate (`analysis.calculations`), which keep what they came to.

`calculation_N(kept, ...)` is given what the loop reads, and gives the place in `kept` where it has left how many steps
it took, what it read, and what it came to; or -1, if it cannot be carried out. What was read says where that is, so a
hand that is counted again is not counted again. Loops that do the same share a function and its places.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.analysis.calculations import Calculation
from interpreter.analysis.dead_code import Trimmed, replace_blocks
from interpreter.analysis.graph import find_graph
from interpreter.analysis.steps import Steps
from interpreter.data_classes import dataclass
from interpreter.native.aside_writer import AsideWriter
from interpreter.native.llvm_text import Function
from interpreter.native.memory_layout import CALCULATED
from interpreter.native.step_writer import StepWriter
from interpreter.program import Block, Finish, Jump, Operand, Program, Register, Slot, Target, Terminator

PLACES = 32
"""For how many different inputs the results of a loop are kept at a time."""

SPREADING = 0x9E3779B97F4A7C15 - 2**64
"""An odd number that spreads inputs over the places."""

NAME = "@calculation"
"""What the functions are called, before their numbers."""


@dataclass(frozen=True)
class Written:
    """A loop with the number of its function, and where the results of that begin."""

    loop: Calculation
    number: int
    first: int


def write_calculations(
    left: Trimmed, steps: Steps, loops: Iterable[Calculation]
) -> tuple[list[str], dict[int, Written]]:
    """The functions, and the loops that have one by their heads. There is none where there is no room for results."""
    numbers: dict[str, tuple[int, int]] = {}
    written: dict[int, Written] = {}
    room = CALCULATED
    for loop in loops:
        writer = CalculationWriter(left, steps, loop)
        text, size = writer.text(), writer.size * PLACES
        if text not in numbers and size <= room:
            numbers[text] = len(numbers), CALCULATED - room
            room -= size
        if text in numbers:
            written[loop.head] = Written(loop, *numbers[text])
    return [text.replace(NAME, f"{NAME}_{number}", 1) for text, (number, _) in numbers.items()], written


def leave_out(program: Program, loops: Iterable[Written]) -> Program:
    """A program in which nothing is left of some loops but where they begin, which leads to what comes after."""
    heads = {each.loop.head: each.loop.after for each in loops}
    return replace_blocks(program, {at: Block(program.blocks[at].name, (), Jump(to)) for at, to in heads.items()})


class CalculationWriter(AsideWriter, StepWriter):
    """Writes one of these functions."""

    def __init__(self, left: Trimmed, steps: Steps, loop: Calculation) -> None:
        given = "".join(f", i64 %a{number}" for number in range(len(loop.inputs)))
        program = replace_blocks(left.program, {loop.after: Block("calculated", (), Finish())})
        graph = find_graph(program, [loop.head], heads=steps.heads)
        super().__init__(program, Function(f"internal i64 {NAME}(ptr noalias %kept{given}) noinline"), graph, set())
        self.loop, self.steps, self.always = loop, steps, left.ranges
        self.labels = {first: f"b{number}" for number, first in enumerate(graph.superblocks)}
        self.homes: dict[Target, str] = {each: self.f.place() for each in loop.inputs}
        self.carried |= {each.index for each in loop.results}
        self.fuel, self.kept = self.f.place(), ""
        self.size = 1 + len(loop.inputs) + len(loop.results)

    def text(self) -> str:
        f = self.f
        self.leave_if_kept()
        f.store(self.steps.budget, self.fuel)
        for number, each in enumerate(self.loop.inputs):
            f.store(f"%a{number}", self.homes[each])
        f.jump(self.labels[self.loop.head])
        for first in self.graph.superblocks:
            self.write_chain(first)
        self.write_refusal(-1)
        return f.text()

    def leave_if_kept(self) -> None:
        """Leave with the place for these inputs if it has the results for them. No steps are taken where nothing has
        been kept yet."""
        f, spread, missing = self.f, "0", self.f.fresh("missing")
        for number in range(len(self.loop.inputs)):
            spread = f.op("mul", f.op("xor", spread, f"%a{number}"), SPREADING)
        self.kept = f.op("mul", f.op("lshr", spread, 65 - PLACES.bit_length()), self.size)
        found = f.is_("ne", f.get("%kept", self.kept), 0)
        for number in range(len(self.loop.inputs)):
            found = f.both(found, f.is_("eq", f.get("%kept", self.kept, 1 + number), f"%a{number}"))
        kept = f.fresh("kept")
        f.branch(found, kept, missing)
        f.label(kept)
        f.give(self.kept)
        f.label(missing)

    def finish(self) -> None:
        """What the loop came to is kept, with what it hangs on."""
        f, taken = self.f, self.f.op("sub", self.steps.budget, self.f.load(self.fuel))
        inputs = [f"%a{number}" for number in range(len(self.loop.inputs))]
        results = [self.read(each).text for each in self.loop.results]
        for at, number in enumerate([taken, *inputs, *results]):
            f.put(number, "%kept", self.kept, at)
        f.give(self.kept)

    def answer(self, values: tuple[Operand, ...]) -> None:
        raise AssertionError("a loop does not answer")

    # ---- where things lie, and where they lead

    def place_of_slot(self, slot: int) -> tuple[str, int]:
        """A loop reads only slots that it is given."""
        return self.homes[Slot(slot)], 0

    def place_of_register(self, register: int) -> str:
        return self.homes.get(Register(register)) or super().place_of_register(register)

    def label_of(self, block: int) -> str:
        """Labels are alike in loops that do the same."""
        return self.labels[block]

    def write_start(self, first: int) -> None:
        self.spend_ahead(first)

    def write_end(self, end: Terminator) -> None:
        self.spend_worked_out()
        super().write_end(end)
