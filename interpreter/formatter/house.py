"""House rules as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias, assert_never

from interpreter import syntax
from interpreter.formatter.clauses import PrintedLine, find_head, format_cell, print_clauses, print_row
from interpreter.formatter.examples import print_options
from interpreter.formatter.values import (
    format_expression,
    format_for,
    format_marks,
    format_sequence,
    format_statement,
    format_text,
)

Printer: TypeAlias = Callable[[syntax.Declaration], Iterator[PrintedLine]]
"""Prints any declaration: changes hold others."""


def print_change(node: syntax.Change, any_other: Printer) -> Iterator[PrintedLine]:
    match node:
        case syntax.TakenTable(name, table, game, marks):
            of = f"{table.text} of " if table else ""
            first = f"table {name.text} from {of}{game.text}"
            yield PrintedLine(0, (first,), node.span, None, format_marks(marks))
        case syntax.Replaced(declaration):
            yield from _prefix_word("replace", node, any_other(declaration))
        case syntax.Removed(word, name, games):
            shown = format_text(name) if isinstance(name, syntax.Text) else name.text
            yield PrintedLine(0, (f"remove {word} {shown}{format_for(games)}",), node.span)
        case syntax.Around(place, word, name, body):
            yield PrintedLine(0, (f"{place} {word} {name.text}",), find_head(node, name))
            yield from print_clauses(body, 1)
        case syntax.BesideStep(place, _, _, name, body):
            yield PrintedLine(0, (f"{place} {node.begun} in {name.text}",), find_head(node, name))
            yield from print_clauses(body, 1)
        case syntax.ChangedDefine(name, operator, value):
            line = f"change define {name.text} : {operator} {format_expression(value)}"
            yield PrintedLine(0, (line,), node.span)
        case syntax.OnlyWhen():
            yield from _print_only_when(node)
        case syntax.ChangedExamples(options, games):
            yield PrintedLine(0, (f"change examples{format_for(games)}",), find_head(node, *games))
            yield from print_options(options)
        case syntax.ChangedTable() | syntax.ChangedChoice() | syntax.ChangedPhase() | syntax.ChangedExample():
            yield from _print_changed(node, any_other)
        case _:
            assert_never(node)


def _prefix_word(word: str, node: syntax.Node, lines: Iterator[PrintedLine]) -> Iterator[PrintedLine]:
    for at, line in enumerate(lines):
        if at == 0:
            span = replace(line.span, start=min(node.span.start, line.span.start))
            line = replace(line, columns=(f"{word} {line.columns[0]}", *line.columns[1:]), span=span, group=None)
        yield line


def _print_only_when(node: syntax.OnlyWhen) -> Iterator[PrintedLine]:
    first, other = f"{node.word} {node.name.text} only when {format_expression(node.condition)}", node.otherwise
    if other is not None and not isinstance(other, syntax.Branch):
        first = f"{first} otherwise {format_expression(other)}"
    yield PrintedLine(0, (first,), find_head(node, node.name, node.condition))
    if not isinstance(other, syntax.Branch):
        return
    if other.inline:
        (clause,) = other.body
        assert isinstance(clause, syntax.Sequence)
        yield PrintedLine(1, ("otherwise", f": {format_sequence(clause)}"), other.span)
    else:
        yield PrintedLine(1, ("otherwise",), find_head(other))
        yield from print_clauses(other.body, 2)


def _print_changed(
    node: syntax.ChangedTable | syntax.ChangedChoice | syntax.ChangedPhase | syntax.ChangedExample, any_other: Printer
) -> Iterator[PrintedLine]:
    match node:
        case syntax.ChangedTable(name, rows):
            yield PrintedLine(0, (f"change table {name.text}",), find_head(node, name))
            for each in rows:
                yield _print_row(each, id(node))
        case syntax.ChangedChoice(name, lines, removed):
            yield from _prefix_word("change", node, any_other(replace(lines, span=node.span)))
            for offer in removed:
                yield PrintedLine(1, (f"remove {offer.text}",), offer.span)
        case syntax.ChangedPhase(name, state):
            phase = syntax.Phase(name, (), None, state, (), (), span=node.span)
            yield from _prefix_word("change", node, any_other(phase))
        case syntax.ChangedExample(lines):
            yield from _prefix_word("change", node, any_other(lines))
        case _:
            assert_never(node)


def _format_change(now: syntax.Cell, was: syntax.Cell) -> str:
    """The new result of a row; if its old one stays while a condition does not hold, only the condition."""
    match now.sequences:
        case (syntax.Sequence((syntax.Conditional(first, test, other),)),) | (
            syntax.Sequence((syntax.Either(first, test, other),)),
        ) if was.sequences == (syntax.Sequence((other,)),):
            return f"{format_statement(first)} if {format_expression(test)}"
        case _:
            return format_cell(now)


def _print_row(change: syntax.RowChange, group: int) -> PrintedLine:
    line = print_row(change.row, 1, group)
    columns = line.columns
    if change.was is not None and change.row.results is not None:
        columns = (*columns[:-1], f": {_format_change(change.row.results, change.was)}")
    if change.removed:
        columns = (f"remove {columns[0]}", *columns[1:])
    if change.was is not None:
        columns = (*columns, f"was {format_cell(change.was)}")
    return replace(line, columns=columns, span=change.span)
