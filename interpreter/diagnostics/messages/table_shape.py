"""The shape of tables: rows with too many or too few cells, headings that are missing or misplaced."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic
from interpreter.source import Span


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def heading_without_by(span: Span) -> Diagnostic:
    """A line of column keys in a table that is not a crosstab."""
    return Diagnostic("table-shape", span,
        "only a table with `by` can have a heading",
        label="a heading",
        help="add `by` and the second key to the first line of the table, or remove the heading",
    )


def heading_missing(span: Span) -> Diagnostic:
    return Diagnostic("table-shape", span,
        "a table with `by` needs a heading with the patterns of its columns",
        label="no heading, or more than one key before `by`",
        help="write a line such as `| bats | balls | gloves` above the rows",
    )


def row_shape(span: Span, wanted: int, found: int, has_result: bool) -> Diagnostic:
    """A row with too many or too few keys, or without a result."""
    if not has_result:
        message, advice = "this row has no result", "write it after a colon: `PATTERNS : RESULT`"
    else:
        message = f"this row has patterns for {_count(found, 'key')}; expected {wanted}"
        advice = "write `|` between the patterns of two keys, and commas between patterns of one key"
    return Diagnostic("table-shape", span, message, label="this row", help=advice)


def crosstab_row_shape(span: Span, wanted: int, found: int) -> Diagnostic:
    """A row of a crosstab with more or fewer cells than its heading."""
    return Diagnostic("table-shape", span,
        f"this row has {_count(found, 'cell')}; the heading has {wanted}",
        label=f"expected {_count(wanted, 'cell')} after the pattern",
        help="write `PATTERN | CELL | CELL`, without a colon",
    )


def result_count(span: Span, wanted: int, found: int) -> Diagnostic:
    """A row with more or fewer results than the table has columns."""
    return Diagnostic("table-shape", span,
        f"this row gives {_count(found, 'result')}; the table has {_count(wanted, 'column')}",
        label=f"expected {_count(wanted, 'result')}",
        help="separate results with commas; join several actions of one result with `then`",
    )


def pattern_is_action(span: Span) -> Diagnostic:
    return Diagnostic("not-a-pattern", span,
        "this is an action, not a pattern",
        label="expected a pattern",
        help="write a number, range, face, member, set or `any` here, and the action after the colon",
    )
