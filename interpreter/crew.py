"""Who plays the games of a simulation: a stepper, or machine code, by itself, in other processes or in threads.

A crew is given ranges of game numbers and yields the summaries of stretches of them in order. Which engine plays a
game, and where, changes nothing in the summaries, so the crew may do as is fastest: `auto` lets the stepper begin
while the machine code is being made, and hands over as soon as it is there. A game that breaks in machine code is
played again by the stepper, which knows best how to tell why.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from threading import Event, Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.seats import DEFAULT, Bots, strategies_of
from interpreter.stepper import Stepper
from interpreter.summary import Broken, GameRow, Plan, Summary
from interpreter.tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Future

    from interpreter.native import Measured, PerGame

STEPPER, NATIVE, AUTO = "stepper", "native", "auto"
ENGINES = (AUTO, STEPPER, NATIVE)

STRETCH = 20
"""How many games the stepper plays between two looks at what came of them."""

FIRST_STRETCH, LONGEST_STRETCH, UNTIMED_STRETCH = 200, 50_000, 16_000
"""How many games machine code plays so: at first, at most, and at most where there is no clock."""

SECONDS = 0.1
"""How long a stretch should take where there is a clock."""

AHEAD = 3
"""How many stretches each worker has waiting for it."""

FEW_GAMES = 100
"""So few games are over before any machine code is made."""

MANY_GAMES = 5_000
"""So many games are worth code that takes longer to make; it is kept, and does for fewer games too."""

Clock: TypeAlias = Callable[[], float]


class Crew(Protocol):
    """Plays ranges of games, one range after another."""

    def play(self, games: range) -> Iterator[Summary]:
        """What stretches of the games came to, in order. A broken game is the last of its stretch, and that stretch
        the last."""
        ...

    def close(self) -> None:
        """Let everybody go."""
        ...


@dataclass(frozen=True)
class Wishes:
    """How games are to be played. `per_game` keeps them one by one; `clock` tells the
    seconds, for stretches that take as long as they should."""

    engine: str = AUTO
    workers: int = 1
    per_game: bool = False
    clock: Clock | None = None


# ---- one player


class StepperPlayer:
    """Plays stretches of games with the stepper."""

    def __init__(self, plan: Plan, per_game: bool = False) -> None:
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


def stretches(games: range, size: int = STRETCH) -> Iterator[range]:
    """The games in stretches."""
    return (range(at, min(at + size, games.stop)) for at in range(games.start, games.stop, size))


def until_broken(parts: Iterator[Summary]) -> Iterator[Summary]:
    """The summaries up to the first with a broken game in it."""
    for part in parts:
        yield part
        if part.broken is not None:
            return


class Alone:
    """The stepper, in this process."""

    def __init__(self, plan: Plan, wishes: Wishes) -> None:
        self.player = StepperPlayer(plan, wishes.per_game)

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        return until_broken(map(self.player.play, stretches(games)))

    def close(self) -> None:
        """Nobody is to be let go."""


# ---- in other processes

_players: list[StepperPlayer] = []
"""The player of a worker process, made once."""


def _prepare(plan: Plan, per_game: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _players.append(StepperPlayer(plan, per_game))


def _play_there(games: range) -> Summary:
    return _players[0].play(games)


class Processes:
    """The stepper, in processes started afresh, which read the caller's main module again: a script that asks for
    them needs the usual `if __name__ == "__main__"`. Should one be lost, what it had is played here."""

    def __init__(self, plan: Plan, wishes: Wishes) -> None:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        self.plan, self.wishes = plan, wishes
        how = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(wishes.workers, how, _prepare, (plan, wishes.per_game))

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        return until_broken(self._parts(games))

    def _parts(self, games: range) -> Iterator[Summary]:
        from concurrent.futures.process import BrokenProcessPool

        waiting = stretches(games)
        handed_out: deque[range] = deque()
        coming: deque[Future[Summary]] = deque()
        try:
            for stretch in waiting:
                handed_out.append(stretch)
                with _uninterrupted():
                    coming.append(self.pool.submit(_play_there, stretch))
                if len(coming) >= AHEAD * self.wishes.workers:
                    yield coming.popleft().result()
                    handed_out.popleft()
            while coming:
                yield coming.popleft().result()
                handed_out.popleft()
        except BrokenProcessPool:
            yield from map(StepperPlayer(self.plan, self.wishes.per_game).play, chain(handed_out, waiting))

    def close(self) -> None:
        """End the processes."""
        self.pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which is for whoever reads the summaries."""
    if current_thread() is not main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


# ---- machine code


class NativePlayer:
    """Plays stretches of games in machine code; several threads may ask at once."""

    def __init__(self, plan: Plan, wishes: Wishes, games: int = 0) -> None:
        """Nothing is made yet. Better code is made in the background at once for many games, or else when the work
        turns out to be long."""
        from interpreter.native import Tiered

        self.plan, self.per_game, self.games = plan, wishes.per_game, games
        self.engine = Tiered(plan.program, plan.strategies)

    @property
    def at_hand(self) -> bool:
        """Whether its machine code has been kept."""
        return self.engine.is_kept()

    def prepare(self) -> NativePlayer:
        """Make the machine code, or load it."""
        self.engine.play(self.plan.seed, range(1))
        if self.games >= MANY_GAMES:
            self.engine.improve()
        return self

    def play(self, games: range) -> Summary:
        """What the games came to, up to the first that breaks."""
        batch = self.engine.play(self.plan.seed, games, per_game=self.per_game)
        broken = None
        if batch.broken is not None:
            again = StepperPlayer(self.plan).play(range(batch.broken[0], batch.broken[0] + 1))
            broken = again.broken or Broken(*batch.broken)
        return Summary(
            games=batch.games,
            measures=[_tally(each) for each in batch.measures],
            members=[[_tally(each) for each in members] for members in batch.members],
            wins=batch.wins,
            drawn=batch.drawn,
            shared=batch.shared,
            marks=batch.marks,
            unadvised=getattr(batch, "unadvised", 0),
            broken=broken,
            games_of=Counter({NATIVE: batch.games}),
            rows=_rows(games.start, batch.per_game),
        )


