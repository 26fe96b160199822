"""`groundrules explain CODE`: the page of a diagnostic."""

from __future__ import annotations

import argparse
import re
import sys

from interpreter import loader
from interpreter.cli.command_line import JSON, add_options, misuse
from interpreter.cli.terminal.console import wants_colour, write_json
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
    elif wants_colour(sys.stdout):
        _render(page)
    else:
        print(page.rstrip())
    return 0


def _render(page: str) -> None:
    """Headings, boxes and lists as a terminal shows them; of a link, its words."""
    from rich.console import Console
    from rich.markdown import Markdown

    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", page)
    Console().print(Markdown(text, code_theme="ansi_dark"))
