"""Mistakes on the command line: verbs, options and words."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Message, find_message
from interpreter.diagnostics.wording import find_nearest, join_parts
from interpreter.source import Span


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


_ARGUMENTS = {
    "NAME": "the name of a ruleset",
    "PATH": "the path of a ruleset or a folder",
    "FOLDER|NAME": "the name of a folder or a ruleset",
}
"""What stands for an argument in the help of a command, in words."""


def argument_missing(span: Span, command: str, arguments: Sequence[str], example: str) -> Diagnostic:
    missing = join_parts([_ARGUMENTS.get(each, f"`{each}`") for each in arguments])
    return Diagnostic("wrong-usage", span,
        f"{missing} {'is' if len(arguments) == 1 else 'are'} missing",
        label="expected here" if len(arguments) == 1 else "",
        help=f"write, for example, `{example}`; `{command} --help` shows how to use it",
    )


def value_missing(span: Span, command: str, argument: str) -> Diagnostic:
    return _wrong_argument(span, command, f"the value after `{argument}` is missing")


def value_unwanted(span: Span, command: str, argument: str, value: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` cannot have a value, and `{value}` was given")


def whole_number_expected(span: Span, command: str, argument: str, value: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` expects a whole number, not `{value}`")


def choice_unknown(span: Span, command: str, argument: str, value: str, choices: Sequence[str]) -> Diagnostic:
    problem = f"`{argument}` cannot be `{value}`; expected one of {', '.join(choices)}"
    return _wrong_argument(span, command, problem, find_nearest(value, choices))


def _wrong_argument(span: Span, command: str, problem: str, guess: str | None = None) -> Diagnostic:
    return Diagnostic("wrong-usage", span,
        problem,
        help=f"did you mean `{guess}`?" if guess else f"`{command} --help` shows how to use it",
    )
