"""Scans one line of a file, sign by sign.

Scanning finds the comment, notes which parentheses stay open, and reports signs that the language does not have.
Where the meaning is plain, the right sign is read in its place; otherwise the line is marked faulty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from interpreter import syntax
from interpreter.characters import MARKS, SUSPECT, UNSEEN
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import lexical as errors
from interpreter.parser.nesting import MAX_VALUE_DEPTH
from interpreter.source import Source, Span

MOST_DIGITS = 9
CURLY = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"

HALF_ID = re.compile(r"[A-Z]+[0-9]+")

SIGNS = re.compile(
    rf"""
      (?P<space>[ \t]+)
    | (?P<comment>\#.*)
    | (?P<text>"[^"]*")
    | (?P<open_text>".*)
    | (?P<quoted>[{CURLY}][^{CURLY}"]*[{CURLY}"] | '[^'"]*' | \u2018[^\u2019"]*\u2019)
    | (?P<id>[A-Z][A-Z0-9]*-[A-Z]?[0-9]+)
    | (?P<name>[^\W\d]\w*)
    | (?P<number>[0-9]+(?:d[0-9]+)?)
    | (?P<other_comment>//.*)
    | (?P<equals>==+)
    | (?P<foreign>!=|<>|\+=|-=|=>|=<|&&|\|\||\.\.\.+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<sign>\.\.|->|<=|>=|[|:,.=<>+\-*/])
    | (?P<other>[^\w\s]+?|.)
    """,
    re.VERBOSE | re.DOTALL,
)


PLAIN = re.compile(
    rf"""(?: [ \t]++
    | "[^"\t\n{SUSPECT}{MARKS[1:-1]}]*"
    | [a-z_][a-z0-9_]*+(?!\w)
    | [0-9]{{1,9}}(?!\w)
    | [A-Z][A-Z0-9]*-[A-Z]?[0-9]+(?!\w)
    | [:,*]
    | \|(?!\|)
    | (?:\.\.|->|<=|>=|[=<>+\-/.])(?![=<>+\-/.&|])
    )*+""",
    re.VERBOSE,
)
"""A line in which nothing is wrong, and that has neither comment nor parentheses: most are such."""


def find_first_word(text: str) -> str:
    found = re.match(r"\s*(\w+|\S)", text)
    return found.group(1) if found else ""


@dataclass(frozen=True)
class ScannedLine:
    """A line without its line end. `unclosed` holds where parentheses were opened that stay open; `closes` counts
    those that close what earlier lines opened."""

    start: int
    text: str
    indent: str
    unclosed: tuple[int, ...] = ()
    closes: int = 0
    comment: syntax.Comment | None = None
    faulty: bool = False

    def span(self, source: Source) -> Span:
        return Span(source, self.start + len(self.indent), self.start + len(self.text.rstrip()))

    def indent_span(self, source: Source) -> Span:
        return Span(source, self.start, self.start + len(self.indent))

    def join(self, others: Iterable[ScannedLine]) -> ScannedLine:
        """The line with those that continue it; what parted them becomes spaces."""
        text, faulty = self.text, self.faulty
        for other in others:
            text = text.ljust(other.start - self.start) + other.text
            faulty = faulty or other.faulty
        return replace(self, text=text, faulty=faulty, unclosed=())

    def mark_faulty(self) -> ScannedLine:
        return replace(self, faulty=True)


class LineScan:
    """The state of scanning one line: what has been read so far, and what was found on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Diagnostic] = []
        self.pieces: list[str] = []
        self.unclosed: list[int] = []
        self.closes = 0
        self.comment: syntax.Comment | None = None
        self.faulty = False
        self.citing = False
        self.capital_end = -1

    def take(self, kind: str, text: str, start: int) -> str:
        match kind:
            case "space" | "sign" | "id":
                return text
            case "name":
                return self.name(text, start)
            case "text":
                return self.text(text, start)
            case "comment":
                self.keep_comment(text, start)
                return " " * len(text)
            case "open":
                self.open(text, start)
            case "close" if self.unclosed:
                self.unclosed.pop()
            case "close":
                self.closes += 1
            case "number":
                if max(map(len, text.split("d"))) > MOST_DIGITS:
                    self.spoil(errors.number_too_large(self.span(text, start), 10**MOST_DIGITS - 1))
            case _:
                return self.slip(kind, text, start)
        return text

    def span(self, text: str, start: int) -> Span:
        return Span(self.source, start, start + len(text))

    def open(self, text: str, start: int) -> None:
        self.unclosed.append(start)
        if len(self.unclosed) > MAX_VALUE_DEPTH:
            self.spoil(errors.nested_too_deep(self.span(text, start), "values", MAX_VALUE_DEPTH))

    def spoil(self, diagnostic: Diagnostic) -> None:
        """Report what makes the line unreadable. That is the one thing to say about it then."""
        if not self.faulty:
            self.found = [diagnostic]
        self.faulty = True

    def report(self, diagnostic: Diagnostic) -> None:
        if not self.faulty:
            self.found.append(diagnostic)

    def keep_comment(self, text: str, start: int) -> None:
        """Set a comment aside. It may hold anything that can be seen."""
        unseen = self.unseen(text, start, "comment")
        if unseen is not None:
            self.report(unseen)
        own_line = not "".join(self.pieces).strip()
        text = text.rstrip()
        self.comment = syntax.Comment(text, own_line, span=self.span(text, start))

    def name(self, text: str, start: int) -> str:
        """A name in lower case; an id without its hyphen is left to the grammar, which knows what it wants there."""
        unseen = self.unseen(text, start, "name")
        if unseen is not None:
            self.spoil(unseen)
        lower = text.lower()
        if lower == text or (self.citing and HALF_ID.fullmatch(text)):
            self.citing = self.citing or text in ("cite", "open", "shows", "note")
            return text
        if start > self.capital_end + 1:
            self.report(errors.capital_in_name(self.span(text, start), text, lower))
        self.capital_end = start + len(text)
        self.faulty = self.faulty or len(lower) != len(text)
        return lower

    def text(self, text: str, start: int) -> str:
        unseen = self.unseen(text, start, "text")
        if unseen is not None:
            self.spoil(unseen)
        return text

    def unseen(self, text: str, start: int, what: str) -> Diagnostic | None:
        """What to say of the first character in it that cannot be seen, if there is one."""
        found = UNSEEN.search(text)
        if found is None:
            return None
        return errors.unseen_character(self.span(found.group(), start + found.start()), found.group(), what)

    def slip(self, kind: str, text: str, start: int) -> str:
        """Report a sign the language does not have; what stands in its place where its meaning is plain."""
        span = self.span(text, start)
        match kind:
            case _ if self.faulty and kind != "open_text":
                pass
            case "quoted":
                self.report(errors.wrong_quotes(span, text))
                return f'"{text[1:-1]}"'
            case "other_comment":
                self.report(errors.wrong_comment(span))
                return " " * len(text)
            case "equals" if len(text) == len("=="):
                self.report(errors.wrong_sign(span, text))
                return "<="
            case "equals" | "foreign":
                self.spoil(errors.wrong_sign(span, text))
            case "open_text" if text.strip() == '"':
                self.faulty = False
                self.spoil(errors.unopened_text(span))
            case "open_text":
                self.spoil(errors.unclosed_text(self.span(text.rstrip(), start)))
            case _:
                self.spoil(self.unseen(text, start, "line") or errors.unknown_character(span, text))
        return " " * len(text)


def scan_line(source: Source, start: int, end: int, diagnostics: Diagnostics) -> ScannedLine:
    """Scan the characters from `start` to `end`, a line with or without its line end."""
    raw = source.text[start:end].rstrip("\r\n")
    indent = raw[: len(raw) - len(raw.lstrip(" \t"))]
    if PLAIN.fullmatch(raw):
        return ScannedLine(start, raw, indent)
    scan = LineScan(source)
    for found in SIGNS.finditer(raw):
        scan.pieces.append(scan.take(found.lastgroup or "", found.group(), start + found.start()))
    diagnostics.extend(scan.found)
    return ScannedLine(
        start, "".join(scan.pieces), indent, tuple(scan.unclosed), scan.closes, scan.comment, scan.faulty
    )
