"""Who plays the games of a simulation: a stepper, or machine code, by itself, in other processes or in threads.

A crew is given ranges of game numbers and yields the summaries of stretches of them in order. Which engine plays a
game, and where, changes nothing in the summaries, so the crew may do as is fastest: where machine code takes long to
make, `auto` lets the stepper begin meanwhile, and hands over as soon as it is there. `players` has those who play.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from threading import Event, Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Protocol

from interpreter import cache
from interpreter.simulate.plan import Plan
from interpreter.simulate.players import (
    AUTO,
    STEPPER,
    Clock,
    Fallback,
    NativePlayer,
    StepperPlayer,
    Wishes,
    fallback_for,
    native_plays,
)
from interpreter.simulate.worker_process import begin_worker
from interpreter.summary import Summary
from interpreter.tiering import Tiering

if TYPE_CHECKING:
    from concurrent.futures import Future

STRETCH = 20
"""How many games the stepper plays between two looks at what came of them, at most."""

FIRST_STRETCH, LONGEST_STRETCH, UNTIMED_STRETCH = 200, 200_000, 16_000
"""How many games machine code plays so: at first, at most, and at most where there is no clock."""

SECONDS = 0.1
"""How long a stretch should take where there is a clock."""

AHEAD = 3
"""How many stretches each worker has waiting for it."""


class Crew(Protocol):
    """Plays ranges of games, one range after another."""

    def play(self, games: range) -> Iterator[Summary]:
        """What stretches of the games came to, in order. A broken game is the last of its stretch, and that stretch
        the last."""
        ...

    def close(self) -> None:
        """Let everybody go."""
        ...


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
        self.stretching = Stretching(wishes.clock, 1 if wishes.clock else STRETCH, STRETCH)

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        return until_broken(self._parts(games))

    def _parts(self, games: range) -> Iterator[Summary]:
        at = games.start
        while at < games.stop:
            part = self.stretch(at, games.stop)
            yield part
            at += part.games

    def stretch(self, first: int, stop: int) -> Summary:
        """The next few games."""
        return self.stretching.timed(self.player.play, range(first, min(first + self.stretching.size, stop)))

    def close(self) -> None:
        """Nobody is to be let go."""


# ---- in other processes

_players: list[StepperPlayer] = []
"""The player of a worker process, made once."""


def _prepare(plan: Plan, per_game: bool) -> None:
    begin_worker()
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

        waiting = stretches(games, STRETCH if native_plays(self.plan) else 1)
        handed_out: deque[range] = deque()
        coming: deque[Future[Summary]] = deque()
        try:
            for stretch in waiting:
                handed_out.append(stretch)
                with uninterrupted():
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
def uninterrupted() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which is for whoever reads the summaries. It is not lost if it comes
    meanwhile, but heard afterwards, where the system can keep it."""
    if current_thread() is not main_thread():
        yield
        return
    if hasattr(signal, "pthread_sigmask"):
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    else:
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, heard)


@dataclass
class Stretching:
    """How long the next stretch should be."""

    clock: Clock | None
    size: int = FIRST_STRETCH
    longest: int = LONGEST_STRETCH

    def next(self) -> int:
        """How long it should be. Without a clock, twice as long as the one before."""
        size = self.size
        if self.clock is None:
            self.size = min(2 * size, UNTIMED_STRETCH)
        return size

    def timed(self, play: Callable[[range], Summary], games: range) -> Summary:
        """Play a stretch, and learn how long it took if there is a clock."""
        if self.clock is None:
            return play(games)
        began = self.clock()
        summary = play(games)
        self.learn(len(games), self.clock() - began)
        return summary

    def learn(self, games: int, seconds: float) -> None:
        """A stretch of so many games took so long."""
        wanted = int(games * SECONDS / seconds) if seconds > 0 else self.longest
        self.size = max(1, min(wanted, 4 * self.size, self.longest))


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
        seconds = self.clock() - began
        self.stretching.learn(len(games), seconds)
        self.player.took(len(games), seconds)
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
        self.alone: Alone | None = None
        self.lacking = ""
        player = NativePlayer(plan, wishes, games)
        if player.at_hand or player.tiering.code_comes_soon:
            self._make(player)
        else:
            Thread(target=self._make, args=(player,), daemon=True).start()

    def _make(self, player: NativePlayer) -> None:
        try:
            self.made = player.prepare()
        except (ImportError, OSError, RuntimeError) as error:
            self.lacking = f"no machine code can be made here ({error})"
            if self.wishes.told is None:
                cache.report(self.lacking)
        finally:
            self.ready.set()

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        at = games.start
        while at < games.stop and not self.ready.is_set():
            part = self._by_stepper().stretch(at, games.stop)
            yield part
            if part.broken is not None:
                return
            at += part.games
        yield from self._fastest().play(range(at, games.stop))

    def _by_stepper(self) -> Alone:
        if self.alone is None:
            self.alone = Alone(self.plan, self.wishes)
        return self.alone

    def _fastest(self) -> Threads | Alone:
        if self.made is None:
            if self.wishes.told is not None:
                self.wishes.told(Fallback(trouble=self.lacking))
            return self._by_stepper()
        if self.threads is None:
            self.threads = Threads(self.made, self.wishes.workers, self.wishes.clock)
        return self.threads

    def close(self) -> None:
        """End the threads. Code that is still being made is of no use any more."""
        if self.threads is not None:
            self.threads.close()


# ---- the choice


def crew_for(plan: Plan, games: int, wishes: Wishes) -> Crew:
    """Whoever plays so many games best. Where `native` cannot decide for a seat, the stepper plays."""
    fallback = fallback_for(plan, wishes)
    few = wishes.engine == AUTO and not Tiering(len(plan.program.blocks)).code_pays(games)
    if fallback is not None and wishes.told is not None and (fallback.strategies or not few):
        wishes.told(fallback)
    if wishes.engine == STEPPER or fallback is not None or few:
        return Processes(plan, wishes) if wishes.workers > 1 else Alone(plan, wishes)
    if wishes.engine == AUTO:
        return Relay(plan, wishes, games)
    return Threads(NativePlayer(plan, wishes, games).prepare(), wishes.workers, wishes.clock)
