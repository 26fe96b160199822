"""Text to syntax tree: the only room that knows Lark.

`pieces` remembers declarations by their text, so that what did not change is not read again; `kept_pieces` remembers
them from one run to the next. `chunks` cuts the rest of a file into chunks, one for each declaration, and reports what
no grammar could read. `chunk_reader` takes a chunk through the tables of the grammar (`table_driver`), line by line,
past its mistakes; `explanations` says what each mistake most likely meant, with what `advice` knows of how it is
written, and the `build_...` modules make frozen nodes of what Lark has read. House rules may be written in TOML, too:
`toml_places` says where everything in such a file stands, and `toml_house` makes of it the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import files
from interpreter.diagnostics.messages import syntax as errors
from interpreter.parser.build_house_rules import HouseRuleBuilder
from interpreter.parser.chunk_reader import ChunkReader
from interpreter.parser.chunks import Chunk, is_refused, split_chunks
from interpreter.parser.error_limit import ErrorLimit
from interpreter.parser.kept_pieces import PiecesOnDisk
from interpreter.parser.nesting import report_deep_nesting
from interpreter.parser.pieces import KnownPieces, Piece, PlacedPiece
from interpreter.source import MOST_SOURCES, Places, Source, Span

if TYPE_CHECKING:
    from interpreter.parser.toml_places import PlacedValue

__all__ = ["parse", "parse_house_toml", "parse_in_parts", "read_house_toml"]

KNOWN = KnownPieces()
ON_DISK = PiecesOnDisk(KNOWN)


@dataclass(frozen=True)
class ReadFile:
    """What comes of a text: its declarations and comments, and what is wrong with it. Nothing else comes of a text."""

    source: Source
    declarations: tuple[syntax.Declaration | PlacedPiece, ...]
    comments: tuple[syntax.Comment, ...]
    mistakes: tuple[Diagnostic, ...]

    @cached_property
    def tree(self) -> syntax.File:
        return self.build([each.declaration if isinstance(each, PlacedPiece) else each for each in self.declarations])

    def build(self, declarations: Sequence[syntax.Declaration]) -> syntax.File:
        return syntax.File(tuple(declarations), self.comments, span=Span(self.source, 0, len(self.source.text)))


def parse(source: Source, diagnostics: Diagnostics) -> syntax.File:
    """The tree of a file. Declarations with a mistake in them are left out of it and reported."""
    read = _read(source)
    diagnostics.extend(read.mistakes)
    return read.tree


def parse_in_parts(source: Source, diagnostics: Diagnostics, places: Places) -> syntax.File:
    """The same, but what was read before is as it was then, in a part of its own: it is noted where that stands. What
    stands there twice cannot be told apart, so that is moved to its place."""
    read = _read(source)
    diagnostics.extend(read.mistakes)
    return read.build([_put(each, places) if isinstance(each, PlacedPiece) else each for each in read.declarations])


def _put(placed: PlacedPiece, places: Places) -> syntax.Declaration:
    alone = places.put(placed.piece.part, placed.extent.source, placed.extent.start)
    return placed.piece.declaration if alone else placed.declaration


@lru_cache(MOST_SOURCES)
def _read(source: Source) -> ReadFile:
    mistakes = ErrorLimit()
    ON_DISK.recall(source)
    layout = split_chunks(source, mistakes, KNOWN)
    declarations = tuple(read_chunks(source, layout.chunks, mistakes))
    ON_DISK.keep(source)
    if not layout.chunks and not mistakes.found:
        comments = layout.comments
        mistakes.add(errors.only_comments(comments[0].span) if comments else files.file_empty(source.name))
    return ReadFile(source, declarations, tuple(layout.comments), tuple(mistakes.found))


def read_house_toml(source: Source, diagnostics: Diagnostics) -> PlacedValue | None:
    """The table that house rules in TOML are; None, with a diagnostic, if there is no reading them."""
    from interpreter.parser.toml_house import read_toml

    return None if is_refused(source, diagnostics) else read_toml(source, diagnostics)


def parse_house_toml(source: Source, root: PlacedValue, diagnostics: Diagnostics) -> syntax.File:
    from interpreter.parser.toml_house import build_toml_tree

    return build_toml_tree(source, root, diagnostics, parse)


def read_chunks(
    source: Source, chunks: Sequence[Chunk | PlacedPiece], mistakes: ErrorLimit
) -> Iterator[syntax.Declaration | PlacedPiece]:
    builder = HouseRuleBuilder(source, mistakes)
    broken_off = False
    for chunk in chunks:
        if mistakes.is_reached:
            return
        if broken_off:
            broken_off = False
            continue
        if isinstance(chunk, PlacedPiece):
            yield chunk
            continue
        reader, before = ChunkReader(source, chunk, mistakes), len(mistakes.found)
        tree = reader.read()
        broken_off = reader.broken_off
        if tree is not None and report_deep_nesting(source, tree, mistakes):
            declaration = builder.declaration(tree)
            if chunk.piece is not None and len(mistakes.found) == before:
                KNOWN.keep(chunk.piece.extent, Piece(declaration, chunk.piece.comments))
            yield declaration
