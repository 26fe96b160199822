"""`groundrules odds`: exact figures, worked out from the rules themselves."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

from interpreter.cli.arguments import blame_command_line
from interpreter.cli.check_cache import load_checked
from interpreter.cli.command_line import misuse_at
from interpreter.cli.common import read_chosen_players, read_chosen_settings
from interpreter.cli.exact_arguments import (
    CHAINS,
    GIVEN,
    STRATEGIES,
    read_dice,
    read_given,
    read_strategies,
)
from interpreter.cli.odds_cache import find_answer
from interpreter.cli.options import JSON, NAME, SETTINGS, Options, add_options
from interpreter.cli.reports.exact import OddsReport, format_report, to_object
from interpreter.cli.reports.exact_means import describe_beyond
from interpreter.cli.reports.odds_plot import draw_odds
from interpreter.cli.reports.per_game import check_new_file
from interpreter.cli.reports.picture import PICTURES, check_picture
from interpreter.cli.result_files import write_csv
from interpreter.cli.terminal.console import write_diagnostics, write_json_of_broken
from interpreter.cli.terminal.working import show_working
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import odds as errors
from interpreter.diagnostics.messages import simulating
from interpreter.odds.answers import WINNERS, Answer, Asked, NeverThere
from interpreter.odds.figures import Setting
from interpreter.odds.positions import NotUnderstood, find_slot, show_value
from interpreter.program import Program
from interpreter.settings import GameFacts, format_settings

ABOUT = """\
Calculate exact odds from the rules, without playing: the mean, the variance and the
probability of each value of every measure, and who wins. Every figure is a fraction, or a
number with a bound of its error. Where a game is out of reach, say why within seconds."""

EXAMPLE = """\
  groundrules odds two_dice --exact
  groundrules odds two_dice --measure runs_per_half_inning --by bases,outs
  groundrules odds two_dice --measure runs_per_half_inning --given "bases is first, outs is 1" """.rstrip()

OUT_OF_REACH = 1

FIGURES: Options = {
    "--measure": {
        "metavar": "M",
        "action": "append",
        "default": [],
        "help": f"only this measure, or these; `{WINNERS}` for who wins",
    },
    "--by": {"metavar": "NAMES", "help": "a table of means over all values of these: bases,outs"},
    "--exact": {"action": "store_true", "help": "as fractions, where the chain is small enough"},
    "--csv": {"metavar": "FILE", "help": "write the distributions, or the table, to FILE.csv too"},
    "--plot": {
        "metavar": "FILE",
        "help": f"draw the distribution, or the table, of the first measure ({', '.join(PICTURES)})",
    },
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NAME | SETTINGS | STRATEGIES | FIGURES | GIVEN | CHAINS | JSON)


def run(arguments: argparse.Namespace) -> int:
    known = load_checked(arguments.name, arguments.house)
    game = known.game
    with blame_command_line():
        options = read_chosen_settings(game, arguments)
        players = read_chosen_players(game, arguments)
        program = known.program(options, players)
    strategies = read_strategies(game, program, arguments)
    setting = Setting(program, strategies, read_dice(program, arguments), arguments.most_states)
    file = check_new_file(arguments, arguments.csv, (".csv",)) if arguments.csv is not None else None
    picture = check_picture(arguments) if arguments.plot is not None else None
    asked = _read_asked(game, program, arguments)
    began = time.perf_counter()
    try:
        with show_working(errors.estimated_meanwhile(game.name)):
            found = find_answer(known.make_key(options, players), setting, asked)
    except NeverThere:
        misuse_at(arguments, arguments.given, errors.position_unreached(arguments.given))
    seconds = time.perf_counter() - began
    report = OddsReport(game, format_settings(game, options), setting, asked, arguments.given or "", found, seconds)
    beyond = list(_list_beyond(found, game.name, arguments.most_states))
    if arguments.json:
        write_json_of_broken(to_object(report), beyond)
    else:
        if found.found:
            print("\n".join(format_report(report, arguments.exact)), flush=True)
        write_diagnostics(beyond, sys.stderr)
    if file is not None and found.found:
        write_csv(file, _list_rows(report))
    if picture is not None and found.found:
        draw_odds(picture, report)
    return 0 if found.found else OUT_OF_REACH


def _read_asked(game: GameFacts, program: Program, arguments: argparse.Namespace) -> Asked:
    """Which measures are asked for, from which position on, and over what. Raises `UsageError`."""
    names = [*program.figures, WINNERS]
    for name in arguments.measure:
        if name not in names:
            misuse_at(arguments, name, simulating.measure_unknown(name, names, game.name))
    given = read_given(game, program, arguments)
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


def _list_beyond(found: Answer, game: str, allowed: int) -> Iterator[Diagnostic]:
    """What is out of reach where so many states are allowed, the whole game before its measures."""
    beyond = {WINNERS: found.beyond} if found.beyond else {}
    beyond |= {each.measure.name: each.beyond for each in found.measures if each.beyond}
    yield from describe_beyond(game, beyond, allowed)


def _list_rows(report: OddsReport) -> Iterator[Sequence[object]]:
    """The table over positions, if there is one, else the distributions."""
    program, by = report.setting.program, report.asked.by
    names = [program.slots[slot].name for slot in by]
    yield ("measure", "of", *(names or ("value",)), "mean" if by else "chance")
    for each in report.answer.measures:
        for cell in each.table:
            held = [show_value(program, slot, value) for slot, value in zip(by, cell.values, strict=True)]
            yield (each.measure.name, each.label, *held, repr(cell.mean))
        for value, chance in each.figure.distribution if each.figure and not by else ():
            yield each.measure.name, each.label, value, repr(chance)
