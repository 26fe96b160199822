"""Turns basic blocks into Python functions.

A function `(v, run) -> int` carries out a block and gives the number of the block that comes next. A block where the
run halts (a stop, the end, a query's answer, a failure) is given as its complement, which is negative.

A `block` function carries out one block and halts at every stop; its caller counts the steps. A `region` function
(superblock) continues as far as the paths are known: branches become `if`s, routines are inlined and return to the call
that is known to be the latest, chance is drawn from `run.below`, and a decision is answered by itself where only one
answer is offered or nobody outside decides. One call uses up at most `REGION_STEPS`
steps and as many stops, which it takes off `run.steps` and `run.stops`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from inspect import isfunction
from types import CodeType
from typing import NamedTuple, TypeAlias

from interpreter.engine import Awarded, Decided, Drawn, Failure, Reached, Rolled, Said, Sampled
from interpreter.program import HIGHEST, LOWEST, Jump, Kept, Operand, Program, Slot, Terminator, cards
from interpreter.program.flow import carried_registers
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import OPERATORS, Operator
from interpreter.program.machines.ranged import Term
from interpreter.stepper.python_machine import PythonMachine
from interpreter.stepper.run import Run

Code: TypeAlias = Callable[[list[int], Run], int]

Function: TypeAlias = Callable[..., int | None]
"""Given the numbers of slots and registers, the run and the arguments, gives the result; None after a failure."""

REGION_BLOCKS = 32
REGION_STEPS = 64
DEEPEST = 60


class Digits(dict[int, int]):
    """For each number a binary digit: whether it compares so with another. They are found as they are asked for."""

    def __init__(self, operator: Operator, other: int) -> None:
        self.operator, self.other = operator, other

    def __missing__(self, number: int) -> int:
        self[number] = ord("01"[self.operator.exact(number, self.other)])
        return self[number]


class Comparison(dict[int, Callable[[int], int]]):
    """How to find the digits, for each number that others are compared with."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator

    def __missing__(self, other: int) -> Callable[[int], int]:
        self[other] = Digits(self.operator, other).__getitem__
        return self[other]


NAMES: dict[str, object] = {
    **{f"{name}_digits": Comparison(each) for name, each in OPERATORS.items() if each.comparison},
    **{name: each for name, each in vars(cards).items() if isfunction(each)},
    **{each.__name__: each for each in (Said, Sampled, Awarded, Rolled, Drawn, Decided)},
}
"""What translated code of every program asks for by name."""


class Translator:
    """Makes functions for the blocks of one program. With `events`, they note events; otherwise they count marks
    and keep samples."""

    def __init__(self, program: Program, events: bool) -> None:
        self.program = program
        self.events = events
        self.carried = carried_registers(program)
        self.names = NAMES | {
            **{f"a{at}": array for at, array in enumerate(program.arrays)},
            **{f"z{at}": zone for at, zone in enumerate(program.zones)},
            "reached": [Reached(site) for site in range(len(program.sites))],
            **{each.__name__: each for each in (self.fail, self.fail_unfit, self.fail_cards)},
        }

    def know(self, functions: Sequence[Function]) -> None:
        """What is called for the functions of the program."""
        self.names |= {f"apply{at}": each for at, each in enumerate(functions)}

    def block(self, block: int) -> Code:
        return self._function(BlockWriter(self.program, self.carried, self.events).text(block))

    def region(self, block: int) -> Code:
        """The function of a block and what is sure to follow."""
        return self._function(RegionWriter(self.program, self.carried, self.events).text(block))

    def _function(self, text: str) -> Code:
        made: dict[str, Code] = {}
        exec(_compiled(text), self.names, made)
        return made["code"]

    def fail(self, run: Run, block: int, reason: str, site: int, what: int, value: int, low: int, high: int) -> int:
        run.failure = Failure(reason, site, what, value, low, high)
        return ~block

    def fail_unfit(self, run: Run, block: int, site: int, value: int) -> int:
        """The same, if a number does not fit 64 bits; else nothing, and 0."""
        fits = LOWEST <= value <= HIGHEST
        return 0 if fits else self.fail(run, block, "out-of-range", site, -1, value, LOWEST, HIGHEST)

    def fail_cards(self, run: Run, block: int, site: int, result: int) -> int:
        return self.fail(run, block, cards.FAILURES[result], site, -1, 0, 0, 0)


