"""The outline of a text: its declarations, foldable blocks, and the sort of each name."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import syntax
from interpreter.amend import name_of, place_of, word_of
from interpreter.data_classes import dataclass
from interpreter.source import Span
from interpreter.workshop.texts import Checkup


@dataclass(frozen=True)
class Symbol:
    """A declaration: the word that it begins with, its name or title, where it stands, where its name does, and what is
    declared in it."""

    word: str
    name: str
    span: Span
    at: Span
    parts: tuple[Symbol, ...] = ()


def list_symbols(checkup: Checkup) -> tuple[Symbol, ...]:
    """The declarations of a text, as far as it can be read, in their order."""
    return tuple(map(_make_symbol, checkup.tree.declarations))


def _make_symbol(node: syntax.Declaration) -> Symbol:
    place, span = place_of(node), _whole_lines(node.span)
    at = place.span if span.holds(place.span) else Span(span.source, span.start, span.start)
    if isinstance(node, syntax.Header):
        return Symbol(node.word, node.title.text, span, node.name.span)
    changes = isinstance(node, syntax.CHANGES)
    word = node.span.text.split(maxsplit=1)[0] if changes else word_of(node)
    return Symbol(word, name_of(node) or node.span.text.split("\n")[0].strip(), span, at, tuple(_list_parts(node)))


def _list_parts(node: syntax.Declaration) -> Iterator[Symbol]:
    match node:
        case syntax.Phase(state=state) | syntax.Also(state=state):
            yield from (Symbol("keep", each.name.text, each.span, each.name.span) for each in state)
        case syntax.Kind(members=members):
            yield from (Symbol("member", each.name.text, each.name.span, each.name.span) for each in members)
        case syntax.Choice(offers=offers):
            yield from (Symbol("offer", each.name.text, each.span, each.name.span) for each in offers)


def _whole_lines(span: Span) -> Span:
    """A span without the line breaks at its end."""
    return Span(span.source, span.start, span.start + len(span.text.rstrip()))


def list_folds(checkup: Checkup) -> tuple[tuple[int, int], ...]:
    """The first and last lines, counted from 1, of what can be folded away: declarations and comments that have several
    lines."""
    spans = (_whole_lines(each.span) for each in checkup.tree.declarations)
    folds = [(each.line, each.source.position(each.end)[0]) for each in spans]
    return tuple(sorted({*(each for each in folds if each[1] > each[0]), *_fold_comments(checkup)}))


def _fold_comments(checkup: Checkup) -> Iterator[tuple[int, int]]:
    """Comments on lines of their own that follow one another."""
    first = last = -1
    for line in [each.span.line for each in checkup.tree.comments if each.own_line] + [0]:
        if line != last + 1:
            if last > first:
                yield first, last
            first = line
        last = line
