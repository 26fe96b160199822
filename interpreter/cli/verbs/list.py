"""`groundrules list`: the rulesets that come with the program, a line each."""

from __future__ import annotations

import argparse
from itertools import islice

from interpreter import loader
from interpreter.cli.command_line import JSON, add_options
from interpreter.cli.terminal.console import align_columns, aside, write_json

HEADINGS = {"classics": "\nclassics, games that everybody knows", "libraries": "\nlibraries, parts that games use"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    sorts = {"games": loader.list_games(), "classics": loader.list_classics(), "libraries": loader.list_libraries()}
    house = loader.list_house_rules()
    if arguments.json:
        everything = {**sorts, "house_rules": house}
        write_json({sort: [*map(_to_object, entries)] for sort, entries in everything.items()})
        return 0
    rows = [(each.name, each.title, loader.format_path(each.path)) for entries in sorts.values() for each in entries]
    lines = iter(align_columns(rows))
    for sort, entries in sorts.items():
        if entries and sort in HEADINGS:
            print(aside(HEADINGS[sort]))
        print("\n".join(islice(lines, len(entries))))
    if house:
        print(aside("\nhouse rules: add one to a game with --house"))
        print("\n".join(align_columns([(each.name, f"for {', '.join(each.games)}", each.title) for each in house])))
    return 0


def _to_object(entry: loader.ShippedFile) -> dict[str, object]:
    games = {"games": entry.games} if entry.games else {}
    return {"name": entry.name, "title": entry.title, "file": loader.format_path(entry.path), **games}
