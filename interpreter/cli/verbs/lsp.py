"""`groundrules lsp`: the language server, on standard input and output."""

from __future__ import annotations

import argparse

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import simulating

ABOUT = """\
Start the language server. Editors start it themselves. It marks mistakes as you type and
offers fixes, shows tables with their odds, finds where names are declared and used,
completes, renames, formats, and runs examples. This needs the extra `lsp`: in the folder
of Ground Rules, type `pip install ".[lsp]"`."""

EXAMPLE = "  groundrules lsp"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(arguments: argparse.Namespace) -> int:
    del arguments
    try:
        from interpreter.lsp import serve
    except ImportError as error:
        raise Rejected([simulating.package_missing("the language server", "pygls", "lsp")]) from error
    serve()
    return 0
