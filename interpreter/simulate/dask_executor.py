"""Games shared out to other machines, by Dask.

A worker is handed ranges of game numbers and gives back the summary of each, as small for a million games as for ten.
Ranges are added up in order, whoever played them, so the numbers are those of one machine. What a lost worker had is
handed out again; should all workers be lost, or the scheduler, the games that are left are played here. Several
programs are shared out one after another without a pause between them. Workers have to be of the very same version,
since another might play a game differently: each says its version before it is trusted, and again with every range.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from threading import get_ident
from typing import Any, TypeAlias

from interpreter import cache
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.simulate.executors import FIRST_STRETCH, Executor, choose_executor
from interpreter.simulate.players import (
    AUTO,
    STEPPER,
    Clock,
    NativePlayer,
    Plan,
    PlayOptions,
    StepperPlayer,
    can_play_natively,
    is_native_available,
)
from interpreter.simulate.worker_process import ignore_interrupts, take_until_broken
from interpreter.summary import Summary
from interpreter.tiering import FEW_GAMES

CONNECT_TIMEOUT = 10
"""For how many seconds to wait for an answer, or for a worker where there is none."""

RANGES_AHEAD = 2
"""How many ranges each worker has waiting for it."""

TARGET_SECONDS = 1.0
"""How long a range should take."""

MAX_RANGE = 5_000_000
"""How many games a range has at most."""

SILENCED_LOGGERS = ("distributed", "tornado", "asyncio")
"""The packages that log on standard error what becomes of a scheduler."""

MAX_PLAYERS = 32
"""The players that a worker keeps, one for each thread and program."""


# ---- at a worker


@dataclass(frozen=True)
class VersionMismatch:
    """What a worker of another version returns."""

    version: str


@dataclass(frozen=True)
class WorkerResult:
    """What a worker returns: the summary of a range, and the seconds it took, if there is a clock."""

    summary: Summary
    seconds: float = 0.0


Player: TypeAlias = NativePlayer | StepperPlayer


def find_worker_version() -> str:
    return cache.compute_release()


def play_at_worker(packed: bytes, clock: Clock | None, version: str, games: range) -> WorkerResult | VersionMismatch:
    """Play games at a worker, if it has this version. `packed` is a plan with the options to play it."""
    if cache.compute_release() != version:
        return VersionMismatch(cache.compute_release())
    player = _make_player(packed, get_ident())
    if clock is None:
        return WorkerResult(player.play(games))
    began = clock()
    summary = player.play(games)
    return WorkerResult(summary, clock() - began)


@lru_cache(MAX_PLAYERS)
def _make_player(packed: bytes, thread: int) -> Player:
    del thread
    plan, play_options = pickle.loads(packed)
    if play_options.engine == STEPPER or not is_native_available() or not can_play_natively(plan):
        return StepperPlayer(plan, play_options.per_game)
    return NativePlayer(plan, play_options).prepare()


# ---- here


@dataclass(frozen=True)
class ProgramExecutor:
    """An executor for one of several programs: its share of the summaries."""

    parts: Iterator[Summary]

    def play(self, games: range) -> Iterator[Summary]:
        """As an executor does. The games are those that all programs were asked for."""
        return take_until_broken(self.parts)

    def shutdown(self) -> None:
        """Do nothing: the machines are for other programs, too."""


def _silence_logs() -> None:
    """Silence what Dask and its libraries log: lost workers are reported in one sentence. Some of their loggers
    have a level of their own, whatever that of the logger above them is."""
    import logging

    own = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in SILENCED_LOGGERS]
    for name in (*SILENCED_LOGGERS, *own):
        logging.getLogger(name).setLevel(logging.CRITICAL)


class DaskExecutor:
    """An executor on many machines, for one program or for several. `address` is a scheduler's; without one, workers
    are started on this machine. `trouble` says why the last games were not played there, if they were not."""

    def __init__(self, plans: Sequence[Plan], play_options: PlayOptions, address: str = "") -> None:
        """Raises `Rejected` if nobody answers, there are no workers, or one of them is of another version."""
        self.plans, self.play_options, self.address = plans, play_options, address
        self.trouble = ""
        self.cluster: Any = None
        self.client: Any = self._connect()
        try:
            self._check_workers()
        except BaseException as error:
            self.shutdown()
            if isinstance(error, OSError):
                raise Rejected([errors.dask_unreachable(address, str(error).split("\n")[0])]) from None
            raise
        self.size = FIRST_STRETCH

    def _connect(self) -> Any:
        from importlib import import_module

        distributed: Any = import_module("distributed")
        _silence_logs()
        client: Any = None
        try:
            if not self.address:
                wished, own = self.play_options.workers, "127.0.0.1:0"
                with ignore_interrupts():
                    self.cluster = distributed.LocalCluster(
                        n_workers=wished, threads_per_worker=1, dashboard_address=own, silence_logs=50
                    )
            client = distributed.Client.__new__(distributed.Client)
            client.__init__(self.cluster or self.address, timeout=CONNECT_TIMEOUT, set_as_default=False)
            return client
        except (OSError, ValueError, TypeError) as error:
            # What did not connect is closed here: its finalizer would wait for ever if it ran while another starts.
            for begun in filter(None, (client, self.cluster)):
                begun.close()
            raise Rejected([errors.dask_unreachable(self.address, str(error).split("\n")[0])]) from None

    @property
    def list_workers(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.scheduler_info(n_workers=-1).get("workers", {})
        return found

    def _check_workers(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        except TimeoutError:
            raise Rejected([errors.workers_missing(self.address)]) from None
        said = self.client.run(find_worker_version, on_error="return")
        wrong = [
            errors.worker_version(worker, version if isinstance(version, str) else "", cache.compute_release())
            for worker, version in said.items()
            if version != cache.compute_release()
        ]
        if wrong:
            raise Rejected(wrong)

    # ---- playing

    def play(self, games: range) -> Iterator[Summary]:
        """Play the games of the only program."""
        return take_until_broken(part for _, part in self._play_parts(games))

    def share_games(self, games: range) -> Iterator[Executor]:
        """An executor for each program, to be used up before the next."""
        for _, parts in groupby(self._play_parts(games), key=itemgetter(0)):
            yield ProgramExecutor(part for _, part in parts)

    def _play_parts(self, games: range) -> Iterator[tuple[int, Summary]]:
        stretches = self._submit_stretches(games)
        coming: deque[tuple[int, range, Any]] = deque()
        number, at = 0, games.start
        while not self.trouble:
            while len(coming) < RANGES_AHEAD * max(1, len(self.list_workers)) and (following := next(stretches, None)):
                coming.append(following)
            if not coming:
                return
            number, stretch, future = coming[0]
            at = stretch.start
            found = self._read_result(future)
            if found is not None:
                coming.popleft()
                self._learn(found)
                yield number, found.summary
        for _, _, future in coming:
            with suppress(Exception):  # the scheduler may be gone
                future.cancel()
        yield from self._play_rest(number, range(at, games.stop), games)

    def _submit_stretches(self, games: range) -> Iterator[tuple[int, range, Any]]:
        few = self.play_options.engine == AUTO and len(games) < FEW_GAMES
        play_options = replace(
            self.play_options, clock=None, on_fallback=None, engine=STEPPER if few else self.play_options.engine
        )
        for number, plan in enumerate(self.plans):
            packed = pickle.dumps((plan, play_options))
            name = f"plan-{sha256(packed).hexdigest()}"
            shipped = self._submit(bytes, packed, key=name)
            at = games.start
            while at < games.stop:
                stretch = range(at, min(at + self.size, games.stop))
                given = (shipped, self.play_options.clock, cache.compute_release(), stretch)
                yield number, stretch, self._submit(play_at_worker, *given, pure=False)
                at = stretch.stop

    def _submit(self, function: Callable[..., object], *given: object, **how: object) -> Any:
        """The future of a function at a worker; None where the scheduler is gone, for which Dask raises exceptions of
        all kinds."""
        try:
            return self.client.submit(function, *given, **how)
        except Exception:
            return None

    def _play_rest(self, number: int, left: range, games: range) -> Iterator[tuple[int, Summary]]:
        """Play the rest of a program here, and the programs after it."""
        for later in range(number, len(self.plans)):
            rest = left if later == number else games
            executor = choose_executor(self.plans[later], len(rest), self.play_options)
            try:
                yield from ((later, part) for part in executor.play(rest))
            finally:
                executor.shutdown()

    def _read_result(self, future: Any) -> WorkerResult | None:
        """The result of a range; None if it will never come, or could not be handed out."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        alone = 0 if future is not None else CONNECT_TIMEOUT
        while alone < CONNECT_TIMEOUT:
            try:
                found = future.result(timeout=1)
            except TimeoutError:
                alone = 0 if self.client.status == "running" and self.list_workers else alone + 1
            except (KilledWorker, CancelledError, OSError, RuntimeError) as error:
                self.trouble = f"the workers were lost ({type(error).__name__})"
                return None
            else:
                if isinstance(found, VersionMismatch):
                    raise Rejected([errors.worker_version("that came later", found.version, cache.compute_release())])
                return found  # type: ignore[no-any-return]
        self.trouble = "all workers went away"
        return None

    def _learn(self, found: WorkerResult) -> None:
        if self.play_options.clock is not None:
            wanted = int(found.summary.games * TARGET_SECONDS / max(found.seconds, 0.001))
            self.size = max(FIRST_STRETCH, min(wanted, 4 * self.size, MAX_RANGE))

    def shutdown(self) -> None:
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()
