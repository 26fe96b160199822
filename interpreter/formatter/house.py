"""House rules as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias, assert_never

from interpreter import syntax
from interpreter.formatter.clauses import PrintedLine, print_clauses, print_head, print_line, print_row
from interpreter.formatter.examples import print_options
from interpreter.formatter.values import format_node

Printer: TypeAlias = Callable[[syntax.Declaration], Iterator[PrintedLine]]
"""Prints any declaration: changes hold others."""


def print_change(node: syntax.Change, any_other: Printer) -> Iterator[PrintedLine]:
    match node:
        case syntax.TakenTable():
            yield print_line(node, "table {name} from [{table} of ]{game}")
        case syntax.Replaced(declaration):
            yield from _prefix_word("replace", node, any_other(declaration))
        case syntax.Removed():
            yield print_line(node, "remove {word} {name}[ for {games}]")
        case syntax.Around(body=body):
            yield print_head(node, "{place} {word} {name}")
            yield from print_clauses(body, 1)
        case syntax.BesideStep(body=body):
            yield print_head(node, "{place} {begun} in {name}")
            yield from print_clauses(body, 1)
        case syntax.ChangedDefine():
            yield print_line(node, "change define {name} : {operator} {value}")
        case syntax.OnlyWhen():
            yield from _print_only_when(node)
        case syntax.ChangedExamples(options):
            yield print_head(node, "change examples[ for {games}]")
            yield from print_options(options)
        case syntax.ChangedTable(_, rows):
            yield print_head(node, "change table {name}")
            yield from (_print_row(each, id(node)) for each in rows)
        case syntax.ChangedChoice(_, lines, removed):
            yield from _prefix_word("change", node, any_other(replace(lines, span=node.span)))
            yield from (PrintedLine(1, (f"remove {offer.text}",), offer.span) for offer in removed)
        case syntax.ChangedPhase(name, state):
            phase = syntax.Phase(name, (), None, state, (), (), span=node.span)
            yield from _prefix_word("change", node, any_other(phase))
        case syntax.ChangedExample(lines, was):
            first, *others = _prefix_word("change", node, any_other(lines))
            title, rest = f'example "{lines.title.text}"', first.columns[0]
            text = rest.replace(title, f"{title} was {format_node(was)}", 1) if was is not None else rest
            yield from (replace(first, columns=(text, *first.columns[1:])), *others)
        case _:
            assert_never(node)


def _prefix_word(word: str, node: syntax.Node, lines: Iterator[PrintedLine]) -> Iterator[PrintedLine]:
    for at, line in enumerate(lines):
        if at == 0:
            span = replace(line.span, start=min(node.span.start, line.span.start))
            line = replace(line, columns=(f"{word} {line.columns[0]}", *line.columns[1:]), span=span, group=None)
        yield line


def _print_only_when(node: syntax.OnlyWhen) -> Iterator[PrintedLine]:
    other = node.otherwise
    first = print_head(node, "{word} {name} only when {condition}")
    if not isinstance(other, syntax.Branch):
        more = f" otherwise {format_node(other)}" if other is not None else ""
        yield replace(first, columns=(first.columns[0] + more,))
        return
    yield first
    if other.inline:
        yield PrintedLine(1, ("otherwise", f": {format_node(other.body)}"), other.span)
    else:
        yield print_head(other, "otherwise", depth=1)
        yield from print_clauses(other.body, 2)


def _format_change(now: syntax.Cell, was: syntax.Cell) -> str:
    """The new result of a row; if its old one stays while a condition does not hold, only the condition."""
    match now.sequences:
        case (syntax.Sequence((syntax.Conditional(first, test, other),)),) | (
            syntax.Sequence((syntax.Either(first, test, other),)),
        ) if was.sequences == (syntax.Sequence((other,)),):
            return f"{format_node(first)} if {format_node(test)}"
        case _:
            return format_node(now)


def _print_row(change: syntax.RowChange, group: int) -> PrintedLine:
    line = print_row(change.row, group)
    columns = line.columns
    if change.was is not None and change.row.results is not None:
        columns = (*columns[:-1], f": {_format_change(change.row.results, change.was)}")
    if change.removed:
        columns = (f"remove {columns[0]}", *columns[1:])
    if change.was is not None:
        columns = (*columns, f"was {format_node(change.was)}")
    return replace(line, columns=columns, span=change.span)
