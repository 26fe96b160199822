"""`groundrules lsp`: the language server, on standard input and output."""

from __future__ import annotations

import argparse


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It has none."""


def run(_: argparse.Namespace) -> int:
    from interpreter.lsp import serve

    serve()
    return 0
