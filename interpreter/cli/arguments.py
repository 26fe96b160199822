"""Arguments of `play` and `simulate` beside the rules: seeds and other numbers, and who sits where."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from interpreter.bots.advice import DEFAULT_PLAYOUTS, MAX_PLAYOUTS
from interpreter.bots.seats import DEFAULT, assign_seats, check_strategies, set_playouts
from interpreter.cli.command_line import UsageError, misuse, place_at_word
from interpreter.cli.common import Verbs, add_game_settings, add_json, add_verb
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.diagnostics.messages import playing, settings
from interpreter.engine import GAME_BUDGET
from interpreter.program import Program
from interpreter.settings import Game, find_written_names

MAX_SEED = 2**64 - 1

MOST_STOPS = 1_000_000_000
"""So many stops a game may be allowed at most."""

SEED_CHOICES = 1_000_000
"""A seed by chance is below this, so that it is easy to type again."""

MAX_NUMBER_LENGTH = 40

MAX_PACE = 60

PACE = re.compile(r"[0-9]{0,9}\.?[0-9]{1,9}")


def add_playing_verb(verbs: Verbs, verb: str, purpose: str, about: str, example: str) -> argparse.ArgumentParser:
    """A verb that plays a game: with `--set`, `--players`, `--strategy`, `--seed` and `--json`."""
    parser = add_verb(verbs, verb, purpose, about, example)
    add_game_settings(parser)
    parser.add_argument(
        "--strategy",
        dest="strategies",
        metavar="SEAT=NAME",
        action="append",
        default=[],
        help="how a bot decides; SEAT is a number, a name, a side, or `all` (may be given several times)",
    )
    add_think(parser)
    parser.add_argument(
        "--seed", metavar="S", help=f"a whole number from 0 to {MAX_SEED}: the same seed, the same dice"
    )
    add_json(parser)
    return parser


def add_think(parser: argparse.ArgumentParser) -> None:
    """`--think N`, as on every verb with bots."""
    about = f"how many games a bot that plays by `search` may try before it decides ({DEFAULT_PLAYOUTS} if left out)"
    parser.add_argument("--think", metavar="N", help=about)


def add_most_stops(parser: argparse.ArgumentParser) -> None:
    """`--most-stops N`, as on every verb that plays many games."""
    about = f"how many rolls, draws and choices a game may have before it is given up ({GAME_BUDGET:,} if left out)"
    parser.add_argument("--most-stops", metavar="N", help=about)


def read_most_stops(arguments: argparse.Namespace) -> int:
    """The number given with `--most-stops`, or the usual one. Raises `UsageError` if it is no number."""
    if arguments.most_stops is None:
        return GAME_BUDGET
    return read_number(arguments, "the number of rolls, draws and choices", arguments.most_stops, 1, MOST_STOPS)


def read_think(arguments: argparse.Namespace) -> int:
    """The playouts given with `--think`, or as many as there are without. Raises `UsageError` if it is no number."""
    if arguments.think is None:
        return DEFAULT_PLAYOUTS
    return read_number(arguments, "the number of games tried", arguments.think, 1, MAX_PLAYOUTS)


@contextmanager
def blame_command_line() -> Iterator[None]:
    """Turn a rejection inside the block into an error of the command line, not of a ruleset."""
    try:
        yield
    except UsageError:
        raise
    except Rejected as rejected:
        raise UsageError(rejected.diagnostics) from None


def read_number(arguments: argparse.Namespace, what: str, text: str, low: int, high: int) -> int:
    """A whole number as people write it: `20000`, `20_000`, `20,000`, `1.5e6`. Raises `UsageError` for others."""
    number = _parse_whole(text) if len(text) <= MAX_NUMBER_LENGTH else None
    if number is None or not low <= number <= high:
        misuse(place_at_word(arguments, text, playing.number_expected(what, text, low, high)))
    return number


def read_seed(arguments: argparse.Namespace) -> int:
    """The seed given with `--seed`, or one by chance. Raises `UsageError` if it is no seed."""
    if arguments.seed is None:
        return secrets.randbelow(SEED_CHOICES)
    return read_number(arguments, "a seed", arguments.seed, 0, MAX_SEED)


def read_pace(arguments: argparse.Namespace) -> float:
    """The seconds given with `--pace`. Raises `UsageError` if they are no number, or too many."""
    text = arguments.pace
    if not PACE.fullmatch(text) or float(text) > MAX_PACE:
        misuse(
            place_at_word(
                arguments, text, playing.number_expected("the pace", text, 0, MAX_PACE, "a number of seconds")
            )
        )
    return float(text)


def _parse_whole(text: str) -> int | None:
    written, exponent_sign, exponent = text.strip().lower().replace("_", "").replace(",", "").partition("e")
    power = int(exponent) if _are_digits(exponent) and len(exponent) <= 2 else 0
    digits, point, fraction = written.partition(".")
    if not _are_digits(digits) or bool(exponent_sign) != bool(power) or bool(point) != bool(fraction):
        return None
    if fraction and (not _are_digits(fraction) or len(fraction) > power):
        return None
    return int(f"{digits}{fraction}{'0' * (power - len(fraction))}")


def _are_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def read_pairs(arguments: argparse.Namespace, written: Iterable[str], flag: str, sample: str) -> list[tuple[str, str]]:
    """The two halves of every `SEAT=NAME`. Raises `UsageError` for those that have none."""
    wrong = [
        place_at_word(arguments, text, settings.setting_form(text, "SEAT=NAME", f"{flag} {sample}"))
        for text in written
        if not all(text.partition("="))
    ]
    if wrong:
        raise UsageError(wrong)
    halves = (text.partition("=") for text in written)
    return [(seat.strip(), name.strip()) for seat, _, name in halves]


def read_strategies(model: Game, program: Program, arguments: argparse.Namespace) -> tuple[str, ...]:
    """The strategy of every seat. Raises `UsageError` for seats and strategies that the game does not have."""
    written = read_pairs(arguments, arguments.strategies, "--strategy", f"all={DEFAULT}")
    called = find_written_names(model, len(program.seats), bool(program.sides))
    wrong = Diagnostics()
    for text, pair in zip(arguments.strategies, written, strict=True):
        found = Diagnostics()
        assign_seats(program, [pair], DEFAULT, found, called)
        check_strategies(program, [pair[1]], found)
        wrong.extend(place_at_word(arguments, text, each) for each in found.found)
    if wrong.found:
        raise UsageError(wrong.found)
    named = assign_seats(program, written, DEFAULT, wrong, called)
    return apply_think(arguments, named)


def apply_think(arguments: argparse.Namespace, strategies: Iterable[str]) -> tuple[str, ...]:
    if arguments.think is None:
        return tuple(strategies)
    think = read_think(arguments)
    return tuple(set_playouts(each, think) for each in strategies)
