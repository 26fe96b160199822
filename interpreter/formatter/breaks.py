"""Line breaks inside parentheses.

A line may be continued inside parentheses. If its text is unchanged, it is broken where the file breaks it; otherwise a
line that is too long is broken as its printer says. Continued lines are indented once, and once more for every
parenthesis that ends a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from interpreter.formatter.clauses import PrintedLine
from interpreter.source import NOWHERE, Span

TOKEN = re.compile(r'"[^"\n]*"?|#[^\n]*|[()\n]|[^\s()"#]+')


def break_line(text: str, line: PrintedLine) -> list[str]:
    written = [] if line.span.source is NOWHERE.source else list(find_written_lines(line.span))
    if len(written) < 2 or "".join(written) != squash(text) + squash(line.marks):
        written = [squash(piece) for piece in line.pieces]
    breaks = list(accumulate(map(len, written[:-1])))
    return indent(list(split(text, breaks))) if breaks else [text]


def squash(text: str) -> str:
    return "".join(text.split())


def find_written_lines(span: Span) -> Iterator[str]:
    """The continued lines of a line of the file, without comments and spaces."""
    source = span.source
    depth, line = 0, ""
    for found in TOKEN.finditer(source.text, source.line_starts[span.line - 1]):
        token = found.group()
        if token == "\n":
            if line:
                yield line
            line = ""
            if depth <= 0:
                return
        elif not token.startswith("#"):
            depth += (token == "(") - (token == ")")
            line += squash(token)
    if line:
        yield line


def split(text: str, breaks: Sequence[int]) -> Iterator[str]:
    """A text in pieces; each break holds the number of characters before it, not counting spaces."""
    start = seen = 0
    for at, sign in enumerate(text):
        if seen in breaks and not sign.isspace() and text[start:at].strip():
            yield text[start:at].strip()
            start = at
        seen += not sign.isspace()
    yield text[start:].strip()


def indent(lines: Sequence[str]) -> list[str]:
    ends_line: list[bool] = []  # for each parenthesis that is open
    indented = []
    for number, line in enumerate(lines):
        indented.append("  " * max(sum(ends_line), number > 0) + line)
        signs = [found.group() for found in TOKEN.finditer(line)]
        for at, sign in enumerate(signs):
            if sign == "(":
                ends_line.append(at == len(signs) - 1)
            elif sign == ")" and ends_line:
                ends_line.pop()
    return indented
