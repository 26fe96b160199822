"""Where everything lies that a game in machine code keeps beside its slots: the vector `%c`, of 64-bit numbers.

`histogram` has a line for each measure, or for each member of the kind that it is per; what does not fit a line goes to
`spill` as (line, value). Where games may end without a result, `undo` has the places in the histogram that the game has
added to, and `spilled_before` is where its part of `spill` begins: so what it added can be taken back.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.analysis import inlining
from interpreter.data_classes import dataclass
from interpreter.program import VOID, Program

LINE = 1_024
"""Values 0 .. LINE - 1 of a measure are counted in place."""

SPILL = 8_192
"""The other values that there is room for."""

WINNERS = VOID
"""Seats and sides that have a bit; the next bit says that the game has no result."""

UNDO = 4_096
"""The samples of a game that can be taken back, should it end without a result."""

KEPT = 1 << 18
"""The numbers that there is room for of memoised results (`function_writer`)."""


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
            # of the game that is played
            "random": 4,  # its stream: three words and the counter
            "winners": 1,  # as bits
            "stops": 1,  # how far the counter may get, less the decisions made: so stops are bounded
            "steps": 1,  # the steps left
            "block": 1,  # where it ended, if games are compared
            "digest": 1,  # of its answers, if games are compared
            "game": 1,  # its number
            "lots": 1,  # the seed of its lots
            "answered": 1,  # the stops answered, if lots are drawn
            "total": measures,  # the sum of the samples
            "size": measures,  # the number of samples
            "members": self.lines[-1],  # the value of each member
            # of all games
            "lost": 2 * len(self.program.queries),  # how often a line of a strategy failed, and in which game first
            "marks": len(self.program.sites),  # how often each site was marked
            "counters": max(len(self.program.blocks), inlining.ROOM),  # how often each superblock ran
            "kept": KEPT,  # memoised results
            "wins": WINNERS,  # of each seat or side
            "drawn": 1,  # games without winner
            "words": 1,  # the counters of all streams, added up
            "shared": 1,  # games with several winners
            "void": 1,  # games without a result
            "spilled_before": 1,
            "undo_size": 1,
            "undo": UNDO if self.program.voidable else 0,
            "sums": 2 * measures,  # of `total` and `size`
            "squares": 6 * measures,  # of total * total, total * size and size * size, of 128 bits each
            "products": 2 * len(self.program.quotients),  # of the totals of the two measures, of 128 bits
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
