"""`groundrules simulate`: many games, and what they came to."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.characters import make_visible
from interpreter.cli.arguments import (
    GAMES,
    MOST_STOPS,
    PLAYING,
    blame_command_line,
    read_seed,
    read_strategies,
)
from interpreter.cli.check_cache import CachedGame, load_checked
from interpreter.cli.command_line import INTERRUPTED, UsageError, misuse_at, place_at_word
from interpreter.cli.common import read_chosen_players, read_chosen_settings
from interpreter.cli.odds_cache import NO_MEANS, find_means_beside
from interpreter.cli.options import NAME, Options, add_options, whole_number
from interpreter.cli.reports.per_game import PerGame, read_per_game
from interpreter.cli.reports.statistics import format_report
from interpreter.cli.stop_condition import StopCondition, read_stop_condition
from interpreter.cli.terminal.console import write_diagnostics, write_json_of_broken
from interpreter.cli.terminal.progress import defer_interrupts, make_fallback_printer, with_progress
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.odds.known_means import Means
from interpreter.runtime_errors import collect_sources, diagnose_failure, diagnose_lost_advice, format_replay_note
from interpreter.settings import GameFacts, format_settings
from interpreter.simulate.advice_failures import find_cause
from interpreter.simulate.executors import Executor, choose_executor
from interpreter.simulate.plan import Plan
from interpreter.simulate.players import (
    AUTO,
    ENGINES,
    NATIVE,
    STEPPER,
    PlayOptions,
    find_fallback,
    find_unknown_strategies,
    is_native_available,
)
from interpreter.simulate.simulation import Result, schedule_checks
from interpreter.summary import BrokenGame, GameRow, Summary

if TYPE_CHECKING:
    from interpreter.simulate.dask_executor import DaskExecutor

UNWRITTEN, BROKEN = 1, 1
"""What the program ends with where the games one by one could not be written, and after a game that could not go on."""

MOST_WORKERS = 256

USUAL_GAMES = 1_000

MOST_UNTIL = 100_000_000
"""So many games are played at most until something holds, if no other number is said."""

FEW_FOR_STEPPER, FEW_FOR_NATIVE = 2_000, 20_000
"""So few games are over before more processes, or threads, have started."""

ABOUT = """\
Play many games and count: what the ruleset measures, with standard errors, who won, and how
often each row and rule was reached. The same seed gives the same numbers on every machine,
with any engine and any number of workers."""

EXAMPLE = """\
  groundrules simulate two_dice -n 1000 --seed 7
  groundrules simulate two_dice -n 1e6 --until "stderr(throws) < 0.1" """.rstrip()


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
        "without an address, on some on this machine",
    },
}
"""What a verb takes that plays many games at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    about = f"how many games (default: {USUAL_GAMES})"
    parser.add_argument("-n", "--games", metavar="GAMES", type=GAMES, help=about)
    parser.add_argument(
        "--until",
        metavar="CONDITION",
        help='play until a mean is known this well, "stderr(MEASURE) < 0.01"; -n is then the most',
    )
    add_options(parser, WORKERS)
    parser.add_argument("--per-game", metavar="FILE", help="write one line per game to FILE.csv or FILE.parquet")


def run(arguments: argparse.Namespace) -> int:
    games = _read_games(arguments)
    play_options = read_play_options(arguments, games)
    seed = read_seed(arguments)
    known = load_checked(arguments.name, arguments.house)
    game = known.game
    with blame_command_line():
        options = read_chosen_settings(game, arguments)
        program = known.program(options, read_chosen_players(game, arguments))
        plan = Plan(program, read_strategies(game, program, arguments), seed, arguments.most_stops)
    until = read_stop_condition(arguments, program)
    if arguments.engine == NATIVE and (unknown := find_unknown_strategies(plan)):
        misuse_at(arguments, NATIVE, errors.engine_cannot(NATIVE, unknown[0]))
    executor = (
        choose_executor(plan, games, play_options)
        if arguments.dask is None
        else connect_machines(arguments, [plan], play_options)
    )
    playing = SimulationRun(executor, Summary.of(program), read_per_game(arguments, program), arguments.json)
    began = time.perf_counter()
    playing.play(games, until)
    seconds = time.perf_counter() - began
    summary = playing.summary
    broken = [] if summary.broken is None else describe_broken_game(known, plan, summary.broken)
    text = until.text if until is not None else ""
    result = Result(plan, summary, game.name, format_settings(game, options), game.house, seconds, text)
    means = NO_MEANS
    if not (broken or playing.interrupted or summary.void):
        means = find_means_beside(known.make_key(options, arguments.players), program, plan.strategies)
    _print(game, result, means, broken, arguments.json)
    _print_notes(known, plan, playing, games, until)
    if broken:
        return BROKEN
    if playing.unwritten is not None:
        write_diagnostics(playing.unwritten.diagnostics, sys.stderr)
        return UNWRITTEN
    return INTERRUPTED if playing.interrupted else 0


