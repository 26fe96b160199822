"""When to compile: the one place that decides between the stepper, fast code and best code.

The stepper is ready at once; fast machine code takes a moment to compile, and the best machine code longer; each plays
several times as fast as the one before. A player of many games asks here when to change to the next. The results of
games do not depend on it.
"""

from __future__ import annotations

from interpreter.data_classes import dataclass

FEW_GAMES = 100
"""So few games are over before quick code is made."""

LARGE_PROGRAM = 1_300
"""The stepper is so slow with a program of more blocks that quick code is worth making for fewer games, if they are
sure to be followed by others."""

SECONDS, SECONDS_FOR_BLOCK = 0.4, 0.0015
"""How long better code takes to make, about: for any program, and for each of its blocks."""

WELL_WORTH = 1.5
"""How many times as long the rest has to take for better code to be made meanwhile: it is then there before the end."""

WORDS = 20_000
"""How many words of chance, for each block of the program, are worth better code where nobody has a clock."""


@dataclass(frozen=True)
class Tiering:
    """Decides for a program with this number of blocks."""

    blocks: int

    def code_pays(self, games: int, *, first: bool = False) -> bool:
        """Whether fast code is worth compiling for this number of games, or for the `first` of many."""
        return games >= FEW_GAMES or (first and self.blocks > LARGE_PROGRAM)

    def better_code_pays(self, seconds: float, left: float | None = None) -> bool:
        """Whether the best code is worth compiling after these seconds of play, with this number of games left if it is
        known. If not, the total time is at most twice the optimum (ski rental)."""
        cost = SECONDS + SECONDS_FOR_BLOCK * self.blocks
        return seconds > cost if left is None else left > WELL_WORTH * cost

    def better_code_pays_after(self, words: int) -> bool:
        """The same, where the words of chance that were drawn take the place of a clock."""
        return words > WORDS * self.blocks
