"""What each answer is worth where not all cards are seen: `groundrules solve` with cards among what is `--given`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping

from interpreter.bots.paired import NoEstimate, NotReached, PairedPlayouts
from interpreter.bots.search import find_best_strategy
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.cli.arguments import ChosenGame, read_strategies
from interpreter.cli.command_line import misuse_at
from interpreter.cli.reports.hidden import make_report
from interpreter.cli.reports.report import read_output
from interpreter.cli.terminal.working import show_working
from interpreter.diagnostics.messages import odds as errors
from interpreter.markov.question import OPEN
from interpreter.odds.best_play import Aim
from interpreter.program import Program

NOT_HERE = ("--dice", "--save", "--exact")
"""Options of the command that say nothing where this is asked for."""

SECONDS = 10.0
"""Games are played for this long at most."""


def names_cards(program: Program, given: Mapping[int, int]) -> bool:
    """Whether it is said of some place which cards lie there."""
    return any(program.slots[slot].kind == "zone" for slot in given)


def show_answers(chosen: ChosenGame, aim: Aim, given: Mapping[int, int], arguments: argparse.Namespace) -> None:
    """Print what each answer is worth. Raises `UsageError`."""
    for option, value in zip(NOT_HERE, (arguments.dice, arguments.save, arguments.exact), strict=True):
        if value:
            misuse_at(arguments, option, errors.unseen_option(option))
    program, output, began = chosen.program, read_output(arguments), time.perf_counter()
    fit = (DEFAULT, *program.strategies, RANDOM)
    strategies = read_strategies(chosen.facts, program, arguments, OPEN, fit)
    try:
        with show_working():
            if OPEN in strategies:
                base = find_best_strategy(program)
                strategies = tuple(base if each == OPEN else each for each in strategies)
            paired = PairedPlayouts(program, strategies, aim.side, given, aim.measure, aim.member, aim.most)
            paired.play()
            while not paired.is_decided() and time.perf_counter() < began + SECONDS:
                paired.play()
    except NoEstimate:
        misuse_at(arguments, arguments.given, errors.position_unmeasured(arguments.given))
    except NotReached:
        misuse_at(arguments, arguments.given, errors.position_not_found(arguments.given, program.seats[aim.side]))
    seconds = time.perf_counter() - began
    output.write(make_report(chosen, aim, arguments.given, strategies, paired, seconds))
