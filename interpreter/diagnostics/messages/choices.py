"""Choices: answers in several parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Messages
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__


def no_such_tuple(span: Span, values: Sequence[str], known: Mapping[str, int]) -> Diagnostic:
    """Several values in parentheses that are the answer of no choice, or of several. `known` are the choices it may
    belong to, with how many parts their answers have."""
    number = len(values)
    fitting = [f"`{name}`" for name, parts in known.items() if parts == number]
    found = f"this could be an answer to several choices: {' or '.join(fitting)}"
    help = "compare it with an answer to the choice you mean, and write that answer first"
    if not fitting:
        found = f"`({', '.join(values)})` would be an answer in {number} parts, and no choice here has such answers"
        help = "write as many values as an answer has parts" if known else f"for a set, write `{' and '.join(values)}`"
    return Diagnostic("no-such-answer", span,
        found,
        label=f"{number} values together",
        notes=() if fitting else tuple(f"an answer of `{name}` has {parts} parts" for name, parts in known.items()),
        help=help,
    )