def _read_games(arguments: argparse.Namespace) -> int:
    if arguments.games is not None:
        return int(arguments.games)
    return USUAL_GAMES if arguments.until is None else MOST_UNTIL


def read_play_options(arguments: argparse.Namespace, games: int) -> PlayOptions:
    """How games are to be played. Raises `UsageError` if it cannot be done so."""
    if arguments.engine == NATIVE and not is_native_available():
        misuse_at(arguments, NATIVE, errors.package_missing("the native engine", "llvmlite"))
    per_game = getattr(arguments, "per_game", None) is not None
    workers = _read_workers(arguments, games)
    open_ended = getattr(arguments, "until", None) is not None
    return PlayOptions(arguments.engine, workers, per_game, time.perf_counter, open_ended, make_fallback_printer())


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
    for plan in plans:
        if (
            play_options.on_fallback is not None
            and (fallback := find_fallback(plan, play_options))
            and fallback.strategies
        ):
            play_options.on_fallback(fallback)
    return machines


def _read_workers(arguments: argparse.Namespace, games: int) -> int:
    if arguments.workers is not None:
        return int(arguments.workers)
    slow = arguments.engine == STEPPER or not is_native_available()
    if arguments.dask is not None:
        return min(os.cpu_count() or 1, MOST_WORKERS)
    few = games < (FEW_FOR_STEPPER if slow else FEW_FOR_NATIVE)
    return 1 if few else min(os.cpu_count() or 1, MOST_WORKERS)


@dataclass
class SimulationRun:
    """A running simulation and its results so far. `held` says that the stop condition holds, `written` where the games
    are one by one, and `unwritten` why they could not be written."""

    executor: Executor
    summary: Summary
    per_game: PerGame | None = None
    quiet: bool = False
    interrupted: bool = False
    held: bool = False
    written: str = ""
    unwritten: Rejected | None = None

    def play(self, games: int, until: StopCondition | None = None) -> None:
        """Play the games, or as many as it takes, or as there is time for before Ctrl-C."""
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
        """Stretch after stretch; after the fixed numbers of games it is looked whether that is enough."""
        played = 0
        for look in schedule_checks(games) if until is not None else (games,):
            yield from self.executor.play(range(played, look))
            played = look
            if self.summary.broken is not None:
                return
            if until is not None and until.holds(self.summary):
                self.held = True
                return


def describe_broken_game(known: CachedGame, plan: Plan, broken: BrokenGame) -> list[Diagnostic]:
    """Why a game could not go on, and how to see it again."""
    note = format_replay_note(broken.game, plan.seed, known.model)
    return [diagnose_failure(plan.program, broken.failure, collect_sources(known.model), note)]


def _print(game: GameFacts, result: Result, means: Means, broken: Sequence[Diagnostic], as_json: bool) -> None:
    if as_json:
        from interpreter.cli.reports.exact_means import means_to_object

        write_json_of_broken({**result.to_dict(), "exact": means_to_object(means)["measures"]}, broken)
        return
    if result.games:
        print("\n".join(format_report(game, result, means)), flush=True)
    write_diagnostics(broken, sys.stderr)


def describe_lost_advice(known: CachedGame, plan: Plan, summary: Summary) -> Iterator[Diagnostic]:
    for line, lost in sorted(summary.lost.items()):
        cause = find_cause(plan, line, lost.first)
        if cause is not None:
            yield diagnose_lost_advice(plan.program, known.model, line, lost, summary.games, cause, plan.seed)


def _print_notes(
    known: CachedGame, plan: Plan, playing: SimulationRun, asked: int, until: StopCondition | None
) -> None:
    summary = playing.summary
    print_trouble(playing.executor)
    if summary.lost:
        write_diagnostics(describe_lost_advice(known, plan, summary), sys.stderr)
    if summary.broken is not None:
        print(describe_games_before(summary.games, asked, until), file=sys.stderr)
        print_written(playing)
    elif playing.interrupted or (playing.unwritten is not None and summary.games < asked):
        print(describe_interruption(summary.games, asked, until), file=sys.stderr)
        print_written(playing)
    elif until is not None and not playing.held:
        print(f"After {summary.games:,} games `{until.text}` is not true yet.", file=sys.stderr)


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
