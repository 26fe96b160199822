"""`groundrules house new` and `groundrules house matrix`: house rules begun, and held against each other."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import tomli_w

from interpreter import loader
from interpreter.check import Checked
from interpreter.cli.command_line import at_word, misuse
from interpreter.cli.common import (
    NAME_HELP,
    Verbs,
    add_game_settings,
    add_json,
    add_verb,
    check_source,
    chosen_settings,
    load_source,
    model_of,
)
from interpreter.cli.terminal.console import columns, strong, write_json
from interpreter.diagnostics import Diagnostic, Rejected, rendering
from interpreter.diagnostics.messages import usage
from interpreter.diagnostics.messages.simulating import file_unwritable
from interpreter.examples.overlay_failures import run_under_house
from interpreter.house.matrix import TOGETHER, Verdict, matrix
from interpreter.model import Model, OptionInfo
from interpreter.pipeline import check_game
from interpreter.settings import show_setting
from interpreter.source import Source

ABOUT = """\
Begin house rules, or hold several against each other. `house new NAME --set OPTION=VALUE`
writes a TOML file that changes these options of a game; rows and more can be added to it by
hand. `house matrix NAME --house A --house B ...` says of every pair whether they conflict,
let examples fail, depend on order, make one another redundant, or go together."""

EXAMPLE = """\
  groundrules house new going_to_boston --set rounds=3 -o short.toml
  groundrules house matrix two_dice --house mercy --house doubles --house extra_runner"""

WORDS = ("new", "matrix")


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_verb(verbs, "house", "begin house rules, or hold several against each other", ABOUT, EXAMPLE)
    parser.add_argument("what", metavar="new|matrix", choices=WORDS, help="what to do")
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("-o", "--output", metavar="FILE", help="with `new`: the file to write, if not the terminal")
    add_game_settings(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do the one or the other."""
    return _new(arguments) if arguments.what == "new" else _matrix(arguments)


# ---- new


def _new(arguments: argparse.Namespace) -> int:
    sources = loader.sources_of(loader.find(arguments.name), [loader.find_house(each) for each in arguments.house])
    model = model_of(check_game(sources))
    chosen = chosen_settings(model, arguments)
    text = tomli_w.dumps(_house(model, load_source(sources.game), chosen, _name(arguments.output)))
    if arguments.output is None:
        print(text, end="")
        return 0
    path = Path(arguments.output)
    if os.path.exists(path):
        misuse(at_word(arguments, arguments.output, usage.file_there(arguments.output)))
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        raise Rejected([file_unwritable(arguments.output, reason)]) from None
    name = loader.shown_path(path)
    print(f"{name} written; `groundrules check {name}` checks it, and `groundrules play {name}` plays with it")
    return 0


def _house(model: Model, plain: Model, chosen: dict[str, int], name: str) -> dict[str, object]:
    """What changes these options, after the house rules that the game has already. The examples keep the values that
    the game itself has, for which they were written."""
    first: dict[str, object] = {"house_rules": name, "title": name.replace("_", " ").capitalize(), "for": model.name}
    if model.house:
        first["after"] = [each.name for each in model.house]
    kept = {option: plain.options[option] for option in chosen if option in plain.options}
    tables = {
        "options": {option: _value(model.options[option], value) for option, value in chosen.items()},
        "examples": {option: _value(info, info.default) for option, info in kept.items()},
    }
    return first | {word: table for word, table in tables.items() if table}


def _value(info: OptionInfo, value: int) -> int | str | bool:
    shown = show_setting(info, value)
    return {"yes": True, "no": False}.get(str(shown), shown)


def _name(output: str | None) -> str:
    """A name that fits the file."""
    stem = re.sub(r"\W+", "_", Path(output).stem.lower()).strip("_") if output else ""
    return stem if stem and not stem[0].isdigit() else f"my_{stem or 'rules'}"


# ---- matrix


def _matrix(arguments: argparse.Namespace) -> int:
    base = loader.find(arguments.name)
    if len(arguments.house) < 2:
        misuse(at_word(arguments, arguments.name, usage.matrix_of_few(arguments.name)))
    sources = [loader.find_house(each) for each in arguments.house]
    found = matrix(sources, lambda stack: check_source(base, stack), lambda checked: _failures(checked, base))
    if found.wrong:
        raise Rejected(found.wrong)
    if arguments.json:
        write_json({"house_rules": found.names, "pairs": [_object(each) for each in found.verdicts]})
    else:
        print("\n".join(_grid(found.names, found.verdicts)))
    return 0


def _failures(checked: Checked, base: Source) -> list[tuple[str, tuple[Diagnostic, ...]]]:
    report = run_under_house(model_of(checked), lambda: load_source(base))
    return [(each.example.name, each.failures) for each in report.failed]


def _object(verdict: Verdict) -> dict[str, object]:
    told = [rendering.as_object(each) for each in verdict.diagnostics]
    return asdict(verdict) | {"diagnostics": told}


def _grid(names: Sequence[str], verdicts: Sequence[Verdict]) -> list[str]:
    """Who goes with whom, and below it why not."""
    by_pair = {frozenset((each.one, each.other)): each.verdict for each in verdicts}
    rows = [("", *names)]
    rows += [(one, *("-" if one == other else by_pair[frozenset((one, other))] for other in names)) for one in names]
    first, *lines = columns(rows)
    reasons = [f"{each.one}, {each.other}: {each.verdict}: {each.why}" for each in verdicts if each.verdict != TOGETHER]
    return [strong(first), *lines, *([""] if reasons else []), *reasons]
