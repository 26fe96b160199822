"""`groundrules ledger`: what a document leaves open, and what each way to read it changes."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from interpreter import loader
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.cli.arguments import GAMES, PLAYING, read_seed
from interpreter.cli.check_cache import load_checked
from interpreter.cli.command_line import INTERRUPTED, misuse_at
from interpreter.cli.common import list_readings
from interpreter.cli.ledger_cache import Changes, LedgerEntry, keep_ledger
from interpreter.cli.options import NAME_HELP, add_options
from interpreter.cli.reports.ledger import (
    LedgerReport,
    Reading,
    format_figure,
    format_most_important,
    format_report,
    format_strategy,
    list_lines,
    to_object,
)
from interpreter.cli.reports.per_game import check_new_file
from interpreter.cli.result_files import write_csv
from interpreter.cli.sweep_grid import Axis, Combination, list_combinations, make_executors
from interpreter.cli.terminal.console import write_diagnostics, write_json_of_broken
from interpreter.cli.terminal.progress import defer_interrupts, with_progress
from interpreter.cli.verbs.simulate import BROKEN, WORKERS, describe_broken_game, read_play_options
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.model import Model
from interpreter.model.declarations import OptionInfo
from interpreter.odds.known_means import Mean, Means, average_members
from interpreter.odds.means import find_near_means
from interpreter.program import Program
from interpreter.simulate.compare import count_marks
from interpreter.simulate.executors import Executor
from interpreter.simulate.pairing import Figure, PlayedGames, pair_games
from interpreter.simulate.players import PlayOptions
from interpreter.summary import BrokenGame, GameRow

ABOUT = """\
Show what the document of a game leaves open: each point with its readings, and what each
reading changes, with the same dice. The most important come first. Means that follow quickly
from the rules are exact, the others are simulated, and each says which it is. A reading that
makes no difference to any game is also played with the game's other strategies. Without a name, show this for all games
of the documents."""

EXAMPLE = """\
  groundrules ledger two_dice -n 500 --seed 7
  groundrules ledger marker one_die --measure runs_per_half_inning"""

MOST_NAMED = 4
"""Of an option with more values than that, a number, the next lower and the next higher are tried."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"{NAME_HELP}, or a folder")
    add_options(parser, PLAYING)
    parser.add_argument(
        "-n", "--games", metavar="GAMES", type=GAMES, default=1000, help="games of each reading (default: 1000)"
    )
    add_options(parser, WORKERS)
    parser.add_argument("--measure", metavar="M", action="append", default=[], help="only this measure, or these")
    parser.add_argument("--csv", metavar="FILE", help="write all figures to FILE.csv too")


class _Stopped(Exception):
    """Ctrl-C, or a game that cannot go on for these reasons."""

    def __init__(self, broken: Sequence[Diagnostic] = ()) -> None:
        super().__init__()
        self.broken = broken


@dataclass
class _Game:
    """A ruleset, how it is asked for and played; its readings, and the report of those that were weighed."""

    arguments: argparse.Namespace
    as_played: Combination
    readings: Sequence[tuple[OptionInfo, Combination]]
    report: LedgerReport


def run(arguments: argparse.Namespace) -> int:
    seed = read_seed(arguments)
    games = [_read_game(argparse.Namespace(**vars(arguments), name=name), seed) for name in _list_names(arguments)]
    file = check_new_file(arguments, arguments.csv, (".csv",)) if arguments.csv is not None else None
    reports: list[LedgerReport] = []
    stopped: _Stopped | None = None
    for each in games:
        if stopped is None:
            stopped = _weigh_all(each)
            reports.append(each.report)
            _print(arguments, each, stopped)
    if arguments.json:
        objects = [to_object(each) for each in reports]
        told = objects[0] if len(games) == 1 else {"rulesets": objects}
        write_json_of_broken(told, stopped.broken if stopped is not None else ())
    elif len(reports) > 1:
        print("\n".join(("", *format_most_important(reports))), flush=True)
    if stopped is not None:
        played = sum(len(each.readings) for each in reports)
        print(f"{played} of {sum(len(each.readings) for each in games)} readings were played.", file=sys.stderr)
        return BROKEN if stopped.broken else INTERRUPTED
    if file is not None:
        write_csv(file, list_lines(reports))
    return 0


def _list_names(arguments: argparse.Namespace) -> list[str]:
    """The rulesets that are asked for, each in a folder by its path. Raises `Rejected` for a folder without any."""
    if not arguments.names:
        return [each.name for each in loader.list_games()]
    unfit: list[Diagnostic] = []
    found = [
        name if name in loader.list_game_names() or not os.path.isdir(name) else reading().name
        for name in arguments.names
        for reading in list_readings(name, unfit, libraries=False)
    ]
    if unfit:
        raise Rejected(unfit)
    return found


def _read_game(arguments: argparse.Namespace, seed: int) -> _Game:
    """A game with its readings. Raises `Rejected` if it is not fit."""
    known = load_checked(arguments.name, arguments.house)
    known.game  # noqa: B018  (mistakes come first)
    as_played = list_combinations(arguments, (), seed)[0]
    _check_measures(arguments, as_played)
    readings = _list_readings(arguments, known.model, as_played)
    return _Game(arguments, as_played, readings, LedgerReport(known.model, as_played.plan, arguments.games, []))


