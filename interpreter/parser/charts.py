"""Reads the rows of a table from a chart: a CSV file, as spreadsheets write it.

The first line names the columns. In each line after it come the keys, and then the results, each written as in a row
of a ruleset: `4..6`, `any`, `second`. A cell in quotes may have several keys, with commas between them. Each cell is
parsed at its place, so that every message has a line, a column and a caret in the chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.parser.builder import Builder
from interpreter.parser.chunk_reader import read_part
from interpreter.parser.lines import is_refused
from interpreter.source import Source, Span

LINE = re.compile(r"[^\r\n]+")
CELLS = {sign: re.compile(rf'[ \t]*(?:"([^"]*)"[ \t]*|([^{sign}]*))(?:{sign}|$)') for sign in ",;"}


def read_chart(source: Source, table: syntax.Table, diagnostics: Diagnostics) -> syntax.Table:
    """The table with the rows of its chart."""
    lines = [] if is_refused(source, diagnostics) else list(_split_lines(source))
    builder, rows, heading = Builder(source, diagnostics), list[syntax.Row](), None
    for number, cells in enumerate(lines):
        if number == 0 and table.across is None:
            continue
        made = [_read_cell(builder, source, each, diagnostics) for each in (cells[1:] if number == 0 else cells)]
        read, span = tuple(each for each in made if each is not None), cells[0].to(cells[-1])
        if len(read) < len(made):
            continue
        if number == 0:
            heading = syntax.Heading(read, (), span=span)
        elif table.across is not None:
            rows.append(syntax.Row(read, None, (), span=span))
        else:
            keys, results = read[: len(table.keys)], read[len(table.keys) :]
            found = tuple(sequence for each in results for sequence in each.sequences)
            cell = syntax.Cell(found, span=results[0].span.to(results[-1].span)) if results else None
            rows.append(syntax.Row(keys, cell, (), span=span))
    return replace(table, heading=heading, rows=tuple(rows), chart=None)


def _split_lines(source: Source) -> Iterator[list[Span]]:
    """The places of the cells of each line; a comma stands between two, or a semicolon where the first line has one."""
    pattern = CELLS[","]
    for number, line in enumerate(LINE.finditer(source.text)):
        if number == 0 and ";" in line[0]:
            pattern = CELLS[";"]
        found, at = list[Span](), line.start()
        at += number == 0 and line[0].startswith("\ufeff")
        while at < line.end() and (cell := pattern.match(source.text, at, line.end())) is not None:
            start, end = cell.span(1 if cell[1] is not None else 2)
            found.append(Span(source, start, end))
            at = cell.end()
        if "".join(each.text for each in found).strip():
            yield found


def _read_cell(builder: Builder, source: Source, place: Span, diagnostics: Diagnostics) -> syntax.Cell | None:
    tree = read_part(source, place.start, place.end, "cells", diagnostics)
    cell: syntax.Cell | None = builder.build(tree) if tree is not None else None
    return cell
