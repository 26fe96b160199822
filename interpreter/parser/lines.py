"""A file's text as lines that the grammar can read, before any grammar is involved.

Scanning a line finds its comment, notes which parentheses stay open, and reports signs that the language does not have.
Where the meaning of a slip is plain (a capital, a curly quote, `==`), the right sign is read in its place; otherwise
the line is faulty, and is not read again. Positions never shift: a scanned line is as long as what was written.

A chunk is a line that begins in the first column and all the indented lines under it; it holds one declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from interpreter import syntax
from interpreter.characters import UNSEEN
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import files
from interpreter.diagnostics.messages import lexical as errors
from interpreter.diagnostics.messages.syntax import nothing_above
from interpreter.parser.error_limit import ErrorLimit
from interpreter.parser.nesting import MAX_VALUE_DEPTH
from interpreter.parser.vocabulary import DECLARATIONS
from interpreter.source import MOST_CHARACTERS, Source, Span

MAX_INDENTATION = 40
MOST_CONTINUED_LINES = 400
MOST_DIGITS = 9

CURLY = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"
HALF_ID = re.compile(r"[A-Z]+[0-9]+")
BEFORE_IDS = r"(?:cite|open|shows|note)\b"

SIGNS = re.compile(
    rf"""
      (?P<plain>(?: [ \t]++ | (?!{BEFORE_IDS})[a-z_][a-z0-9_]*+(?!\w) | [0-9]{{1,9}}(?!\w)
                | [:,*] | [|.=<>+\-/](?![|.=<>+\-/&]) )++)
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
    | (?P<sign>\.\.|->|<=|>=|[|.=<>+\-/])
    | (?P<other>[^\w\s]+?|.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Line:
    """A line without its line end, with the lines that continue it inside parentheses. `unclosed` holds where
    parentheses were opened that stay open; `closes` counts those that close what earlier lines opened. `trouble` is
    what is wrong with its indentation; whether that is worth saying depends on whether the lines above could be read.
    """

    start: int
    text: str
    indent: str = ""
    unclosed: tuple[int, ...] = ()
    closes: int = 0
    comment: syntax.Comment | None = None
    faulty: bool = False
    level: int = 0
    trouble: Diagnostic | None = None

    @property
    def first_word(self) -> str:
        found = re.match(r"\s*(\w+|\S)", self.text)
        return found.group(1) if found else ""

    def span(self, source: Source) -> Span:
        return Span(source, self.start + len(self.indent), self.start + len(self.text.rstrip()))

    def join(self, others: Sequence[Line]) -> Line:
        """The line with those that continue it; what parted them becomes spaces."""
        text = self.text
        for other in others:
            text = text.ljust(other.start - self.start) + other.text
        return replace(self, text=text, faulty=any(each.faulty for each in (self, *others)), unclosed=())


class Chunk(NamedTuple):
    """One declaration's lines. `cut_short` is whether the next line in the first column begins no declaration, so that
    it most likely belongs here."""

    lines: tuple[Line, ...]
    cut_short: bool


# ---- scanning


class LineScan:
    """The state of scanning one line, and what was found on the way."""

    def __init__(self, source: Source, start: int) -> None:
        self.source, self.start = source, start
        self.found: list[Diagnostic] = []
        self.unclosed: list[int] = []
        self.closes = 0
        self.comment: syntax.Comment | None = None
        self.faulty = self.citing = False
        self.capital_end = -1

    def read(self, sign: re.Match[str]) -> str:
        """The text that the grammar reads for a sign; blank for one without meaning."""
        text, span = sign[0], Span(self.source, self.start + sign.start(), self.start + sign.end())
        match sign.lastgroup:
            case "plain" | "sign" | "id":
                pass
            case "name":
                return self.read_name(text, span)
            case "text":
                self.spoil(self.find_unseen(span, "text"))
            case "open":
                self.unclosed.append(span.start)
                if len(self.unclosed) > MAX_VALUE_DEPTH:
                    self.spoil(errors.nested_too_deep(span, "values", MAX_VALUE_DEPTH))
            case "close" if self.unclosed:
                self.unclosed.pop()
            case "close":
                self.closes += 1
            case "number":
                if max(map(len, text.split("d"))) > MOST_DIGITS:
                    self.spoil(errors.number_too_large(span, 10**MOST_DIGITS - 1))
            case "quoted":
                self.report(errors.wrong_quotes(span, text))
                return f'"{text[1:-1]}"'
            case "equals" if len(text) == len("=="):
                self.report(errors.wrong_sign(span, text))
                return "<="
            case "comment":
                self.report(self.find_unseen(span, "comment"))
                own_line, whole = not sign.string[: sign.start()].strip(), text.rstrip()
                place = Span(self.source, span.start, span.start + len(whole))
                self.comment = syntax.Comment(whole, own_line, span=place)
                return " " * len(text)
            case kind:
                self.refuse(kind or "", text, span)
                return " " * len(text)
        return text

    def read_name(self, text: str, span: Span) -> str:
        """A name in lower case; an id without its hyphen is left to the grammar, which knows what it expects there."""
        self.spoil(self.find_unseen(span, "name"))
        lower = text.lower()
        if lower == text or (self.citing and HALF_ID.fullmatch(text)):
            self.citing = self.citing or re.fullmatch(BEFORE_IDS, text) is not None
            return text
        if span.start > self.capital_end + 1:
            self.report(errors.capital_in_name(span, text, lower))
        self.capital_end = span.end
        self.faulty = self.faulty or len(lower) != len(text)
        return lower

    def refuse(self, kind: str, text: str, span: Span) -> None:
        match kind:
            case "other_comment":
                self.report(errors.wrong_comment(span))
            case "equals" | "foreign":
                self.spoil(errors.wrong_sign(span, text))
            case "open_text" if text.strip() == '"':
                self.faulty = False
                self.spoil(errors.unopened_text(span))
            case "open_text":
                self.spoil(errors.unclosed_text(Span(self.source, span.start, span.start + len(text.rstrip()))))
            case _:
                self.spoil(self.find_unseen(span, "line") or errors.unknown_character(span, text))

    def find_unseen(self, span: Span, what: str) -> Diagnostic | None:
        """What to say of the first character that cannot be seen, if there is one."""
        found = UNSEEN.search(self.source.text, span.start, span.end)
        return errors.unseen_character(Span(self.source, *found.span()), found[0], what) if found else None

    def report(self, diagnostic: Diagnostic | None) -> None:
        if diagnostic is not None and not self.faulty:
            self.found.append(diagnostic)

    def spoil(self, diagnostic: Diagnostic | None) -> None:
        """Report what makes the line unreadable. That is the one thing to say about it then."""
        if diagnostic is not None and not self.faulty:
            self.found, self.faulty = [diagnostic], True


def scan_line(source: Source, start: int, end: int, diagnostics: Diagnostics) -> Line:
    """Scan the characters from `start` to `end`, a line with or without its line end."""
    raw = source.text[start:end].rstrip("\r\n")
    scan = LineScan(source, start)
    text = SIGNS.sub(scan.read, raw)
    diagnostics.extend(scan.found)
    indent = raw[: len(raw) - len(raw.lstrip(" \t"))]
    return Line(start, text, indent, tuple(scan.unclosed), scan.closes, scan.comment, scan.faulty)


def scan_lines(extent: Span, diagnostics: ErrorLimit) -> Iterator[Line]:
    source, start = extent.source, extent.start
    while start < extent.end and not diagnostics.is_reached:
        end = source.text.find("\n", start, extent.end) + 1 or extent.end
        yield scan_line(source, start + (not start and source.text.startswith("\ufeff")), end, diagnostics)
        start = end


def is_refused(source: Source, diagnostics: Diagnostics) -> bool:
    """Whether the file is too large, or no text at all; it is reported then."""
    if len(source.text) > MOST_CHARACTERS:
        diagnostics.add(files.file_too_large(source.name, MOST_CHARACTERS))
        return True
    binary = source.text.find("\0")
    if binary >= 0:
        byte = len(source.text[:binary].encode(errors="replace")) + 1
        diagnostics.add(files.file_binary(Span(source, binary, binary + 1), byte))
    return binary >= 0


# ---- chunks


def split_chunks(source: Source, lines: Sequence[Line], diagnostics: Diagnostics) -> Iterator[Chunk]:
    """The chunks that lines fall into, without those that are blank."""
    groups = group_lines(source, [each for each in lines if each.text.strip(" \t")], diagnostics)
    for group, following in zip_longest(groups, groups[1:]):
        placed = tuple(place_lines(source, join_lines(source, group, diagnostics)))
        yield Chunk(placed, following is not None and following[0].first_word not in DECLARATIONS)


def group_lines(source: Source, lines: Sequence[Line], diagnostics: Diagnostics) -> list[list[Line]]:
    """The lines of each chunk. Indented lines before the first chunk belong nowhere."""
    groups: list[list[Line]] = []
    for line in lines:
        if not line.indent and not (groups and line.text.startswith(")") and is_open(groups[-1])):
            groups.append([line])
        elif groups:
            groups[-1].append(line)
    if lines and lines[0].indent:
        diagnostics.add(nothing_above(lines[0].span(source)))
    return groups


def is_open(group: list[Line]) -> bool:
    return sum(len(line.unclosed) - line.closes for line in group[-MOST_CONTINUED_LINES:]) > 0


def join_lines(source: Source, group: list[Line], diagnostics: Diagnostics) -> Iterator[Line]:
    """A chunk's lines, joined where parentheses continue them. Of neighbouring lines whose
    parentheses are never closed only the first is reported."""
    at, reported = 0, False
    while at < len(group):
        line, at = group[at], at + 1
        count = count_continued(line, group, at) if line.unclosed and not line.faulty else 0
        if count is None and not reported:
            diagnostics.add(errors.unclosed_parenthesis(Span(source, line.unclosed[0], line.unclosed[0] + 1)))
        reported = count is None
        yield replace(line, faulty=True) if count is None else line.join(group[at : at + count]) if count else line
        at += count or 0


def count_continued(line: Line, group: list[Line], at: int) -> int | None:
    """The number of lines from `at` on that belong to the parentheses open on `line`; None if they never close."""
    depth = len(line.unclosed)
    for count, other in enumerate(group[at : at + MOST_CONTINUED_LINES], 1):
        if depth - other.closes <= 0 and not other.unclosed:
            return count
        depth = max(depth - other.closes, 0) + len(other.unclosed)
    return None


def place_lines(source: Source, lines: Iterator[Line]) -> Iterator[Line]:
    """The lines of a chunk with their levels, and what is wrong with their indentation. A line of column keys, which
    begins with `|`, may be indented as far as its columns need."""
    widths, sign, level = [0], "", 0
    for line in lines:
        trouble, width, left = None, len(line.indent), 0
        sign = sign or line.indent[:1]
        if line.indent.strip(sign):
            level = max(level, 1)
            trouble = errors.mixed_indentation(Span(source, line.start, line.start + width))
        elif width and line.text.lstrip().startswith("|"):
            level = 1
        else:
            while width < widths[-1]:
                left = widths.pop()
            outer = widths[-1]
            if width > outer:
                widths.append(width)
            level = len(widths) - 1
            if width > outer and left:
                trouble = errors.uneven_indentation(Span(source, line.start, line.start + width), width, outer, left)
            elif level > MAX_INDENTATION:
                trouble = errors.nested_too_deep(line.span(source), "blocks", MAX_INDENTATION)
        yield replace(line, level=level, faulty=line.faulty or trouble is not None, trouble=trouble)
