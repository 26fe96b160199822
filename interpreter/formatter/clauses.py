"""Clauses, rows and cells as lines.

A `PrintedLine` is still in pieces: columns to be aligned with those of its neighbours, and citations in a column of
their own. `span` is where the line came from, so that comments find their way back to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.formatter.values import (
    format_expression,
    format_item,
    format_marks,
    format_sequence,
    format_where,
)
from interpreter.source import Span

MAX_WIDTH = 120
"""Longer definitions and lists are broken, and citations do not begin where they would go further."""


@dataclass(frozen=True)
class PrintedLine:
    """One line. Neighbours of one `group` have their columns aligned, across blank lines too if it `goes_on`. `pieces`
    are the lines it is broken into if the file has no line breaks of its own in it."""

    depth: int
    columns: tuple[str, ...]
    span: Span
    group: object = None
    marks: str = ""
    goes_on: bool = False
    pieces: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(part for part in (*self.columns, self.marks) if part)


def find_head(node: syntax.Node, *parts: syntax.Node | None) -> Span:
    """The span of the first line of a node: from its start to the end of its last part on that line."""
    ends = [part.span.end for part in parts if part is not None and part.span.source is node.span.source]
    return Span(node.span.source, node.span.start, max(ends, default=node.span.start))


def print_clauses(clauses: Iterable[syntax.Clause], depth: int) -> Iterator[PrintedLine]:
    for clause in clauses:
        yield from print_clause(clause, depth)


def print_clause(clause: syntax.Clause, depth: int = 0) -> Iterator[PrintedLine]:
    match clause:
        case syntax.Sequence():
            yield PrintedLine(depth, (format_sequence(clause),), clause.span)
        case syntax.When(branches, repeated):
            for number, branch in enumerate(branches):
                start = clause.span if number == 0 else branch.span
                lead = "while" if repeated else "otherwise when" if number else "when"
                yield from _print_branch(branch, lead, start, depth, id(clause))
        case syntax.ForEach(variable, domain, _, body, inline, start, condition):
            among = f"{format_expression(domain)}{format_where(condition)}"
            first = f"{'repeat ' * clause.repeated}for each {variable.text} in {among}{_format_order(clause)}"
            yield from _print_with_body(first, find_head(clause, domain, condition, start), body, inline, depth, None)
            yield from _print_until(clause.until, depth)
        case syntax.Repeat():
            yield from _print_repeat(clause, depth)
        case _:
            assert_never(clause)


def _format_order(clause: syntax.ForEach) -> str:
    if clause.start is not None:
        return f", from {format_expression(clause.start)}{' to the right' * (clause.order == 'right')}"
    return f", {clause.order} first" if clause.order else ""


def _print_branch(branch: syntax.Branch, lead: str, start: Span, depth: int, group: int) -> Iterator[PrintedLine]:
    condition = branch.condition
    first = "otherwise" if condition is None else f"{lead} {format_expression(condition)}"
    ends = branch.span.end if branch.inline else condition.span.end if condition else branch.span.start
    span = Span(start.source, start.start, max(ends, start.start)) if branch.span.source is start.source else start
    yield from _print_with_body(first, span, branch.body, branch.inline, depth, ("when", group))


def _print_with_body(
    first: str, span: Span, body: tuple[syntax.Clause, ...], inline: bool, depth: int, group: object
) -> Iterator[PrintedLine]:
    if not inline:
        yield PrintedLine(depth, (first,), span)
        yield from print_clauses(body, depth + 1)
        return
    (clause,) = body
    assert isinstance(clause, syntax.Sequence)
    if clause.span.source is span.source:
        span = span.to(clause.span)
    yield PrintedLine(depth, (first, f": {format_sequence(clause)}"), span, group)


def _print_repeat(clause: syntax.Repeat, depth: int) -> Iterator[PrintedLine]:
    until = clause.until
    if not isinstance(clause.body, tuple):
        ending = f" until {format_expression(until)}" if until else ""
        yield PrintedLine(depth, (f"repeat {format_item(clause.body)}{ending}",), clause.span)
        return
    first = f"repeat {format_expression(clause.times)} times" if clause.times else "repeat"
    yield from _print_with_body(first, find_head(clause, clause.times), clause.body, clause.inline, depth, None)
    yield from _print_until(until, depth)


def _print_until(until: syntax.Expression | None, depth: int) -> Iterator[PrintedLine]:
    if until is not None:
        yield PrintedLine(depth, (f"until {format_expression(until)}",), until.span)


# ---- rows and cells


def format_cell(cell: syntax.Cell) -> str:
    return ", ".join(format_sequence(sequence) for sequence in cell.sequences)


def print_row(row: syntax.Row, depth: int = 0, group: object = None) -> PrintedLine:
    first, *others = (format_cell(cell) for cell in row.cells)
    columns = [first, *(f"| {cell}" for cell in others)]
    if row.results is not None:
        columns.append(f": {format_cell(row.results)}")
    return PrintedLine(depth, tuple(columns), row.span, group, format_marks(row.marks), goes_on=True)


def print_heading(heading: syntax.Heading, depth: int, group: object) -> PrintedLine:
    columns = ("", *(f"| {format_cell(cell)}" for cell in heading.cells))
    return PrintedLine(depth, columns, heading.span, group, format_marks(heading.marks), goes_on=True)


def format_row(row: syntax.Row) -> str:
    return print_row(row).text


def format_clause(clause: syntax.Clause) -> str:
    """One clause as printed in a rule, without its indentation."""
    return "\n".join("  " * line.depth + line.text for line in print_clause(clause))
