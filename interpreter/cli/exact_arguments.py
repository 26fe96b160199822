"""The arguments of verbs that make chains: strategies, measured dice, how large a chain may be."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from interpreter.analysis.weights import Weights
from interpreter.bots.seats import DEFAULT, assign_seats, check_strategies
from interpreter.cli.arguments import read_pairs, split_pair
from interpreter.cli.command_line import check_words, misuse_at
from interpreter.cli.options import Options, whole_number
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import files, playing
from interpreter.diagnostics.messages import odds as errors
from interpreter.odds.figures import MOST_STATES, Setting
from interpreter.odds.positions import NotUnderstood, read_position
from interpreter.odds.weights import WrongWeights, read_weights
from interpreter.program import Program
from interpreter.settings import GameFacts, find_written_names

STRATEGIES: Options = {
    "--strategy": {
        "dest": "strategies",
        "metavar": "SEAT=NAME",
        "action": "append",
        "default": [],
        "help": "a strategy of the ruleset; SEAT is a number, a name, a side, or `all` (may be given more than once)",
    },
}

GIVEN: Options = {
    "--given": {"metavar": "POSITION", "help": 'from this position on: "bases is first, outs is 1"'},
}

CHAINS: Options = {
    "--dice": {"metavar": "FILE", "help": "dice that are not fair: FILE.toml has a weight for each face"},
    "--most-states": {
        "metavar": "N",
        "type": whole_number("the number of states", 1, 10_000_000),
        "default": MOST_STATES,
        "help": f"how many states a game may have (default: {MOST_STATES:,})",
    },
}


EXACT: Options = {
    "--exact": {"action": "store_true", "help": "calculate the means from the rules, to 12 digits, without playing"},
}


def make_setting(program: Program, strategies: Sequence[str], arguments: argparse.Namespace) -> Setting:
    """How exact means are to be found. Raises `UsageError` for bots that do not decide by lines of the ruleset."""
    for name in strategies:
        if name not in (DEFAULT, *program.strategies):
            misuse_at(arguments, name, errors.strategy_unfit(name, program.strategies))
    return Setting(program, tuple(strategies))


def read_strategies(
    game: GameFacts, program: Program, arguments: argparse.Namespace, otherwise: str = DEFAULT
) -> tuple[str, ...]:
    """The strategy of every seat, or `otherwise`. Raises `UsageError` for what the game does not have, and for bots
    that draw lots or look ahead."""
    written = read_pairs(arguments, arguments.strategies, "--strategy", f"all={DEFAULT}")
    called = find_written_names(game, len(program.seats), bool(program.sides))

    def check(text: str, found: Diagnostics) -> None:
        pair = split_pair(text)
        assign_seats(program, [pair], DEFAULT, found, called)
        check_strategies(program, [pair[1]], found)
        if not found.found and pair[1] not in (DEFAULT, *program.strategies):
            found.add(errors.strategy_unfit(pair[1], program.strategies))

    check_words(arguments, arguments.strategies, check)
    return tuple(assign_seats(program, written, otherwise, Diagnostics(), called))


def read_given(game: GameFacts, program: Program, arguments: argparse.Namespace) -> dict[int, int]:
    """What slots hold in the position asked for. Raises `UsageError` if there is no making sense of it."""
    try:
        return read_position(program, arguments.given or "", game.members)
    except NotUnderstood as wrong:
        misuse_at(arguments, arguments.given, explain_position(wrong))


def explain_position(wrong: NotUnderstood) -> Diagnostic:
    """What makes no sense in what is said of a position, or in a name."""
    if wrong.name:
        return errors.position_value(wrong.text, wrong.name, wrong.form, wrong.known)
    return errors.position_unknown(wrong.text, wrong.known)


def read_dice(program: Program, arguments: argparse.Namespace) -> Weights | None:
    """The weights of measured dice. Raises `UsageError` if there is no making sense of them."""
    if arguments.dice is None:
        return None
    if not program.dice:
        misuse_at(arguments, arguments.dice, playing.nothing_to_ask(program.name, "dice"))
    faces = {each.name: each.faces for each in program.dice}
    try:
        return read_weights(program, Path(arguments.dice).read_text(encoding="utf-8"))
    except OSError as error:
        misuse_at(arguments, arguments.dice, files.file_unreadable(arguments.dice, error.strerror, error.errno))
    except UnicodeDecodeError:
        misuse_at(arguments, arguments.dice, errors.dice_weights(arguments.dice, "", None, None, faces))
    except WrongWeights as wrong:
        told = errors.dice_weights(arguments.dice, wrong.name, wrong.number, wrong.wrong, faces)
        misuse_at(arguments, arguments.dice, told)
