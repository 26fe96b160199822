"""`groundrules explain CODE`: the page of a diagnostic."""

from __future__ import annotations

import argparse

from interpreter import loader
from interpreter.cli.command_line import JSON, add_options, misuse
from interpreter.cli.terminal.console import print_markdown, write_json
from interpreter.diagnostics.messages import usage


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", nargs="?", help="such as `table-gap`")
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.code is None:
        codes = loader.list_codes()
        if arguments.json:
            write_json({"codes": codes})
        else:
            print("\n".join(codes))
        return 0
    page = loader.read_page(arguments.code)
    if page is None:
        span = arguments.command_line.span(arguments.code)
        misuse(usage.code_unknown(span, arguments.code, loader.list_codes()))
    if arguments.json:
        write_json({"code": arguments.code, "page": page})
    else:
        print_markdown(page)
    return 0
