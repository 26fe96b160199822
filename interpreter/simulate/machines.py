"""Games shared out to other machines, by Dask.

A worker is handed ranges of game numbers and gives back the summary of each, as small for a million games as for ten.
Ranges are added up in order, whoever played them, so the numbers are those of one machine. What a lost worker had is
handed out again; should all workers be lost, or the scheduler, the games that are left are played here. Workers have
to be of the very same version, since another might play a game differently: each says its version before it is
trusted, and again with every range.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from threading import Lock, local
from typing import Any

from interpreter import cache
from interpreter.diagnostics import Rejected
from interpreter.errors import simulating as errors
from interpreter.frozen import dataclass
from interpreter.simulate.crew import FIRST_STRETCH, crew_for, until_broken
from interpreter.simulate.players import STEPPER, NativePlayer, StepperPlayer, Wishes, native_available, native_plays
from interpreter.simulate.summary import Plan, Summary

PATIENCE = 10
"""For how many seconds to wait for an answer, or for a worker where there is none."""

WAITING = 2
"""How many ranges each worker has waiting for it."""

SECONDS = 1.0
"""How long a range should take."""

LONGEST = 5_000_000
"""How many games a range has at most."""


# ---- at a worker


@dataclass(frozen=True)
class Stranger:
    """What a worker of another version gives back."""

    version: str


_native: dict[bytes, NativePlayer] = {}
_own = local()
_lock = Lock()


def version_there() -> str:
    """The version of the program at a worker."""
    return cache.release()


def play_there(packed: bytes, version: str, games: range) -> Summary | Stranger:
    """Play games at a worker, if it is of the version wanted. `packed` is a plan, and how it is to be played."""
    if cache.release() != version:
        return Stranger(cache.release())
    return _player(packed).play(games)


def _player(packed: bytes) -> NativePlayer | StepperPlayer:
    """A player for a plan, made once: machine code for all threads, or a stepper for each."""
    name = sha256(packed).digest()
    plan, wishes = pickle.loads(packed)
    if wishes.engine == STEPPER or not native_available() or not native_plays(plan):
        players: dict[bytes, StepperPlayer] = _own.__dict__.setdefault("players", {})
        if name not in players:
            players[name] = StepperPlayer(plan, wishes.per_game)
        return players[name]
    with _lock:
        if name not in _native:
            _native[name] = NativePlayer(plan, wishes).prepare()
        return _native[name]


# ---- here


class Machines:
    """A crew on many machines. `address` is a scheduler's; without one, workers are started on this machine."""

    def __init__(self, plan: Plan, wishes: Wishes, address: str = "") -> None:
        """Raises `Rejected` if nobody answers, there are no workers, or one of them is of another version."""
        self.plan, self.wishes, self.address = plan, wishes, address
        self.trouble = ""
        self.packed = pickle.dumps((plan, replace(wishes, clock=None)))
        self.cluster: Any = None
        self.client: Any = self._client()
        try:
            self._know_workers()
            self.shipped = self.client.submit(bytes, self.packed, key=f"plan-{sha256(self.packed).hexdigest()}")
        except BaseException:
            self.close()
            raise
        self.size = FIRST_STRETCH
        self.played = 0

    def _client(self) -> Any:
        import logging
        from importlib import import_module

        distributed: Any = import_module("distributed")

        for name in ("distributed", "tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            if not self.address:
                self.cluster = distributed.LocalCluster(
                    n_workers=self.wishes.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
                )
            return distributed.Client(self.cluster or self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            if self.cluster is not None:
                self.cluster.close()
            raise Rejected([errors.dask_unreachable(self.address, str(error).split("\n")[0])]) from None

    @property
    def workers(self) -> dict[str, Any]:
        """The workers there are now."""
        found: dict[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        return found

    def _know_workers(self) -> None:
        """Refuse workers of another version, or none at all."""
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise Rejected([errors.workers_missing(self.address)]) from None
        said = self.client.run(version_there, on_error="return")
        wrong = [
            errors.worker_version(worker, version if isinstance(version, str) else "", cache.release())
            for worker, version in said.items()
            if version != cache.release()
        ]
        if wrong:
            raise Rejected(wrong)

    # ---- playing

    def play(self, games: range) -> Iterator[Summary]:
        """As a crew does."""
        return until_broken(self._parts(games))

    def _parts(self, games: range) -> Iterator[Summary]:
        at = games.start
        coming: deque[tuple[range, Any]] = deque()
        began = self.wishes.clock() if self.wishes.clock is not None else 0.0
        while (coming or at < games.stop) and not self.trouble:
            while at < games.stop and len(coming) < WAITING * max(1, len(self.workers)):
                stretch = range(at, min(at + self.size, games.stop))
                coming.append((stretch, self._hand_out(stretch)))
                at = stretch.stop
            stretch, future = coming[0]
            part = self._result(future)
            if part is None:
                break
            coming.popleft()
            yield part
            self._learn(part.games, began)
        for _, future in coming:
            future.cancel()
        rest = range(coming[0][0].start if coming else at, games.stop)
        if rest:
            yield from crew_for(self.plan, len(rest), self.wishes).play(rest)

    def _hand_out(self, games: range) -> Any:
        return self.client.submit(play_there, self.shipped, cache.release(), games, pure=False)

    def _result(self, future: Any) -> Summary | None:
        """What came of a range; None if it will never come."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        alone = 0
        while alone < PATIENCE:
            try:
                found = future.result(timeout=1)
            except TimeoutError:
                alone = 0 if self.client.status == "running" and self.workers else alone + 1
            except (KilledWorker, CancelledError, OSError, RuntimeError) as error:
                self.trouble = f"the workers were lost ({type(error).__name__})"
                return None
            else:
                if isinstance(found, Stranger):
                    raise Rejected([errors.worker_version("that came later", found.version, cache.release())])
                return found  # type: ignore[no-any-return]
        self.trouble = "all workers went away"
        return None

    def _learn(self, games: int, began: float) -> None:
        """How long ranges should be from now on."""
        self.played += games
        if self.wishes.clock is None:
            return
        seconds = max(self.wishes.clock() - began, 0.001)
        wanted = int(self.played / seconds * SECONDS / max(1, len(self.workers)))
        self.size = max(FIRST_STRETCH, min(wanted, 4 * self.size, LONGEST))

    def close(self) -> None:
        """Let the workers go; those started here end."""
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()
