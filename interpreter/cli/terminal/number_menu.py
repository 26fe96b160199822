"""Answers that are numbers, dice or several of these, laid out to be typed.

Numbers are in a line, those that follow one another as a range. What has several parts, as dice do, has a line for
each number of parts, or, if all have the same number, for each first part.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from interpreter.play.trace import format_numbers
from interpreter.table.questions import Offer

WIDTH = 100

MOST_LINES = 100
"""The most lines that are shown."""

GAP = "   "


def arrange_numbers(offers: Sequence[Offer], default: str = "") -> list[str]:
    """The lines of a menu, the last of which says what the default is."""
    names = [f"{each.name}  {each.label}".rstrip() for each in offers]
    words = [name for name in names if not name.removeprefix("-")[:1].isdigit()]
    numbers = [name for name in names if name not in words]
    if len(words) != 1 or not all(", " in name or name.removeprefix("-").isdigit() for name in numbers):
        words, numbers = [], names
    if all(name.removeprefix("-").isdigit() for name in numbers):
        lines = [*words, *wrap(format_numbers(sorted(map(int, numbers))), WIDTH)]
    else:
        lines = [*words, *_arrange_parts([name.split(", ") for name in numbers])]
    more = [f"and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    usual = [f"Enter alone: {default or each.name}" for each in offers if each.usual]
    return [f"  {line}" for line in (*lines[:MOST_LINES], *more, *usual)]


def _arrange_parts(answers: Sequence[list[str]]) -> list[str]:
    """Lines of answers of which each has its parts."""
    lengths = {len(each) for each in answers}
    one_length = len(lengths) == 1 and lengths != {1}

    def find_group(parts: list[str]) -> object:
        return parts[0] if one_length else (len(parts), parts == ["none"])

    ordered = answers if one_length else sorted(answers, key=lambda each: len(each) * (each != ["none"]))
    return [line for _, group in groupby(ordered, find_group) for line in _fill([", ".join(each) for each in group])]


def _fill(cells: Sequence[str]) -> list[str]:
    """Cells side by side, in as many lines as they need."""
    width = max(map(len, cells)) + len(GAP)
    in_line = max(WIDTH // width, 1)
    rows = (cells[at : at + in_line] for at in range(0, len(cells), in_line))
    return ["".join(cell.ljust(width) for cell in row).rstrip() for row in rows]
