"""The shape of tables: rows with too many or too few cells, headings that are missing or misplaced."""

from __future__ import annotations

from interpreter.diagnostics.messages import Message, find_message


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)
