"""Phases: state used outside its phase, ends that end nothing, loops that never end, recursion."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic, Label
from interpreter.diagnostics.messages import Message, find_message
from interpreter.source import Span


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


def read_too_early(span: Span, name: str, reads: str, declared: Span) -> Diagnostic:
    """A start value that depends on something the phase has not set up yet."""
    itself = name == reads
    return Diagnostic("read-too-early", span,
        f"`{name}` starts from {'itself' if itself else f'`{reads}`, which is not set up yet'}",
        label=f"reads `{reads}`",
        labels=() if itself else (Label(declared, "set up only here"),),
        help="start it from another value" if itself else f"move it below `{reads}`, or start it from another value",
    )
