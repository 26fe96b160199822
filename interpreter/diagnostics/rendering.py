"""Drawing diagnostics: full form for people, short form for editors and logs, a plain object for programs.

The full form names the place, shows the lines that matter with carets under them, then notes, help and the fix.
Each marked stretch of a line becomes one row of carets; a span over many lines is shown by its first and last.
Characters are drawn in the width a terminal gives them: tabs are filled up, wide letters take two columns, marks
without a width none, and what cannot be seen is shown as signs, so that a file cannot steer the terminal.
Lines too long to read are cut around what is marked. Nothing here decides about colour; the caller does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice

from interpreter.characters import make_visible
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Fix, Severity
from interpreter.source import NOWHERE, Source, Span

TAB_WIDTH = 4
"""Tabs are shown filled up to the next multiple of this many columns."""

MAX_COLUMNS = 120
"""Lines with more characters than this are cut around what is marked."""

MAX_SPAN_LINES = 4
"""A span over more lines than this is shown by its first and last."""

MOST_LINES_BACK = 50
"""How far above a mark on a blank line to look for a line with text."""

MAX_TEXT = 600
"""A line of a message, label, note or help with more characters than this loses its middle."""

MAX_INLINE_FIX = 60
"""A fix with more characters than this is shown on lines of its own."""


@dataclass(frozen=True)
class Palette:
    """What to print before each part of a diagnostic, and after it to end its colour."""

    error: str = ""
    warning: str = ""
    strong: str = ""
    frame: str = ""
    aside: str = ""
    help: str = ""
    end: str = ""

    def paint(self, colour: str, text: str) -> str:
        return f"{colour}{text}{self.end}" if colour and text else text


PLAIN = Palette()
COLOURED = Palette(
    error="\x1b[1;31m",
    warning="\x1b[1;33m",
    strong="\x1b[1m",
    frame="\x1b[34m",
    aside="\x1b[36m",
    help="\x1b[32m",
    end="\x1b[0m",
)


@dataclass(frozen=True)
class _Mark:
    """A stretch of one line to underline: columns `start` up to `end`, from zero, and what to write beside it."""

    source: Source
    line: int
    start: int
    end: int
    text: str
    main: bool


# ---- the three forms


def render_full(diagnostic: Diagnostic, palette: Palette = PLAIN) -> str:
    """The form for people: several lines, without a line end at the last."""
    tone = palette.error if diagnostic.severity is Severity.ERROR else palette.warning
    head = palette.paint(tone, f"{diagnostic.severity.value}[{diagnostic.code}]")
    lines = [f"{head}{palette.paint(palette.strong, f': {_flatten_text(diagnostic.message)}')}"]
    marks = tuple(_collect_marks(diagnostic))
    margin = " " * len(str(max((mark.line for mark in marks), default=1)))
    lines.extend(_draw_excerpts(marks, margin, tone, palette))
    lines.extend(_draw_remarks(diagnostic, margin, palette))
    return "\n".join(lines)


def render_short(diagnostic: Diagnostic) -> str:
    """`file:line:column: code: message` on one line."""
    known = diagnostic.span is not None and diagnostic.span.source is not NOWHERE.source
    place = f"{_flatten_text(diagnostic.span.place)}: " if diagnostic.span and known else ""
    return f"{place}{diagnostic.code}: {_flatten_text(diagnostic.message)}"


def to_object(diagnostic: Diagnostic) -> dict[str, object]:
    """Everything a diagnostic holds, ready for JSON; lines and columns count from one, ends are exclusive."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "place": _span_to_object(diagnostic.span),
        "label": diagnostic.label,
        "labels": [{"place": _span_to_object(each.span), "text": each.text} for each in diagnostic.labels],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fix": _fix_to_object(diagnostic.fix),
    }


def _span_to_object(span: Span | None) -> dict[str, object] | None:
    if span is None or span.source is NOWHERE.source:
        return None
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _fix_to_object(fix: Fix | None) -> dict[str, object] | None:
    return {"place": _span_to_object(fix.span), "replacement": fix.replacement} if fix else None


# ---- which stretches of which lines


