"""Pieces of a text that were read before: what did not change is not read again.

A piece goes from one line that begins with a letter up to the next: most often it is one declaration, with the comments
after it. It is kept, by its text alone, if it is just that and nothing in it is wrong; what there is to say of others
depends on what stands around them. It has a source of its own, and is moved to where it stands for those who need that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.source import Part, Source, Span

MOST_PIECES = 4_096
BEGINNING = re.compile(r"^[a-z]", re.MULTILINE)

_Node = TypeVar("_Node", bound=syntax.Node)


@dataclass(frozen=True)
class Piece:
    """A declaration and the comments in its piece of a text."""

    declaration: syntax.Declaration
    comments: tuple[syntax.Comment, ...]

    @property
    def part(self) -> Source:
        return self.declaration.span.source

    def move(self, source: Source, by: int) -> Piece:
        return Piece(move(self.declaration, source, by), tuple([move(each, source, by) for each in self.comments]))


@dataclass(frozen=True)
class PlacedPiece:
    """A piece that is known, and where it stands."""

    extent: Span
    piece: Piece

    @property
    def declaration(self) -> syntax.Declaration:
        return move(self.piece.declaration, self.extent.source, self.extent.start)

    @property
    def comments(self) -> tuple[syntax.Comment, ...]:
        return tuple([move(each, self.extent.source, self.extent.start) for each in self.piece.comments])


class KnownPieces:
    """Pieces by their texts, each in a source that has nothing else."""

    def __init__(self) -> None:
        self._known: dict[str, Piece] = {}

    def find(self, extent: Span) -> PlacedPiece | None:
        known = self._known.pop(extent.text, None)
        if known is None:
            return None
        self._known[extent.text] = known
        return PlacedPiece(extent, known)

    def keep(self, extent: Span, piece: Piece) -> None:
        """Remember a piece; what was longest of no use is forgotten if there are too many."""
        text = extent.text
        self.put(text, piece.move(Part("", text), -extent.start))

    def put(self, text: str, piece: Piece) -> None:
        if len(self._known) >= MOST_PIECES:
            del self._known[next(iter(self._known))]
        self._known[text] = piece

    def list_known(self, source: Source) -> dict[str, Piece]:
        """The pieces of a text that are known, each in a source that has nothing else."""
        texts = [each.text for each in split_pieces(source)]
        return {text: self._known[text] for text in texts if text in self._known}

    def list_unknown(self, source: Source) -> list[str]:
        return [each.text for each in split_pieces(source) if each.text not in self._known]

    def clear(self) -> None:
        self._known.clear()


def split_pieces(source: Source) -> Iterator[Span]:
    """The pieces of a source; the first has what stands before all lines that begin with a letter."""
    begin = 0
    for found in BEGINNING.finditer(source.text):
        if found.start() > begin:
            yield Span(source, begin, found.start())
        begin = found.start()
    yield Span(source, begin, len(source.text))


def move(node: _Node, source: Source, by: int) -> _Node:
    """The same node so many characters further on, in another source. It copies what the node has instead of calling
    its constructor, which takes a third of the time."""
    moved = object.__new__(type(node))
    values = moved.__dict__
    values.update(node.__dict__)
    values["span"] = _move_span(node.span, source, by)
    for name in syntax.list_parts(type(node)):  # type: ignore[arg-type]
        value = values[name]
        if value:
            values[name] = _move_part(value, source, by)
    return moved


def _move_part(value: Any, source: Source, by: int) -> Any:
    if isinstance(value, syntax.Node):
        return move(value, source, by)
    return tuple([_move_part(each, source, by) for each in value]) if type(value) is tuple else value


def _move_span(span: Span, source: Source, by: int) -> Span:
    if not span.source.text:
        return span
    moved = object.__new__(Span)
    values = moved.__dict__
    values["source"], values["start"], values["end"] = source, span.start + by, span.end + by
    return moved
