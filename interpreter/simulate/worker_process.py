"""The stepper in other processes, which play stretches of games and hand back the summaries in order.

They are started afresh and import the caller's main module again: a script that asks for them needs the usual
`if __name__ == "__main__"`. A worker ignores Ctrl-C, which is for its parent, and ends when its parent does. A parent
that is killed cannot stop its workers. Each would wait for work for ever, with the parent's output open, so that
whoever reads that would wait too. So a thread of each worker waits for the parent to end.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, TypeVar

from interpreter.simulate.players import Plan, PlayOptions, StepperPlayer, can_play_natively
from interpreter.summary import Summary

if TYPE_CHECKING:
    from concurrent.futures import Future

Work = TypeVar("Work")
Made = TypeVar("Made")

STRETCH = 20
"""The most games that the stepper plays in one stretch."""

MAX_AHEAD = 3
"""How many pieces of work each worker has waiting for it."""


class ProcessExecutor:
    """The stepper, in processes of its own. What a lost one leaves is played here."""

    def __init__(self, plan: Plan, play_options: PlayOptions) -> None:
        from concurrent.futures import ProcessPoolExecutor

        self.plan, self.play_options = plan, play_options
        how = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(play_options.workers, how, _prepare_worker, (plan, play_options.per_game))
        self.finished = True

    def play(self, games: range) -> Iterator[Summary]:
        """The summaries of stretches of the games, in order; a stretch is one game where bots think about it."""
        self.finished = False
        size = STRETCH if can_play_natively(self.plan) else 1
        stretches = (range(at, min(at + size, games.stop)) for at in range(games.start, games.stop, size))
        yield from take_until_broken(self._play_stretches(stretches))
        self.finished = True

    def _play_stretches(self, stretches: Iterator[range]) -> Iterator[Summary]:
        from concurrent.futures.process import BrokenProcessPool

        handed_out: deque[range] = deque()

        def submit(stretch: range) -> Future[Summary]:
            handed_out.append(stretch)
            with ignore_interrupts():
                return self.pool.submit(_play_in_worker, stretch)

        try:
            for summary in collect_in_order(submit, stretches, MAX_AHEAD * self.play_options.workers):
                yield summary
                handed_out.popleft()
        except BrokenProcessPool:
            here = StepperPlayer(self.plan, self.play_options.per_game)
            yield from map(here.play, chain(handed_out, stretches))

    def shutdown(self) -> None:
        """End the processes. Games that nobody asks for any more are not waited for: bots may think about them."""
        workers = {} if self.finished else getattr(self.pool, "_processes", None) or {}
        for each in list(workers.values()):
            each.terminate()
        self.pool.shutdown(cancel_futures=True)


def take_until_broken(parts: Iterator[Summary]) -> Iterator[Summary]:
    for part in parts:
        yield part
        if part.broken is not None:
            return


def collect_in_order(submit: Callable[[Work], Future[Made]], work: Iterable[Work], ahead: int) -> Iterator[Made]:
    """Hand out work, a few pieces `ahead`, and yield the results in order. Work whose result is not asked for any more
    is not begun."""
    coming: deque[Future[Made]] = deque()
    try:
        for piece in work:
            coming.append(submit(piece))
            if len(coming) >= ahead:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
    finally:
        for each in coming:
            each.cancel()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which is for whoever reads the summaries. An interrupt that comes meanwhile
    is delivered afterwards, where the system can keep it."""
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


# ---- in a worker

_players: list[StepperPlayer] = []
"""The player of a worker process, made once."""


def _prepare_worker(plan: Plan, per_game: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()
    _players.append(StepperPlayer(plan, per_game))


def _play_in_worker(games: range) -> Summary:
    return _players[0].play(games)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)
