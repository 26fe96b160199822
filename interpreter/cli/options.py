"""The arguments that many verbs share, each declared once, and the types of arguments that are numbers.

Those of bots and simulations are in `arguments`: a verb that plays nothing does not load what they need."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import playing

Options: TypeAlias = dict[str, dict[str, Any]]
"""Arguments by their names, and what `argparse` needs to know of them."""

MAX_NUMBER_LENGTH = 40

MAX_PACE = 60

PACE = re.compile(r"[0-9]{0,9}\.?[0-9]{1,9}")


def whole_number(what: str, low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number as people write it: `20000`, `20_000`, `20,000`, `1.5e6`."""
    return partial(_read_whole_number, what, low, high)


def _read_whole_number(what: str, low: int, high: int, text: str) -> int:
    number = _parse_whole(text) if len(text) <= MAX_NUMBER_LENGTH else None
    if number is None or not low <= number <= high:
        raise Rejected([playing.number_expected(what, text, low, high)])
    return number


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


def _read_pace(text: str) -> float:
    if not PACE.fullmatch(text) or float(text) > MAX_PACE:
        raise Rejected([playing.number_expected("the pace", text, 0, MAX_PACE, "a number of seconds")])
    return float(text)


def add_options(parser: argparse.ArgumentParser, options: Options) -> None:
    for name, declaration in options.items():
        parser.add_argument(name, **declaration)


NAME_HELP = "a ruleset that comes with the program (see `groundrules list`), or the path of a file"

NAME: Options = {"name": {"metavar": "NAME", "help": NAME_HELP}}

JSON: Options = {"--json": {"action": "store_true", "help": "print one JSON object instead of text"}}

WATCH: Options = {"--watch": {"action": "store_true", "help": "run again whenever a file changes, until Ctrl-C"}}

HOUSE: Options = {
    "--house": {
        "metavar": "RULES",
        "action": "append",
        "default": [],
        "help": "use these house rules: a shipped name, or a file "
        "(may be given more than once, in order)",
    }
}

SETTINGS: Options = {
    "--set": {
        "dest": "settings",
        "metavar": "OPTION=VALUE",
        "action": "append",
        "default": [],
        "help": "set an option of the game (may be given more than once)",
    },
    **HOUSE,
    "--players": {"metavar": "N", "type": int, "help": "how many play (default: the fewest possible)"},
}

TRANSCRIPT: Options = {
    "--transcript": {"metavar": "FILE", "help": "write the play-by-play to FILE (.txt, or .jsonl as data)"}
}

SHOWING: Options = {
    "--no-undo": {"action": "store_true", "help": "allow no undo in this game, now or later"},
    "--pace": {"metavar": "SECONDS", "type": _read_pace, "default": 0.0, "help": "wait this long after each line"},
    "--plain": {"action": "store_true", "help": "print line by line, without a full screen"},
    **TRANSCRIPT,
}
"""What a verb takes that plays a game at the terminal."""
