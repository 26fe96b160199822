"""Mistakes on the command line: verbs, options and words."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import join_parts
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

_ARGUMENTS = {
    "NAME": "the name of a ruleset",
    "PATH": "the path of a ruleset or a folder",
    "FOLDER|NAME": "the name of a folder or a ruleset",
}
"""The placeholder of an argument in the help of a command, in words."""


def argument_missing(span: Span, command: str, arguments: Sequence[str], example: str) -> Diagnostic:
    missing = join_parts([_ARGUMENTS.get(each, f"`{each}`") for each in arguments])
    return Diagnostic("wrong-usage", span,
        f"{missing} {'is' if len(arguments) == 1 else 'are'} missing",
        label="expected here" if len(arguments) == 1 else "",
        help=f"write, for example, `{example}`; `{command} --help` shows how to use it",
    )
