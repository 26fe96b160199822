"""Worker processes, which play games and hand back the results in order.

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
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Work = TypeVar("Work")
Made = TypeVar("Made")
WorkTaken = TypeVar("WorkTaken", contravariant=True)
WorkMade = TypeVar("WorkMade", covariant=True)

MAX_AHEAD = 3
"""How many pieces of work each worker has waiting for it."""


class Player(Protocol[WorkTaken, WorkMade]):
    """What a worker makes once and plays with."""

    def play(self, work: WorkTaken, /) -> WorkMade: ...


class WorkerProcesses(Generic[Work, Made]):
    """Processes with a player each. What a lost one leaves is played here."""

    def __init__(self, workers: int, make_player: Callable[[], Player[Work, Made]]) -> None:
        from concurrent.futures import ProcessPoolExecutor

        self.workers, self.make_player = workers, make_player
        how = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(workers, how, _prepare_worker, (make_player,))

    def play(self, work: Iterable[Work]) -> Iterator[Made]:
        from concurrent.futures.process import BrokenProcessPool

        handed_out: deque[Work] = deque()
        waiting = iter(work)

        def submit(piece: Work) -> Future[Made]:
            handed_out.append(piece)
            with ignore_interrupts():
                return self.pool.submit(_play_in_worker, piece)

        try:
            for made in collect_in_order(submit, waiting, MAX_AHEAD * self.workers):
                yield made
                handed_out.popleft()
        except BrokenProcessPool:
            yield from map(self.make_player().play, chain(handed_out, waiting))

    def shutdown(self) -> None:
        self.pool.shutdown(cancel_futures=True)


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

_players: list[Player[Any, Any]] = []
"""The player of a worker process, made once."""


def _prepare_worker(make_player: Callable[[], Player[Any, Any]]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()
    _players.append(make_player())


def _play_in_worker(work: Any) -> Any:
    return _players[0].play(work)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)
