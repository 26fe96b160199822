"""`groundrules schema NAME`: a JSON Schema for house rules in TOML."""

from __future__ import annotations

import argparse

from interpreter.check.schema import make_schema
from interpreter.cli.command_line import HOUSE, JSON, NAME, add_options
from interpreter.cli.loading import load_game
from interpreter.cli.terminal.console import write_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NAME | HOUSE | JSON)


def run(arguments: argparse.Namespace) -> int:
    write_json(make_schema(load_game(arguments.name, arguments.house)))
    return 0