def _collect_marks(diagnostic: Diagnostic) -> Iterator[_Mark]:
    if diagnostic.span is not None:
        yield from _mark_span(diagnostic.span, diagnostic.label, main=True)
    for label in diagnostic.labels:
        yield from _mark_span(label.span, label.text, main=False)


def _mark_span(span: Span, text: str, main: bool) -> Iterator[_Mark]:
    """One mark for each line of the span that is shown; the text goes to the last of them."""
    source = span.source
    if source is NOWHERE.source:
        return
    length = len(source.text)
    start = min(span.start, length)
    covered = source.text[start : span.end]
    end = start + len(covered.rstrip() or covered.partition("\n")[0])
    first, first_column = source.position(start)
    last, last_column = source.position(end)
    shown = range(first, last + 1) if last - first < MAX_SPAN_LINES else (first, last)
    for line in shown:
        content = source.line(line)
        from_column = first_column - 1 if line == first else len(content) - len(content.lstrip())
        to_column = last_column - 1 if line == last else len(content)
        if line in (first, last) or content.strip():
            yield _Mark(source, line, from_column, to_column, text if line == last else "", main)


# ---- lines with carets


def _draw_excerpts(marks: Sequence[_Mark], margin: str, tone: str, palette: Palette) -> Iterator[str]:
    """The places, file by file, each with its lines; the main place's file comes first."""
    arrow = "-->"
    for source in dict.fromkeys(mark.source for mark in marks):
        here = [mark for mark in marks if mark.source is source]
        place = _flatten_text(f"{source.name}:{here[0].line}:{here[0].start + 1}")
        yield f"{margin}{palette.paint(palette.frame, arrow)} {place}"
        if source.text:
            yield f"{margin} {palette.paint(palette.frame, '|')}"
            yield from _draw_file(sorted(here, key=lambda mark: (mark.line, mark.start)), margin, tone, palette)
        arrow = ":::"


def _draw_file(marks: Sequence[_Mark], margin: str, tone: str, palette: Palette) -> Iterator[str]:
    source = marks[0].source
    by_line = {line: tuple(group) for line, group in groupby(marks, key=lambda mark: mark.line)}
    previous = 0
    for line in sorted({*by_line, *_find_context_lines(source, by_line)}):
        if previous and line - previous == 2:
            yield from _draw_numbered_line(previous + 1, source.line(previous + 1), margin, palette)
        elif previous and line - previous > 2:
            yield palette.paint(palette.frame, "...")
        if line in by_line:
            yield from _draw_marked_line(line, by_line[line], margin, tone, palette)
        else:
            yield from _draw_numbered_line(line, source.line(line), margin, palette)
        previous = line


def _find_context_lines(source: Source, marked: Iterable[int]) -> Iterator[int]:
    """Return, for each marked line without text, the last line above it with text, as context."""
    for line in marked:
        if not source.line(line).strip():
            above = (each for each in range(line - 1, max(0, line - MOST_LINES_BACK), -1) if source.line(each).strip())
            yield from islice(above, 1)


def _draw_marked_line(number: int, marks: Sequence[_Mark], margin: str, tone: str, palette: Palette) -> Iterator[str]:
    """A line and a row of carets for each mark; a line too long is cut around each mark by itself."""
    content = marks[0].source.line(number)
    whole = len(content) <= MAX_COLUMNS
    if whole:
        yield from _draw_numbered_line(number, content, margin, palette)
    for mark in marks:
        part, start, end = (content, mark.start, mark.end) if whole else _cut_line(content, mark.start, mark.end)
        if not whole:
            yield from _draw_numbered_line(number, part, margin, palette)
        end = max(start, min(end, len(part)))
        indent = " " * measure_width(part[:start])
        sign = "^" if mark.main else "-"
        underline = sign * max(1, measure_width(part[:end]) - len(indent))
        colour = tone if mark.main else palette.aside
        text = palette.paint(colour, f"{underline} {_flatten_text(mark.text)}".rstrip())
        yield f"{margin} {palette.paint(palette.frame, '|')} {indent}{text}"


def _draw_numbered_line(number: int, content: str, margin: str, palette: Palette) -> Iterator[str]:
    left = palette.paint(palette.frame, f"{number:>{len(margin)}} |")
    cut = content if len(content) <= MAX_COLUMNS + 2 else f"{content[:MAX_COLUMNS]}…"
    yield f"{left} {_sanitize(cut)}".rstrip()


