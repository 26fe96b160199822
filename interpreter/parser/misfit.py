"""A line that does not parse: the tokens read, the unexpected one, and those that were expected."""

from __future__ import annotations

import re

from lark import Token

from interpreter.data_classes import dataclass
from interpreter.parser.lines import Line
from interpreter.parser.vocabulary import describe_expected
from interpreter.source import Source, Span

WORD = re.compile(r'"[^"]*"|\w+|\.\.|->|<=|>=|\S')
SHOWN = ("dice", "pile", "hand", "phase", "rule", "table", "choice", "keep", "count", "define")
"""What may be called something for people: the text behind the name can always be left out, so it is not named."""


@dataclass(frozen=True)
class Misfit:
    """A line of a chunk, the words of it that were read, the first that did not fit, and what could have stood there.
    Without such a word it is the line's indentation that does not fit."""

    source: Source
    lines: tuple[Line, ...]
    at: int
    before: tuple[Token, ...] = ()
    stranger: Token | None = None
    expected: frozenset[str] = frozenset()

    @property
    def line(self) -> Line:
        return self.lines[self.at]

    @property
    def words(self) -> list[str]:
        return WORD.findall(self.line.text) or [""]

    @property
    def word(self) -> str:
        """What did not fit, as written; empty at the end of the line."""
        return str(self.stranger or "")

    @property
    def last(self) -> str:
        return str(self.before[-1]) if self.before else ""

    @property
    def span(self) -> Span:
        assert self.stranger is not None
        return Span(self.source, self.stranger.start_pos or 0, self.stranger.end_pos or 0)

    @property
    def later(self) -> list[str]:
        assert self.stranger is not None
        return WORD.findall(self.line.text[(self.stranger.end_pos or 0) - self.line.start :])

    @property
    def parent(self) -> str:
        for line in reversed(self.lines[: self.at]):
            if line.level < self.line.level:
                return line.first_word
        return ""

    @property
    def in_house_rules(self) -> bool:
        return re.search(r"^house_rules\b", self.source.text, re.MULTILINE) is not None

    @property
    def in_row(self) -> bool:
        return self.line.level > 0 and self.lines[0].first_word == "table"

    @property
    def wanted(self) -> list[str]:
        if not self.in_row:
            named = len(self.before) == 2 and self.before[0] in SHOWN and self.before[0] == self.words[0]
            return describe_expected(self.expected - {"STRING"} if named else self.expected)
        return describe_expected(self.expected, "a result" if ":" in self.before or "|" in self.before else "a key")

    @property
    def two_names(self) -> bool:
        one_more = self.stranger is not None and self.stranger.type in ("NAME", "INT")
        return one_more and bool(self.before) and self.before[-1].type == "NAME"

    @property
    def has_block(self) -> bool:
        return self.at + 1 < len(self.lines) and self.lines[self.at + 1].level > self.line.level
