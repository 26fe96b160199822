"""What loops that only calculate have come to in walks: none is gone through twice for the same numbers.

A walk takes such a loop (`analysis.calculations`) as one step, if it knows all that the loop reads; so does a loop that
has it inside. Where that hangs on a roll, what it comes to does, too, and hardly ever has to be known for all outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from interpreter.analysis.calculations import Calculation

MOST_KEPT = 200_000
"""So many results are kept at a time."""

Numbers: TypeAlias = tuple[int | None, ...]
"""What some targets hold; nothing was written yet where there is None."""


class Calculated:
    """The loops of a program by their heads, and what is known of them. The steps that it took to find that are to be
    counted by others."""

    def __init__(self, loops: Iterable[Calculation]) -> None:
        self.loops: dict[int, Calculation] = {}
        for loop in loops:
            self.loops.setdefault(loop.head, loop)
        self._known: dict[tuple[int, Numbers], Numbers] = {}
        self.steps = 0

    def recall(self, loop: Calculation, inputs: Numbers) -> Numbers | None:
        """What a loop has come to with such inputs before, if it has."""
        return self._known.get((loop.head, inputs))

    def keep(self, loop: Calculation, inputs: Numbers, results: Numbers) -> None:
        """Keep what a loop comes to."""
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[loop.head, inputs] = results

    def take_steps(self) -> int:
        """How many steps nobody has counted yet."""
        steps, self.steps = self.steps, 0
        return steps
