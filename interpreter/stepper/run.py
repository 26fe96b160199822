"""What a run gathers beside the numbers in its slots, and what it may use up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from interpreter.engine import Event, Failure


def _no_chance(count: int) -> int:
    raise ValueError("this run has no source of chance")


class Run:
    """The steps left until the next stop, the stops left, and what has happened. Translated blocks write into it.

    `below` is the source of chance, and `asks` says whether somebody decides: both are for whole games only."""

    __slots__ = (
        "answer",
        "asks",
        "below",
        "budget",
        "events",
        "failure",
        "marks",
        "rolls",
        "samples",
        "steps",
        "stops",
        "winners",
    )

    def __init__(self, budget: int, sites: int, dice: int, winners: tuple[int, ...] = ()) -> None:
        self.budget = self.steps = budget
        self.stops = 0
        self.below: Callable[[int], int] = _no_chance
        self.asks = False
        self.winners = list(winners)
        self.marks = [0] * sites
        self.rolls = [0] * dice
        self.samples: list[tuple[int, int]] = []
        self.events: list[Event] | deque[Event] = []
        self.answer: tuple[int, ...] | None = None
        self.failure: Failure | None = None
