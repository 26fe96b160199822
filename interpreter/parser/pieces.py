"""Pieces of a text, each of which can be read by itself and moved to where it stands.

A piece goes from one line that begins with a letter up to the next: most often it is one declaration, with the comments
after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.source import Source, Span

BEGINNING = re.compile(r"^[a-z]", re.MULTILINE)

_Node = TypeVar("_Node", bound=syntax.Node)


@dataclass(frozen=True)
class Piece:
    """The declarations and comments in a piece of a text."""

    declarations: tuple[syntax.Declaration, ...]
    comments: tuple[syntax.Comment, ...]

    def move(self, source: Source, by: int) -> Piece:
        return Piece(_move_part(self.declarations, source, by), _move_part(self.comments, source, by))


def split_pieces(source: Source) -> Iterator[Span]:
    """The pieces of a source; the first has what stands before all lines that begin with a letter."""
    begin = 0
    for found in BEGINNING.finditer(source.text):
        if found.start() > begin:
            yield Span(source, begin, found.start())
        begin = found.start()
    yield Span(source, begin, len(source.text))


def _move(node: _Node, source: Source, by: int) -> _Node:
    """The same node so many characters further on, in another source. It copies what the node has instead of calling
    its constructor, which takes a third of the time."""
    moved = object.__new__(type(node))
    values = moved.__dict__
    values.update(node.__dict__)
    if node.span.source.text:
        values["span"] = Span(source, node.span.start + by, node.span.end + by)
    for name in syntax.list_parts(type(node)):  # type: ignore[arg-type]
        value = values[name]
        if value:
            values[name] = _move_part(value, source, by)
    return moved


def _move_part(value: Any, source: Source, by: int) -> Any:
    if isinstance(value, syntax.Node):
        return _move(value, source, by)
    return tuple([_move_part(each, source, by) for each in value]) if type(value) is tuple else value
