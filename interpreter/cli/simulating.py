"""Games played by the thousand: what `simulate`, `sweep`, `ledger` and `diff` share."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.characters import make_visible
from interpreter.cli.arguments import MOST_STOPS, StopCondition
from interpreter.cli.command_line import Options, UsageError, misuse_at, place_at_word, whole_number
from interpreter.cli.loading import CheckedGame, cached
from interpreter.cli.terminal.working import defer_interrupts, make_fallback_printer, with_progress
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.odds.known_means import Means, may_be_near
from interpreter.program import Program
from interpreter.runtime_errors import diagnose_failure, format_replay_note
from interpreter.simulate.executors import Executor
from interpreter.simulate.players import (
    AUTO,
    ENGINES,
    NATIVE,
    STEPPER,
    Plan,
    PlayOptions,
    find_fallback,
    is_native_available,
)
from interpreter.simulate.simulation import schedule_checks
from interpreter.summary import BrokenGame, GameRow, Summary

if TYPE_CHECKING:
    from interpreter.cli.reports.per_game import PerGame
    from interpreter.simulate.dask_executor import DaskExecutor

BROKEN = 1
"""The exit code after a game that could not continue, or where nothing is in reach."""

MOST_WORKERS = 256

FEW_FOR_STEPPER, FEW_FOR_NATIVE = 2_000, 20_000
"""Below this, starting more processes, or threads, takes longer than playing."""

BESIDE_GAMES, MOST_OUTCOMES = 500, 2_000
"""Exact means are shown beside simulated games up to this many states, and outcomes of a roll."""

NO_MEANS = Means({}, {}, 0.0, {})

WORKERS: Options = {
    "--engine": {"choices": ENGINES, "default": AUTO, "help": "what plays; auto chooses the fastest"},
    **MOST_STOPS,
    "--workers": {
        "metavar": "N",
        "type": whole_number("the number of workers", 1, MOST_WORKERS),
        "help": "how many play at once (default: one for each core)",
    },
    "--dask": {
        "metavar": "ADDRESS",
        "nargs": "?",
        "const": "",
        "help": "play on the workers of this Dask scheduler; "
        "without an address, on workers of this machine",
    },
}
"""The options of verbs that play many games at once."""


def read_play_options(arguments: argparse.Namespace, games: int) -> PlayOptions:
    """How games are to be played. Raises `UsageError` if they cannot be played like that."""
    if arguments.engine == NATIVE and not is_native_available():
        misuse_at(arguments, NATIVE, errors.package_missing("the native engine", "llvmlite"))
    per_game = getattr(arguments, "per_game", None) is not None
    open_ended = getattr(arguments, "until", None) is not None
    workers = arguments.workers or _count_workers(arguments, games)
    return PlayOptions(arguments.engine, workers, per_game, time.perf_counter, open_ended, make_fallback_printer())


def _count_workers(arguments: argparse.Namespace, games: int) -> int:
    slow = arguments.engine == STEPPER or not is_native_available()
    if arguments.dask is None and games < (FEW_FOR_STEPPER if slow else FEW_FOR_NATIVE):
        return 1
    return min(os.cpu_count() or 1, MOST_WORKERS)


def connect_machines(arguments: argparse.Namespace, plans: Sequence[Plan], play_options: PlayOptions) -> DaskExecutor:
    """The machines that `--dask` names. Raises `UsageError` if nobody is there."""
    try:
        from interpreter.simulate.dask_executor import DaskExecutor

        machines = DaskExecutor(plans, play_options, arguments.dask)
    except ImportError:
        misuse_at(arguments, "--dask", errors.package_missing("--dask", "distributed", "dask"))
    except Rejected as rejected:
        where = arguments.dask or "--dask"
        raise UsageError([place_at_word(arguments, where, each) for each in rejected.diagnostics]) from None
    for plan in plans if play_options.on_fallback is not None else ():
        if (fallback := find_fallback(plan, play_options)) and fallback.strategies and play_options.on_fallback:
            play_options.on_fallback(fallback)
    return machines


@dataclass
class SimulationRun:
    """A running simulation and its results so far. The games one by one go to `per_game` or are gathered in `rows`.
    `held` says that the stop condition holds, `written` where the games are one by one, and `unwritten` why they could
    not be written."""

    executor: Executor
    summary: Summary
    per_game: PerGame | None = None
    quiet: bool = False
    rows: list[GameRow] | None = None
    interrupted: bool = False
    held: bool = False
    written: str = ""
    unwritten: Rejected | None = None

    def play(self, games: int, until: StopCondition | None = None) -> None:
        """Play the games, or as many as the condition takes, or up to Ctrl-C."""
        try:
            parts = self._play_parts(games, until)
            for part in parts if self.quiet else with_progress(parts, games if until is None else None):
                with defer_interrupts():
                    self.summary = self.summary.combine(part)
                    if not self._write(part.rows):
                        break
        except KeyboardInterrupt:
            self.interrupted = True
        except BaseException:
            if self.per_game is not None:
                self.per_game.give_up()
            raise
        finally:
            self.executor.shutdown()
        self._finish_writing()

    def _write(self, rows: Sequence[GameRow]) -> bool:
        if self.rows is not None:
            self.rows += rows
        try:
            if self.per_game is not None:
                self.per_game.add(rows)
        except Rejected as rejected:
            self.unwritten = rejected
        return self.unwritten is None

    def _finish_writing(self) -> None:
        if self.per_game is None:
            return
        try:
            if self.unwritten is None:
                self.written = self.per_game.finish(not self.interrupted and self.summary.broken is None)
        except Rejected as rejected:
            self.unwritten = rejected
        if self.unwritten is not None:
            self.per_game.give_up()

    def _play_parts(self, games: int, until: StopCondition | None) -> Iterator[Summary]:
        """The games in stretches. After each fixed number of games the condition is looked at."""
        played = 0
        for look in schedule_checks(games) if until is not None else (games,):
            yield from self.executor.play(range(played, look))
            played = look
            if self.summary.broken is not None:
                return
            if until is not None and until.holds(self.summary):
                self.held = True
                return


def find_quick_means(key: str, program: Program, strategies: Sequence[str]) -> Means:
    """Exact means of measures of whole games and of all phases of a kind, where they are found at once: to be shown
    beside simulated ones. None after Ctrl-C. `key` is that of the game (`CheckedGame.make_key`) with the strategies."""
    if not may_be_near(program, strategies, MOST_OUTCOMES):
        return NO_MEANS  # and without importing NumPy

    def find() -> Means:
        from interpreter.odds import means

        names = [each.name for each in program.measures]
        found = means.find_near_means(program, strategies, names, BESIDE_GAMES, MOST_OUTCOMES)
        return replace(NO_MEANS, measures={name: each for name, each in found.measures.items() if each.throughout})

    try:
        return cached("means", key, Means, find)
    except KeyboardInterrupt:
        return NO_MEANS


# ---- words


def describe_broken_game(known: CheckedGame, plan: Plan, broken: BrokenGame | None) -> list[Diagnostic]:
    """Why a game could not continue, if one could not, and how to see it again."""
    if broken is None:
        return []
    note = format_replay_note(broken.game, plan.seed, known.model)
    return [diagnose_failure(plan.program, broken.failure, known.model, note)]


def print_written(playing: SimulationRun) -> None:
    """Say where the games one by one are that were played, if they were to be written."""
    if playing.written:
        print(f"They are in {make_visible(playing.written)}, which is not the whole.", file=sys.stderr)


def print_trouble(executor: object) -> None:
    if trouble := getattr(executor, "trouble", ""):
        print(f"Played here from then on: {trouble}.", file=sys.stderr)


def describe_interruption(played: int, asked: int, until: StopCondition | None = None) -> str:
    if not played:
        return "Interrupted before any games were counted."
    return f"Interrupted: these are {_describe_first(played, asked, until)}."


def describe_games_before(played: int, asked: int, until: StopCondition | None = None) -> str:
    if not played:
        return "No games ended before that one, so there are no figures."
    return f"The figures are for the games before that one: {_describe_first(played, asked, until)}."


def _describe_first(played: int, asked: int, until: StopCondition | None) -> str:
    of = f"of {asked:,} games" if until is None else "games"
    return f"the first {played:,} {of}; `-n {played}` gives the same numbers"
