"""`groundrules examples NAME --missing`: writes examples for what none of a ruleset's examples reaches."""

from __future__ import annotations

import argparse
from functools import partial

from interpreter import loader
from interpreter.check import CheckResult
from interpreter.cli.command_line import NAME_HELP
from interpreter.cli.loading import check_source, load_source
from interpreter.cli.result_files import replace_source
from interpreter.cli.terminal.console import count_noun
from interpreter.examples.missing import write_missing
from interpreter.source import Source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("--missing", action="store_true", required=True, help="for what no example reaches")
    parser.add_argument("--write", action="store_true", help="write them to the end of the file, and do not show them")


def run(arguments: argparse.Namespace) -> int:
    source = loader.find_ruleset(arguments.name)
    written = write_missing(load_source(source), partial(_check_longer, source))
    if written.examples and arguments.write and arguments.name not in loader.list_game_names():
        replace_source(source, source.append(f"\n{written.text}"))
        print(f"{count_noun(len(written.examples), 'unread example')} written to the end of {source.name}")
    elif written.examples:
        print(written.text, end="")
    elif not written.missed:
        print(f"the examples of {source.name} reach every row, rule and phase")
    for kind, name, row, line in written.missed:
        print(f"# no way was found to {f'row {row} of {name}' if kind == 'row' else f'{kind} {name}'}, line {line}")
    return int(bool(written.missed))


def _check_longer(source: Source, text: str) -> CheckResult:
    return check_source(Source(source.name, source.append(f"\n{text}")) if text else source)
