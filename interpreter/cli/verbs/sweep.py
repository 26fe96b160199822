"""`groundrules sweep`: a game under every combination of some options and house rules, and what each comes to.

All combinations are played with the same dice, so that much of the luck is common to them. Those that lower to the
same program are the same game, whatever they are called: it is played once, and the table says so. They are played one
after another; with `--dask` the next ones have begun on other machines while one is waited for.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from interpreter.cli.arguments import GAMES, PLAYING, read_seed
from interpreter.cli.command_line import INTERRUPTED, misuse_at
from interpreter.cli.exact_arguments import EXACT, make_setting
from interpreter.cli.options import NAME, add_options
from interpreter.cli.reports.exact_means import format_table, list_beyond, means_to_object
from interpreter.cli.reports.per_game import check_new_file
from interpreter.cli.reports.picture import PICTURES
from interpreter.cli.reports.plot import draw, read_plot
from interpreter.cli.reports.statistics import count_digits
from interpreter.cli.result_files import write_csv
from interpreter.cli.sweep_grid import Axis, Combination, list_combinations, make_executors, read_axes
from interpreter.cli.terminal.console import (
    align_columns,
    aside,
    count_noun,
    strong,
    write_diagnostics,
    write_json_of_broken,
)
from interpreter.cli.verbs.simulate import (
    BROKEN,
    WORKERS,
    SimulationRun,
    describe_broken_game,
    read_play_options,
)
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import simulating as errors
from interpreter.odds.answers import WINNERS
from interpreter.odds.known_means import Means
from interpreter.odds.means import find_means
from interpreter.settings import format_settings
from interpreter.simulate.executors import Executor
from interpreter.simulate.simulation import Result
from interpreter.summary import Summary

ABOUT = """\
Play a game with every combination of some options, house rules and numbers of players, with
the same dice, and show the measures side by side. Combinations that make the same game are
played once."""

EXAMPLE = """\
  groundrules sweep two_dice --over run_on_last_out=no,yes --over players=2 -n 200 --seed 7"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    parser.add_argument(
        "--over",
        metavar="OPTION=A,B,C",
        action="append",
        required=True,
        help="go over these values; `1..5` is a range; `house=A,B+C,none` and `players=2..4` too",
    )
    parser.add_argument(
        "-n", "--games", metavar="GAMES", type=GAMES, default=1000, help="games of each (default: 1000)"
    )
    add_options(parser, WORKERS)
    parser.add_argument("--measure", metavar="M", action="append", default=[], help="only this measure, or these")
    add_options(parser, EXACT)
    parser.add_argument("--csv", metavar="FILE", help="write the figures to FILE.csv too")
    parser.add_argument("--plot", metavar="FILE", help=f"draw a measure over an option ({', '.join(PICTURES)})")
    parser.add_argument("--x", metavar="OPTION", help="what to draw it over (default: the first `--over`)")


@dataclass(frozen=True)
class SweepResult:
    """A combination and what came of it. `same_as` is the number of the one that is the same game."""

    combination: Combination
    result: Result
    same_as: int | None


def run(arguments: argparse.Namespace) -> int:
    games = arguments.games
    axes = read_axes(arguments)
    play_options = read_play_options(arguments, games)
    table = check_new_file(arguments, arguments.csv, (".csv",)) if arguments.csv is not None else None
    grid = list_combinations(arguments, axes, read_seed(arguments))
    measures = _select_measures(arguments, grid)
    plot = read_plot(arguments, axes, measures)
    if arguments.exact:
        return _work_out(arguments, grid, axes)
    began = time.perf_counter()
    played = _play_all(grid, make_executors(arguments, grid, games, play_options), games)
    seconds = time.perf_counter() - began
    broken = _describe_broken(played)
    shown = [each for each in played if each.result.games]
    if arguments.json:
        write_json_of_broken(_to_object(played, axes, games, seconds), broken)
    elif shown:
        print("\n".join(_format_report(shown, axes, measures, (len(grid), games), seconds)), flush=True)
    whole = len(played) == len(grid) and not broken
    if table is not None and whole:
        write_csv(table, _list_rows(played, axes, measures))
    if plot is not None and whole:
        draw(plot, played[0].result, [(each.combination.at, each.result.figures[plot.measure]) for each in played])
    if broken and not arguments.json:
        write_diagnostics(broken, sys.stderr)
    if not whole:
        done = _format_done(len(played) - bool(broken), len(grid), arguments)
        print(done if broken else f"Interrupted: {done}", file=sys.stderr)
    return 0 if whole else BROKEN if broken else INTERRUPTED


