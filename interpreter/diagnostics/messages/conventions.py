"""What readers of a ruleset would miss. All are warnings, and only `check --strict` looks for them."""

from __future__ import annotations

from interpreter.diagnostics.messages import Message, find_message


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


UNREAD = "unread: "
"""How the title of an example begins that was written by the program, until somebody has read it."""
