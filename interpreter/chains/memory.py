"""How much memory chains may take."""

from __future__ import annotations

import sys

from interpreter.chains.states import OutOfReach

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

MOST = 1_500_000_000
"""So many bytes are taken for a chain, at most: to solve it takes more, and together they are to be under 2 GB."""

MOST_COUNTING = MOST // 3
"""And so many where phases count what a figure adds up: a distribution takes as much again, and more."""

TOO_MUCH = "it would take more than 2 GB of memory"
"""Why there is no chain then."""

KILO = 1 if sys.platform == "darwin" else 1024
"""What the system counts memory in, in bytes."""


OFTEN = 32
"""Memory is measured once for so many checks: to measure it takes as long as to explore a small state."""


class Memory:
    """The memory that is taken from now on, so much at `most`. Systems that do not tell (Windows) set no limit."""

    def __init__(self, most: int = MOST) -> None:
        self.most, self.before, self.asked = most, measure_most(), 0

    def check(self) -> None:
        """Raises OutOfReach if too much was taken when it was last measured."""
        self.asked += 1
        if self.asked % OFTEN == 0 and measure_most() - self.before > self.most:
            raise OutOfReach(TOO_MUCH)


def measure_most() -> int:
    """The most memory that this program had at any time, in bytes; 0 where the system does not tell."""
    return 0 if resource is None else KILO * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
