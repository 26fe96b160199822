"""A file's text cut into chunks of lines, before any grammar is involved.

A chunk is a line that begins in the first column and all the indented lines under it; it holds one declaration.
Each `Line` is cleaned for reading: its comment becomes spaces, and slips whose meaning is plain (a capital, a
curly quote, `==`) are put right after they are reported. What cannot be put right makes its line faulty, so that it is
not read again. Positions never shift: a cleaned line is exactly as long as what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import zip_longest

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import files
from interpreter.diagnostics.messages import lexical as errors
from interpreter.diagnostics.messages.syntax import nothing_above
from interpreter.parser.error_limit import ErrorLimit
from interpreter.parser.scanner import ScannedLine, find_first_word, scan_line
from interpreter.parser.vocabulary import DECLARATIONS
from interpreter.source import MOST_CHARACTERS, Source, Span

MAX_INDENTATION = 40
MOST_CONTINUED_LINES = 400


@dataclass(frozen=True)
class Line:
    """One line to be read, with the lines that continue it inside parentheses. `trouble` is what is wrong with its
    indentation; whether that is worth saying depends on whether the lines above could be read."""

    start: int
    text: str
    level: int
    faulty: bool = False
    trouble: Diagnostic | None = None

    @property
    def first_word(self) -> str:
        return find_first_word(self.text)

    def span(self, source: Source) -> Span:
        indent = len(self.text) - len(self.text.lstrip())
        return Span(source, self.start + indent, self.start + len(self.text.rstrip()))


@dataclass(frozen=True)
class Chunk:
    """One declaration's lines. `cut_short` tells that the next line in the first column is none of a declaration, but
    most likely belongs here."""

    lines: tuple[Line, ...]
    cut_short: bool


@dataclass
class ChunkedFile:
    """What a text falls into."""

    chunks: list[Chunk] = field(default_factory=list)
    comments: list[syntax.Comment] = field(default_factory=list)


def split_chunks(extent: Span, diagnostics: ErrorLimit) -> ChunkedFile:
    """Cut a stretch of a source into chunks, reporting what no grammar could read."""
    source, layout = extent.source, ChunkedFile()
    lines = list(scan_lines(extent, layout.comments, diagnostics))
    runs = list(group_lines(source, lines, diagnostics))
    for run, next_run in zip_longest(runs, runs[1:]):
        placed = tuple(place_lines(source, join_lines(source, run, diagnostics)))
        cut_short = next_run is not None and find_first_word(next_run[0].text) not in DECLARATIONS
        layout.chunks.append(Chunk(placed, cut_short))
    return layout


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


def scan_lines(extent: Span, comments: list[syntax.Comment], diagnostics: ErrorLimit) -> Iterator[ScannedLine]:
    """The lines that have anything on them, in order; comments are set aside."""
    source, start = extent.source, extent.start
    while start < extent.end and not diagnostics.is_reached:
        end = source.text.find("\n", start, extent.end) + 1 or extent.end
        line = scan_line(source, start + (not start and source.text.startswith("\ufeff")), end, diagnostics)
        start = end
        if line.comment is not None:
            comments.append(line.comment)
        if line.text.strip(" \t"):
            yield line


def group_lines(source: Source, lines: Sequence[ScannedLine], diagnostics: ErrorLimit) -> Iterator[list[ScannedLine]]:
    """The lines of each chunk. Indented lines before the first chunk belong nowhere."""
    run: list[ScannedLine] = []
    for line in lines:
        if not line.indent and run and not (line.text.startswith(")") and is_still_open(run)):
            yield run
            run = []
        if run or not line.indent:
            run.append(line)
    if run:
        yield run
    if lines and lines[0].indent:
        diagnostics.add(nothing_above(lines[0].span(source)))


def is_still_open(run: list[ScannedLine]) -> bool:
    return sum(len(line.unclosed) - line.closes for line in run[-MOST_CONTINUED_LINES:]) > 0


def join_lines(source: Source, run: list[ScannedLine], diagnostics: ErrorLimit) -> Iterator[ScannedLine]:
    """A chunk's lines, those that go on inside parentheses joined with what continues them. Of neighbouring lines whose
    parentheses are never closed only the first is reported."""
    at, told = 0, False
    while at < len(run):
        line, at = run[at], at + 1
        count = count_continued(line, run, at) if line.unclosed and not line.faulty else 0
        if count is None and not told:
            diagnostics.add(errors.unclosed_parenthesis(Span(source, line.unclosed[0], line.unclosed[0] + 1)))
        told = count is None
        yield line.mark_faulty() if count is None else line.join(run[at : at + count])
        at += count or 0


def count_continued(line: ScannedLine, run: list[ScannedLine], at: int) -> int | None:
    """How many of the lines from `at` on belong to the parentheses open on `line`; None if they never close."""
    depth = len(line.unclosed)
    for count, other in enumerate(run[at : at + MOST_CONTINUED_LINES], 1):
        if depth - other.closes <= 0 and not other.unclosed:
            return count
        depth = max(depth - other.closes, 0) + len(other.unclosed)
    return None


def place_lines(source: Source, lines: Iterator[ScannedLine]) -> Iterator[Line]:
    indentation = Indentation(source)
    for line in lines:
        trouble = indentation.take(line)
        yield Line(line.start, line.text, indentation.level, line.faulty or trouble is not None, trouble)


class Indentation:
    """The indentations under way in one chunk, outermost first. A line of column keys, which begins with `|`, may be
    indented as far as its columns need."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.widths = [0]
        self.sign = ""
        self.level = 0

    def take(self, line: ScannedLine) -> Diagnostic | None:
        """Enter and leave blocks as the line's indentation says; what is wrong with it, if anything is."""
        self.sign = self.sign or line.indent[:1]
        if line.indent.strip(self.sign):
            self.level = max(self.level, 1)
            return errors.mixed_indentation(line.indent_span(self.source))
        if line.indent and line.text.lstrip().startswith("|"):
            self.level = 1
            return None
        return self.place(line)

    def place(self, line: ScannedLine) -> Diagnostic | None:
        width, left = len(line.indent), 0
        while width < self.widths[-1]:
            left = self.widths.pop()
        outer = self.widths[-1]
        if width > outer:
            self.widths.append(width)
        self.level = len(self.widths) - 1
        if width > outer and left:
            return errors.uneven_indentation(line.indent_span(self.source), width, outer, left)
        if self.level > MAX_INDENTATION:
            return errors.nested_too_deep(line.span(self.source), "blocks", MAX_INDENTATION)
        return None
