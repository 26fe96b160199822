"""Cells of a crosstab changed one by one.

A change names a line and a column as any row names its keys, `four | bats : fly_out was walk`. A line or column that
covers more than the change names is split, so that the rest of it stays as it was.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter import syntax
from interpreter.amend.patterns import Meanings, covers
from interpreter.amend.tables import RowEdit, combine_alternatives, narrow_cell, report_missing
from interpreter.diagnostics.messages import house as errors

Grid = list[list[syntax.Cell]]


def change_cell(changing: RowEdit) -> syntax.Table:
    """Return the crosstab with the named cells changed; unchanged, with a diagnostic, if that is impossible."""
    table, change = changing.table, changing.change
    heading = table.heading
    if heading is None or change.removed or len(change.row.cells) != 2:
        changing.report(errors.cell_not_removable(changing.facts, change.removed, change.span))
        return table
    lines: Grid = [list(row.cells) for row in table.rows]
    origin = list(range(len(lines)))
    columns: Grid = [[cell] for cell in heading.cells]
    for key, across in combine_alternatives(change.row.cells):
        at_lines = _split_lines(lines, key, changing.meanings, table.keys[0], origin)
        at_columns = _split_columns(lines, columns, across, changing)
        if not at_lines or not at_columns:
            changing.report(report_missing(changing.for_key((key, across))))
            return table
        for line in at_lines:
            for column in at_columns:
                if not _set_cell(changing, lines[line], column + 1):
                    return table
    rows = tuple(replace(table.rows[origin[at]], cells=tuple(cells)) for at, cells in enumerate(lines))
    return replace(table, heading=replace(heading, cells=tuple(each[0] for each in columns)), rows=rows)


def _split_lines(lines: Grid, key: syntax.Sequence, meanings: Meanings, of: syntax.Key, origin: list[int]) -> list[int]:
    """The lines for a key alone, split off from lines that cover more; each keeps its `origin`."""
    wanted = meanings.find_extent(key, of)
    inside: list[int] = []
    at = 0
    while at < len(lines):
        first = lines[at][0]
        places = [n for n, each in enumerate(first.sequences) if covers(wanted, meanings.find_extent(each, of))]
        if places and len(places) < len(first.sequences):
            rest = [n for n in range(len(first.sequences)) if n not in places]
            lines.insert(at, [narrow_cell(first, rest), *lines[at][1:]])
            origin.insert(at, origin[at])
            at += 1
            lines[at] = [narrow_cell(first, places), *lines[at][1:]]
        if places:
            inside.append(at)
        at += 1
    return inside or _add_inner_line(lines, key, meanings, of, origin)


def _add_inner_line(
    lines: Grid, key: syntax.Sequence, meanings: Meanings, of: syntax.Key, origin: list[int]
) -> list[int]:
    """A new line for a key that lies within that of another, which it beats."""
    wanted = meanings.find_extent(key, of)
    for at, line in enumerate(lines):
        if any(covers(meanings.find_extent(each, of), wanted) for each in line[0].sequences):
            lines.insert(at, [syntax.Cell((key,), span=key.span), *line[1:]])
            origin.insert(at, origin[at])
            return [at]
    return []


def _split_columns(lines: Grid, columns: Grid, across: syntax.Sequence, changing: RowEdit) -> list[int]:
    assert changing.table.across is not None
    origin = list(range(len(columns)))
    found = _split_lines(columns, across, changing.meanings, changing.table.across, origin)
    for line in lines:
        line[1:] = [line[1 + at] for at in origin]
    return found


def _set_cell(changing: RowEdit, line: list[syntax.Cell], column: int) -> bool:
    """Give a cell its new content, if it has the old; report it if not."""
    change, there = changing.change, line[column]
    if there.span.source in changing.kept:
        return True
    if change.was is None:
        changing.report(errors.was_missing(changing.facts, there.span, there.span.on_one_line))
        return False
    if change.was != there and change.row.results != there:
        changing.report(errors.row_differs(changing.facts, change.was.span, there.span, there.span.on_one_line))
        return False
    assert change.row.results is not None
    changing.note(there.span)
    line[column] = change.row.results
    return True
