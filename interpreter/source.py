"""Source text and places in it.

A `Source` is one file's text with its name. A `Span` is a half-open range of characters in a source;
line and column are computed only when someone asks. Nothing here reads files.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property

from interpreter.data_classes import dataclass

MOST_CHARACTERS = 300_000
"""The longest text that is read."""

NEW_LINE = re.compile(r"\n")

MOST_SOURCES = 8
"""Sources kept with their trees: libraries, and the game beneath house rules, are read often."""


@dataclass(frozen=True, eq=False)
class Source:
    """The text of one file. `name` is what diagnostics show: a path or a shipped name."""

    name: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        return (0, *(found.end() for found in NEW_LINE.finditer(self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def end_lines(self, added: str) -> str:
        """New lines for this text, with its line ends."""
        return added.replace("\n", "\r\n") if "\r\n" in self.text else added

    def append(self, added: str) -> str:
        """The text with new lines at its end."""
        return self.text.rstrip("\r\n") + self.end_lines(f"\n{added}")


@dataclass(frozen=True)
class Span:
    """Characters `start` up to, not including, `end` of `source`."""

    source: Source = field(repr=False)
    start: int
    end: int

    def __hash__(self) -> int:
        """Places are looked up all the time, and those of different sources hardly ever together."""
        return self.start << 20 ^ self.end

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def on_one_line(self) -> str:
        """The text with single blanks."""
        return " ".join(self.text.split())

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def place(self) -> str:
        """`file:line:column`, as editors understand it."""
        return f"{self.source.name}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        return Span(self.source, self.start, max(self.end, other.end))

    def holds(self, other: Span) -> bool:
        return self.source is other.source and self.start <= other.start < self.end


NOWHERE = Span(Source("<built in>", ""), 0, 0)


@dataclass(frozen=True)
class Sources:
    """The texts that a game is made of: its own, those of the house rules for it, in order, and what gives the text of
    a library, or of another game that a table is taken from, by its name, and that of a chart beside one of them.
    `libraries` and `games` are the names of those there are, for guessing what was meant."""

    game: Source
    house: Sequence[Source] = ()
    find_library: Callable[[str], Source | None] = lambda name: None
    find_game: Callable[[str], Source | None] = lambda name: None
    find_chart: Callable[[str, Source], Source | None] = lambda name, beside: None
    libraries: Sequence[str] = ()
    games: Sequence[str] = ()
