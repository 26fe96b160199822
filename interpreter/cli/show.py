"""`groundrules show NAME`: the rulebook as people read it, or a stage of the road from text to program."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from interpreter import shelf
from interpreter.check import Checked
from interpreter.cli.common import (
    NAME_HELP,
    Verbs,
    add_game_settings,
    add_json,
    add_verb,
    check_source,
    chosen_players,
    chosen_settings,
    load_source,
    model_of,
    with_base,
)
from interpreter.cli.console import strong, write_json
from interpreter.cli.outline import outline
from interpreter.cli.rulebook import rulebook
from interpreter.cli.rulebook_marks import mark
from interpreter.cli.rulebook_text import rulebook_lines
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.house.flat import Marked, flat
from interpreter.lower import lower
from interpreter.parser import parse
from interpreter.program.text import print_program
from interpreter.source import Source

ABOUT = """\
Show a ruleset as a rulebook: what it was taken from, the tables with the odds of each
row, the options with their alternatives, the rules in their own words with their
citations, and the points that the source leaves open. With --stage, show what the
interpreter makes of it on the way from text to program instead."""

EXAMPLE = """\
  groundrules show two_dice
  groundrules show two_dice --stage program --set tie=draw"""

STAGES = ("tree", "model", "program")


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_verb(verbs, "show", "the rulebook: tables with odds, options, rules, citations", ABOUT, EXAMPLE)
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("--stage", choices=STAGES, help="show the syntax tree, the typed model or the program")
    parser.add_argument("--flat", action="store_true", help="the game with its house rules as one ruleset of its own")
    add_game_settings(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    source, house = with_base(shelf.find(arguments.name), [shelf.find_house(each) for each in arguments.house])
    if arguments.stage is not None:
        lines = _stage(source, house, arguments)
        if arguments.json:
            write_json({"stage": arguments.stage, "lines": lines})
        else:
            print("\n".join(lines))
        return 0
    checked = check_source(source, house)
    model = model_of(checked)
    if arguments.flat:
        return _print_flat(checked, source, arguments.json)
    settings = chosen_settings(model, arguments)
    chosen_players(model, arguments)
    book = rulebook(model, settings)
    if checked.amended is not None:
        book = mark(book, model, Marked(checked.amended))
    if arguments.json:
        write_json(asdict(book))
    else:
        print("\n".join(rulebook_lines(book, strong)))
    return 0


def _print_flat(checked: Checked, source: Source, as_json: bool) -> int:
    text = flat(checked.before, checked.amended) if checked.amended else source.text
    if as_json:
        write_json({"text": text})
    else:
        print(text, end="")
    return 0


def _stage(source: Source, house: list[Source], arguments: argparse.Namespace) -> list[str]:
    if arguments.stage == "tree":
        found = Diagnostics()
        tree = parse(source, found)
        if found.errors:
            raise Rejected(found.in_order)
        return [line for part in (*tree.declarations, *tree.comments) for line in outline(part)]
    model = load_source(source, house)
    if arguments.stage == "model":
        return list(outline(model))
    program = lower(model, chosen_settings(model, arguments), chosen_players(model, arguments))
    return print_program(program).splitlines()
