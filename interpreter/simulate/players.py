"""What is played in a simulation, and who plays stretches of games: the stepper, or machine code.

Which of them plays a game changes nothing in the summaries. A game that is not for machine code, as one that breaks, is
played by the stepper, which says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import TypeAlias

from interpreter.bots.seats import DEFAULT, RANDOM, Bots, list_strategies
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import GAME_BUDGET, Failure, Outcome
from interpreter.program import Program
from interpreter.summary import BrokenGame, GameRow, LostAdvice, Summary
from interpreter.tiering import Tiering

STEPPER, NATIVE, AUTO = "stepper", "native", "auto"
ENGINES = (AUTO, STEPPER, NATIVE)

Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True)
class Plan:
    """A program, a strategy for each seat, the seed of all games, and how many stops a game may have."""

    program: Program
    strategies: tuple[str, ...]
    seed: int
    most_stops: int = GAME_BUDGET


@dataclass(frozen=True)
class Fallback:
    """Why the stepper plays where machine code would be faster: it does not know these `strategies`, or it cannot be
    made here for this `trouble`, or else because llvmlite is missing."""

    strategies: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True)
class PlayOptions:
    """How games are to be played. `per_game` keeps them one by one; `clock` gives the seconds, for stretches of the
    right length. `open_ended` is whether they may be over early. `on_fallback` is called when the stepper has to
    play although machine code was asked for, or would be faster."""

    engine: str = AUTO
    workers: int = 1
    per_game: bool = False
    clock: Clock | None = None
    open_ended: bool = False
    on_fallback: Callable[[Fallback], None] | None = None


class StepperPlayer:
    """Plays stretches of games with the stepper."""

    def __init__(self, plan: Plan, per_game: bool = False) -> None:
        from interpreter.stepper import Stepper

        self.plan, self.per_game = plan, per_game
        self.engine = Stepper(plan.program, events=False, game_budget=plan.most_stops)
        alike = all(each == DEFAULT for each in plan.strategies)
        self.bots = None if alike else Bots(plan.program, plan.strategies, plan.seed)

    def play_game(self, game: int) -> Outcome:
        decide = self.bots.start_game(game) if self.bots is not None else None
        return self.engine.play_out(None, Stream(self.plan.seed, game), decide)

    def record_time(self, games: int, seconds: float) -> None:
        """The stepper always plays alike, however long it takes."""

    def play(self, games: range) -> Summary:
        summary = Summary.of(self.plan.program)
        for game in games:
            outcome = self.play_game(game)
            if isinstance(outcome.stop, Failure):
                summary.broken = BrokenGame(game, outcome.stop)
                break
            summary.add_game(outcome, game if self.per_game else None)
            if self.bots is not None:
                summary.add_lost({line: LostAdvice(times, game) for line, times in self.bots.advice_failures.items()})
        summary.games_of = Counter({STEPPER: summary.games})
        return summary


class NativePlayer:
    """Plays stretches of games in machine code; several threads may ask at once."""

    def __init__(self, plan: Plan, play_options: PlayOptions, games: int = 0) -> None:
        """Makes no code yet. Games begin on quickly compiled code; optimised code is made in the background when the
        work turns out to be long. `games` is how many are to be played, 0 if unknown."""
        from interpreter.native import Tiered

        self.plan, self.per_game = plan, play_options.per_game
        self.workers = play_options.workers
        self.games = 0 if play_options.open_ended else games
        self.played, self.seconds = 0, 0.0
        self.tiering = Tiering(len(plan.program.blocks))
        self._lock = Lock()
        timed = play_options.clock is not None
        self.engine = Tiered(plan.program, plan.strategies, timed=timed, game_budget=plan.most_stops)

    @cached_property
    def stepper(self) -> StepperPlayer:
        """Plays the games that machine code cannot, one at a time."""
        return StepperPlayer(self.plan, self.per_game)

    def prepare(self) -> NativePlayer:
        self.engine.play(self.plan.seed, range(1))
        return self

    def record_time(self, games: int, seconds: float) -> None:
        """Note how long games took. Better code is made if that pays."""
        self.played += games
        self.seconds += seconds
        each = self.seconds / self.played / self.workers
        left = each * (self.games - self.played) if self.games else None
        if self.tiering.better_code_pays(each * self.played, left):
            self.engine.improve()

    def play(self, games: range) -> Summary:
        whole, rows = Summary.of(self.plan.program), list[GameRow]()
        at = games.start
        while at < games.stop and whole.broken is None:
            parts = [self.engine.play(self.plan.seed, range(at, games.stop), per_game=self.per_game)]
            parts[0].games_of = Counter({NATIVE: parts[0].games})
            at += parts[0].games
            if at < games.stop:
                with self._lock:
                    parts.append(self.stepper.play(range(at, at + 1)))
                at += 1
            for part in parts:
                rows += part.rows
                whole = whole.combine(part)
        whole.rows = rows
        return whole


def is_native_available() -> bool:
    try:
        from interpreter.native import available
    except ImportError:
        return False
    return available()


def can_play_natively(plan: Plan) -> bool:
    """Whether machine code can decide for every seat: by the ruleset's own strategies, or at random."""
    return not find_unknown_strategies(plan)


def find_unknown_strategies(plan: Plan) -> tuple[str, ...]:
    known = (*list_strategies(plan.program), RANDOM)
    return tuple(sorted({each for each in plan.strategies if each not in known}))


def find_fallback(plan: Plan, play_options: PlayOptions) -> Fallback | None:
    if play_options.engine == STEPPER:
        return None
    if strange := find_unknown_strategies(plan):
        return Fallback(strange)
    return Fallback() if play_options.engine == AUTO and not is_native_available() else None
