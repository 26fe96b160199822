"""`groundrules simulate`: many games, and their statistics."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from interpreter.cli.arguments import (
    GAMES,
    PLAYING,
    StopCondition,
    blame_command_line,
    choose_game,
    read_seed,
    read_stop_condition,
    read_strategies,
)
from interpreter.cli.command_line import INTERRUPTED, NAME, add_options, misuse_at
from interpreter.cli.loading import CheckedGame
from interpreter.cli.reports.per_game import read_per_game
from interpreter.cli.reports.report import read_output
from interpreter.cli.reports.statistics import make_report
from interpreter.cli.simulating import (
    BROKEN,
    NO_MEANS,
    WORKERS,
    SimulationRun,
    connect_machines,
    describe_broken_game,
    describe_games_before,
    describe_interruption,
    find_quick_means,
    print_trouble,
    print_written,
    read_play_options,
)
from interpreter.cli.terminal.console import write_diagnostics
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import simulating as errors
from interpreter.runtime_errors import diagnose_lost_advice
from interpreter.simulate.executors import choose_executor
from interpreter.simulate.players import NATIVE, Plan, StepperPlayer, find_unknown_strategies
from interpreter.simulate.simulation import Result
from interpreter.summary import Summary

UNWRITTEN = 1
"""The exit code where the games one by one could not be written."""

USUAL_GAMES = 1_000

MOST_UNTIL = 100_000_000
"""The most games that are played until a condition holds, if no other number is given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    about = f"how many games (default: {USUAL_GAMES})"
    parser.add_argument("-n", "--games", metavar="GAMES", type=GAMES, help=about)
    parser.add_argument(
        "--until",
        metavar="CONDITION",
        help='play until a mean is known this well, "stderr(MEASURE) < 0.01"; -n is then the limit',
    )
    add_options(parser, WORKERS)
    parser.add_argument("--per-game", metavar="FILE", help="write one line per game to FILE.csv or FILE.parquet")


def run(arguments: argparse.Namespace) -> int:
    games = arguments.games or (USUAL_GAMES if arguments.until is None else MOST_UNTIL)
    play_options, seed = read_play_options(arguments, games), read_seed(arguments)
    chosen = choose_game(arguments)
    game, program = chosen.facts, chosen.program
    with blame_command_line():
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
    broken = describe_broken_game(chosen.known, plan, summary.broken)
    text = until.text if until is not None else ""
    result = Result(plan, summary, game.name, chosen.settings, game.house, seconds, text)
    means = NO_MEANS
    if not (broken or playing.interrupted or summary.void):
        key = chosen.known.make_key(chosen.options, chosen.players, *plan.strategies)
        means = find_quick_means(key, program, plan.strategies)
    read_output(arguments).write(make_report(game, result, means, broken))
    _print_notes(chosen.known, plan, playing, games, until)
    if broken:
        return BROKEN
    if playing.unwritten is not None:
        write_diagnostics(playing.unwritten.diagnostics, sys.stderr)
        return UNWRITTEN
    return INTERRUPTED if playing.interrupted else 0


def _describe_lost_advice(known: CheckedGame, plan: Plan, summary: Summary) -> Iterator[Diagnostic]:
    """Why lines of strategies failed: the first game in which each did is played again."""
    for line, lost in sorted(summary.lost.items()):
        player = StepperPlayer(plan)
        player.play_game(lost.first)
        if player.bots is not None and (cause := player.bots.failure_causes.get(line)) is not None:
            yield diagnose_lost_advice(plan.program, known.model, line, lost, summary.games, cause, plan.seed)


def _print_notes(
    known: CheckedGame, plan: Plan, playing: SimulationRun, asked: int, until: StopCondition | None
) -> None:
    summary = playing.summary
    print_trouble(playing.executor)
    write_diagnostics(_describe_lost_advice(known, plan, summary), sys.stderr)
    if summary.broken is not None:
        print(describe_games_before(summary.games, asked, until), file=sys.stderr)
        print_written(playing)
    elif playing.interrupted or (playing.unwritten is not None and summary.games < asked):
        print(describe_interruption(summary.games, asked, until), file=sys.stderr)
        print_written(playing)
    elif until is not None and not playing.held:
        print(f"After {summary.games:,} games `{until.text}` is not true yet.", file=sys.stderr)
