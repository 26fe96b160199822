"""`groundrules lsp`: the language server, on standard input and output."""

from __future__ import annotations

import argparse

ABOUT = """\
Start the language server. Editors start it themselves. It marks mistakes as you type and
offers fixes, shows tables with their odds, finds where names are declared and used,
completes, renames, formats, and runs examples."""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It has none."""


def run(_: argparse.Namespace) -> int:
    from interpreter.lsp import serve

    serve()
    return 0
