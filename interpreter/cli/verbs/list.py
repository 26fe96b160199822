"""`groundrules list`: the rulesets that come with the program, a line each."""

from __future__ import annotations

import argparse

from interpreter import loader
from interpreter.cli.options import JSON, add_options
from interpreter.cli.terminal.console import align_columns, aside, write_json

ABOUT = """\
List the rulesets that come with the program, a line each: the name to use on the
command line, the title, and the file. Libraries hold what several games share; house
rules change a game."""

EXAMPLE = "  groundrules list"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    games, libraries, house = loader.list_games(), loader.list_libraries(), loader.list_house_rules()
    if arguments.json:
        sorts = {"games": games, "libraries": libraries, "house_rules": house}
        write_json({sort: [*map(_to_object, entries)] for sort, entries in sorts.items()})
        return 0
    rows = [(entry.name, entry.title, loader.format_path(entry.path)) for entry in (*games, *libraries)]
    lines = align_columns(rows)
    print("\n".join(lines[: len(games)]))
    if libraries:
        print(aside("\nlibraries, which games use"))
        print("\n".join(lines[len(games) :]))
    if house:
        print(aside("\nhouse rules, to be put to a game with --house"))
        print("\n".join(align_columns([(each.name, f"for {each.game}", each.title) for each in house])))
    return 0


def _to_object(entry: loader.ShippedFile) -> dict[str, str]:
    found = {"name": entry.name, "title": entry.title, "file": loader.format_path(entry.path)}
    return found | ({"game": entry.game} if entry.game else {})
