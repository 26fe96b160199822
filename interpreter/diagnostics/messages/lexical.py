"""What is wrong before a line is even read: signs, quotes, indentation, and the size of things."""

from __future__ import annotations

import unicodedata

from interpreter.characters import UNSEEN
from interpreter.diagnostics import Diagnostic, Fix
from interpreter.source import Span

SETS = "write sets with words, as in `first and third`, and group values in round parentheses"
BLOCKS = "show what belongs together by indentation; braces stand only inside a text"
APOSTROPHE = "put a text between double quotes, and leave apostrophes out of names"
DASH = "write `-` to take away, or `..` between the ends of a range"
DOTS = "write `..` between the ends of a range, as in `1..6`"
SPACE = "write a plain space"
INSTEAD = {
    "!": "write `not` before a condition",
    "&": "write `and`",
    "%": "write `mod` for what a division leaves over",
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


def name_character(character: str) -> str:
    """A character as a reader can find it: itself, or its name where it cannot be seen."""
    hidden = character.isspace() or unicodedata.combining(character) or UNSEEN.match(character)
    if character.isprintable() and not hidden:
        return f"`{character}`"
    name = unicodedata.name(character, "").lower()
    if not name:
        return f"the control character {ord(character)}"
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


WRITTEN = {
    "&": "and", "\u00d7": "*", "\u00f7": "/", "\u2264": "<=", "\u2265": ">=", "\u2260": "is not", "\u2192": "->",
    "&&": "and", "||": "or", "!=": "is not", "<>": "is not", "=<": "<=", "==": "is", "===": "is",
}  # fmt: skip
"""What is meant by signs of other languages, where it is plain."""


def _write_instead(span: Span, sign: str) -> Fix | None:
    """What is meant by a sign, parted from the words beside it."""
    text, written = span.source.text, WRITTEN.get(sign)
    if written is None:
        return None
    before = " " if written[0].isalpha() and text[span.start - 1 : span.start].isalnum() else ""
    after = " " if written[-1].isalpha() and text[span.end : span.end + 1].isalnum() else ""
    return Fix(span, before + written + after)


def unknown_character(span: Span, character: str) -> Diagnostic:
    instead = INSTEAD.get(character)
    return Diagnostic("unknown-character", span,
        f"{name_character(character)} means nothing in a ruleset",
        help=instead or "take it out; it may stand in a comment or between quotes",
        fix=Fix(span, " ") if instead == SPACE else _write_instead(span, character),
    )


def unseen_character(span: Span, character: str, what: str) -> Diagnostic:
    """A character that cannot be seen; `what` says in what it stands. Or one mark too many on a letter."""
    mark = unicodedata.combining(character) or unicodedata.category(character) == "Me"
    return Diagnostic("unknown-character", span,
        f"there is {name_character(character)} in this {what}",
        help="take it out; a letter has no more than four marks" if mark else "take it out; nobody could see it",
        fix=Fix(span, ""),
    )


def wrong_sign(span: Span, sign: str) -> Diagnostic:
    help = SIGNS.get(sign) or ("write `is` to compare" if sign[0] == "=" else DOTS)
    return Diagnostic("wrong-sign", span,
        f"`{sign}` means nothing in a ruleset",
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
        f"this text stands between {QUOTES.get(text[0], 'curly quotes')}",
        help="put texts between straight double quotes; a plain text editor leaves them straight",
        fix=Fix(span, plain),
    )


def unclosed_text(span: Span) -> Diagnostic:
    """A quote opens and none closes on the same line."""
    return Diagnostic("unclosed-text", span,
        "this text has no closing quote",
        help="end the text with a double quote, on the line it begins on",
        fix=Fix(Span(span.source, span.end, span.end), '"'),
    )


def unopened_text(span: Span) -> Diagnostic:
    return Diagnostic("unclosed-text", span,
        "this quote has no other before it",
        help="put a double quote where the text begins",
    )


def number_too_large(span: Span, most: int) -> Diagnostic:
    return Diagnostic("number-too-large", span,
        f"this number is larger than {most:,}",
        help="write a smaller number",
    )


def capital_in_name(span: Span, name: str, lower: str) -> Diagnostic:
    return Diagnostic("capital-in-name", span,
        f"`{name}` has a capital letter; names and words are written in lower case",
        help=f"write `{lower}`",
        fix=Fix(span, lower),
    )


def unclosed_parenthesis(span: Span) -> Diagnostic:
    return Diagnostic("unclosed-parenthesis", span,
        "this parenthesis is never closed",
        help="put `)` where the group ends",
    )


def mixed_indentation(span: Span) -> Diagnostic:
    return Diagnostic("mixed-indentation", span,
        "lines of this declaration are indented with tabs as well as with spaces",
        help="indent with spaces only, two for each level",
    )


def uneven_indentation(span: Span, width: int, outer: int, inner: int) -> Diagnostic:
    return Diagnostic("uneven-indentation", span,
        f"this line is indented by {width}, between the {outer} and the {inner} of the lines above",
        help=f"indent it by {inner} to stay in the block above, or by {outer} to go on after it",
        fix=Fix(span, " " * (inner if inner - width <= width - outer else outer)),
    )


def nested_too_deep(span: Span, what: str, most: int) -> Diagnostic:
    """Blocks in blocks, or values in values, past the limit; or tables and lists of TOML."""
    part = {"blocks": "a rule", "values": "a definition"}.get(what)
    return Diagnostic("nested-too-deep", span,
        f"{what} are nested more than {most} deep here",
        help=f"make the inner part {part} with a name of its own" if part else "nothing in a file like this nests so",
    )
