"""Lines put together as a page: columns and blank lines.

Columns of neighbouring lines of one kind stand under each other, and citations begin at one column where there is
room. Blank lines are kept, several as one; a declaration of more than one line has one before and after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import zip_longest

from interpreter.data_classes import dataclass
from interpreter.formatter.breaks import break_line
from interpreter.formatter.clauses import MAX_WIDTH, PrintedLine
from interpreter.source import Source

MARKS_COLUMN = 50
LAST_MARKS_COLUMN = 66
"""Citations begin at the first column, or further right where a line of the same block is longer, but no further than
the last. Those of still longer lines stand two spaces behind them; where half of a block is that long, all citations
begin where the longest has room for its own."""


@dataclass
class Item:
    """A line with the comments around it. `begins` is whether it begins a declaration, and `alone` whether that is the
    only line of it. `lines` are its printed form: it may be broken inside parentheses. It is `parted` if a blank line
    separates it from the one above, possibly that of a comment."""

    printed: PrintedLine
    begins: bool = False
    alone: bool = False
    lines: list[str] = field(default_factory=list)
    blank_above: bool = False
    parted: bool = False
    before: list[Remark] = field(default_factory=list)
    after: list[Remark] = field(default_factory=list)
    beside: str = ""


@dataclass
class Remark:
    """A comment with a line of its own."""

    text: str
    depth: int
    blank_above: bool


def has_blank_above(source: Source, line: int) -> bool:
    return line > 1 and not source.line(line - 1).strip()


# ---- columns


def align(items: Sequence[Item]) -> None:
    """Work out each line's text, with the columns of neighbours under each other and citations in one column."""
    for run in group_runs(items):
        lines = [item.printed.columns for item in run]
        widths = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")]
        for item in run:
            item.lines = break_line(fill_columns(item.printed.columns, widths), item.printed)
    for block in group_blocks(items):
        cite([item for item in block if item.printed.marks])


def group_blocks(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Lines without a blank line between them."""
    block: list[Item] = []
    for item in items:
        if item.parted and block:
            yield block
            block = []
        block.append(item)
    if block:
        yield block


def cite(items: Sequence[Item]) -> None:
    ends = [2 * item.printed.depth + len(item.lines[-1]) + 2 for item in items]
    short = [end for end in ends if end <= LAST_MARKS_COLUMN]
    column = max([MARKS_COLUMN, *(ends if 2 * len(short) <= len(ends) else short)])
    for item, end in zip(items, ends, strict=True):
        marks = item.printed.marks
        room = max(column - end, 0) if column + len(marks) <= MAX_WIDTH else 0
        item.lines[-1] += " " * (room + 2) + marks


def fill_columns(columns: Sequence[str], widths: Sequence[int]) -> str:
    """Columns filled up to their widths; those that no line has take no room."""
    cells = zip(columns, widths, strict=False)
    return " ".join(column.ljust(width) for column, width in cells if width).rstrip()


def group_runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    run: list[Item] = []
    for item in items:
        line = item.printed
        last = run[-1].printed if run else None
        joins = last is not None and line.group is not None and last.group == line.group and last.depth == line.depth
        if run and not (joins and (line.goes_on or not item.parted)):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


# ---- blank lines


def place_blank_lines(items: Iterable[Item]) -> None:
    """Keep the blank lines above lines and comments that stay, and part declarations that take several lines."""
    depth = 0
    last: Item | None = None
    for item in items:
        apart = item.begins and last is not None and not (item.alone and last.alone)
        item.parted = last is not None and any(remark.blank_above for remark in last.after)
        above: Sequence[Remark | Item] = [*item.before, item]
        for number, each in enumerate(above):
            opens = find_depth(each) > depth
            first = last is None and number == 0
            each.blank_above = not first and ((each.blank_above and not opens) or (apart and number == 0))
            item.parted = item.parted or each.blank_above
            depth = find_depth(each)
        for remark in item.after:
            remark.blank_above = remark.blank_above and remark.depth <= depth
            depth = remark.depth
        last = item


def find_depth(line: Remark | Item) -> int:
    return line.depth if isinstance(line, Remark) else line.printed.depth


def lay_out_page(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        yield from print_remarks(item.before)
        if item.blank_above:
            yield ""
        append_comment(item)
        yield from ("  " * item.printed.depth + line for line in item.lines)
        yield from print_remarks(item.after)


def print_remarks(remarks: Iterable[Remark]) -> Iterator[str]:
    for remark in remarks:
        if remark.blank_above:
            yield ""
        yield "  " * remark.depth + remark.text


def append_comment(item: Item) -> None:
    """Put the comment at the end of a line: in the column of the citations if the line has none."""
    if item.beside:
        column = MARKS_COLUMN - 2 * item.printed.depth - 2
        item.lines[-1] = f"{item.lines[-1].ljust(column)}  {item.beside}"
