"""`groundrules simulate`: many games, and what they came to."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing

from interpreter.cli.asked import (
    SEEDS,
    add_playing_verb,
    chosen_seed,
    chosen_strategies,
    command_line_at_fault,
    read_number,
)
from interpreter.cli.common import NAME_HELP, Verbs, chosen_players, chosen_settings
from interpreter.cli.console import write_json
from interpreter.cli.remembered import Known, know
from interpreter.cli.statistics import report
from interpreter.diagnostics import Rejected
from interpreter.mishaps import replay_note, sources_of, tell_failure
from interpreter.settings import Facts, show_settings
from interpreter.simulate import Broken, Plan, Result, Summary, simulate

INTERRUPTED = 130

MOST_WORKERS = 256

FEW_GAMES = 2_000
"""So few games are over before more processes have started."""

ABOUT = """\
Play many games and count: what the ruleset measures, with standard errors, who won, and which
rows and rules came up. The same seed gives the same numbers on every machine, whatever the
number of workers."""

EXAMPLE = "  groundrules simulate two_dice -n 1000 --seed 7"


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_playing_verb(verbs, "simulate", "statistics over many games", ABOUT, EXAMPLE)
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("-n", "--games", metavar="GAMES", default="1000", help="how many games (1000 if left out)")
    parser.add_argument("--workers", metavar="N", help="how many processes play; one for each core if left out")


def run(arguments: argparse.Namespace) -> int:
    """Play and print."""
    games = read_number(arguments, "the number of games", arguments.games, 1, SEEDS)
    workers = _workers(arguments, games)
    seed = chosen_seed(arguments)
    known = know(arguments.name, arguments.house)
    game = known.game
    with command_line_at_fault():
        options = chosen_settings(game, arguments)
        program = known.program(options, chosen_players(game, arguments))
        plan = Plan(program, chosen_strategies(game, program, arguments), seed)
    began = time.perf_counter()
    summary = _play(plan, games, workers, quiet=arguments.json)
    seconds = time.perf_counter() - began
    if summary.broken is not None:
        raise _broken(known, plan, summary.broken)
    result = Result(plan, summary, game.name, show_settings(game, options), game.house, seconds)
    _print(game, result, games, arguments.json)
    return 0 if summary.games == games else INTERRUPTED


def _workers(arguments: argparse.Namespace, games: int) -> int:
    if arguments.workers is not None:
        return read_number(arguments, "the number of workers", arguments.workers, 1, MOST_WORKERS)
    return 1 if games < FEW_GAMES else min(os.cpu_count() or 1, MOST_WORKERS)


def _play(plan: Plan, games: int, workers: int, quiet: bool) -> Summary:
    """Play the games, or as many as there is time for before Ctrl-C."""
    summary = Summary.of(plan.program)
    try:
        with closing(simulate(plan, games, workers)) as parts:
            for part in parts if quiet else _with_progress(parts, games):
                summary = summary.plus(part)
    except KeyboardInterrupt:
        pass
    return summary


def _with_progress(parts: Iterator[Summary], games: int) -> Iterator[Summary]:
    """The same summaries; on a terminal, with a bar that grows as they come."""
    if not sys.stderr.isatty():
        yield from parts
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    shown = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]} games/s"), TimeRemainingColumn())
    with Progress(*shown, console=console, transient=True) as progress:
        task = progress.add_task("", total=games, rate="...")
        for part in parts:
            progress.advance(task, part.games)
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed
            progress.update(task, rate=f"{speed:,.0f}" if speed else "...")
            yield part


def _broken(known: Known, plan: Plan, broken: Broken) -> Rejected:
    note = replay_note(broken.game, plan.seed)
    return Rejected([tell_failure(plan.program, broken.failure, sources_of(known.model), note)])


def _print(game: Facts, result: Result, asked: int, as_json: bool) -> None:
    if as_json:
        write_json(result.to_dict())
    elif result.games:
        print("\n".join(report(game, result)))
    if result.games < asked:
        print(_interrupted(result.games, asked), file=sys.stderr)


def _interrupted(played: int, asked: int) -> str:
    if not played:
        return "Interrupted before any games were counted."
    return f"Interrupted: these are the first {played:,} of {asked:,} games; `-n {played}` gives the same numbers."
