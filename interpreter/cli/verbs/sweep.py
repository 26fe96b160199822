"""`groundrules sweep`: a game under every combination of some options and house rules, side by side.

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
from functools import partial

from interpreter.cli.arguments import EXACT, GAMES_OF_EACH, MEASURES, PLAYING, check_measures, make_setting, read_seed
from interpreter.cli.command_line import INTERRUPTED, NAME, add_options, misuse_at
from interpreter.cli.reports.exact import list_beyond
from interpreter.cli.reports.exact_means import format_games, means_to_object
from interpreter.cli.reports.plots import draw_sweep
from interpreter.cli.reports.report import Output, Report, Rows, Table, read_output
from interpreter.cli.reports.statistics import describe_ends, draw_bars, format_mean
from interpreter.cli.result_files import PICTURES
from interpreter.cli.simulating import BROKEN, WORKERS, SimulationRun, describe_broken_game, read_play_options
from interpreter.cli.sweep_grid import Axis, Combination, list_combinations, make_executors, read_axes
from interpreter.cli.terminal.console import aside, count_noun
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import simulating as errors
from interpreter.display import format_name
from interpreter.odds.answers import WINNERS
from interpreter.odds.known_means import Means
from interpreter.odds.means import find_means
from interpreter.settings import format_settings
from interpreter.simulate.executors import Executor
from interpreter.simulate.simulation import Result
from interpreter.summary import Summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    parser.add_argument(
        "--over",
        metavar="OPTION=A,B,C",
        action="append",
        required=True,
        help="try these values; `1..5` is a range; `house=A,B+C,none` and `players=2..4` too",
    )
    add_options(parser, GAMES_OF_EACH | WORKERS | MEASURES | EXACT)
    parser.add_argument("--csv", metavar="FILE", help="write the figures to FILE.csv too")
    parser.add_argument("--plot", metavar="FILE", help=f"draw a measure over an option ({', '.join(PICTURES)})")
    parser.add_argument("--x", metavar="OPTION", help="what to draw it over (default: the first `--over`)")


@dataclass(frozen=True)
class SweepResult:
    """A combination and its games. `same_as` is the number of the one that is the same game."""

    combination: Combination
    result: Result
    same_as: int | None


@dataclass(frozen=True)
class Sweep:
    """A grid of combinations, of which some were played, and how it is shown."""

    grid: Sequence[Combination]
    axes: Sequence[Axis]
    measures: Sequence[str]
    plot_axis: Axis
    games: int
    played: Sequence[SweepResult]
    seconds: float

    @property
    def broken(self) -> list[Diagnostic]:
        """Why a game of the last combination could not continue, and what it was played with, if one could not."""
        if not self.played:
            return []
        one = self.played[-1].combination
        note = f"it was played with {', '.join(f'{name} = {value}' for name, value in one.at.items())}"
        found = describe_broken_game(one.known, one.plan, self.played[-1].result.summary.broken)
        return [replace(each, notes=(*each.notes, note)) for each in found]

    @property
    def is_whole(self) -> bool:
        return len(self.played) == len(self.grid) and not self.broken

    @property
    def winners(self) -> tuple[str, ...]:
        """Who can win, if that is the same everywhere."""
        names = {tuple(each.result.winners) for each in self.played}
        return names.pop() if len(names) == 1 else ()

    def make_report(self) -> Report:
        shown = [each for each in self.played if each.result.games]
        game, seed = self.grid[0].known.game, self.grid[0].seed
        title = f"{game.title}: {count_noun(len(self.grid), 'combination')}, {self.games:,} games each, seed {seed}"
        report = Report(title if shown else "", self._list_parts(shown), self._to_object, broken=self.broken)
        if not self.is_whole:
            return report
        result, measure = self.played[0].result, self.measures[0] if self.measures else ""
        points = [(each.combination.at, each.result.figures[measure]) for each in self.played if measure]
        draw = partial(draw_sweep, self.plot_axis, measure, result, points)
        return replace(report, figures=self._list_figures(), draw=draw)

    # ---- text

    def _list_parts(self, shown: Sequence[SweepResult]) -> Iterator[str | Table]:
        void = any(each.result.without_result for each in shown)
        shares = (*self.winners, *(["no result"] if void else []))
        columns = [format_name(axis.name) for axis in self.axes]
        columns += [cell for name in self.measures for cell in (format_name(name), "")]
        measures, end = range(len(self.axes), len(columns), 2), len(columns)
        first = [(each, each.result.figures[name].mean) for each in shown for name in self.measures[:1]]
        known = [(each, float(mean)) for each, mean in first if mean is not None]
        if known:
            yield from describe_ends(self.measures[0], [(self._describe(each), mean) for each, mean in known])
        bars = draw_bars([mean for _, mean in known]) if len(known) == len(shown) else [""] * len(shown)
        cells = [self._list_cells(each, void) for each in shown]
        rows = [(*row[:-1], bar, row[-1]) for row, bar in zip(cells, bars, strict=True)]
        yield ""
        yield Table((*columns, *shares, "", ""), rows, right=(*measures, *range(end, end + len(shares))))
        yield ""
        if void:
            yield "Games without a result are left out of measures and shares."
        different = [each.result for each in shown if each.same_as is None]
        if len(different) < len(shown):
            yield f"{len(shown)} combinations are {count_noun(len(different), 'different game')}."
        games = count_noun(sum(each.games for each in different), "game")
        yield aside(f"{games} in {self.seconds:.1f} s ({shown[0].result.engine})")

    def _describe(self, each: SweepResult) -> str:
        return ", ".join(format_name(f"{axis.name} {each.combination.at[axis.name]}") for axis in self.axes)

    def _list_cells(self, each: SweepResult, void: bool) -> tuple[str, ...]:
        result = each.result
        cells = [each.combination.at[axis.name] for axis in self.axes]
        cells += [cell for name in self.measures for cell in format_mean(result.figures[name])]
        shares = map(result.winners.get, self.winners)
        cells += [f"{100 * share:.1f} %" if share is not None else "" for share in shares]
        if void:
            cells.append(f"{100 * result.without_result / max(1, result.games):.1f} %")
        if result.summary.broken is not None:
            return (*cells, f"only {count_noun(result.games, 'game')}")
        return (*cells, f"as line {each.same_as + 1}" if each.same_as is not None else "")

    # ---- data

    def _to_object(self) -> dict[str, object]:
        first = self.played[0].result if self.played else None
        return {
            "ruleset": first.ruleset if first else None,
            "seed": first.plan.seed if first else None,
            "games": self.games,
            "over": {axis.name: list(axis.values) for axis in self.axes},
            "different_games": sum(each.same_as is None for each in self.played),
            "seconds": round(self.seconds, 3),
            "combinations": [
                {"at": dict(each.combination.at), "same_as": each.same_as, **each.result.to_dict()}
                for each in self.played
            ],
        }

    def _list_figures(self) -> Rows:
        columns = [axis.name for axis in self.axes] + ["games", "without_result"]
        columns += [cell for name in self.measures for cell in (name, f"{name}_stderr")]
        yield columns + [f"won {name}" for name in self.winners]
        for each in self.played:
            line: list[object] = [each.combination.at[axis.name] for axis in self.axes]
            line += [each.result.games, each.result.without_result]
            for name in self.measures:
                figure = each.result.figures[name]
                line += [None if figure.mean is None else float(figure.mean), figure.stderr]
            yield line + [each.result.winners[name] for name in self.winners]


def run(arguments: argparse.Namespace) -> int:
    games, axes = arguments.games, read_axes(arguments)
    play_options, output = read_play_options(arguments, games), read_output(arguments)
    grid = list_combinations(arguments, axes, read_seed(arguments))
    measures = _select_measures(arguments, grid)
    plot_axis = _read_plot_axis(arguments, axes, measures)
    if arguments.exact:
        return _calculate(arguments, grid, axes, output)
    began = time.perf_counter()
    played = _play_all(grid, make_executors(arguments, grid, games, play_options), games)
    sweep = Sweep(grid, axes, measures, plot_axis, games, played, time.perf_counter() - began)
    output.write(sweep.make_report())
    if sweep.is_whole:
        return 0
    files = "; no file is written" if output.table or output.picture else ""
    done = f"{len(played) - bool(sweep.broken)} of {len(grid)} combinations were played{files}."
    print(done if sweep.broken else f"Interrupted: {done}", file=sys.stderr)
    return BROKEN if sweep.broken else INTERRUPTED


def _read_plot_axis(arguments: argparse.Namespace, axes: Sequence[Axis], measures: Sequence[str]) -> Axis:
    """The axis named by `--x`, or the first. Raises `UsageError` if nothing can be drawn over it."""
    if arguments.plot is None and arguments.x is not None:
        misuse_at(arguments, arguments.x, errors.plot_axis(arguments.x, []))
    name = arguments.x or axes[0].name
    axis = next((each for each in axes if each.name == name), None)
    if axis is None:
        misuse_at(arguments, name, errors.plot_axis(name, [each.name for each in axes]))
    if arguments.plot is not None and not measures:
        misuse_at(arguments, arguments.plot, errors.measure_unknown("", [], arguments.name))
    return axis


def _calculate(arguments: argparse.Namespace, grid: Sequence[Combination], axes: Sequence[Axis], output: Output) -> int:
    """The exact means of every combination, without playing. 1 if nothing is in reach."""
    if word := arguments.csv or arguments.plot or arguments.dask:
        misuse_at(arguments, word, errors.sweep_exact())
    began = time.perf_counter()
    known: dict[tuple[object, ...], Means] = {}
    for each in grid:
        if each.kind not in known:
            known[each.kind] = find_means(make_setting(each.program, each.strategies, arguments), arguments.measure)
    seconds = round(time.perf_counter() - began, 3)
    game = grid[0].known.game
    over = {axis.name: list(axis.values) for axis in axes}
    found = [{"at": dict(each.at), **means_to_object(known[each.kind])} for each in grid]
    output.write(
        Report(
            f"{game.title}: {count_noun(len(grid), 'combination')}",
            format_games(list(over), [([each.at[name] for name in over], known[each.kind]) for each in grid]),
            lambda: {"ruleset": game.name, "over": over, "seconds": seconds, "combinations": found},
            broken=list(list_beyond([(game.name, means) for means in known.values()])),
        )
    )
    return 0 if any(means.measures or means.winners for means in known.values()) else BROKEN


def _select_measures(arguments: argparse.Namespace, grid: Sequence[Combination]) -> tuple[str, ...]:
    """The measures to show: those asked for, or those that every combination has."""
    common = [name for name in grid[0].program.figures if all(name in one.program.figures for one in grid)]
    check_measures(arguments, common, grid[0].known.game.name, [WINNERS] if arguments.exact else [])
    return tuple(arguments.measure or common)


def _play_all(grid: Sequence[Combination], all_executors: Generator[Executor], games: int) -> list[SweepResult]:
    """Play every game once, up to Ctrl-C, or to a combination with a game that cannot continue."""
    first: dict[tuple[object, ...], int] = {}
    played: list[SweepResult] = []
    with closing(all_executors):
        for number, each in enumerate(grid):
            same_as = first.setdefault(each.kind, number)
            if same_as < number:
                played.append(SweepResult(each, played[same_as].result, same_as))
                continue
            result = _play_combination(each, next(all_executors), games)
            if result is None:
                return played
            played.append(SweepResult(each, result, None))
            if result.summary.broken is not None:
                return played
    return played


def _play_combination(each: Combination, executor: Executor, games: int) -> Result | None:
    """The games of one combination; None after Ctrl-C."""
    playing = SimulationRun(executor, Summary.of(each.program), quiet=not sys.stderr.isatty())
    began = time.perf_counter()
    playing.play(games)
    game, seconds = each.known.game, time.perf_counter() - began
    result = Result(each.plan, playing.summary, game.name, format_settings(game, each.options), game.house, seconds)
    return None if playing.interrupted else result
