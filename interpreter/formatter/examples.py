"""Examples as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar, assert_never

from interpreter import syntax
from interpreter.formatter.clauses import PrintedLine, find_head
from interpreter.formatter.values import (
    format_expression,
    format_for,
    format_ids,
    format_literal,
    format_place,
    format_start,
    format_text,
)
from interpreter.source import Span
from interpreter.throws import write_dice

Entry = TypeVar("Entry", bound=syntax.Node)

KEYWORD_WIDTH = 5
"""The words that begin the lines of an example are filled up to this width."""


def print_example(node: syntax.Example) -> Iterator[PrintedLine]:
    shows = f" shows {format_ids(node.ids)}" if node.ids else ""
    first = f"example {format_text(node.title)}{format_for(node.games)}{shows}"
    yield PrintedLine(0, (first,), find_head(node, node.title, *node.games, *node.ids))
    before = [*print_options(node.options)]
    if node.players is not None:
        before.append(_print_line("players", [str(node.players.number)], node.players.span))
    if node.start is not None:
        before.append(_print_line("start", [node.start.phase.text], node.start.span))
    in_one_file = all(line.span.source is node.span.source for line in before)
    yield from sorted(before, key=lambda line: line.span.start) if in_one_file else before
    for given in _group_by_line(node.given):
        yield _print_line("given", [*map(_format_given, given)], _join_spans(given))
    for entries in _group_by_line((*node.script, *node.expectations)):
        yield from _print_entries(entries)


def _format_given(node: syntax.GivenValue) -> str:
    sign = " :" if isinstance(node.value, syntax.Spread) else " is"
    return f"{format_place(node.place)}{sign} {format_start(node.value)}"


def print_options(options: Sequence[syntax.WithOption]) -> Iterator[PrintedLine]:
    """`with` and the values of options, those of a line together."""
    for several in _group_by_line(options):
        values = [f"{each.option.text} = {format_literal(each.value)}" for each in several]
        yield _print_line("with", values, _join_spans(several))


def _print_line(word: str, parts: Sequence[str], span: Span) -> PrintedLine:
    return PrintedLine(1, (f"{word.ljust(KEYWORD_WIDTH)} {', '.join(parts)}",), span)


def _group_by_line(nodes: Iterable[Entry]) -> Iterator[list[Entry]]:
    for _, entries in groupby(nodes, key=lambda node: (id(node.span.source), node.span.line)):
        yield list(entries)


def _join_spans(nodes: Sequence[syntax.Node]) -> Span:
    return nodes[0].span.to(nodes[-1].span)


def _print_entries(entries: Sequence[syntax.ScriptEntry]) -> Iterator[PrintedLine]:
    for word, run in groupby(entries, key=_find_word):
        same = list(run)
        parts = [_format_entry(each) for each in same]
        if word in ("roll", "draw", "draw face down", "then"):
            yield _print_line(word, parts, _join_spans(same))
        else:
            yield from (_print_line(word, [part], each.span) for part, each in zip(parts, same, strict=True))


def _find_word(node: syntax.ScriptEntry) -> str:
    match node:
        case syntax.Rolled():
            return "roll"
        case syntax.Drawn(_, face_down):
            return "draw face down" if face_down else "draw"
        case syntax.Chosen():
            return "cannot choose" if node.refused else "choose"
        case syntax.StopAt():
            return "stop at choose"
        case _:
            return "then"


def _format_entry(node: syntax.ScriptEntry) -> str:
    match node:
        case syntax.Rolled():
            return _format_rolled(node)
        case syntax.Drawn(card):
            return format_expression(card)
        case syntax.Chosen(choice, value):
            return f"{choice.text} is {format_expression(value)}"
        case syntax.StopAt(choice):
            return choice.text
        case _:
            return _format_expectation(node)


def _format_rolled(node: syntax.Rolled) -> str:
    return write_dice(node.faces or [each.text for each in node.words]) if node.total is None else str(node.total)


def _format_expectation(node: syntax.Expectation) -> str:
    match node:
        case syntax.Holds(condition):
            return format_expression(condition)
        case syntax.Did(rule, negated):
            return f"did {'not ' if negated else ''}{rule.text}"
        case syntax.Ended(phase, without_result, negated):
            return f"{'not ' if negated else ''}ended {phase.text}{' without result' if without_result else ''}"
        case syntax.Asked(choice, negated):
            return f"{'not ' if negated else ''}asked {choice.text}"
        case syntax.Said(text, negated):
            return f"{'not ' if negated else ''}said {format_text(text)}"
        case syntax.Won(winner, bank):
            if winner is None:
                return "won the bank" if bank else "drawn"
            return f"won {format_expression(winner)}"
        case _:
            assert_never(node)
