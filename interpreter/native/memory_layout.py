"""Where everything lies that a game in machine code keeps beside its slots.

The vector `%c` has these parts, in numbers of 64 bits each. `marks` has a number for each site, `lost` two for each
query: how often that line of a strategy could not be worked out, and in which game first; `game` is the number of the
game that is played, and `lots` what its lots begin with, `answered` how many stops of it have been answered, which is
counted only where lots are drawn. `histogram` has a line for each measure, or for each member of the kind that
it is per; what does not fit a line goes to `spill` as (line, value). Where games may end without a result, `undo` has
the places in the histogram that the game has added to, `undo_size` of them, and `spilled_before` is where its part of
`spill` begins. `kept` has the results of functions (`function_writer`). `digest` and `block` are those of the last
game, where games are compared.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.analysis import inlining
from interpreter.data_classes import dataclass
from interpreter.program import VOID, Program

LINE = 1_024
"""Values 0 .. LINE - 1 of a measure are counted in place."""

SPILL = 8_192
"""How many other values there is room for."""

WINNERS = VOID
"""Seats and sides that have a bit; the next bit says that the game has no result."""

UNDO = 4_096
"""How many samples a game may have that can be taken back, should it end without a result."""


KEPT = 1 << 18
"""How many numbers there is room for of results of functions (`function_writer`)."""


@dataclass(frozen=True)
class MemoryLayout:
    """The parts of `%c` for one program."""

    program: Program

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The first line of each measure in the histogram, and at the end how many lines there are."""
        first = [0]
        for measure in self.program.measures:
            first.append(first[-1] + max(len(measure.labels), 1))
        return tuple(first)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Where the figures of each measure begin in the row of a game, and at the end how long a row is: the value of
        each member of the kind that the measure is per, otherwise the total and the number of its samples."""
        first = [1]
        for measure in self.program.measures:
            first.append(first[-1] + (len(measure.labels) or 2))
        return tuple(first)

    @cached_property
    def parts(self) -> dict[str, tuple[int, int]]:
        """Where each part begins and how long it is."""
        measures = len(self.program.measures)
        sizes = {
            "random": 4,
            "winners": 1,
            "stops": 1,
            "steps": 1,
            "block": 1,
            "digest": 1,
            "game": 1,
            "lots": 1,
            "answered": 1,
            "lost": 2 * len(self.program.queries),
            "total": measures,
            "size": measures,
            "members": self.lines[-1],
            "marks": len(self.program.sites),
            "counters": max(len(self.program.blocks), inlining.ROOM),
            "kept": KEPT,
            "wins": WINNERS,
            "drawn": 1,
            "words": 1,
            "shared": 1,
            "void": 1,
            "spilled_before": 1,
            "undo_size": 1,
            "undo": UNDO if self.program.voidable else 0,
            "sums": 2 * measures,
            "squares": 6 * measures,
            "products": 2 * len(self.program.quotients),
            "spilled": 1,
            "spill": 2 * SPILL,
            "histogram": LINE * self.lines[-1],
        }
        found, at = {}, 0
        for name, size in sizes.items():
            found[name] = at, size
            at += size + (-size % 8 if size > 1 else 0)
        return found

    def __getitem__(self, part: str) -> int:
        return self.parts[part][0]

    @cached_property
    def length(self) -> int:
        """How long the vector is."""
        return max(at + size for at, size in self.parts.values()) + 8
