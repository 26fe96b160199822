"""Locates everything in a TOML file.

`tomllib` says whether a file is TOML and what its values are, but not where they stand. This walks over a file that
is known to be TOML and notes the place of every key and value. The meaning of a scalar is left to `tomllib`, piece
by piece. TOML knows no limits; what nests or counts past all use is refused at its place, before anything runs out.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import field
from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.source import Source, Span

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
SPACE = re.compile(r"[ \t]*")
KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
PLAIN = re.compile(r"[^,\]}#\n]+")

MAX_DEPTH = 20
"""The most tables and lists in one another, and the most keys joined by points."""

MOST_DIGITS = 20
"""The most digits of a number."""

LIMITED = re.compile(
    rf"""
      \#[^\n]*
    | (?P<joined>(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}})
    | {TEXT.pattern}
    | (?P<open>[\[{{])
    | (?P<close>[\]}}])
    | (?P<long>(?<![\w.])[0-9]\w{{{MOST_DIGITS},}}(?![\w.]))
    | \w[\w-]*+
    """,
    re.DOTALL | re.VERBOSE,
)
ALL_LIMITS = ("joined", "open", "long")

Value: TypeAlias = "str | int | float | bool | object | dict[str, PlacedValue] | list[PlacedValue]"


PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""How `tomllib` ends its messages with a place, which it has nowhere else."""


class NotToml(ValueError):
    """A text that is no TOML; `at` is where that shows, and the message says why, in the words of `tomllib`."""

    def __init__(self, source: Source, error: tomllib.TOMLDecodeError) -> None:
        message = str(error)
        found = PLACE.search(message)
        super().__init__(message[: found.start()] if found else message)
        self.at = len(source.text)
        if found and found[1]:
            self.at = min(self.at, source.line_starts[int(found[1]) - 1] + int(found[2]) - 1)


class PastLimit(ValueError):
    """Something in a TOML file that is nested too deep, or else a number that is too long; `span` is where."""

    def __init__(self, span: Span, nested: bool) -> None:
        super().__init__(
            f"values are nested more than {MAX_DEPTH} deep" if nested else f"more than {MOST_DIGITS} digits"
        )
        self.span = span
        self.nested = nested


@dataclass
class PlacedValue:
    """A value, its place, and the place of its key."""

    value: Value
    span: Span
    key: Span

    @property
    def table(self) -> dict[str, PlacedValue]:
        """The entries of a table; none if it is something else."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def inside(self) -> Span:
        return strip_quotes(self.span)


@dataclass
class _TomlWalk:
    """A walk over a file, at one character after another."""

    source: Source
    at: int = 0
    root: PlacedValue = field(init=False)

    def __post_init__(self) -> None:
        whole = Span(self.source, 0, len(self.source.text))
        self.root = PlacedValue({}, whole, whole)

    def take(self, pattern: re.Pattern[str]) -> Span:
        found = pattern.match(self.source.text, self.at)
        start, self.at = self.at, found.end() if found else self.at
        return Span(self.source, start, self.at)

    def next(self, signs: str) -> bool:
        comes = self.source.text.startswith(signs, self.at)
        self.at += len(signs) * comes
        return comes

    # ---- lines

    def walk(self) -> PlacedValue:
        here = self.root
        while self.take(BLANK).end < len(self.source.text):
            if self.next("["):
                listed = self.next("[")
                keys = self.keys()
                self.at += 2 if listed else 1
                here = self.enter(keys, listed)
            else:
                self.entry(here)
        return self.root

    def keys(self) -> list[Span]:
        found: list[Span] = []
        while True:
            self.take(SPACE)
            found.append(self.take(KEY))
            self.take(SPACE)
            if not self.next("."):
                return found

    def enter(self, keys: list[Span], listed: bool) -> PlacedValue:
        here = self.root
        for number, key in enumerate(keys):
            table = here.table
            last = number == len(keys) - 1
            if last and listed:
                row = PlacedValue({}, key, key)
                items = table.setdefault(read_key(key.text), PlacedValue([], key, key)).value
                assert isinstance(items, list)
                items.append(row)
                return row
            here = table.setdefault(read_key(key.text), PlacedValue({}, key, key))
            if isinstance(here.value, list):
                here = here.value[-1]
        return here

    def entry(self, table: PlacedValue) -> None:
        """`key = value`"""
        *outer, last = self.keys()
        for key in outer:
            table = table.table.setdefault(read_key(key.text), PlacedValue({}, key, key))
        self.next("=")
        self.take(SPACE)
        table.table[read_key(last.text)] = self.value(last)

    # ---- values

    def value(self, key: Span) -> PlacedValue:
        start = self.at
        if self.next("{"):
            return self.inline_table(key, start)
        if self.next("["):
            return self.array(key, start)
        span = self.take(TEXT)
        if span.start == span.end:
            span = self.take(PLAIN)
            span = Span(self.source, span.start, span.start + len(span.text.rstrip()))
        return PlacedValue(tomllib.loads(f"x = {span.text}")["x"], span, key)

    def inline_table(self, key: Span, start: int) -> PlacedValue:
        """`{ a = 1, b = 2 }`"""
        made = PlacedValue({}, key, key)
        while self.take(BLANK) and not self.next("}"):
            self.entry(made)
            self.take(BLANK)
            self.next(",")
        made.span = Span(self.source, start, self.at)
        return made

    def array(self, key: Span, start: int) -> PlacedValue:
        """`[1, 2]`"""
        items: list[PlacedValue] = []
        while self.take(BLANK) and not self.next("]"):
            items.append(self.value(key))
            self.take(BLANK)
            self.next(",")
        return PlacedValue(items, Span(self.source, start, self.at), key)


def strip_quotes(span: Span) -> Span:
    quoted = span.text[:1] in ('"', "'")
    return Span(span.source, span.start + quoted, span.end - quoted)


def read_key(text: str) -> str:
    return str(next(iter(tomllib.loads(f"{text} = 0")))) if text[:1] in ('"', "'") else text


def locate_values(source: Source) -> PlacedValue:
    """The table that a TOML file is. Raises `NotToml`, and `PastLimit`."""
    _check_limits(source, ("joined",))
    try:
        tomllib.loads(source.text)
    except (RecursionError, ValueError) as error:
        if isinstance(error, tomllib.TOMLDecodeError):
            raise NotToml(source, error) from None
        _check_limits(source, ALL_LIMITS)
        raise PastLimit(Span(source, 0, 1), isinstance(error, RecursionError)) from None
    _check_limits(source, ALL_LIMITS)
    return _TomlWalk(source).walk()


def _check_limits(source: Source, limits: tuple[str, ...]) -> None:
    """Raise `PastLimit` for the first thing past some of the limits. In a text that may not be TOML, only dotted keys
    are certain: `tomllib` would take minutes for many."""
    depth = 0
    for found in LIMITED.finditer(source.text):
        kind = found.lastgroup or ""
        depth += (kind == "open") - (kind == "close")
        if kind in limits and (kind != "open" or depth > MAX_DEPTH):
            raise PastLimit(Span(source, *found.span()), kind != "long")
