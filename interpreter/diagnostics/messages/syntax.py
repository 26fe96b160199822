"""Mistakes in the form of a line."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Label
from interpreter.diagnostics.messages import hints
from interpreter.diagnostics.messages.names import join_parts
from interpreter.source import Span

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
    "while": "repeat ... until",
    "repeat while": "repeat ... until",
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


MAX_NAMED = 5


def join_things(things: Sequence[str]) -> str:
    """Join things as people do, five at most: `a, b or c`."""
    if len(things) > MAX_NAMED:
        return f"{', '.join(things[:MAX_NAMED])} ..."
    return join_parts(things or ("something else",), "or")


def only_comments(span: Span) -> Diagnostic:
    return Diagnostic("file-empty", span,
        "this file contains only comments",
        help='begin it with `game my_game "My Game"`',
    )


def unknown_declaration(span: Span, word: str, guess: str | None) -> Diagnostic:
    """The first word of a line in the first column is no declaration's."""
    return Diagnostic("unknown-declaration", span,
        f"`{word}` does not begin a declaration",
        help=f"did you mean `{guess}`?"
        if guess
        else "begin it with a word such as `rule`, `table`, `phase`, `define` or `option`",
        fix=Fix(span, guess) if guess else None,
    )


def line_outside(span: Span, word: str, parents: Sequence[str], is_above: bool) -> Diagnostic:
    """A line in the first column that belongs inside something, which may be the line above."""
    owner = ("" if is_above else "its ") + join_things([f"`{each}`" for each in parents])
    return Diagnostic("unknown-declaration", span,
        f"a `{word}` line cannot stand by itself",
        help=f"indent it by two spaces under {owner}",
        fix=Fix(Span(span.source, span.start, span.start), "  "),
    )


def use_in_house_rules(span: Span) -> Diagnostic:
    return Diagnostic("unknown-declaration", span,
        "house rules cannot use a library",
        help="remove this line, and declare here what you need from the library",
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


def unexpected_indent(span: Span, above: str, guess: str | None) -> Diagnostic:
    """A line is indented under one that has no block, and begins with that word."""
    otherwise = hints.TIMES if above == "repeat" else "indent it like the line above"
    return Diagnostic("unexpected-indent", span,
        "this line is indented deeper than the line above, which does not begin a block",
        help=f"did you mean `{guess}` instead of `{above}`?" if guess else otherwise,
    )


def missing_block(span: Span, word: str) -> Diagnostic:
    return Diagnostic("missing-block", span,
        f"nothing is indented under this `{word}` line",
        help="add lines below it, indented by two more spaces",
    )


def unexpected_word(span: Span, word: str, after: str, expected: Sequence[str], hint: str) -> Diagnostic:
    return Diagnostic("unexpected-word", span,
        f"unexpected {quote_word(word)}: expected {join_things(expected)}{then(after)}",
        help=hint,
    )


def then(after: str) -> str:
    return f" after {quote_word(after)}" if after else ""


def unkept_start(span: Span, line: str) -> Diagnostic:
    """`keep tries : 0..3` without a start value."""
    return Diagnostic("unfinished-line", span,
        "the start value is missing",
        help=f"write `{line} = ...`; only a type with `or none` starts as none",
    )


def unfinished_line(span: Span, after: str, expected: Sequence[str], is_name: bool = False) -> Diagnostic:
    """`is_name`: the last word of the line is a name in the ruleset."""
    return Diagnostic("unfinished-line", span,
        f"the line ends too early: expected {join_things(expected)}{then(after)}",
        help=f"if you mean the name, write `({after})`"
        if is_name
        else "finish it on this line; only a value in parentheses can continue below",
    )


def line_of_definition(span: Span, word: str) -> Diagnostic:
    """A line under a definition that is not a `let`, or comes after the definition's own value."""
    return Diagnostic("unknown-line", span,
        f"a `{word}` line cannot be used here, under `define`",
        help=hints.LETS,
    )


def unfinished_block(span: Span, word: str) -> Diagnostic:
    """A definition with only `let` lines."""
    return Diagnostic("unfinished-line", span,
        f"this `{word}` ends too early: expected a value after its `let` lines",
        help="write its value on a line of its own below them",
    )


def unfinished_value(span: Span, after: str, expected: Sequence[str]) -> Diagnostic:
    """The value between braces in a text stops in the middle, or there is none."""
    return Diagnostic("unfinished-line", span,
        f"the value in braces ends too early: expected {join_things(expected)}{then(after)}",
        help="finish the value; to show a brace itself write `{{` or `}}`",
    )


def unknown_line(span: Span, word: str, parent: str, guess: str | None, expected: Sequence[str]) -> Diagnostic:
    """The first word of an indented line does not belong there."""
    return Diagnostic("unknown-line", span,
        f"a line under `{parent}` cannot begin with {quote_word(word)}",
        help=hints.ADVICE if (parent, word) == ("strategy", "when") else _advise_on_line(word, guess, expected),
        fix=Fix(span, guess) if guess and word != "until" else None,
    )


def _advise_on_line(word: str, guess: str | None, expected: Sequence[str]) -> str:
    if word == "until":
        return "put `until` right below a `repeat` block, indented like `repeat`; for turns write `repeat for each ...`"
    return f"did you mean `{guess}`?" if guess else f"begin the line with {join_things(expected)}"


def quote_word(word: str) -> str:
    """A word as messages show it; texts are shortened."""
    longest = 30
    return f"`{word}`" if len(word) <= longest else f"`{word[:longest]}...`"


def reserved_word(span: Span, word: str, begins_step: bool = False) -> Diagnostic:
    """A word of the language where a name is expected. One that `begins_step` is refused only for rules and phases."""
    return Diagnostic("reserved-word", span,
        f"`{word}` is a word of the language and cannot be the name of a rule or phase"
        if begins_step
        else f"`{word}` is a word of the language and cannot be a name",
        help=f"choose another name, for example `the_{word}`",
    )


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


def written_twice(what: str, span: Span, first: Span) -> Diagnostic:
    return Diagnostic("written-twice", span,
        f"this is a second {what}; only one is possible",
        labels=(Label(first, "the first one"),),
        help="remove one of them",
    )


def misplaced_heading(span: Span, first: Span) -> Diagnostic:
    """The line of column keys is not the first of its table."""
    return Diagnostic("misplaced-heading", span,
        "the heading of this table is below a row",
        labels=(Label(first, "the table's first line"),),
        help="move it above all rows",
    )