def _cut_line(content: str, start: int, end: int) -> tuple[str, int, int]:
    """A piece of a long line that holds the marked columns, or their beginning, and where they are in it."""
    room = max(0, MAX_COLUMNS - (end - start)) // 2
    left = max(0, min(start - room, len(content) - MAX_COLUMNS))
    right = min(len(content), left + MAX_COLUMNS)
    before, after = "…" if left else "", "…" if right < len(content) else ""
    moved = len(before) - left
    return before + content[left:right] + after, start + moved, min(end, right) + moved


# ---- notes, help, fix


def _draw_remarks(diagnostic: Diagnostic, margin: str, palette: Palette) -> Iterator[str]:
    for note in diagnostic.notes:
        yield from _draw_remark("note", note, margin, palette.aside, palette)
    if diagnostic.help:
        yield from _draw_remark("help", diagnostic.help, margin, palette.help, palette)
    if diagnostic.fix and _is_worth_showing(diagnostic.fix, diagnostic.help):
        yield from _draw_remark("fix", _format_fix(diagnostic.fix), margin, palette.help, palette)


def _is_worth_showing(fix: Fix, help: str) -> bool:
    """Whether a fix says more than the help does: not where whole lines go or come, or only how far one is indented."""
    old, new = fix.span.text, fix.replacement
    if not (old.strip() and new.strip()):
        return bool((old + new).strip()) and "\n" not in old + new
    return new not in help


def _draw_remark(word: str, text: str, margin: str, colour: str, palette: Palette) -> Iterator[str]:
    first, *others = text.split("\n")
    frame = palette.paint(palette.frame, "=")
    yield f"{margin} {frame} {palette.paint(colour, f'{word}:')} {_flatten_text(first)}".rstrip()
    for other in others:
        yield f"{margin}   {' ' * len(word)}  {_flatten_text(other)}".rstrip()


def _format_fix(fix: Fix) -> str:
    old, new = fix.span.text, fix.replacement
    if max(len(old), len(new)) > MAX_INLINE_FIX or "\n" in old.strip("\n") + new.strip("\n"):
        return "write this instead:\n" + new.rstrip("\n")
    old, new = old.strip("\n"), new.strip("\n")
    if not old:
        return f"insert `{new}`"
    return f"write `{new}` instead of `{old}`" if new else f"remove `{old}`"


# ---- characters as a terminal shows them


def _sanitize(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    pieces: list[str] = []
    column = 0
    for character, sign in zip(text, make_visible(text), strict=True):
        piece = " " * (TAB_WIDTH - column % TAB_WIDTH) if character == "\t" else sign
        pieces.append(piece)
        column += sum(map(_measure_character, piece))
    return "".join(pieces)


def format_sentence(diagnostic: Diagnostic) -> str:
    """A message and its help, to be read at a table."""
    text = f"{diagnostic.message[:1].upper()}{diagnostic.message[1:]}"
    return f"{text}; {diagnostic.help.rstrip('?.')}{'?' if diagnostic.help.endswith('?') else '.'}"


def measure_width(text: str) -> int:
    shown = _sanitize(text)
    return len(shown) if shown.isascii() else sum(map(_measure_character, shown))


def align_columns(rows: Sequence[Sequence[str]], gap: str = "  ", right: Collection[int] = ()) -> list[str]:
    """Rows with their cells under each other; `right` are the columns that stand flush right. Nothing is wrapped."""
    widths = [max(map(measure_width, column)) for column in zip(*rows, strict=True)]
    return [gap.join(_pad_cell(cell, widths[at], at in right) for at, cell in enumerate(row)).rstrip() for row in rows]


def _pad_cell(text: str, width: int, right: bool) -> str:
    room = " " * (width - measure_width(text))
    return room + text if right else text + room


def _flatten_text(text: str) -> str:
    """A text for one line: line ends become spaces, and what no message needs is left out in the middle."""
    line = " ".join(text.split("\n"))
    half = MAX_TEXT // 2
    return _sanitize(line if len(line) <= MAX_TEXT else f"{line[:half]} ... {line[-half:]}")


def _measure_character(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