def _work_out(arguments: argparse.Namespace, grid: Sequence[Combination], axes: Sequence[Axis]) -> int:
    """Every combination by what the rules come to, without playing. 1 if nothing is in reach."""
    if word := arguments.csv or arguments.plot or arguments.dask:
        misuse_at(arguments, word, errors.sweep_exact())
    began = time.perf_counter()
    known: dict[tuple[object, ...], Means] = {}
    for each in grid:
        if each.kind not in known:
            known[each.kind] = find_means(make_setting(each.program, each.strategies, arguments), arguments.measure)
    rows = [([each.at[axis.name] for axis in axes], known[each.kind]) for each in grid]
    game = grid[0].known.game
    beyond = list(list_beyond([(game.name, means) for means in known.values()]))
    if arguments.json:
        found = [{"at": dict(each.at), **means_to_object(known[each.kind])} for each in grid]
        seconds = round(time.perf_counter() - began, 3)
        over = {axis.name: list(axis.values) for axis in axes}
        told = {"ruleset": game.name, "over": over, "seconds": seconds, "combinations": found}
        write_json_of_broken(told, beyond)
    else:
        print(strong(f"{game.title}: {count_noun(len(grid), 'combination')}"), end="\n\n")
        print("\n".join(format_table([axis.name for axis in axes], rows)), flush=True)
        write_diagnostics(beyond, sys.stderr)
    return 0 if any(means.measures or means.winners for means in known.values()) else BROKEN


def _format_done(played: int, combinations: int, arguments: argparse.Namespace) -> str:
    unwritten = arguments.csv is not None or arguments.plot is not None
    files = "; no file is written" if unwritten else ""
    return f"{played} of {combinations} combinations were played{files}."


def _describe_broken(played: Sequence[SweepResult]) -> list[Diagnostic]:
    """Why a game of the last combination could not go on, and what it was played with, if one could not."""
    if not played or (broken := played[-1].result.summary.broken) is None:
        return []
    one = played[-1].combination
    where = ", ".join(f"{name} = {value}" for name, value in one.at.items())
    note = f"it was played with {where}"
    return [replace(each, notes=(*each.notes, note)) for each in describe_broken_game(one.known, one.plan, broken)]


def _select_measures(arguments: argparse.Namespace, grid: Sequence[Combination]) -> tuple[str, ...]:
    """The measures to show: those asked for, or all that every combination has."""
    common = [name for name in grid[0].program.figures if all(name in one.program.figures for one in grid)]
    for name in arguments.measure:
        if name not in common and not (arguments.exact and name == WINNERS):
            misuse_at(arguments, name, errors.measure_unknown(name, common, grid[0].known.game.name))
    return tuple(arguments.measure or common)


def _play_all(grid: Sequence[Combination], all_executors: Generator[Executor], games: int) -> list[SweepResult]:
    """Play every game once, up to Ctrl-C, or to a combination with a game that cannot go on."""
    first: dict[tuple[object, ...], int] = {}
    played: list[SweepResult] = []
    with closing(all_executors):
        for number, each in enumerate(grid):
            same_as = first.setdefault(each.kind, number)
            result = (
                _play_combination(each, next(all_executors), games) if same_as == number else played[same_as].result
            )
            if result is None:
                return played
            played.append(SweepResult(each, result, same_as if same_as != number else None))
            if result.summary.broken is not None:
                return played
    return played


def _play_combination(each: Combination, executor: Executor, games: int) -> Result | None:
    """What came of one combination; None after Ctrl-C."""
    playing = SimulationRun(executor, Summary.of(each.program), quiet=not sys.stderr.isatty())
    began = time.perf_counter()
    playing.play(games)
    game = each.known.game
    seconds = time.perf_counter() - began
    result = Result(each.plan, playing.summary, game.name, format_settings(game, each.options), game.house, seconds)
    return None if playing.interrupted else result


