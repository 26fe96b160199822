"""What readers of a ruleset would miss. All are warnings, and only `check --strict` looks for them."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic, Fix, Severity
from interpreter.source import Span

UNREAD = "unread: "
"""How the title of an example begins that was written by the program, until somebody has read it."""


def option_without_question(span: Span, option: str) -> Diagnostic:
    return Diagnostic("option-unexplained", span,
        f"the option `{option}` has no question",
        label="readers see only its name",
        help='write below it the question that it answers, such as `"How many points end the game?"`',
        severity=Severity.WARNING,
    )


def option_without_reason(span: Span, option: str) -> Diagnostic:
    return Diagnostic("option-unexplained", span,
        f"the option `{option}` settles an open point and gives no reason",
        label="no `because` below it",
        help='add a line `because "..."` that says why this is the default',
        severity=Severity.WARNING,
    )


def source_missing(section: Span) -> Diagnostic:
    return Diagnostic("source-missing", section,
        "this section is cited, but the file names no document",
        label="no `source` line says which document it is in",
        help='add a line `source "TITLE OF THE DOCUMENT"` below the first line',
        severity=Severity.WARNING,
    )


def example_missing(span: Span, game: str) -> Diagnostic:
    return Diagnostic("example-missing", span,
        f"the game `{game}` has no examples",
        label="nothing shows that its rules do what they should",
        help="write one, or let `groundrules examples FILE --missing --write` write some for you to read",
        severity=Severity.WARNING,
    )


def example_unread(span: Span, title: str) -> Diagnostic:
    """An example that the program wrote, and what it is called besides."""
    return Diagnostic("example-unread", span,
        "nobody has read this example yet",
        label="`groundrules examples` wrote it",
        help="compare it with the printed rules, then give it a title that says what it shows",
        fix=Fix(span, f'"{title}"'),
        severity=Severity.WARNING,
    )
