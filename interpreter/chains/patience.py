"""How long a search for a chain goes on: what it has taken, and whether an end of it is in sight."""

from __future__ import annotations

from typing import Protocol

from interpreter.chains.forks import Forks
from interpreter.chains.states import Bounds, OutOfReach

FEW = 5_000
"""For so many states there is always time."""

LONGER = 9
"""So many times more may be taken if phases turn out to be taken as a whole: most of it is done then; or if walks serve
again and again: hardly any new ones are to come then."""

WIDER = 3
"""So many times more states may a phase have that is entered in several ways, or where there seems to be an end."""

SHARED = 6
"""There will be an end of walks if the edges that they serve take a step or more for so many steps of walks."""

SPARED = 400_000
"""Where there cannot be more states than that all may be gone over, though walks to them take long."""

LONG = 1_500_000
"""A roll takes too long if there are so many steps of walks to its outcomes."""

EDGE = 4
"""Steps in which an edge is gone over: what an instruction takes is one."""


class Frontier(Protocol):
    """How far a chain is known: where its states stop, and which of them wait to be gone over."""

    stops: list[int]
    waiting: list[int]

    def count_at_most(self) -> int:
        """How many states there can be at a stop, by what slots may hold in every game."""

    def count_outcomes(self) -> int:
        """How many outcomes there are to the state that is gone over."""


class Found(Protocol):
    """Phases that are taken as a whole; so many summaries are `found`."""

    found: int


def too_many_ways(steps: int) -> str:
    """Why there is no chain, where so many steps of walks were not enough."""
    return f"its rules can go too many different ways (more than {steps:,} steps)"


class Patience:
    """What a search has taken. `steps` are those besides the walks of its `forks`; what it has `gone_over` counts each
    outcome, and was so much when it was `early`. An end is `sure` for some of all steps, and others are `spared`, since
    there are but few states: those do not count. It looks for a chain at a `frontier`."""

    frontier: Frontier

    def __init__(self, bounds: Bounds, forks: Forks, whole: Found | None) -> None:
        self.bounds, self.forks, self.whole = bounds, forks, whole
        self.steps = self.gone_over = self.early = self.sure = self.spared = self.spared_before = 0

    @property
    def walked(self) -> int:
        """The steps of walks that count."""
        return self.forks.steps - self.spared

    @property
    def taken(self) -> int:
        """All steps that count."""
        return self.steps + self.walked

    @property
    def most(self) -> int:
        """So many steps may be taken, if there is no reason for more."""
        return self.bounds.steps * max(self.bounds.states, FEW)

    def begin_again(self) -> None:
        """What was taken until now does not count any more."""
        self.steps = -self.walked

    def learn_from(self, other: Patience) -> None:
        """Take as many more steps as another search for a figure of the same game walked; or as it took in all, if this
        one may take as long."""
        self.sure = other.walked + (other.steps if self.bounds.steps >= other.bounds.steps else 0)

    def go_on_with(self, forks: Forks) -> None:
        """Other walks are taken from now on."""
        self.steps += self.walked
        self.spared_before += self.spared
        self.forks, self.spared = forks, 0

    def pay(self, steps: int = EDGE, outcomes: int = 1) -> None:
        """An edge is gone over, maybe by a new walk, for so many outcomes at once. Raises OutOfReach where that were
        too many."""
        self.steps += steps
        self.gone_over += outcomes * steps
        if self.walked > self.bounds.early:
            self.early = self.early or self.gone_over
            if self.is_hopeless() and not self.spare():
                raise OutOfReach(too_many_ways(self.bounds.early), larger=True, walked=True)
        if self.taken - self.sure > self.most:
            most = self.most * self.find_patience()
            if self.taken - self.sure > most and not self.spare():
                raise OutOfReach(f"it takes more than {most:,} steps", larger=True, walked=self.walked > most // 2)

    def spare(self) -> bool:
        """Let nothing count that was walked, where no more than that takes long: there are but few states, and a roll
        does not take too long. Whether that is so."""
        walked = self.spared_before + self.forks.steps
        if not self.steps < walked < self.bounds.spare or self.frontier.count_at_most() > SPARED:
            return False
        if self.frontier.count_outcomes() * self.forks.steps > LONG * self.forks.walks:
            return False
        self.spared = self.forks.steps
        return True

    def is_hopeless(self) -> bool:
        """Whether there is no end in sight: walks hardly serve again, and most states wait for walks of their own, or
        for more of them, as the one that is just gone over."""
        stops, waiting = self.frontier.stops, self.frontier.waiting
        return 2 * (len(waiting) + 1) >= len(stops) and not self.serve_again()

    def serve_again(self) -> bool:
        """Whether walks often serve more than once."""
        return self.gone_over * SHARED >= self.walked

    def find_patience(self) -> int:
        """So many times more steps may be taken than there are to be."""
        goes_on = self.whole is not None and self.whole.found and self.serve_again()
        return LONGER if goes_on or self.is_hopeful() else 1

    def is_hopeful(self) -> bool:
        """Whether there seems to be an end: walks serve again and again, and no less than they did early."""
        return (self.gone_over - self.early) * SHARED > self.walked - self.bounds.early > 0
