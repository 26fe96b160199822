"""The arguments of verbs that play: seeds and other numbers, and who sits where."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from interpreter.bots.advice import DEFAULT_PLAYOUTS, MAX_PLAYOUTS
from interpreter.bots.seats import DEFAULT, assign_seats, check_strategies, set_playouts
from interpreter.cli.command_line import UsageError, check_words
from interpreter.cli.options import JSON, SETTINGS, Options, whole_number
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.diagnostics.messages import settings
from interpreter.engine import GAME_BUDGET
from interpreter.program import Program
from interpreter.settings import Game, find_written_names

MAX_SEED = 2**64 - 1

SEED_CHOICES = 1_000_000
"""A seed by chance is below this, so that it is easy to type again."""

GAMES = whole_number("the number of games", 1, MAX_SEED)

THINK: Options = {
    "--think": {
        "metavar": "N",
        "type": whole_number("the number of games tried", 1, MAX_PLAYOUTS),
        "help": "how many games a bot that plays by `search` may try before it decides "
        f"(default: {DEFAULT_PLAYOUTS})",
    }
}

PLAYING: Options = {
    **SETTINGS,
    "--strategy": {
        "dest": "strategies",
        "metavar": "SEAT=NAME",
        "action": "append",
        "default": [],
        "help": "how a bot decides; SEAT is a number, a name, a side, or `all` (may be given more than once)",
    },
    **THINK,
    "--seed": {
        "metavar": "S",
        "type": whole_number("a seed", 0, MAX_SEED),
        "help": f"a whole number from 0 to {MAX_SEED}: the same seed, the same dice",
    },
    **JSON,
}
"""What a verb takes that plays games of a ruleset."""

MOST_STOPS: Options = {
    "--most-stops": {
        "metavar": "N",
        "type": whole_number("the number of rolls, draws and choices", 1, 1_000_000_000),
        "default": GAME_BUDGET,
        "help": "how many rolls, draws and choices a game may have before it is given up "
        f"(default: {GAME_BUDGET:,})",
    }
}


@contextmanager
def blame_command_line() -> Iterator[None]:
    """Turn a rejection inside the block into an error of the command line, not of a ruleset."""
    try:
        yield
    except UsageError:
        raise
    except Rejected as rejected:
        raise UsageError(rejected.diagnostics) from None


def read_seed(arguments: argparse.Namespace) -> int:
    """The seed given with `--seed`, or one by chance."""
    return secrets.randbelow(SEED_CHOICES) if arguments.seed is None else int(arguments.seed)


def read_pairs(arguments: argparse.Namespace, written: Iterable[str], flag: str, sample: str) -> list[tuple[str, str]]:
    """The two halves of every `SEAT=NAME`. Raises `UsageError` for those that have none."""

    def check(text: str, found: Diagnostics) -> None:
        if not all(text.partition("=")):
            found.add(settings.setting_form(text, "SEAT=NAME", f"{flag} {sample}"))

    check_words(arguments, written, check)
    return [split_pair(text) for text in written]


def split_pair(text: str) -> tuple[str, str]:
    seat, _, name = text.partition("=")
    return seat.strip(), name.strip()


def read_strategies(
    model: Game, program: Program, arguments: argparse.Namespace, otherwise: str = DEFAULT
) -> tuple[str, ...]:
    """The strategy of every seat, or `otherwise`. Raises `UsageError` for seats and strategies that the game does not
    have."""
    written = read_pairs(arguments, arguments.strategies, "--strategy", f"all={DEFAULT}")
    called = find_written_names(model, len(program.seats), bool(program.sides))

    def check(text: str, found: Diagnostics) -> None:
        pair = split_pair(text)
        assign_seats(program, [pair], DEFAULT, found, called)
        check_strategies(program, [pair[1]], found)

    check_words(arguments, arguments.strategies, check)
    return apply_think(arguments, assign_seats(program, written, otherwise, Diagnostics(), called))


def apply_think(arguments: argparse.Namespace, strategies: Iterable[str]) -> tuple[str, ...]:
    if arguments.think is None:
        return tuple(strategies)
    return tuple(set_playouts(each, arguments.think) for each in strategies)
