"""`groundrules explain CODE`: the page of a diagnostic."""

from __future__ import annotations

import argparse

from interpreter import loader
from interpreter.cli.command_line import JSON, add_options, misuse
from interpreter.cli.terminal.console import strong, write_json
from interpreter.diagnostics.messages import usage

ABOUT = """\
Explain a message: what it means, why it matters, and how to fix it, with examples. The code
is in brackets after the word `error` or `warning`. Without a code, list all codes."""

EXAMPLE = "  groundrules explain table-gap"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", nargs="?", help="such as `table-gap`")
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.code is None:
        return _list(arguments.json)
    page = loader.read_page(arguments.code)
    if page is None:
        span = arguments.command_line.span(arguments.code)
        misuse(usage.code_unknown(span, arguments.code, loader.list_codes()))
    if arguments.json:
        write_json({"code": arguments.code, "page": page})
    else:
        print("\n".join(strong(line) if line.startswith("#") else line for line in page.rstrip().split("\n")))
    return 0


def _list(as_json: bool) -> int:
    if as_json:
        write_json({"codes": loader.list_codes()})
    else:
        print("\n".join(loader.list_codes()))
    return 0
