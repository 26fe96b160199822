"""Examples as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from interpreter import syntax
from interpreter.formatter.clauses import PrintedLine, print_head
from interpreter.formatter.values import format_node

Entry = TypeVar("Entry", bound=syntax.Node)

KEYWORD_WIDTH = 5
"""The words that begin the lines of an example are filled up to this width."""


def print_example(node: syntax.Example) -> Iterator[PrintedLine]:
    yield print_head(node, "example {title}[ for {games}][ shows {ids}]")
    before = [*print_options(node.options)]
    before += [_print_line("players", [node.players])] if node.players is not None else []
    before += [_print_line("start", [node.start])] if node.start is not None else []
    in_one_file = all(line.span.source is node.span.source for line in before)
    yield from sorted(before, key=lambda line: line.span.start) if in_one_file else before
    for given in _group_by_line(node.given):
        yield _print_line("given", given)
    for entries in _group_by_line((*node.script, *node.expectations)):
        yield from _print_entries(entries)


def print_options(options: Sequence[syntax.WithOption]) -> Iterator[PrintedLine]:
    """`with` and the values of options, those of a line together."""
    for several in _group_by_line(options):
        yield _print_line("with", several)


def _print_line(word: str, nodes: Sequence[syntax.Node]) -> PrintedLine:
    text = f"{word.ljust(KEYWORD_WIDTH)} {format_node(tuple(nodes))}"
    return PrintedLine(1, (text,), nodes[0].span.to(nodes[-1].span))


def _group_by_line(nodes: Iterable[Entry]) -> Iterator[list[Entry]]:
    for _, entries in groupby(nodes, key=lambda node: (id(node.span.source), node.span.line)):
        yield list(entries)


def _print_entries(entries: Sequence[syntax.ScriptEntry]) -> Iterator[PrintedLine]:
    for word, run in groupby(entries, key=_find_word):
        same = list(run)
        together = word in ("roll", "draw", "draw face down", "then")
        yield from (_print_line(word, each) for each in ([same] if together else ([one] for one in same)))


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