def _tally(measured: Measured) -> Tally:
    sums = (measured.games, measured.total_total, measured.total_size, measured.size_size)
    return Tally(measured.counts, *sums)


def _rows(first: int, per_game: PerGame | None) -> list[GameRow]:
    """The games one by one, from what machine code keeps of each measure."""
    if per_game is None:
        return []
    columns = [column for pair in zip(per_game.totals, per_game.sizes, strict=True) for column in pair]
    figures = zip(*columns, strict=True) if columns else ((),) * len(per_game.winners)
    pairs = zip(per_game.winners, figures, strict=True)
    return [(game, winners, row) for game, (winners, row) in enumerate(pairs, first)]


@dataclass
class Stretching:
    """How long the next stretch should be."""

    clock: Clock | None
    size: int = FIRST_STRETCH

    def next(self) -> int:
        """How long it should be. Without a clock, twice as long as the one before."""
        size = self.size
        if self.clock is None:
            self.size = min(2 * size, UNTIMED_STRETCH)
        return size

    def learn(self, games: int, seconds: float) -> None:
        """A stretch of so many games took so long."""
        wanted = int(games * SECONDS / seconds) if seconds > 0 else LONGEST_STRETCH
        self.size = max(1, min(wanted, 4 * self.size, LONGEST_STRETCH))


@dataclass
class Threads:
    """Machine code, in as many threads as there are workers."""

    player: NativePlayer
    workers: int
    clock: Clock | None = None
    pool: Any = field(default=None, init=False)
    stretching: Stretching = field(init=False)

    def __post_init__(self) -> None:
        self.stretching = Stretching(self.clock)
        if self.workers > 1:
            from concurrent.futures import ThreadPoolExecutor

            self.pool = ThreadPoolExecutor(self.workers)

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        return until_broken(self._parts(games))

    def _timed(self, games: range) -> Summary:
        if self.clock is None:
            return self.player.play(games)
        began = self.clock()
        summary = self.player.play(games)
        self.stretching.learn(len(games), self.clock() - began)
        return summary

    def _stretches(self, games: range) -> Iterator[range]:
        at = games.start
        while at < games.stop:
            left = -(-(games.stop - at) // self.workers)
            size = max(1, min(self.stretching.next(), left))
            yield range(at, min(at + size, games.stop))
            at += size

    def _parts(self, games: range) -> Iterator[Summary]:
        if self.pool is None:
            yield from map(self._timed, self._stretches(games))
            return
        coming: deque[Future[Summary]] = deque()
        try:
            for stretch in self._stretches(games):
                coming.append(self.pool.submit(self._timed, stretch))
                if len(coming) >= AHEAD * self.workers:
                    yield coming.popleft().result()
            while coming:
                yield coming.popleft().result()
        finally:
            for each in coming:
                each.cancel()

    def close(self) -> None:
        """End the threads, once they have played what they are at."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)


class Relay:
    """The stepper, until machine code is there."""

    def __init__(self, plan: Plan, wishes: Wishes, games: int) -> None:
        self.plan, self.wishes = plan, wishes
        self.ready = Event()
        self.made: NativePlayer | None = None
        self.threads: Threads | None = None
        self.alone: StepperPlayer | None = None
        player = NativePlayer(plan, wishes, games)
        if player.at_hand:
            self._make(player)
        else:
            Thread(target=self._make, args=(player,), daemon=True).start()

    def _make(self, player: NativePlayer) -> None:
        try:
            self.made = player.prepare()
        finally:
            self.ready.set()

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        at = games.start
        while at < games.stop and not self.ready.is_set():
            if self.alone is None:
                self.alone = StepperPlayer(self.plan, self.wishes.per_game)
            part = self.alone.play(range(at, min(at + STRETCH, games.stop)))
            yield part
            if part.broken is not None:
                return
            at += STRETCH
        yield from self._fastest().play(range(min(at, games.stop), games.stop))

    def _fastest(self) -> Threads | Alone:
        if self.made is None:
            return Alone(self.plan, self.wishes)
        if self.threads is None:
            self.threads = Threads(self.made, self.wishes.workers, self.wishes.clock)
        return self.threads

    def close(self) -> None:
        """End the threads. Code that is still being made is of no use any more."""
        if self.threads is not None:
            self.threads.close()


# ---- the choice


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


def crew_for(plan: Plan, games: int, wishes: Wishes) -> Crew:
    """Whoever plays so many games best. Where `native` cannot decide for a seat, the stepper plays."""
    engine = wishes.engine
    if not native_plays(plan) or (engine == AUTO and (games < FEW_GAMES or not native_available())):
        engine = STEPPER
    if engine == STEPPER:
        return Processes(plan, wishes) if wishes.workers > 1 else Alone(plan, wishes)
    if engine == AUTO:
        return Relay(plan, wishes, games)
    return Threads(NativePlayer(plan, wishes, games).prepare(), wishes.workers, wishes.clock)
