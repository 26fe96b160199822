"""House rules in TOML: mistakes in the TOML, unknown keys, values of the wrong sort."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Span


def toml_syntax(span: Span, reason: str) -> Diagnostic:
    return Diagnostic("toml-syntax", span,
        f"this is not TOML: {reason[:1].lower()}{reason[1:]}",
        label="not understood from here on",
        help='write `key = value`, with quotes around texts and around rows of tables: `"4+4" = "win_all"`',
    )


def toml_key(span: Span, key: str, place: str, known: Sequence[str]) -> Diagnostic:
    guess = find_nearest(key, known)
    return Diagnostic("toml-key", span,
        f"there is no key `{key}` {place}",
        label="unknown key",
        help=f"did you mean `{guess}`?" if guess else f"known keys: {', '.join(f'`{each}`' for each in known)}",
        fix=Fix(span, guess) if guess else None,
    )


def toml_place(span: Span, key: str) -> Diagnostic:
    """A key of the whole file, written in one of its tables."""
    return Diagnostic("toml-key", span,
        f"`{key}` is about the whole file and must come before its first table",
        label="part of the table above",
        help="move it above the first line in square brackets",
    )


def toml_missing(span: Span, key: str, example: str) -> Diagnostic:
    return Diagnostic("toml-value", span,
        f"`{key}` is missing",
        label="not found in this file",
        help=f"write a line such as `{example}`",
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


def toml_escapes(span: Span) -> Diagnostic:
    """A text with signs that have a meaning of their own in TOML, where rules are expected."""
    return Diagnostic("toml-value", span,
        "rules cannot contain backslashes, or go over several lines",
        label="TOML reads this as another text",
        help="use single quotes, which change nothing in a text: `'say \"Out!\"'`",
    )
