"""`groundrules odds`: exact figures, calculated from the rules themselves."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from interpreter.bots.seats import DEFAULT
from interpreter.cli.arguments import (
    GIVEN,
    MEASURES,
    STRATEGIES,
    ChosenGame,
    check_measures,
    choose_game,
    list_chain_options,
    read_dice,
    read_exact_strategies,
    read_given,
)
from interpreter.cli.command_line import JSON, NAME, SETTINGS, Options, add_options, misuse_at
from interpreter.cli.loading import cached
from interpreter.cli.reports.exact import Odds
from interpreter.cli.reports.plots import draw_odds
from interpreter.cli.reports.report import read_output
from interpreter.cli.result_files import PICTURES
from interpreter.cli.terminal.working import show_working
from interpreter.diagnostics.messages import odds as errors
from interpreter.odds import answers
from interpreter.odds.answers import WINNERS, Answer, Asked, NeverThere
from interpreter.odds.figures import MOST_STATES, Setting
from interpreter.odds.positions import NotUnderstood, find_slot
from interpreter.program import Program

OUT_OF_REACH = 1

FIGURES: Options = {
    "--measure": MEASURES["--measure"] | {"help": f"only this measure, or these; `{WINNERS}` for who wins"},
    "--by": {"metavar": "NAMES", "help": "a table of means over all values of these states: A,B"},
    "--exact": {"action": "store_true", "help": "all digits, and fractions where the chain is small enough"},
    "--csv": {"metavar": "FILE", "help": "write the distributions, or the table, to FILE.csv too"},
    "--plot": {
        "metavar": "FILE",
        "help": f"draw the distribution, or the table, of the first measure ({', '.join(PICTURES)})",
    },
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    chains = list_chain_options(MOST_STATES)
    add_options(parser, NAME | SETTINGS | STRATEGIES | FIGURES | GIVEN | chains | JSON)


def run(arguments: argparse.Namespace) -> int:
    chosen = choose_game(arguments)
    strategies = read_exact_strategies(chosen, arguments, DEFAULT)
    setting = Setting(chosen.program, strategies, read_dice(chosen.program, arguments), arguments.most_states)
    output = read_output(arguments)
    asked = _read_asked(chosen, arguments)
    began = time.perf_counter()
    try:
        with show_working(errors.estimated_meanwhile(chosen.facts.name)):
            found = _find_answer(chosen, setting, asked)
    except NeverThere:
        misuse_at(arguments, arguments.given, errors.position_unreached(arguments.given))
    seconds = time.perf_counter() - began
    odds = Odds(chosen, setting, asked, arguments.given or "", found, seconds, arguments.exact)
    report = odds.make_report()
    output.write(replace(report, draw=partial(draw_odds, odds)) if found.found else report)
    return 0 if found.found else OUT_OF_REACH


def _find_answer(chosen: ChosenGame, setting: Setting, asked: Asked) -> Answer:
    """The answer, cached under everything it depends on. Raises NeverThere."""
    about = asked.measures, sorted(asked.given.items()), asked.by
    name = repr((setting.strategies, setting.weights, setting.most, about))
    key = chosen.known.make_key(chosen.options, chosen.players, name)
    return cached("answer", key, Answer, lambda: answers.answer(setting, asked))


def _read_asked(chosen: ChosenGame, arguments: argparse.Namespace) -> Asked:
    """Which measures are asked for, from which position on, and over what. Raises `UsageError`."""
    program = chosen.program
    check_measures(arguments, [*program.figures, WINNERS], chosen.facts.name)
    given = read_given(chosen, arguments)
    try:
        by = tuple(find_slot(program, each) for each in (arguments.by or "").split(",") if each)
    except NotUnderstood as wrong:
        misuse_at(arguments, arguments.by, errors.position_unknown(wrong.text, wrong.known))
    return Asked(tuple(_list_parts(program, arguments.measure)), given, by)


def _list_parts(program: Program, names: Sequence[str]) -> Iterator[str]:
    """The measures of these names; of a quotient, the two that it is made of."""
    divided = {each.name: (each.top, each.bottom) for each in program.quotients}
    for name in names:
        yield from (program.measures[at].name for at in divided[name]) if name in divided else (name,)
