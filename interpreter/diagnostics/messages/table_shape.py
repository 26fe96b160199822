"""The shape of tables: rows with too many or too few cells, headings missing or out of place."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic
from interpreter.source import Span


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def heading_without_by(span: Span) -> Diagnostic:
    """A line of column keys in a table that is no crosstab."""
    return Diagnostic("table-shape", span,
        "this heading has nothing to head: the table is not looked up `by` a second key",
        label="a heading",
        help="add `by` and the second key to the table's first line, or take the heading away",
    )


def heading_missing(span: Span) -> Diagnostic:
    return Diagnostic("table-shape", span,
        "a table with `by` needs a heading: a line that begins with `|` and names each column's keys",
        label="no heading, or more than one key before `by`",
        help="write a line like `| bats | balls | gloves` above the rows",
    )


def row_shape(span: Span, wanted: int, found: int, has_result: bool) -> Diagnostic:
    """A row with another number of keys than the table, or without a result."""
    if not has_result:
        message, advice = "this row has no result", "write `keys : result`"
    else:
        message = f"this row has {_count(found, 'key')}; the table is looked up by {wanted}"
        advice = "part keys by `|`, and alternatives of one key by commas"
    return Diagnostic("table-shape", span, message, label="this row", help=advice)


def crosstab_row_shape(span: Span, wanted: int, found: int) -> Diagnostic:
    """A crosstab's row with another number of cells than its heading."""
    return Diagnostic("table-shape", span,
        f"this row has {_count(found, 'cell')}; the heading has {wanted}",
        label=f"{_count(wanted, 'cell')} wanted after the key, parted by `|`",
        help="a row of a crosstab is `key | cell | cell`, without a colon",
    )


def result_count(span: Span, wanted: int, found: int) -> Diagnostic:
    """A row with another number of results than the table has columns."""
    return Diagnostic("table-shape", span,
        f"this row gives {_count(found, 'result')}; the table has {_count(wanted, 'column')}",
        label=f"{_count(wanted, 'result')} wanted",
        help="part results by commas; name columns after `->`; join actions by `then`",
    )


def pattern_is_action(span: Span) -> Diagnostic:
    return Diagnostic("not-a-pattern", span,
        "this is something to do, not a key to look up",
        label="a key is wanted here",
        help="keys are numbers, ranges, faces, members, sets or `any`; what happens stands after the colon",
    )
