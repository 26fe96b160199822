"""A file's text cut into chunks of lines, before any grammar is involved.

A chunk is a line that begins in the first column and all the indented lines under it; it holds one declaration.
Each `Line` is cleaned for reading: its comment becomes spaces, and slips whose meaning is plain (a capital, a
curly quote, `==`) are put right after they are reported. What cannot be put right makes its line faulty, so that it is
not read again. Positions never shift: a cleaned line is exactly as long as what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter import syntax
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.errors import layout as errors
from interpreter.errors.syntax import nothing_above
from interpreter.parser.patience import Patience
from interpreter.parser.scanning import ScannedLine, first_word, scan_line
from interpreter.source import Source, Span

MOST_CHARACTERS = 1_000_000
DEEPEST_INDENTATION = 40
MOST_CONTINUED_LINES = 60


@dataclass(frozen=True)
class Line:
    """One line to be read, with the lines that continue it inside parentheses."""

    start: int
    text: str
    level: int
    faulty: bool

    @property
    def first_word(self) -> str:
        """The word or sign the line begins with."""
        return first_word(self.text)

    def span(self, source: Source) -> Span:
        """The line from its first sign to its last."""
        indent = len(self.text) - len(self.text.lstrip())
        return Span(source, self.start + indent, self.start + len(self.text.rstrip()))


@dataclass(frozen=True)
class Chunk:
    """One declaration's lines."""

    lines: tuple[Line, ...]


@dataclass
class Layout:
    """What a file falls into."""

    chunks: list[Chunk] = field(default_factory=list)
    comments: list[syntax.Comment] = field(default_factory=list)


def lay_out(source: Source, diagnostics: Patience) -> Layout:
    """Cut a source into chunks, reporting what no grammar could read. A refused file has no chunks."""
    layout = Layout()
    if refuse(source, diagnostics):
        return layout
    scanned = list(scan_lines(source, layout.comments, diagnostics))
    for run in chunk_runs(source, scanned, diagnostics):
        layout.chunks.append(Chunk(tuple(place_lines(source, join_lines(source, run, diagnostics), diagnostics))))
    return layout


def refuse(source: Source, diagnostics: Diagnostics) -> bool:
    """Whether the file is too large, or no text at all; it is reported then."""
    if len(source.text) > MOST_CHARACTERS:
        diagnostics.add(errors.file_too_large(Span(source, 0, 0), len(source.text), MOST_CHARACTERS))
        return True
    binary = source.text.find("\0")
    if binary >= 0:
        diagnostics.add(errors.not_text(Span(source, binary, binary + 1)))
    return binary >= 0


def scan_lines(source: Source, comments: list[syntax.Comment], diagnostics: Patience) -> Iterator[ScannedLine]:
    """The lines that have anything on them, in order; comments are set aside."""
    for number, start in enumerate(source.line_starts):
        end = source.line_starts[number + 1] if number + 1 < len(source.line_starts) else len(source.text)
        start += number == 0 and source.text.startswith("\ufeff")
        if diagnostics.spent:
            return
        line = scan_line(source, start, end, diagnostics)
        if line.comment is not None:
            comments.append(line.comment)
        if line.text.strip(" \t"):
            yield line


def chunk_runs(source: Source, lines: list[ScannedLine], diagnostics: Patience) -> Iterator[list[ScannedLine]]:
    """The lines of each chunk. Indented lines before the first chunk belong nowhere."""
    run: list[ScannedLine] = []
    for line in lines:
        if not line.indent and run:
            yield run
            run = []
        if line.indent and not run:
            continue
        run.append(line)
    if run:
        yield run
    if lines and lines[0].indent:
        diagnostics.add(nothing_above(lines[0].span(source)))


def join_lines(source: Source, run: list[ScannedLine], diagnostics: Patience) -> Iterator[ScannedLine]:
    """A chunk's lines, those that go on inside parentheses joined with what continues them."""
    at = 0
    while at < len(run):
        line, at = run[at], at + 1
        if line.unclosed and not line.faulty:
            count = continued(line, run, at)
            if count is None:
                diagnostics.add(errors.unclosed_parenthesis(Span(source, line.unclosed[0], line.unclosed[0] + 1)))
                line = line.spoiled()
            else:
                line = line.joined(run[at : at + count])
                at += count
        yield line


def continued(line: ScannedLine, run: list[ScannedLine], at: int) -> int | None:
    """How many of the lines from `at` on belong to the parentheses open on `line`; None if they never close."""
    depth = len(line.unclosed)
    for count, other in enumerate(run[at : at + MOST_CONTINUED_LINES], 1):
        if depth - other.closes <= 0 and not other.unclosed:
            return count
        depth = max(depth - other.closes, 0) + len(other.unclosed)
    return None


def place_lines(source: Source, lines: Iterator[ScannedLine], diagnostics: Patience) -> Iterator[Line]:
    """Lines with their levels, worked out from how far each is indented; bad indentation is reported."""
    places = Indentation(source, diagnostics)
    for line in lines:
        fine = places.take(line)
        yield Line(line.start, line.text, places.level, line.faulty or not fine)


class Indentation:
    """The indentations under way in one chunk, outermost first."""

    def __init__(self, source: Source, diagnostics: Patience) -> None:
        self.source, self.diagnostics = source, diagnostics
        self.widths = [0]
        self.sign = ""
        self.told: set[str] = set()

    @property
    def level(self) -> int:
        """How many blocks the present line is in."""
        return len(self.widths) - 1

    def take(self, line: ScannedLine) -> bool:
        """Enter and leave blocks as the line's indentation says. Whether it says so clearly."""
        self.sign = self.sign or line.indent[:1]
        if line.indent.strip(self.sign):
            return self.blame("mixed", errors.mixed_indentation(line.indent_span(self.source)))
        width, left = len(line.indent), 0
        while width < self.widths[-1]:
            left = self.widths.pop()
        if width > self.widths[-1] and left:
            outer = self.widths[-1]
            self.widths.append(left)
            self.diagnostics.add(errors.uneven_indentation(line.indent_span(self.source), width, outer, left))
            return False
        if width > self.widths[-1]:
            self.widths.append(width)
        if self.level > DEEPEST_INDENTATION:
            return self.blame("deep", errors.nested_too_deep(line.span(self.source), "blocks", DEEPEST_INDENTATION))
        return True

    def blame(self, what: str, diagnostic: Diagnostic) -> bool:
        """Report a mistake that tends to repeat, once in a chunk."""
        if what not in self.told:
            self.diagnostics.add(diagnostic)
        self.told.add(what)
        return False
