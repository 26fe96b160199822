"""`groundrules ledger`: what a document leaves open, and what each way to read it changes."""

from __future__ import annotations

import argparse
import csv
import io
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from interpreter.cli.arguments import GAMES, PLAYING, read_seed
from interpreter.cli.check_cache import load_checked
from interpreter.cli.command_line import INTERRUPTED, misuse_at
from interpreter.cli.options import NAME, add_options
from interpreter.cli.reports.ledger import LedgerReport, Reading, format_report, list_lines, to_object
from interpreter.cli.reports.per_game import check_new_file
from interpreter.cli.sweep_grid import Axis, Combination, list_combinations, make_executors
from interpreter.cli.terminal.console import write_diagnostics, write_json_of_broken
from interpreter.cli.terminal.progress import defer_interrupts, with_progress
from interpreter.cli.verbs.simulate import BROKEN, WORKERS, describe_broken_game, read_play_options
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.files import write_whole
from interpreter.model import Model
from interpreter.model.declarations import OptionInfo
from interpreter.simulate.executors import Executor
from interpreter.simulate.pairing import pair_games
from interpreter.summary import BrokenGame, GameRow

ABOUT = """\
What the document of a game leaves open: each point with the ways to read it, and what each
of them changes against the way that is played, game by game with the same dice. What
changes most comes first."""

EXAMPLE = """\
  groundrules ledger two_dice -n 500 --seed 7
  groundrules ledger marker --measure runs_per_half_inning"""

MOST_NAMED = 4
"""Of an option with more values than that, a number, the next lower and the next higher are tried."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    parser.add_argument(
        "-n", "--games", metavar="GAMES", type=GAMES, default=1000, help="games of each reading (1000 if left out)"
    )
    add_options(parser, WORKERS)
    parser.add_argument("--measure", metavar="M", action="append", default=[], help="only this measure, or these")
    parser.add_argument("--csv", metavar="FILE", help="write all figures to FILE.csv too")


class _Stopped(Exception):
    """Ctrl-C, or a game that cannot go on for these reasons."""

    def __init__(self, broken: Sequence[Diagnostic] = ()) -> None:
        super().__init__()
        self.broken = broken


def run(arguments: argparse.Namespace) -> int:
    known = load_checked(arguments.name, arguments.house)
    known.game  # noqa: B018  (mistakes come first)
    file = check_new_file(arguments, arguments.csv, (".csv",)) if arguments.csv is not None else None
    as_played = list_combinations(arguments, (), read_seed(arguments))[0]
    _check_measures(arguments, as_played)
    readings = _list_readings(arguments, known.model, as_played)
    began = time.perf_counter()
    report = LedgerReport(known.model, as_played.plan, arguments.games, [])
    stopped: _Stopped | None = None
    try:
        for reading in _weigh(arguments, as_played, readings):
            report.readings.append(reading)
    except _Stopped as why:
        stopped = why
    report = replace(report, seconds=time.perf_counter() - began)
    _print(arguments, report, stopped)
    if stopped is not None:
        print(f"{len(report.readings)} of {len(readings)} readings were played.", file=sys.stderr)
        return BROKEN if stopped.broken else INTERRUPTED
    if file is not None:
        _write(file, report)
    return 0


def _print(arguments: argparse.Namespace, report: LedgerReport, stopped: _Stopped | None) -> None:
    broken = stopped.broken if stopped is not None else ()
    if arguments.json:
        write_json_of_broken(to_object(report), broken)
    else:
        print("\n".join(format_report(report)), flush=True)
        write_diagnostics(broken, sys.stderr)


def _check_measures(arguments: argparse.Namespace, as_played: Combination) -> None:
    names = list(as_played.program.figures)
    for name in arguments.measure:
        if name not in names:
            misuse_at(arguments, name, errors.measure_unknown(name, names, as_played.known.game.name))


# ---- which readings there are


def _list_readings(
    arguments: argparse.Namespace, model: Model, as_played: Combination
) -> list[tuple[OptionInfo, Combination]]:
    """Every way to read an open point that is not played."""
    return [
        (option, each)
        for option in model.options.values()
        if option.citation.open_ids
        for value in _list_other_values(option, as_played.options.get(option.name, option.default))
        for each in list_combinations(arguments, (Axis(option.name, (value,), option.name),), as_played.seed)
    ]


def _list_other_values(option: OptionInfo, played: int) -> Iterator[str]:
    at = option.values.index(played)
    few = len(option.values) <= MOST_NAMED
    for number, name in enumerate(option.names):
        if number != at and (few or abs(number - at) == 1):
            yield name


# ---- what they change


def _weigh(
    arguments: argparse.Namespace, as_played: Combination, readings: Sequence[tuple[OptionInfo, Combination]]
) -> Iterator[Reading]:
    """Each reading with what it changes; those that are the same game are played once. Raises _Stopped."""
    options = replace(read_play_options(arguments, arguments.games), per_game=True)
    played: dict[object, list[GameRow]] = {}
    grid = [as_played, *(each for _, each in readings)]
    with closing(make_executors(arguments, grid, arguments.games, options)) as executors:
        for each in grid:
            if each.kind not in played:
                played[each.kind] = _play(each, next(executors), arguments.games)
            if each is not as_played:
                games = list(zip(played[as_played.kind], played[each.kind], strict=True))
                figures = pair_games(as_played.program, each.program, games, arguments.measure)
                option = readings[grid.index(each) - 1][0]
                value = as_played.options.get(option.name, option.default)
                is_played = option.names[option.values.index(value)]
                yield Reading(option, is_played, each.at[option.name], each.kind == as_played.kind, figures)


def _play(each: Combination, executor: Executor, games: int) -> list[GameRow]:
    """The games of a reading, one by one. Raises _Stopped."""
    rows, broken = _collect(executor, games)
    if broken is not None:
        raise _Stopped(describe_broken_game(each.known, each.plan, broken))
    return rows


def _collect(executor: Executor, games: int) -> tuple[list[GameRow], BrokenGame | None]:
    rows: list[GameRow] = []
    try:
        for part in with_progress(executor.play(range(games)), games):
            with defer_interrupts():
                rows += part.rows
            if part.broken is not None:
                return rows, part.broken
    except KeyboardInterrupt:
        raise _Stopped from None
    finally:
        executor.shutdown()
    return rows, None


def _write(path: Path, report: LedgerReport) -> None:
    """Raises `Rejected` where the file cannot be written."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(list_lines(report))
    try:
        write_whole(path, text.getvalue().encode())
    except OSError as error:
        raise Rejected([errors.file_unwritable(str(path), error.strerror or str(error))]) from None
