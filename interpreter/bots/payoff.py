"""What the end of a game is worth to a seat."""

from __future__ import annotations

from functools import cached_property
from math import lcm

from interpreter.data_classes import dataclass
from interpreter.program import VOID, Program

WORST = -(2**60)
"""Less than any measure."""


@dataclass(frozen=True)
class Payoff:
    """Values the ends of games: by the measure that is the aim, or by wins, of which one alone is `whole`."""

    program: Program

    @cached_property
    def parties(self) -> int:
        return len(self.program.sides or self.program.seats)

    @property
    def winners(self) -> int:
        """How many can win, the bank included."""
        return len(self.program.parties)

    @cached_property
    def whole(self) -> int:
        return lcm(*range(1, self.winners + 1))

    def of(self, end: tuple[int, ...] | None, seat: int) -> int:
        if not self.program.aims:
            return self.of_winners(end, seat)
        if end is None:
            return WORST
        aim = self.program.aims[0]
        labels = self.program.measures[aim.measure].labels
        value = end[seat % len(labels)] if labels else end[0]
        return value if aim.most else -value

    def of_winners(self, winners: tuple[int, ...] | None, seat: int) -> int:
        """A game that nobody wins, that has no result, or that fails, is worth the same to all."""
        party = seat % len(self.program.sides) if self.program.sides else seat
        won = set(winners or ())
        if not won or VOID in won:
            return self.whole // self.winners
        return self.whole // len(won) if party in won else 0