# ---- as text


def _format_report(
    played: Sequence[SweepResult], axes: Sequence[Axis], measures: Sequence[str], asked: tuple[int, int], seconds: float
) -> Iterator[str]:
    """The table. `asked` are how many combinations there are, and how many games of each were to be played."""
    result = played[0].result
    title = played[0].combination.known.game.title
    yield strong(f"{title}: {count_noun(asked[0], 'combination')}, {asked[1]:,} games each, seed {result.plan.seed}")
    yield ""
    winners, void = _list_winners(played), any(each.result.without_result for each in played)
    shares = (*winners, "no result") if void else winners
    rows = [(*(axis.name for axis in axes), *(cell for name in measures for cell in (name, "")), *shares, "")]
    rows += [_format_row(each, axes, measures, winners, void) for each in played]
    right = range(len(axes), len(axes) + 2 * len(measures) + len(shares))
    lines = align_columns(
        rows, right=[at for at in right if at >= len(axes) + 2 * len(measures) or not (at - len(axes)) % 2]
    )
    yield strong(lines[0])
    yield from lines[1:]
    yield ""
    if void:
        yield "Games without a result are left out of measures and shares."
    different = sum(each.same_as is None for each in played)
    games = sum(each.result.games for each in played if each.same_as is None)
    if different < len(played):
        yield f"{len(played)} combinations are {count_noun(different, 'different game')}."
    yield aside(f"{count_noun(games, 'game')} in {seconds:.1f} s ({result.engine})")


def _list_winners(played: Sequence[SweepResult]) -> tuple[str, ...]:
    names = {tuple(each.result.winners) for each in played}
    return names.pop() if len(names) == 1 else ()


def _format_row(
    each: SweepResult, axes: Sequence[Axis], measures: Sequence[str], winners: Sequence[str], void: bool
) -> tuple[str, ...]:
    cells = [each.combination.at[axis.name] for axis in axes]
    for name in measures:
        tally = each.result.figures[name]
        mean, error = tally.mean, tally.stderr
        digits = count_digits(mean, error) if mean is not None else 0
        cells.append(f"{float(mean):.{digits}f}" if mean is not None else "never")
        cells.append(f"± {error:.{digits}f}" if error is not None else "")
    cells += [f"{100 * share:.1f} %" if share is not None else "" for share in map(each.result.winners.get, winners)]
    if void:
        cells.append(f"{100 * each.result.without_result / max(1, each.result.games):.1f} %")
    if each.result.summary.broken is not None:
        return (*cells, f"only {count_noun(each.result.games, 'game')}")
    return (*cells, f"as line {each.same_as + 1}" if each.same_as is not None else "")


# ---- as data


def _to_object(played: Sequence[SweepResult], axes: Sequence[Axis], games: int, seconds: float) -> dict[str, object]:
    first = played[0].result if played else None
    return {
        "ruleset": first.ruleset if first else None,
        "seed": first.plan.seed if first else None,
        "games": games,
        "over": {axis.name: list(axis.values) for axis in axes},
        "different_games": sum(each.same_as is None for each in played),
        "seconds": round(seconds, 3),
        "combinations": [
            {"at": dict(each.combination.at), "same_as": each.same_as, **each.result.to_dict()} for each in played
        ],
    }


def _list_rows(
    played: Sequence[SweepResult], axes: Sequence[Axis], measures: Sequence[str]
) -> Iterator[Sequence[object]]:
    """The figures as a table: the heads, and a row for each combination."""
    winners = _list_winners(played)
    head = [axis.name for axis in axes] + ["games", "without_result"]
    head += [cell for name in measures for cell in (name, f"{name}_stderr")] + [f"won {name}" for name in winners]
    yield head
    for each in played:
        yield _list_figures(each, axes, measures, winners)


def _list_figures(
    each: SweepResult, axes: Sequence[Axis], measures: Sequence[str], winners: Sequence[str]
) -> list[object]:
    line: list[object] = [each.combination.at[axis.name] for axis in axes]
    line += [each.result.games, each.result.without_result]
    for name in measures:
        tally = each.result.figures[name]
        line += [None if tally.mean is None else float(tally.mean), tally.stderr]
    return line + [each.result.winners[name] for name in winners]
