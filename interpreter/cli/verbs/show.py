"""`groundrules show NAME`: the rulebook as people read it, or a stage of the road from text to program."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from interpreter.cli.command_line import JSON, NAME, SETTINGS, add_options
from interpreter.cli.loading import find_sources, read_chosen_players, read_chosen_settings, require_model
from interpreter.cli.reports.rulebook import format_rulebook
from interpreter.cli.terminal.console import print_markdown, strong, write_json
from interpreter.cli.terminal.outline import format_outline
from interpreter.cli.whole_rulebook import make_whole_rulebook
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.house.flatten import flatten
from interpreter.pipeline import amend_trees, check_game, lower, read_trees
from interpreter.program.text import print_program
from interpreter.rulebook.page import to_markdown
from interpreter.source import Sources

STAGES = ("tree", "amended", "model", "program")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NAME)
    stages = "show the syntax tree, the tree with house rules, the typed model or the program"
    parser.add_argument("--stage", choices=STAGES, help=stages)
    parser.add_argument("--source", action="store_true", help="show the ruleset itself, with citations and odds")
    parser.add_argument("--flat", action="store_true", help="print the game and its house rules as one ruleset")
    add_options(parser, SETTINGS | JSON)


def run(arguments: argparse.Namespace) -> int:
    sources = find_sources(arguments.name, arguments.house)
    if arguments.stage is not None:
        lines = _format_stage(sources, arguments)
        if arguments.json:
            write_json({"stage": arguments.stage, "lines": lines})
        else:
            print("\n".join(lines))
        return 0
    checked = check_game(sources)
    model = require_model(checked)
    if arguments.flat:
        text = flatten(checked.before, checked.amended) if checked.amended else sources.game.text
        if arguments.json:
            write_json({"text": text})
        else:
            print(text, end="")
        return 0
    settings = read_chosen_settings(model, arguments)
    read_chosen_players(model, arguments)
    book = make_whole_rulebook(sources, checked, settings, arguments)
    if arguments.json:
        write_json(asdict(book))
    elif arguments.source or book.page is None:
        print("\n".join(format_rulebook(book, strong)))
    else:
        print_markdown(to_markdown(book.page))
    return 0


def _format_stage(sources: Sources, arguments: argparse.Namespace) -> list[str]:
    if arguments.stage in ("tree", "amended"):
        found = Diagnostics()
        trees = (read_trees if arguments.stage == "tree" else amend_trees)(sources, found)
        if trees is None or found.errors:
            raise Rejected(found.in_order)
        tree = trees.files[-1].tree
        return [line for part in (*tree.declarations, *tree.comments) for line in format_outline(part)]
    model = require_model(check_game(sources))
    if arguments.stage == "model":
        return list(format_outline(model))
    program = lower(model, read_chosen_settings(model, arguments), read_chosen_players(model, arguments))
    return print_program(program).splitlines()
