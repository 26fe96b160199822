"""Mistakes in the form of a line."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import join_things, quote_word
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

ADVICE = "write the name of a choice first, and `when ... : ANSWER` on the lines below it"
FOREIGN = {
    "else": "otherwise",
    "elif": "otherwise when",
    "elsif": "otherwise when",
    "elseif": "otherwise when",
    "else if": "otherwise when",
    "else when": "otherwise when",
    "otherwise if": "otherwise when",
    "if": "when",
    "unless": "when not",
    "repeat while": "while",
    "do while": "while",
    "loop": "repeat",
    "print": "say",
}
FOREIGN_DECLARATIONS = {
    "def": "define",
    "function": "rule",
    "func": "rule",
    "procedure": "rule",
    "die": "dice",
    "enum": "kind",
    "teams": "sides",
    "test": "example",
}
FOREIGN_LINES = {
    "expect": "then",
    "assert": "then",
    "result": "then",
    "setup": "given",
    "before": "given",
    "throw": "roll",
    "answer": "choose",
    "import": "use",
    "include": "use",
}
"""Words of other languages, and the words to use instead."""


def line_outside(span: Span, word: str, parents: Sequence[str], is_above: bool) -> Diagnostic:
    """A line in the first column that belongs inside something, which may be the line above."""
    owner = ("" if is_above else "its ") + join_things([f"`{each}`" for each in parents])
    return Diagnostic("unknown-declaration", span,
        f"a `{word}` line cannot stand by itself",
        help=f"indent it by two spaces under {owner}",
        fix=Fix(Span(span.source, span.start, span.start), "  "),
    )


def _begin_line(span: Span) -> Fix:
    """Remove what is before a place in its line."""
    return Fix(Span(span.source, span.start - span.column + 1, span.start), "")


def indented_declaration(span: Span, word: str) -> Diagnostic:
    """A declaration that does not begin in the first column."""
    return Diagnostic("indented-declaration", span,
        f"this `{word}` line is indented, so it belongs to the declaration above",
        help="begin it in the first column",
        fix=_begin_line(span),
    )


def nothing_above(span: Span) -> Diagnostic:
    return Diagnostic("indented-declaration", span,
        "the first line of the file is indented",
        help="begin it in the first column",
        fix=_begin_line(span),
    )


def then(after: str) -> str:
    return f" after {quote_word(after)}" if after else ""


def unknown_line(span: Span, word: str, parent: str, guess: str | None, expected: Sequence[str]) -> Diagnostic:
    """The first word of an indented line does not belong there."""
    return Diagnostic("unknown-line", span,
        f"a line under `{parent}` cannot begin with {quote_word(word)}",
        help=ADVICE if (parent, word) == ("strategy", "when") else _advise_on_line(word, guess, expected),
        fix=Fix(span, guess) if guess and word != "until" else None,
    )


def _advise_on_line(word: str, guess: str | None, expected: Sequence[str]) -> str:
    if word == "until":
        return "put `until` right below a `repeat` block, indented like `repeat`; for turns write `repeat for each ...`"
    return f"did you mean `{guess}`?" if guess else f"begin the line with {join_things(expected)}"


def equals_sign(span: Span, instead: str) -> Diagnostic:
    """`=` where something is compared or changed. `instead` is what must be written, if it is certain."""
    text = span.source.text
    before = "" if text[span.start - 1 : span.start].isspace() else " "
    after = "" if text[span.end : span.end + 1].isspace() else " "
    return Diagnostic("equals-sign", span,
        "`=` cannot compare or change a value",
        help="write `is` to compare, `set ... to` to change",
        fix=Fix(span, f"{before}{instead}{after}") if instead else None,
    )


def missing_colon(span: Span, what: str) -> Diagnostic:
    return Diagnostic("missing-colon", span,
        f"a `:` is missing before {quote_word(span.text)}",
        help=f"put `:` between {what}",
        fix=Fix(Span(span.source, span.start, span.start), ": "),
    )


def stray_colon(span: Span) -> Diagnostic:
    """A colon at the end of a line that begins a block."""
    return Diagnostic("stray-colon", span,
        "unexpected `:` before indented lines",
        help="remove it; a `:` is only used when something follows on the same line",
        fix=Fix(span, ""),
    )


def foreign_word(span: Span, word: str) -> Diagnostic:
    return Diagnostic("foreign-word", span,
        f"a line cannot begin with `{word}`",
        help=f"write `{FOREIGN[word]}`",
        fix=Fix(span, FOREIGN[word]) if "..." not in FOREIGN[word] else None,
    )