def _weigh_all(game: _Game) -> _Stopped | None:
    """Put what each reading changes into the report; why that was stopped, if it was."""
    began = time.perf_counter()
    stopped: _Stopped | None = None
    try:
        for reading in _weigh(game.arguments, game.as_played, game.readings):
            game.report.readings.append(reading)
    except _Stopped as why:
        stopped = why
    game.report = replace(game.report, seconds=time.perf_counter() - began)
    if stopped is None and not game.arguments.measure and {*game.as_played.strategies} == {DEFAULT}:
        _keep(game)
    return stopped


def _keep(game: _Game) -> None:
    """Keep what each reading changes most, for the rulebook."""
    found: dict[str, Changes] = {}
    for each in game.report.readings:
        change = f"{format_figure(each.changed[0])}{format_strategy(each)}" if each.changed else ""
        found[each.option.name] = (*found.get(each.option.name, ()), (each.value, change))
    played = game.as_played
    key = played.known.make_key(played.options, game.arguments.players)
    keep_ledger(key, LedgerEntry(game.report.games, played.seed, found))


def _print(arguments: argparse.Namespace, game: _Game, stopped: _Stopped | None) -> None:
    if not arguments.json:
        print("\n".join(format_report(game.report)), flush=True)
        write_diagnostics(stopped.broken if stopped is not None else (), sys.stderr)


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
    played: dict[object, PlayedGames] = {}
    means: dict[object, Means] = {}
    names = [each.name for each in as_played.program.measures if each.name in (arguments.measure or each.name)]
    grid = [as_played, *(each for _, each in readings)]
    with closing(make_executors(arguments, grid, arguments.games, options)) as executors:
        for each in grid:
            if each.kind not in played:
                played[each.kind] = _play(each, next(executors), arguments.games)
                means[each.kind] = _find_means(each, names)
            if each is not as_played:
                exact = _pair_means(as_played.program, means[as_played.kind], means[each.kind])
                found = _compare(arguments, (as_played, each), options, played, exact)
                option = readings[grid.index(each) - 1][0]
                value = as_played.options.get(option.name, option.default)
                is_played = option.names[option.values.index(value)]
                yield Reading(option, is_played, each.at[option.name], each.kind == as_played.kind, *found)


def _compare(
    arguments: argparse.Namespace,
    both: tuple[Combination, Combination],
    options: PlayOptions,
    played: dict[object, PlayedGames],
    exact: Mapping[str, tuple[Mean, Mean]],
) -> tuple[Sequence[Figure], str, bool]:
    """What a reading changes, by which strategy, and whether it never came up. If no game differs with the default
    strategy, the others play too: the first with which some game differs gives the figures, and its name."""
    before, after = (played[each.kind] for each in both)
    figures = pair_games(before, after, arguments.measure, exact)
    if before is after or any(each.weight for each in figures) or not before.is_alike(after):
        return figures, "", False
    never = before.marks == after.marks
    others = _play_otherwise(arguments, both, options, played) if {*both[0].strategies} == {DEFAULT} else ()
    for name, pair in others:
        if pair is not None and not pair[0].is_alike(pair[1]):
            return pair_games(*pair, arguments.measure, {}), name, False
        never = never and pair is not None and pair[0].marks == pair[1].marks
    return figures, "", never


def _play_otherwise(
    arguments: argparse.Namespace,
    both: tuple[Combination, Combination],
    options: PlayOptions,
    played: dict[object, PlayedGames],
) -> Iterator[tuple[str, tuple[PlayedGames, PlayedGames] | None]]:
    """Both games played by each other strategy; None where one cannot go on with it."""
    for name in (*both[0].program.strategies, RANDOM):
        pair = [replace(each, strategies=(name,) * len(each.strategies)) for each in both]
        try:
            for each in pair:
                if each.kind not in played:
                    with closing(make_executors(arguments, [each], arguments.games, options)) as executors:
                        played[each.kind] = _play(each, next(executors), arguments.games)
        except _Stopped as stopped:
            if not stopped.broken:
                raise
            yield name, None
            continue
        yield name, (played[pair[0].kind], played[pair[1].kind])


def _find_means(each: Combination, measures: Sequence[str]) -> Means:
    """The means that the rules tell soon. Raises _Stopped."""
    try:
        return find_near_means(each.program, each.strategies, measures)
    except KeyboardInterrupt:
        raise _Stopped from None


def _pair_means(program: Program, before: Means, after: Means) -> dict[str, tuple[Mean, Mean]]:
    """Both means of the measures that are known on both sides."""
    pairs = {each.name: (average_members(before, each), average_members(after, each)) for each in program.measures}
    return {name: (one, other) for name, (one, other) in pairs.items() if one is not None and other is not None}


def _play(each: Combination, executor: Executor, games: int) -> PlayedGames:
    """The games of a reading. Raises _Stopped."""
    played, broken = _collect(each.program, executor, games)
    if broken is not None:
        raise _Stopped(describe_broken_game(each.known, each.plan, broken))
    return played


def _collect(program: Program, executor: Executor, games: int) -> tuple[PlayedGames, BrokenGame | None]:
    rows: list[GameRow] = []
    played = PlayedGames(program, rows, Counter())
    try:
        for part in with_progress(executor.play(range(games)), games):
            with defer_interrupts():
                rows += part.rows
                played.marks.update(count_marks(program, part.marks))
            if part.broken is not None:
                return played, part.broken
    except KeyboardInterrupt:
        raise _Stopped from None
    finally:
        executor.shutdown()
    return played, None
