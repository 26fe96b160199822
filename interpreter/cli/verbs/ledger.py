"""`groundrules ledger`: what a document leaves open, and what each way to read it changes.

The readings of a game are a sweep over one option after another, each compared with the game as it is played.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import field, replace

from interpreter import loader
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.cli.arguments import GAMES_OF_EACH, MEASURES, PLAYING, check_measures, read_seed
from interpreter.cli.command_line import INTERRUPTED, NAME_HELP, add_options
from interpreter.cli.loading import Changes, LedgerEntry, keep_ledger, load_checked, read_rulesets
from interpreter.cli.reports.ledger import (
    LedgerReport,
    Reading,
    format_figure,
    format_strategy,
    list_figures,
    list_most_important,
)
from interpreter.cli.reports.report import Report, read_output
from interpreter.cli.simulating import BROKEN, WORKERS, SimulationRun, describe_broken_game, read_play_options
from interpreter.cli.sweep_grid import Axis, Combination, list_combinations, make_executors
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.model.declarations import OptionInfo
from interpreter.odds.known_means import Mean, Means, average_members
from interpreter.odds.means import find_near_means
from interpreter.program import Program
from interpreter.simulate import pairing
from interpreter.simulate.compare import Comparison, count_marks
from interpreter.simulate.executors import Executor
from interpreter.simulate.pairing import Figure, PlayedGames
from interpreter.simulate.players import PlayOptions
from interpreter.summary import GameRow, Summary

MOST_NAMED = 4
"""Of an option with more values than this, a number, the next lower and the next higher are tried."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"{NAME_HELP}, or a folder")
    add_options(parser, PLAYING | GAMES_OF_EACH | WORKERS | MEASURES)
    parser.add_argument("--csv", metavar="FILE", help="write all figures to FILE.csv too")


class _Stopped(Exception):
    """Ctrl-C, or a game that cannot continue for these reasons."""

    def __init__(self, broken: Sequence[Diagnostic] = ()) -> None:
        super().__init__()
        self.broken = broken


def run(arguments: argparse.Namespace) -> int:
    seed = read_seed(arguments)
    names = _list_names(arguments)
    ledgers = [_read_ledger(argparse.Namespace(**vars(arguments), name=name), seed) for name in names]
    output = read_output(arguments)
    reports: list[LedgerReport] = []
    stopped: _Stopped | None = None
    for each in ledgers:
        if stopped is None:
            report, stopped = each.compare_readings()
            reports.append(report)
            if not arguments.json:
                print("\n".join(report.format()), flush=True)
    if len(reports) > 1 and not arguments.json:
        print()
    output.write(
        Report(
            "What matters most" if len(reports) > 1 else "",
            list_most_important(reports),
            lambda: reports[0].to_object() if len(names) == 1 else {"rulesets": [each.to_object() for each in reports]},
            list_figures(reports) if stopped is None else None,
            broken=stopped.broken if stopped is not None else (),
        )
    )
    if stopped is None:
        return 0
    played = sum(len(each.readings) for each in reports)
    print(f"{played} of {sum(len(each.readings) for each in ledgers)} readings were played.", file=sys.stderr)
    return BROKEN if stopped.broken else INTERRUPTED


def _list_names(arguments: argparse.Namespace) -> list[str]:
    """The rulesets that are asked for, each in a folder by its path. Raises `Rejected` for a folder without any."""
    if not arguments.names:
        return [each.name for each in loader.list_games()]
    unfit = Diagnostics()
    found = [
        name if name in loader.list_game_names() or not os.path.isdir(name) else source.name
        for name, source in read_rulesets(arguments.names, unfit, libraries=False)
    ]
    if unfit.found:
        raise Rejected(unfit.found)
    return found


def _read_ledger(arguments: argparse.Namespace, seed: int) -> _Ledger:
    """A game with every way to read an open point that is not played. Raises `Rejected` if it is not fit."""
    known = load_checked(arguments.name, arguments.house)
    known.game  # noqa: B018  (mistakes come first)
    (as_played,) = list_combinations(arguments, (), seed)
    check_measures(arguments, list(as_played.program.figures), known.game.name)
    readings = [
        (option, each)
        for option in known.model.options.values()
        if option.citation.open_ids
        for value in _list_other_values(option, as_played.options.get(option.name, option.default))
        for each in list_combinations(arguments, (Axis(option.name, (value,), option.name),), seed)
    ]
    play_options = replace(read_play_options(arguments, arguments.games), per_game=True)
    return _Ledger(arguments, as_played, readings, play_options)


def _list_other_values(option: OptionInfo, played: int) -> Iterator[str]:
    at = option.values.index(played)
    few = len(option.values) <= MOST_NAMED
    for number, name in enumerate(option.names):
        if number != at and (few or abs(number - at) == 1):
            yield name


