"""Clauses and rows as lines.

A `PrintedLine` is still in pieces: columns to be aligned with those of its neighbours, and citations in a column of
their own. `span` is where the line came from, so that comments find their way back to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.formatter.values import fill, format_node, list_fields
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


def print_line(node: syntax.Node, *columns: str, depth: int = 0, group: object = None) -> PrintedLine:
    """A node that is all on one line, by a template for each column; by its own if there is none."""
    written = tuple(fill(each, node) for each in columns) or (format_node(node),)
    return PrintedLine(depth, written, node.span, group, format_marks(node))


def print_lines(
    nodes: Iterable[syntax.Node | None], *columns: str, depth: int = 1, group: object = None
) -> Iterator[PrintedLine]:
    return (print_line(each, *columns, depth=depth, group=group) for each in nodes if each is not None)


def print_head(node: syntax.Node, *columns: str, depth: int = 0, group: object = None) -> PrintedLine:
    """The first line of a node: from its start to the end of its last part on that line."""
    fields = [name for column in columns for name in list_fields(column)]
    parts = [getattr(node, name) for name in (*fields, *(["marks"] if hasattr(node, "marks") else []))]
    nodes = [each for part in parts for each in (part if isinstance(part, tuple) else (part,))]
    here = [each for each in nodes if isinstance(each, syntax.Node) and each.span.source is node.span.source]
    end = max((each.span.end for each in here), default=node.span.start)
    line = print_line(node, *columns, depth=depth, group=group)
    return replace(line, span=Span(node.span.source, node.span.start, end))


def format_marks(node: syntax.Node) -> str:
    return format_node(getattr(node, "marks", ()), " ")


def print_clauses(clauses: Iterable[syntax.Clause], depth: int) -> Iterator[PrintedLine]:
    for clause in clauses:
        yield from _print_clause(clause, depth)


def _print_clause(clause: syntax.Clause, depth: int) -> Iterator[PrintedLine]:
    match clause:
        case syntax.Sequence() | syntax.Repeat(syntax.Node()):
            yield print_line(clause, depth=depth)
        case syntax.When(branches, repeated):
            for number, branch in enumerate(branches):
                start = clause.span if number == 0 else branch.span
                lead = "while" if repeated else "otherwise when" if number else "when"
                yield from _print_branch(branch, lead, start, depth, id(clause))
        case syntax.ForEach(order=order, start=start):
            first = "{repeated?repeat }for each {variable} in {domain}[ where {condition}]"
            first += "[, {order} first]" if start is None else ", from {start}" + " to the right" * (order == "right")
            yield from _print_with_body(print_head(clause, first, depth=depth), clause.body, clause.inline)
            yield from _print_until(clause.until, depth)
        case syntax.Repeat(body):
            assert isinstance(body, tuple), "a call stands on one line"
            yield from _print_with_body(print_head(clause, "repeat[ {times} times]", depth=depth), body, clause.inline)
            yield from _print_until(clause.until, depth)
        case _:
            assert_never(clause)


def _print_branch(branch: syntax.Branch, lead: str, start: Span, depth: int, group: int) -> Iterator[PrintedLine]:
    condition = branch.condition
    first = "otherwise" if condition is None else f"{lead} {format_node(condition)}"
    ends = branch.span.end if branch.inline else condition.span.end if condition else branch.span.start
    span = Span(start.source, start.start, max(ends, start.start)) if branch.span.source is start.source else start
    yield from _print_with_body(PrintedLine(depth, (first,), span, ("when", group)), branch.body, branch.inline)


def _print_with_body(first: PrintedLine, body: tuple[syntax.Clause, ...], inline: bool) -> Iterator[PrintedLine]:
    if not inline:
        yield replace(first, group=None)
        yield from print_clauses(body, first.depth + 1)
        return
    (clause,) = body
    span = first.span.to(clause.span) if clause.span.source is first.span.source else first.span
    yield replace(first, columns=(*first.columns, f": {format_node(clause)}"), span=span)


def _print_until(until: syntax.Expression | None, depth: int) -> Iterator[PrintedLine]:
    if until is not None:
        yield PrintedLine(depth, (f"until {format_node(until)}",), until.span)


# ---- rows


def print_row(row: syntax.Row, group: object) -> PrintedLine:
    first, *others = map(format_node, row.cells)
    results = [f": {format_node(row.results)}"] if row.results is not None else []
    columns = (first, *(f"| {cell}" for cell in others), *results)
    return PrintedLine(1, columns, row.span, group, format_marks(row), goes_on=True)


def print_heading(heading: syntax.Heading, group: object) -> PrintedLine:
    columns = ("", *(f"| {format_node(cell)}" for cell in heading.cells))
    return PrintedLine(1, columns, heading.span, group, format_marks(heading), goes_on=True)
