"""House rules in TOML: mistakes in the TOML, unknown keys, values of the wrong sort."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Message, find_message
from interpreter.source import Span


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


def toml_syntax(span: Span, reason: str) -> Diagnostic:
    return Diagnostic("toml-syntax", span,
        f"this is not TOML: {reason[:1].lower()}{reason[1:]}",
        label="not understood from here on",
        help='write `key = value`, with quotes around texts and around rows of tables: `"4+4" = "win_all"`',
    )


def toml_value(span: Span, key: str, wanted: str, example: str) -> Diagnostic:
    return Diagnostic("toml-value", span,
        f"`{key}` cannot be {span.on_one_line[:40]}",
        label=f"expected: {wanted}",
        help=f"write it as in `{example}`",
    )


def not_examples(span: Span) -> Diagnostic:
    wanted = "examples in the language, between three single quotes"
    return toml_value(span, "own_examples", wanted, "own_examples = \'\'\'...")