@dataclass
class _Ledger:
    """A game as it is played, and its readings; with the games and means of each different game so far."""

    arguments: argparse.Namespace
    as_played: Combination
    readings: Sequence[tuple[OptionInfo, Combination]]
    play_options: PlayOptions
    played: dict[object, PlayedGames] = field(default_factory=dict)
    means: dict[object, Means] = field(default_factory=dict)

    def compare_readings(self) -> tuple[LedgerReport, _Stopped | None]:
        """What each reading changes, and why that was stopped, if it was."""
        began = time.perf_counter()
        found: list[Reading] = []
        stopped: _Stopped | None = None
        try:
            for reading in self._weigh():
                found.append(reading)
        except _Stopped as why:
            stopped = why
        seconds = time.perf_counter() - began
        report = LedgerReport(self.as_played.known.model, self.as_played.plan, self.arguments.games, found, seconds)
        if stopped is None and not self.arguments.measure and self._is_default:
            self._keep(report)
        return report, stopped

    @property
    def _is_default(self) -> bool:
        return {*self.as_played.strategies} == {DEFAULT}

    def _keep(self, report: LedgerReport) -> None:
        """Keep what each reading changes most, for the rulebook."""
        found: dict[str, Changes] = {}
        for each in report.readings:
            change = f"{format_figure(each.changed[0])}{format_strategy(each)}" if each.changed else ""
            found[each.option.name] = (*found.get(each.option.name, ()), (each.value, change))
        played = self.as_played
        key = played.known.make_key(played.options, self.arguments.players)
        keep_ledger(key, LedgerEntry(report.games, played.seed, found))

    def _weigh(self) -> Iterator[Reading]:
        """Each reading with what it changes; those that are the same game are played once. Raises _Stopped."""
        as_played = self.as_played
        grid = [as_played, *(each for _, each in self.readings)]
        with closing(make_executors(self.arguments, grid, self.arguments.games, self.play_options)) as executors:
            self._play(as_played, executors)
            for option, each in self.readings:
                self._play(each, executors)
                value = as_played.options.get(option.name, option.default)
                is_played = option.names[option.values.index(value)]
                is_same = each.kind == as_played.kind
                yield Reading(option, is_played, each.at[option.name], is_same, *self._compare(each))

    def _play(self, each: Combination, executors: Iterator[Executor]) -> None:
        """Play a different game, and find the means that the rules give soon. Raises _Stopped."""
        if each.kind in self.played:
            return
        self._play_games(each, next(executors))
        names = [one.name for one in self.as_played.program.measures]
        names = [name for name in names if not self.arguments.measure or name in self.arguments.measure]
        try:
            self.means[each.kind] = find_near_means(each.program, each.strategies, names)
        except KeyboardInterrupt:
            raise _Stopped from None

    def _play_games(self, each: Combination, executor: Executor) -> PlayedGames:
        """The games of a combination. Raises _Stopped."""
        if each.kind not in self.played:
            rows = list[GameRow]()
            playing = SimulationRun(executor, Summary.of(each.program), rows=rows)
            playing.play(self.arguments.games)
            broken = describe_broken_game(each.known, each.plan, playing.summary.broken)
            if playing.interrupted or broken:
                raise _Stopped(broken)
            self.played[each.kind] = PlayedGames(each.program, rows, count_marks(each.program, playing.summary.marks))
        return self.played[each.kind]

    def _compare(self, each: Combination) -> tuple[Sequence[Figure], str, bool]:
        """What a reading changes, by which strategy, and whether it never came up. If no game differs with the default
        strategy, the others play too: the first with which some game differs gives the figures, and its name."""
        as_played, measures = self.as_played, self.arguments.measure
        compared = self.played[as_played.kind].compare(self.played[each.kind])
        exact = _pair_means(as_played.program, self.means[as_played.kind], self.means[each.kind])
        figures = pairing.list_figures(compared, measures, exact)
        if each.kind == as_played.kind or any(one.weight for one in figures) or compared.differing:
            return figures, "", False
        never = compared.is_alike
        for name, other in self._compare_otherwise(each) if self._is_default else ():
            if other is not None and other.differing:
                return pairing.list_figures(other, measures, {}), name, False
            never = never and other is not None and other.is_alike
        return figures, "", never

    def _compare_otherwise(self, each: Combination) -> Iterator[tuple[str, Comparison | None]]:
        """Both games compared by each other strategy; None where one cannot continue with it."""
        for name in (*self.as_played.program.strategies, RANDOM):
            both = [replace(one, strategies=(name,) * len(one.strategies)) for one in (self.as_played, each)]
            try:
                before, after = map(self._play_alone, both)
            except _Stopped as stopped:
                if not stopped.broken:
                    raise
                yield name, None
            else:
                yield name, before.compare(after)

    def _play_alone(self, each: Combination) -> PlayedGames:
        with closing(make_executors(self.arguments, [each], self.arguments.games, self.play_options)) as executors:
            return self.played.get(each.kind) or self._play_games(each, next(executors))


def _pair_means(program: Program, before: Means, after: Means) -> dict[str, tuple[Mean, Mean]]:
    """Both means of the measures that are known on both sides."""
    pairs = {each.name: (average_members(before, each), average_members(after, each)) for each in program.measures}
    return {name: (one, other) for name, (one, other) in pairs.items() if one is not None and other is not None}
