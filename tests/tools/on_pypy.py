"""Makes the stepper quicker on PyPy, so that games can be kept in a few hours that take CPython more than a day.

PyPy turns the ways that a loop takes into machine code. The stepper's loop calls the function of one region after
another, and PyPy tells them apart one by one, in the order in which they first came. Here the loop that the stepper has
for that is exchanged for one that knows them by a tree of `if`s, with those that come up often near its root: which
those are is counted while the first games are played. What regions ask for by name lies in a module, whose names PyPy
takes for settled; and operators on sets, which PyPy works out bit by bit, are written without a loop. What a region
does, and with it all that a game is, stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import accumulate
from platform import python_implementation
from types import ModuleType
from typing import Any

from interpreter.stepper import Stepper, instructions
from interpreter.stepper.run import Run
from interpreter.stepper.walk import HOT, RESERVE, Walker

ON_PYPY = python_implementation() == "PyPy"

ENOUGH = 5_000_000
"""After how many regions it is known which come up often."""

SOONER = "threshold=500,function_threshold=500,trace_eagerness=30"
"""PyPy takes its time before it makes machine code; here it is sure to be of use."""

BIT_OF = {(1 << bit) % 67: bit for bit in range(63)}
BITS = [BIT_OF.get(rest, 0) for rest in range(67)]
"""Which power of two a number is, by what is left over when it is divided by 67."""


def lowest(members: int) -> int:
    """The lowest member of a set."""
    return BITS[(members & -members) % 67]


def highest(members: int) -> int:
    """The highest member of a set: all below it are put in. A loop here would be a call for PyPy."""
    members |= members >> 1
    members |= members >> 2
    members |= members >> 4
    members |= members >> 8
    members |= members >> 16
    members |= members >> 32
    return BITS[(members ^ members >> 1) % 67]


def size(members: int) -> int:
    """How many members a set has: of each two bits, each four, each byte, and so on."""
    members -= members >> 1 & 0x5555555555555555
    members = (members & 0x3333333333333333) + (members >> 2 & 0x3333333333333333)
    members = members + (members >> 4) & 0x0F0F0F0F0F0F0F0F
    members += members >> 8
    members += members >> 16
    return members + (members >> 32) & 0x7F


OPERATORS = {each.__name__: each for each in (lowest, highest, size)}


def prepare() -> None:
    """Done once in a process of PyPy's that keeps games, before there is any stepper. All have to be quickened then."""
    pypyjit = import_module("pypyjit")
    pypyjit.set_param(SOONER)
    instructions.OF_SETS.update({name: f"{name}({{0}})" for name in OPERATORS})


def quicken(stepper: Stepper, enough: int = ENOUGH) -> None:
    """Exchange a stepper's loop for one that counts, and after so many regions for one that is quick."""
    walker = stepper._walker
    if "rush" not in vars(walker):
        walker.translator.names = _in_module(walker.translator.names | OPERATORS)
        walker.rush = Counting(walker, enough).rush  # type: ignore[method-assign]


class Counting:
    """The loop of a walker, which counts for a while how often regions come up."""

    def __init__(self, walker: Walker, enough: int) -> None:
        self.walker, self.left = walker, enough
        self.counts: dict[int, int] = {}

    def rush(self, values: list[int], run: Run, block: int) -> int:
        """What the walker's own does."""
        counts, regions = self.counts, self.walker._regions
        while block >= 0:
            if run.steps < RESERVE or run.stops < RESERVE:
                return self.walker.walk(values, run, block)
            counts[block] = counts.get(block, 0) + 1
            self.left -= 1
            block = regions[block](values, run)
        if self.left < 0:
            self.walker.rush = self.quick()  # type: ignore[assignment, method-assign]
        return ~block

    def quick(self) -> Callable[[list[int], Run, int], int]:
        """A loop that does the same and counts no more. Names of regions that come up often are their functions."""
        often = sorted(block for block, count in self.counts.items() if count > HOT)
        regions = {f"region_{block}": self.walker._regions[block] for block in often}
        names = _in_module({"regions": self.walker._regions, "walk": self.walker.walk, **regions})
        lines = [
            "def rush(values, run, block):",
            " while block >= 0:",
            f"  if run.steps < {RESERVE} or run.stops < {RESERVE}:",
            "   return walk(values, run, block)",
            *self.tree(often, "  "),
            " return ~block",
        ]
        exec("\n".join(lines), names)
        loop: Callable[[list[int], Run, int], int] = names["rush"]
        return loop

    def tree(self, blocks: list[int], margin: str) -> Iterator[str]:
        """The lines that go on in one of these blocks, or in any other."""
        if len(blocks) < 2:
            yield from (f"{margin}if block == {block}: block = region_{block}(values, run)" for block in blocks)
            yield f"{margin}{'else: ' if blocks else ''}block = regions[block](values, run)"
            return
        middle = self.middle(blocks)
        yield f"{margin}if block < {blocks[middle]}:"
        yield from self.tree(blocks[:middle], margin + " ")
        yield f"{margin}else:"
        yield from self.tree(blocks[middle:], margin + " ")

    def middle(self, blocks: list[int]) -> int:
        """Where to part blocks so that both parts come up about as often."""
        before = list(accumulate(self.counts[block] for block in blocks))
        return min(range(1, len(blocks)), key=lambda at: abs(before[-1] - 2 * before[at - 1]))


def _in_module(names: dict[str, object]) -> dict[str, Any]:
    """The same names in a module of their own."""
    module = ModuleType("named")
    vars(module).update(names)
    return vars(module)
