"""The shape of tables: rows with too many or too few cells, headings that are missing or misplaced."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Message, find_message
from interpreter.source import Span


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def row_shape(span: Span, wanted: int, found: int, has_result: bool) -> Diagnostic:
    """A row with too many or too few keys, or without a result."""
    if not has_result:
        message, advice = "this row has no result", "write it after a colon: `PATTERNS : RESULT`"
    else:
        message = f"this row has patterns for {_count(found, 'key')}; expected {wanted}"
        advice = "write `|` between the patterns of two keys, and commas between patterns of one key"
    return Diagnostic("table-shape", span, message, label="this row", help=advice)
