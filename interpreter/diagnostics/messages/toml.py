"""House rules in TOML: what is no TOML, keys that mean nothing, values of the wrong sort."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Span


def toml_syntax(span: Span, reason: str) -> Diagnostic:
    return Diagnostic("toml-syntax", span,
        f"this is not TOML: {reason[:1].lower()}{reason[1:]}",
        label="it stops making sense here",
        help='a line is `key = value`, texts and keys with signs in them stand in quotes: `"11" = "win_all"`',
    )


def toml_key(span: Span, key: str, place: str, known: Sequence[str]) -> Diagnostic:
    guess = find_nearest(key, known)
    return Diagnostic("toml-key", span,
        f"`{key}` means nothing {place}",
        label="not a key of house rules",
        help=f"did you mean `{guess}`?" if guess else f"known here: {', '.join(f'`{each}`' for each in known)}",
        fix=Fix(span, guess) if guess else None,
    )


def toml_place(span: Span, key: str) -> Diagnostic:
    """A key of the whole file that stands in one of its tables."""
    return Diagnostic("toml-key", span,
        f"`{key}` is about the whole file, and has to stand above its first table",
        label="this belongs to the table above it",
        help="move it up, above the first line in square brackets",
    )


def toml_missing(span: Span, key: str, example: str) -> Diagnostic:
    return Diagnostic("toml-value", span,
        f"`{key}` is missing",
        label="from here on nothing says it",
        help=f"write a line such as `{example}`",
    )


def toml_value(span: Span, key: str, wanted: str, example: str) -> Diagnostic:
    return Diagnostic("toml-value", span,
        f"`{key}` cannot be {' '.join(span.text.split())[:40]}",
        label=f"expected: {wanted}",
        help=f"write it like `{example}`",
    )


def not_examples(span: Span) -> Diagnostic:
    wanted = "examples in the language, between three single quotes"
    return toml_value(span, "own_examples", wanted, "own_examples = \'\'\'...")


def toml_escapes(span: Span) -> Diagnostic:
    """A text with signs that TOML reads as something else, where rules are expected."""
    return Diagnostic("toml-value", span,
        "rules cannot be written with backslashes, or over several lines",
        label="TOML reads this as another text than stands here",
        help="write the text between single quotes, which take everything as it stands: `'say \"Out!\"'`",
    )
