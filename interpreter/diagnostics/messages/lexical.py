"""Mistakes in characters: signs, quotes, indentation, and sizes."""

from __future__ import annotations

import unicodedata

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import name_character
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

SETS = "write a set with `and`, as in `first and third`, or group values in parentheses"
BLOCKS = "indent lines that belong together; braces are only for texts"
APOSTROPHE = "put a text between double quotes; a name cannot have an apostrophe"
DASH = "write `-` to subtract, or `..` between the ends of a range"
DOTS = "write `..` between the ends of a range, as in `1..6`"
SPACE = "write a plain space"
INSTEAD = {
    "!": "write `not` before a condition",
    "&": "write `and`",
    "%": "write `mod` for the remainder of a division, odds as `1 in 2`, and 5 % as `stake * 5 / 100`",
    ";": "put each clause on a line of its own, or join two with `then`",
    "[": SETS,
    "]": SETS,
    "{": BLOCKS,
    "}": BLOCKS,
    "'": APOSTROPHE,
    "\u2018": APOSTROPHE,
    "\u2019": APOSTROPHE,
    "\u2013": DASH,
    "\u2014": DASH,
    "\u2212": DASH,
    "\u00d7": "write `*` to multiply",
    "\u00f7": "write `/` to divide",
    "\u2264": "write `<=`",
    "\u2265": "write `>=`",
    "\u2260": "write `is not`",
    "\u2192": "write `->`",
    "\u2026": DOTS,
    "\u00a0": SPACE,
    "\u2007": SPACE,
    "\u202f": SPACE,
    "\ufeff": SPACE,
}
SIGNS = {
    "!=": "write `is not`",
    "<>": "write `is not`",
    "+=": "write `add 1 to` and the name",
    "-=": "write `take 1 from` and the name",
    "=>": "write `>=` for at least, or `:` before what follows",
    "=<": "write `<=` for at most",
    "&&": "write `and`",
    "||": "write `or`",
}
QUOTES = {"'": "single quotes", "\u2018": "single quotes", "\u00ab": "angled quotes", "\u00bb": "angled quotes"}


WRITTEN = {
    "&": "and", "\u00d7": "*", "\u00f7": "/", "\u2264": "<=", "\u2265": ">=", "\u2260": "is not", "\u2192": "->",
    "&&": "and", "||": "or", "!=": "is not", "<>": "is not", "=<": "<=", "==": "is", "===": "is",
}  # fmt: skip
"""Signs of other languages, and what is certainly meant by them."""


def _write_instead(span: Span, sign: str) -> Fix | None:
    """The replacement for a sign, with spaces between it and the words beside it."""
    text, written = span.source.text, WRITTEN.get(sign)
    if written is None:
        return None
    before = " " if written[0].isalpha() and text[span.start - 1 : span.start].isalnum() else ""
    after = " " if written[-1].isalpha() and text[span.end : span.end + 1].isalnum() else ""
    return Fix(span, before + written + after)


def unknown_character(span: Span, character: str) -> Diagnostic:
    instead = INSTEAD.get(character)
    return Diagnostic("unknown-character", span,
        f"{name_character(character)} has no meaning in a ruleset",
        help=instead or "put the text that it belongs to in quotes, or remove it",
        fix=Fix(span, " ") if instead == SPACE else _write_instead(span, character),
    )


def unseen_character(span: Span, character: str, what: str) -> Diagnostic:
    """An invisible character, or one mark too many on a letter; `what` is where it is."""
    mark = unicodedata.combining(character) or unicodedata.category(character) == "Me"
    return Diagnostic("unknown-character", span,
        f"this {what} contains {name_character(character)}",
        help="remove it; a letter can have four marks at most" if mark else "remove it; it is invisible",
        fix=Fix(span, ""),
    )


def wrong_sign(span: Span, sign: str) -> Diagnostic:
    help = SIGNS.get(sign) or ("write `is` to compare" if sign[0] == "=" else DOTS)
    return Diagnostic("wrong-sign", span,
        f"`{sign}` has no meaning in a ruleset",
        help=help,
        fix=_write_instead(span, sign),
    )


def wrong_comment(span: Span) -> Diagnostic:
    return Diagnostic("wrong-sign", span,
        "`//` does not begin a comment",
        help="begin a comment with `#`",
        fix=Fix(Span(span.source, span.start, span.start + 2), "#"),
    )


def wrong_quotes(span: Span, text: str) -> Diagnostic:
    plain = f'"{text[1:-1]}"'
    return Diagnostic("wrong-quotes", span,
        f"this text is in {QUOTES.get(text[0], 'curly quotes')}",
        help="use straight double quotes",
        fix=Fix(span, plain),
    )


def unclosed_text(span: Span) -> Diagnostic:
    """A quote opens and none closes on the same line."""
    return Diagnostic("unclosed-text", span,
        "this text has no closing quote",
        help="put a double quote at the end of the text, on the same line",
        fix=Fix(Span(span.source, span.end, span.end), '"'),
    )


def uneven_indentation(span: Span, width: int, outer: int, inner: int) -> Diagnostic:
    return Diagnostic("uneven-indentation", span,
        f"this line is indented by {width}; the lines above are indented by {outer} and {inner}",
        help=f"indent it by {inner} to continue the block above, or by {outer} to end that block",
        fix=Fix(span, " " * (inner if inner - width <= width - outer else outer)),
    )
