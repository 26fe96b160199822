"""Reports words of the language that are used as names.

Such a name is wrong wherever it is used, but the mistake is one: it is reported where the name is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source, Span

CODE = "reserved-word"

FOLLOWING = (CODE, "unexpected-word", "unfinished-line", "unknown-line")

NAMING = (
    *("keep", "count", "let", "define", "option", "choice", "table", "dice", "kind", "pile", "hand"),
    *("rule", "phase", "measure", "view", "layout", "strategy", "for each"),
)
"""What stands before a name that is given."""

MEMBERS = re.compile(r"^(?:kind|sides)\b(?:.|\n[ \t])*[:,(]\s*\Z|^[ \t]+\Z", re.MULTILINE)
"""A text up to a member of a kind, or to an answer of a choice."""


def is_named(source: Source, word: str, sorts: Sequence[str] = NAMING) -> bool:
    """Whether something of these sorts is to be called by this word anywhere in a file."""
    called = rf"^[ \t]*({'|'.join(sorts)})[ \t]+{re.escape(word)}\b"
    return re.search(called, source.text, re.MULTILINE) is not None


def drop_follow_ups(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Mistakes without those that only follow from a name, given in the same file, that is a word of the language."""
    firsts: dict[tuple[str, str], Diagnostic] = {}
    for each in found:
        if each.code == CODE and each.span is not None and _gives_name(each):
            firsts.setdefault((each.span.source.name, each.span.text), each)
    return [each for each in found if each in firsts.values() or not _follows(each, firsts)]


def _gives_name(diagnostic: Diagnostic) -> bool:
    span = diagnostic.span
    assert span is not None
    given = re.fullmatch(rf"[ \t]*({'|'.join(NAMING)})[ \t]+", _text_before(span))
    return given is not None or MEMBERS.search(span.source.text[: span.start]) is not None


def _text_before(span: Span) -> str:
    return span.source.line(span.line)[: span.column - 1]


def _follows(diagnostic: Diagnostic, names: Iterable[tuple[str, str]]) -> bool:
    """Whether one of these words is what does not fit, or stands right before it, or is used before it as if it were a
    definition. `names` are the files and the words."""
    if diagnostic.span is None or diagnostic.code not in FOLLOWING:
        return False
    file, before = diagnostic.span.source.name, _text_before(diagnostic.span)
    words = [word for place, word in names if place == file]
    return any(diagnostic.span.text == word or re.search(rf"\b{word}[ \t]*(\(|$)", before) for word in words)
