"""Lines put together as a page: columns and blank lines.

Columns of neighbouring lines of one kind stand under each other, and citations begin at one column where there is
room. Blank lines are kept, several as one; a declaration of more than one line has one before and after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from interpreter.formatter.clauses import PrintedLine
from interpreter.source import Source

MARKS_COLUMN = 50
LAST_MARKS_COLUMN = 66
"""Citations begin at the first column, or further right where a line of the same declaration is longer, but no further
than the last. Those of still longer lines stand two spaces behind them."""


@dataclass
class Item:
    """A line with the comments around it. `begins` tells whether a declaration begins with it, and `alone` whether
    that takes only this line."""

    printed: PrintedLine
    begins: bool = False
    alone: bool = False
    text: str = ""
    blank_above: bool = False
    before: list[Remark] = field(default_factory=list)
    after: list[Remark] = field(default_factory=list)
    beside: str = ""


@dataclass(frozen=True)
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
            item.text = fill_columns(item.printed.columns, widths)
    for declaration in group_declarations(items):
        cite([item for item in declaration if item.printed.marks])


def group_declarations(items: Sequence[Item]) -> Iterator[list[Item]]:
    lines: list[Item] = []
    for item in items:
        if item.begins and lines:
            yield lines
            lines = []
        lines.append(item)
    if lines:
        yield lines


def cite(items: Sequence[Item]) -> None:
    ends = [2 * item.printed.depth + len(item.text) + 2 for item in items]
    column = max([MARKS_COLUMN, *(end for end in ends if end <= LAST_MARKS_COLUMN)])
    for item in items:
        item.text = f"{item.text.ljust(column - 2 * item.printed.depth - 2)}  {item.printed.marks}"


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
        if run and not (joins and (line.goes_on or not item.blank_above)):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


# ---- blank lines


def lay_out_page(items: Iterable[Item]) -> Iterator[str]:
    last: Item | None = None
    for item in items:
        yield from surround(item, last)
        last = item


def append_comment(item: Item) -> str:
    """A line's text with the comment at its end, which stands in the column of the citations if there is none."""
    if not item.beside:
        return item.text
    column = MARKS_COLUMN - 2 * item.printed.depth - 2
    return f"{item.text.ljust(column)}  {item.beside}"


def surround(item: Item, last: Item | None) -> Iterator[str]:
    depth = last.after[-1].depth if last and last.after else last.printed.depth if last else 0
    apart = item.begins and last is not None and not (item.alone and last.alone)
    itself = Remark(append_comment(item), item.printed.depth, item.blank_above)
    for number, remark in enumerate([*item.before, itself, *item.after]):
        first = last is None and number == 0
        opens = remark.depth > depth
        if not first and ((remark.blank_above and not opens) or (apart and number == 0)):
            yield ""
        yield "  " * remark.depth + remark.text
        depth = remark.depth
