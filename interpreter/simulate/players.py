"""Who plays stretches of games: the stepper, or machine code.

Which of them plays a game changes nothing in the summaries. A game that breaks in machine code is played again by the
stepper, which knows best how to tell why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.bots.seats import DEFAULT, Bots, strategies_of
from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.simulate.plan import Plan
from interpreter.summary import Broken, Summary

if TYPE_CHECKING:
    from interpreter.native import Native, Tiered

STEPPER, NATIVE, AUTO = "stepper", "native", "auto"
ENGINES = (AUTO, STEPPER, NATIVE)

MANY_GAMES, SMALL_PROGRAM = 5_000, 1_500
"""So many games are worth code that takes longer to make; of a program of so few blocks it takes less than a second. It
is kept, and does for fewer games too."""

Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True)
class Wishes:
    """How games are to be played. `per_game` keeps them one by one; `clock` tells the
    seconds, for stretches that take as long as they should."""

    engine: str = AUTO
    workers: int = 1
    per_game: bool = False
    clock: Clock | None = None


class StepperPlayer:
    """Plays stretches of games with the stepper."""

    def __init__(self, plan: Plan, per_game: bool = False) -> None:
        from interpreter.stepper import Stepper

        self.plan, self.per_game = plan, per_game
        self.engine = Stepper(plan.program, events=False)
        alike = all(each == DEFAULT for each in plan.strategies)
        self.bots = None if alike else Bots(plan.program, plan.strategies, plan.seed)

    def play(self, games: range) -> Summary:
        """What the games came to, up to the first that breaks."""
        summary = Summary.of(self.plan.program)
        before = self.bots.unadvised if self.bots is not None else 0
        for game in games:
            decide = self.bots.in_game(game) if self.bots is not None else None
            outcome = self.engine.play_out(None, Stream(self.plan.seed, game), decide)
            if isinstance(outcome.stop, Failure):
                summary.broken = Broken(game, outcome.stop)
                break
            summary.add_game(outcome, game if self.per_game else None)
            if self.bots is not None:
                summary.unadvised = self.bots.unadvised - before
        summary.games_of = Counter({STEPPER: summary.games})
        return summary


class NativePlayer:
    """Plays stretches of games in machine code; several threads may ask at once."""

    def __init__(self, plan: Plan, wishes: Wishes, games: int = 0) -> None:
        """Nothing is made yet. For many games of a small program the best code is made at once; otherwise it is made in
        the background, for many games from the start, for others when the work turns out to be long."""
        from interpreter.native import Native, Tiered

        self.plan, self.per_game = plan, wishes.per_game
        self.many = games >= MANY_GAMES
        small = len(plan.program.blocks) <= SMALL_PROGRAM
        self.engine: Native | Tiered = (
            Native(plan.program, plan.strategies, tier="best")
            if self.many and small
            else Tiered(plan.program, plan.strategies)
        )

    @property
    def at_hand(self) -> bool:
        """Whether its machine code has been kept."""
        return self.engine.is_kept()

    def prepare(self) -> NativePlayer:
        """Make the machine code, or load it."""
        from interpreter.native import Tiered

        self.engine.play(self.plan.seed, range(1))
        if self.many and isinstance(self.engine, Tiered):
            self.engine.improve()
        return self

    def play(self, games: range) -> Summary:
        """What the games came to, up to the first that breaks."""
        summary = self.engine.play(self.plan.seed, games, per_game=self.per_game)
        if summary.broken is not None:
            game = summary.broken.game
            summary.broken = StepperPlayer(self.plan).play(range(game, game + 1)).broken or summary.broken
        summary.games_of = Counter({NATIVE: summary.games})
        return summary


def native_available() -> bool:
    """Whether machine code can be made here."""
    try:
        from interpreter.native import available
    except ImportError:
        return False
    return available()


def native_plays(plan: Plan) -> bool:
    """Whether machine code can decide for every seat: by the ruleset's own strategies alone."""
    return set(plan.strategies) <= set(strategies_of(plan.program))