@lru_cache(maxsize=16_384)
def _compiled(text: str) -> CodeType:
    return compile(text, "<translated>", "exec")


class BlockWriter(PythonMachine):
    """Writes the function of one block."""

    def text(self, block: int) -> str:
        self.write_block(block)
        return "def code(v, run):\n" + "\n".join(self.lines)

    def write_block(self, block: int) -> None:
        self.block = block
        for each in self.program.blocks[block].instructions:
            each.meaning(self)
        self.end(self.program.blocks[block].terminator)

    def end(self, terminator: Terminator) -> None:
        """How a block ends; here it halts at a stop."""
        if terminator.stops:
            self.halt()
        else:
            terminator.meaning(self)

    def go(self, block: int) -> None:
        self.exit(f"{block:d}")

    def fork(self, condition: Operand, yes: int, no: int) -> None:
        self.line(f"if {self.condition(condition)}:")
        self.depth += 1
        self.go(yes)
        self.depth -= 1
        self.go(no)

    def fan_out(self, number: Operand, blocks: tuple[int, ...]) -> None:
        index = self.within(number, 0, len(blocks) - 1, "bad-index", -1)
        if index.known and 0 <= index.low < len(blocks):
            self.go(blocks[index.low])
        else:
            self.exit(f"({''.join(f'{block:d}, ' for block in blocks)})[{self.condition(number)}]")

    def exit(self, block: str) -> None:
        """Leave the function for the next block. The caller of a block's function counts its step."""
        self.drop_held()
        self.line(f"return {block}")


class Way(NamedTuple):
    """How a place in a region is reached: through which blocks, and by how many steps since the region or the latest
    stop on the way (`stopped`) began."""

    blocks: tuple[int, ...] = ()
    steps: int = 0
    stopped: bool = False


class RegionWriter(BlockWriter):
    """Writes the function of a region. `left` is how many more blocks there is room for; where it branches, each way
    gets half the room."""

    left = REGION_BLOCKS
    way = Way()

    def write_block(self, block: int) -> None:
        self.left -= not self.is_nothing(block)
        blocks, steps, stopped = self.way
        self.way = Way((*blocks, block), steps + 1, stopped)
        super().write_block(block)

    def is_nothing(self, block: int) -> bool:
        """Whether a block only leads to another, which takes a step but no line."""
        return not self.program.blocks[block].instructions and isinstance(self.program.blocks[block].terminator, Jump)

    def end(self, terminator: Terminator) -> None:
        terminator.meaning(self)

    def go(self, block: int) -> None:
        """Continue with the next block in place, if there is room."""
        room = (self.left > 0 and self.depth < DEEPEST) or self.is_nothing(block)
        if room and len(self.way.blocks) < REGION_STEPS and block not in self.way.blocks:
            self.drop_held()
            self.write_block(block)
        else:
            super().go(block)

    def fork(self, condition: Operand, yes: int, no: int) -> None:
        self.line(f"if {self.condition(condition)}:")
        way, depth, ranges, kept = self.way, self.depth, self.ranges, self.left // 2
        self.depth, self.ranges, self.left = depth + 1, dict(ranges), self.left - kept
        self.go(yes)
        self.way, self.depth, self.ranges, self.left = way, depth, ranges, self.left + kept
        self.go(no)

    def exit(self, block: str) -> None:
        """Take off the steps that the way has used up, and leave the function."""
        _, steps, stopped = self.way
        self.drop_held()
        self.line(f"run.steps = run.budget - {steps:d}" if stopped else f"run.steps -= {steps:d}")
        self.line(f"return {block}")

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Term:
        return self.answered(super().roll(dice, outcomes, thrower, site))

    def draw(self, place: Place[Term], onto: Place[Term], site: int) -> Term:
        return self.answered(super().draw(place, onto, site))

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Term:
        return self.answered(super().decide(choice, chooser, offers, default, site))

    def answered(self, result: Term) -> Term:
        self.line("run.stops -= 1")
        self.way = Way(self.way.blocks, 0, True)
        return result
