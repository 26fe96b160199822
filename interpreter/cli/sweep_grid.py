"""`--over option=a,b,c`: the values of a sweep, and every combination of them.

An axis is an option of the game with some of its values, `players` with some numbers, or `house` with house rules,
several of which may be joined by `+`, and `none`. A range, `3..9`, means all its numbers.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod

from interpreter.cli.arguments import blame_command_line, read_strategies
from interpreter.cli.command_line import UsageError, misuse_at, place_at_word
from interpreter.cli.loading import CheckedGame, load_checked, read_chosen_players, read_chosen_settings
from interpreter.cli.simulating import connect_machines, print_trouble
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import simulating as errors
from interpreter.engine import fingerprint
from interpreter.program import Program
from interpreter.settings import GameFacts, read_players, read_settings
from interpreter.simulate.executors import Executor, choose_executor
from interpreter.simulate.players import Plan, PlayOptions

HOUSE, PLAYERS, NO_HOUSE = "house", "players", "none"

MOST_COMBINATIONS = 10_000

RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True)
class Axis:
    """One axis of a sweep. `word` is what was typed."""

    name: str
    values: tuple[str, ...]
    word: str


@dataclass(frozen=True)
class Combination:
    """A value on every axis, and the game that this makes. `options` are those that are set by number."""

    at: Mapping[str, str]
    known: CheckedGame
    options: Mapping[str, int]
    program: Program
    strategies: tuple[str, ...]
    seed: int
    most_stops: int

    @property
    def plan(self) -> Plan:
        return Plan(self.program, self.strategies, self.seed, self.most_stops)

    @cached_property
    def kind(self) -> tuple[object, ...]:
        """A key: combinations of one kind play the same game, and only one of them has to be played."""
        program = self.program
        names = [(each.name, each.values) for each in program.choices]
        shown = program.measures, program.quotients, program.seats, program.parties
        return fingerprint(program), shown, str(names), self.strategies


def read_axes(arguments: argparse.Namespace) -> tuple[Axis, ...]:
    """What was given with `--over`. Raises `UsageError` for what makes no sense by itself."""
    axes: list[Axis] = []
    given = {text.partition("=")[0].strip() for text in arguments.settings}
    given |= {PLAYERS} if arguments.players is not None else set()
    for word in arguments.over:
        name, _, written = (part.strip() for part in word.partition("="))
        values = tuple(dict.fromkeys(value for part in written.split(",") for value in _expand_values(part.strip())))
        if not name or not values or not all(values):
            misuse_at(arguments, word, errors.over_form(word, f"{name or 'NAME'}=VALUE,VALUE"))
        if name in [each.name for each in axes]:
            misuse_at(arguments, word, errors.over_twice(name, "--over"))
        if name in given:
            misuse_at(arguments, word, errors.over_twice(name, "--players" if name == PLAYERS else "--set"))
        axes.append(Axis(name, values, word))
    number = prod(len(axis.values) for axis in axes)
    if number > MOST_COMBINATIONS:
        misuse_at(arguments, axes[-1].word, errors.grid_too_large(number, MOST_COMBINATIONS))
    return tuple(axes)


def _expand_values(text: str) -> Iterator[str]:
    found = RANGE.fullmatch(text)
    if found is None:
        yield text
    else:
        yield from map(str, range(int(found[1]), min(int(found[2]), int(found[1]) + MOST_COMBINATIONS) + 1))


def list_combinations(arguments: argparse.Namespace, axes: Sequence[Axis], seed: int) -> list[Combination]:
    """Every combination, the last axis varying fastest. Raises `Rejected` for a game that is not fit, and `UsageError`
    for values that it does not have."""
    known: dict[tuple[str, ...], CheckedGame] = {}
    programs: dict[tuple[object, ...], Program] = {}
    found: list[Combination] = []
    for values in product(*(axis.values for axis in axes)):
        at = dict(zip((axis.name for axis in axes), values, strict=True))
        own = [each for each in at.get(HOUSE, NO_HOUSE).split("+") if each and each != NO_HOUSE]
        house = (*arguments.house, *own)
        if house not in known:
            known[house] = load_checked(arguments.name, house)
        game = known[house].game
        with blame_command_line():
            options, players = _read_settings(arguments, axes, at, game)
            key = (house, tuple(sorted(options.items())), players)
            if key not in programs:
                programs[key] = known[house].program(options, players)
            strategies = read_strategies(game, programs[key], arguments)
        found.append(Combination(at, known[house], options, programs[key], strategies, seed, arguments.most_stops))
    return found


def _read_settings(
    arguments: argparse.Namespace, axes: Sequence[Axis], at: Mapping[str, str], game: GameFacts
) -> tuple[dict[str, int], int | None]:
    """The options by number, and how many play. Raises `UsageError` at the word that the game has no use for."""
    options, players = read_chosen_settings(game, arguments), read_chosen_players(game, arguments)
    wrong: list[Diagnostic] = []
    for axis in axes:
        found, value = Diagnostics(), at[axis.name]
        if axis.name == PLAYERS and value.isascii() and value.isdigit() and len(value) < 10:
            players = read_players(game, int(value), found)
        elif axis.name != HOUSE:
            options |= read_settings(game, [(axis.name, value)], found)
        wrong += [place_at_word(arguments, axis.word, each) for each in found.found]
    if wrong:
        raise UsageError(wrong)
    return options, players


def make_executors(
    arguments: argparse.Namespace, grid: Sequence[Combination], games: int, play_options: PlayOptions
) -> Generator[Executor]:
    """An executor for each different game, in order. Raises `UsageError` where `--dask` finds no machine."""
    different: dict[tuple[object, ...], Plan] = {}
    for each in grid:
        different.setdefault(each.kind, each.plan)
    if arguments.dask is None:
        yield from (choose_executor(plan, games, play_options) for plan in different.values())
        return
    machines = connect_machines(arguments, list(different.values()), play_options)
    try:
        yield from machines.share_games(range(games))
    finally:
        machines.shutdown()
        print_trouble(machines)
