"""Completions at a place of an unfinished TOML file, which need not be valid."""

from __future__ import annotations

import re
from dataclasses import field

from interpreter.data_classes import dataclass
from interpreter.parser.toml_places import read_key

SIGNS = re.compile(
    r"""
      (?P<space>[ \t\r]+)
    | (?P<comment>\#[^\n]*)
    | (?P<long>'''.*?(?:'''|\Z) | \"\"\".*?(?:\"\"\"|\Z))
    | (?P<quoted>"(?:[^"\\\n]|\\.)*"? | '[^'\n]*'?)
    | (?P<word>[\w+-]+)
    | (?P<line>\n)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class TomlGap:
    """A place where something is to be written: where the word or text begins that stands there in part, and whether
    that is in quotes; the keys of the table, or those of the value, that it belongs to; and which of these is to be
    written, a `key`, the `heading` of a table, a `value`, or `lines` of a text that has several."""

    start: int
    quote: str
    path: tuple[str, ...]
    wanted: str


@dataclass
class _Reading:
    """What is under way after some words and signs: in which table, with which keys, and in what within a value."""

    table: tuple[str, ...] = ()
    keys: list[str] = field(default_factory=list)
    joined: bool = False
    wanted: str = "key"
    outer: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """The lists and tables that are open in a value, outermost first, each with the keys that lead to it."""

    @property
    def path(self) -> tuple[str, ...]:
        return self.outer[-1][1] if self.outer else self.table

    def take_key(self, text: str) -> None:
        if self.wanted != "value":
            self.keys = [*self.keys, text] if self.joined else [text]
        self.joined = False

    def take_sign(self, sign: str) -> None:
        match sign:
            case "." if self.wanted != "value":
                self.joined = True
            case "=":
                self.wanted = "value"
            case "[" if self.wanted == "key" and not self.outer:
                self.wanted, self.keys = "heading", []
            case "]" if self.wanted == "heading":
                self.table, self.keys = tuple(self.keys), []
            case "[" | "{" if self.wanted == "value":
                self.outer.append((sign, (*self.path, *self.keys)))
                self.wanted, self.keys = "value" if sign == "[" else "key", []
            case "]" | "}" if self.outer:
                self.outer.pop()
                self.wanted = "value"
            case "," if self.outer:
                self.wanted, self.keys = "value" if self.outer[-1][0] == "[" else "key", []

    def end_line(self) -> None:
        if not self.outer:
            self.wanted, self.keys, self.joined = "key", [], False


def find_toml_gap(text: str, offset: int) -> TomlGap | None:
    """The completions at a place; None in a comment, and after a complete text."""
    reading = _Reading()
    for found in SIGNS.finditer(text, 0, offset):
        kind, part, is_last = found.lastgroup, found[0], found.end() == offset
        match kind:
            case "comment" if is_last:
                return None
            case "quoted" | "long" if is_last:
                quote = part[:1] if kind == "quoted" else part[:3]
                is_whole = len(part) > len(quote) and part.endswith(quote)
                return None if is_whole else _make_gap(reading, found.start(), quote)
            case "word" if is_last:
                return _make_gap(reading, found.start(), "")
            case "quoted" | "word":
                reading.take_key(_read(part))
            case "sign":
                reading.take_sign(part)
            case "line":
                reading.end_line()
    return _make_gap(reading, offset, "")


def _make_gap(reading: _Reading, start: int, quote: str) -> TomlGap:
    before = reading.keys if reading.wanted == "value" or reading.joined else []
    path = tuple(before) if reading.wanted == "heading" else (*reading.path, *before)
    return TomlGap(start + len(quote), quote, path, "lines" if len(quote) > 1 else reading.wanted)


def _read(part: str) -> str:
    try:
        return read_key(part)
    except ValueError:
        return part
