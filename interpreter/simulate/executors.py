"""Who plays the games of a simulation: a stepper, or machine code, by itself, in other processes or in threads.

An executor is given ranges of game numbers and yields the summaries of stretches of them in order. Which engine plays a
game, and where, changes nothing in the summaries, so `auto` may do as is fastest. `players` has those who play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import partial
from typing import Any, Protocol

from interpreter import cache
from interpreter.data_classes import dataclass
from interpreter.simulate.players import (
    AUTO,
    STEPPER,
    Clock,
    Fallback,
    NativePlayer,
    Plan,
    PlayOptions,
    StepperPlayer,
    find_fallback,
)
from interpreter.simulate.worker_process import MAX_AHEAD, STRETCH, ProcessExecutor, collect_in_order, take_until_broken
from interpreter.summary import BrokenGame, GameRow, Summary
from interpreter.tiering import Tiering

FIRST_STRETCH, MAX_STRETCH, UNTIMED_STRETCH = 200, 200_000, 16_000
"""The games in a stretch of machine code: at first, at most, and at most without a clock."""

TARGET_SECONDS = 0.1
"""How long a stretch should take where there is a clock."""


class Executor(Protocol):
    """Plays ranges of games, one range after another."""

    def play(self, games: range) -> Iterator[Summary]:
        """Yield the summaries of stretches of the games, in order. A broken game is the last of its stretch, and that
        stretch the last."""
        ...

    def shutdown(self) -> None:
        ...


def list_games(parts: Iterator[Summary]) -> Iterator[GameRow | BrokenGame]:
    """The games of an executor that keeps them, in order; a broken one is the last."""
    for part in parts:
        yield from part.rows
        if part.broken is not None:
            yield part.broken


@dataclass
class StretchSizer:
    """Chooses the length of the next stretch."""

    clock: Clock | None = None
    size: int = FIRST_STRETCH
    longest: int = MAX_STRETCH

    def next(self) -> int:
        """How long it should be. Without a clock, twice as long as the one before."""
        size = self.size
        if self.clock is None:
            self.size = min(2 * size, UNTIMED_STRETCH, self.longest)
        return size

    def play_timed(self, player: StepperPlayer | NativePlayer, games: range) -> Summary:
        if self.clock is None:
            return player.play(games)
        began = self.clock()
        summary = player.play(games)
        seconds = self.clock() - began
        self._learn(len(games), seconds)
        player.record_time(len(games), seconds)
        return summary

    def _learn(self, games: int, seconds: float) -> None:
        wanted = int(games * TARGET_SECONDS / seconds) if seconds > 0 else self.longest
        self.size = max(1, min(wanted, 4 * self.size, self.longest))


@dataclass
class ThreadExecutor:
    """A player in this process: machine code, in as many threads as there are workers, or the stepper alone."""

    player: NativePlayer | StepperPlayer
    workers: int
    stretching: StretchSizer = field(default_factory=StretchSizer)
    pool: Any = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.workers > 1:
            from concurrent.futures import ThreadPoolExecutor

            self.pool = ThreadPoolExecutor(self.workers)

    def play(self, games: range) -> Iterator[Summary]:
        return take_until_broken(self._play_parts(games))

    def _list_stretches(self, games: range) -> Iterator[range]:
        at = games.start
        while at < games.stop:
            left = -(-(games.stop - at) // self.workers)
            size = max(1, min(self.stretching.next(), left))
            yield range(at, min(at + size, games.stop))
            at += size

    def _play_parts(self, games: range) -> Iterator[Summary]:
        play = partial(self.stretching.play_timed, self.player)
        if self.pool is None:
            yield from map(play, self._list_stretches(games))
            return
        submit = partial(self.pool.submit, play)
        yield from collect_in_order(submit, self._list_stretches(games), MAX_AHEAD * self.workers)

    def shutdown(self) -> None:
        """End the threads, once they have finished their stretches."""
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)


def make_stepper(plan: Plan, play_options: PlayOptions) -> ThreadExecutor:
    clock = play_options.clock
    sizer = StretchSizer(clock, 1 if clock else STRETCH, STRETCH)
    return ThreadExecutor(StepperPlayer(plan, play_options.per_game), 1, sizer)


# ---- the choice


def choose_executor(plan: Plan, games: int, play_options: PlayOptions) -> Executor:
    """Choose the fastest executor for this many games. The stepper plays where machine code cannot decide for a
    seat."""
    fallback = find_fallback(plan, play_options)
    few = play_options.engine == AUTO and not Tiering(len(plan.program.blocks)).code_pays(games)
    if fallback is not None and play_options.on_fallback is not None and (fallback.strategies or not few):
        play_options.on_fallback(fallback)
    if play_options.engine == STEPPER or fallback is not None or few:
        return _choose_stepper(plan, play_options)
    try:
        player = NativePlayer(plan, play_options, games).prepare()
    except (ImportError, OSError, RuntimeError) as error:
        if play_options.engine != AUTO:
            raise
        lacking = f"no machine code can be made here ({error})"
        if play_options.on_fallback is not None:
            play_options.on_fallback(Fallback(trouble=lacking))
        else:
            cache.report_trouble(lacking)
        return _choose_stepper(plan, play_options)
    return ThreadExecutor(player, play_options.workers, StretchSizer(play_options.clock))


def _choose_stepper(plan: Plan, play_options: PlayOptions) -> Executor:
    return ProcessExecutor(plan, play_options) if play_options.workers > 1 else make_stepper(plan, play_options)
