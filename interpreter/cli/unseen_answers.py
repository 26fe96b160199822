"""What each answer is worth where not all cards are seen: `groundrules solve` with cards among what is `--given`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping

from interpreter.cli.command_line import misuse_at
from interpreter.cli.reports.unseen import UnseenReport, format_report, to_object
from interpreter.cli.terminal.console import write_json
from interpreter.cli.terminal.working import show_working
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import odds as errors
from interpreter.odds.best_play import Aim
from interpreter.program import Program
from interpreter.settings import GameFacts, format_settings
from interpreter.unseen.values import AnswerValues, NotReached, find_values
from interpreter.unseen.walking import NotExact

NOT_HERE = ("--strategy", "--dice", "--csv", "--save")
"""Options of the command that say nothing where this is asked for."""


def names_cards(program: Program, given: Mapping[int, int]) -> bool:
    """Whether it is said of some place which cards lie there."""
    return any(program.slots[slot].kind == "zone" for slot in given)


def show_answers(
    game: GameFacts,
    options: Mapping[str, int],
    program: Program,
    aim: Aim,
    given: Mapping[int, int],
    arguments: argparse.Namespace,
) -> None:
    """Print what each answer is worth. Raises `UsageError` and Rejected."""
    used = (arguments.strategies, arguments.dice, arguments.csv, arguments.save)
    for option, value in zip(NOT_HERE, used, strict=True):
        if value:
            misuse_at(arguments, option, errors.unseen_option(option))
    began = time.perf_counter()
    with show_working():
        values = _find(game, program, aim, given, arguments)
    seconds = time.perf_counter() - began
    report = UnseenReport(game, format_settings(game, options), program, aim, arguments.given, values, seconds)
    if arguments.json:
        write_json(to_object(report))
    else:
        print("\n".join(format_report(report)), flush=True)


def _find(
    game: GameFacts, program: Program, aim: Aim, given: Mapping[int, int], arguments: argparse.Namespace
) -> AnswerValues:
    if aim.measure is None:
        raise Rejected((errors.unseen_out_of_reach("winning depends on the whole game", game.name),))
    if program.sides:
        raise Rejected((errors.unseen_out_of_reach("several seats share what they play for", game.name),))
    try:
        return find_values(program, aim.side, aim.measure, given, aim.most)
    except NotExact as reason:
        raise Rejected((errors.unseen_out_of_reach(str(reason), game.name),)) from None
    except NotReached:
        misuse_at(arguments, arguments.given, errors.position_not_found(arguments.given, program.seats[aim.side]))
