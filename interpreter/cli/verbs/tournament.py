"""`groundrules tournament`: two strategies against each other, from every seat in turn."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing

from interpreter.bots.seats import check_strategies
from interpreter.cli.arguments import (
    GAMES,
    MAX_SEED,
    MOST_STOPS,
    PLAYING,
    THINK,
    ChosenGame,
    apply_think,
    blame_command_line,
    choose_game,
    read_seed,
)
from interpreter.cli.command_line import (
    INTERRUPTED,
    JSON,
    NAME,
    SETTINGS,
    add_options,
    check_words,
    misuse_at,
    whole_number,
)
from interpreter.cli.reports.report import Report, read_output
from interpreter.cli.simulating import describe_broken_game
from interpreter.cli.terminal.console import align_columns, aside
from interpreter.cli.terminal.working import make_fallback_printer, with_progress
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import playing
from interpreter.program import Program
from interpreter.simulate.players import PlayOptions
from interpreter.simulate.tournament import Match, Standing, play_match

MOST_WORKERS = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NAME)
    parser.add_argument("--seat-a", metavar="STRATEGY", default="search", help="strategy A (default: search)")
    parser.add_argument("--seat-b", metavar="STRATEGY", default="default", help="strategy B (default: default)")
    rounded = "how many games, rounded up to whole rounds (default: 200)"
    parser.add_argument("-n", "--games", metavar="GAMES", type=GAMES, default=200, help=rounded)
    add_options(parser, SETTINGS | THINK)
    same = f"a whole number from 0 to {MAX_SEED}: the same seed, the same games"
    add_options(parser, {"--seed": PLAYING["--seed"] | {"help": same}} | MOST_STOPS)
    workers = whole_number("the number of workers", 1, MOST_WORKERS)
    about = "how many processes play (default: one for each core)"
    parser.add_argument("--workers", metavar="N", type=workers, help=about)
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    chosen, seed, output = choose_game(arguments), read_seed(arguments), read_output(arguments)
    game, program = chosen.facts, chosen.program
    with blame_command_line():
        first, second = _read_strategies(program, arguments)
        standing = Standing(Match(program, first, second, seed, arguments.most_stops))
        parties = standing.worth.parties
        if parties < 2:
            several = next((number for number in sorted(game.players) if number > 1), None)
            misuse_at(arguments, arguments.name, playing.nobody_to_beat(game.name, several))
    rounds = -(-arguments.games // parties)
    workers = arguments.workers or min(os.cpu_count() or 1, MOST_WORKERS, rounds)
    play_options = PlayOptions(workers=workers, clock=time.perf_counter, on_fallback=make_fallback_printer())
    began = time.perf_counter()
    try:
        with closing(play_match(standing.match, rounds, play_options)) as played:
            for each in played if arguments.json else with_progress(played, rounds * parties):
                if broken := describe_broken_game(chosen.known, standing.match.plans[0], each.broken):
                    raise Rejected(broken)
                standing.rounds.append(each)
    except KeyboardInterrupt:
        pass
    output.write(_make_report(chosen, standing, time.perf_counter() - began))
    if len(standing.rounds) < rounds:
        print(f"Interrupted after {standing.games} of {rounds * parties} games.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _read_strategies(program: Program, arguments: argparse.Namespace) -> tuple[str, str]:
    """Those of A and B. Raises `UsageError` for what the game does not have."""
    names = (arguments.seat_a, arguments.seat_b)
    check_words(arguments, names, lambda name, found: check_strategies(program, [name], found))
    first, second = apply_think(arguments, names)
    return first, second


# ---- the report


def _make_report(chosen: ChosenGame, standing: Standing, seconds: float) -> Report:
    match, games = standing.match, standing.games
    title = f"{chosen.facts.title}: {match.first} against {match.second}, {games} games, seed {match.seed}"

    def list_parts() -> Iterator[str]:
        yield f"{match.first} wins {_format_percent(standing.share)} of the games."
        if standing.worth.parties > 2:
            alike = f"if both played alike it would win {_format_percent(standing.fair)}"
            yield f"{match.first} plays for one, {match.second} for all others; {alike}"
        yield ""
        error = f"± {_format_percent(standing.stderr)}" if standing.stderr is not None else ""
        rows = [("", "wins", ""), (match.first, _format_percent(standing.share), error)]
        for at, name in enumerate(match.program.sides or match.program.seats):
            rows.append((f"  as {name}", _format_percent(standing.find_share_from(at)), ""))
        yield from align_columns(rows, right=(1,))
        if standing.level:
            yield f"ties: {standing.level}, which count as part of a win for each"
        if standing.void:
            yield f"games without a result: {standing.void}, left out"
        yield from ("", aside(f"{games} games in {seconds:.1f} s"))

    def to_object() -> dict[str, object]:
        return chosen.to_object() | standing.to_dict() | {"seconds": round(seconds, 3)}

    return Report(title if standing.rounds else "", list_parts(), to_object)


def _format_percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"
