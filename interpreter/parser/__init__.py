"""Text to syntax tree: the only room that knows Lark.

`pieces` cuts a file into texts of one declaration each, and those without mistakes are kept by their text, so that what
did not change is not read again. `lines` cuts the rest into chunks of lines, one for each declaration, and reports what
no grammar could read. `chunk_reader` takes a chunk through Lark's interactive parser, line by line, past its mistakes;
`explanations` says what each mistake most likely meant, with what `advice` knows of how it is written. `builder` makes
frozen nodes of what Lark has read, most of them by the table in `nodes`. House rules may be written in TOML, too:
`toml_places` says where everything in such a file stands, and `toml_house` makes of it the same nodes. `charts` reads
rows of tables from CSV files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from interpreter import syntax
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import files
from interpreter.diagnostics.messages import syntax as errors
from interpreter.parser.builder import Builder
from interpreter.parser.charts import read_chart
from interpreter.parser.chunk_reader import ChunkReader
from interpreter.parser.error_limit import MOST_MISTAKES, ErrorLimit
from interpreter.parser.lines import Chunk, is_refused, scan_lines, split_chunks
from interpreter.parser.nesting import report_deep_nesting
from interpreter.parser.pieces import BEGINNING, Piece, move
from interpreter.source import MOST_SOURCES, Source, Span

__all__ = ["parse", "read_chart"]

MOST_PIECES = 4_096
"""Declarations kept by their text: those of some five long games with their libraries."""


def parse(source: Source, diagnostics: Diagnostics) -> syntax.File:
    """The tree of a file. Declarations with a mistake in them are left out of it and reported."""
    tree, mistakes = _read_toml(source) if source.name.endswith(".toml") else _read(source)
    diagnostics.extend(mistakes)
    return tree


@lru_cache(MOST_SOURCES)
def _read_toml(source: Source) -> tuple[syntax.File, tuple[Diagnostic, ...]]:
    """House rules in TOML."""
    from interpreter.parser.toml_house import parse_toml

    mistakes, nothing = Diagnostics(), syntax.File((), span=Span(source, 0, 0))
    tree = nothing if is_refused(source, mistakes) else parse_toml(source, mistakes, _read)
    return tree, tuple(mistakes.found)


@lru_cache(MOST_SOURCES)
def _read(source: Source) -> tuple[syntax.File, tuple[Diagnostic, ...]]:
    mistakes = ErrorLimit()
    read = [] if is_refused(source, mistakes) else list(_read_pieces(source, mistakes))
    declarations = tuple(one for found, _ in read for one in found)
    comments = tuple(one for _, found in read for one in found)
    if not declarations and not mistakes.found:
        mistakes.add(errors.only_comments(comments[0].span) if comments else files.file_empty(source.name))
    return syntax.File(declarations, comments, span=Span(source, 0, len(source.text))), tuple(mistakes.found)


def _read_pieces(source: Source, mistakes: ErrorLimit) -> Iterator[Piece]:
    """The declarations in each piece of a text. Pieces with mistakes are read together with their neighbours: the
    diagnostics may depend on them."""
    begin = start = wrong = 0
    for text in BEGINNING.split(source.text):
        sound = _read_sound(text) if wrong < MOST_MISTAKES else None
        wrong += sound is None
        if sound is not None:
            if begin < start:
                yield _read_afresh(Span(source, begin, start), mistakes)
            yield move(sound, source, start)
            begin = start + len(text)
        start += len(text)
    if begin < start:
        yield _read_afresh(Span(source, begin, start), mistakes)


@lru_cache(MOST_PIECES)
def _read_sound(text: str) -> Piece | None:
    """The declarations in a text by itself; None if it has a mistake."""
    mistakes = ErrorLimit()
    piece = _read_afresh(Span(Source("", text), 0, len(text)), mistakes)
    return piece if not mistakes.found else None


def _read_afresh(extent: Span, mistakes: ErrorLimit) -> Piece:
    lines = list(scan_lines(extent, mistakes))
    chunks = list(split_chunks(extent.source, lines, mistakes))
    comments = tuple(each.comment for each in lines if each.comment is not None)
    return tuple(read_chunks(extent.source, chunks, mistakes)), comments


def read_chunks(source: Source, chunks: Sequence[Chunk], mistakes: ErrorLimit) -> Iterator[syntax.Declaration]:
    builder = Builder(source, mistakes)
    broken_off = False
    for chunk in chunks:
        if mistakes.is_reached:
            return
        if broken_off:
            broken_off = False
            continue
        reader = ChunkReader(source, chunk, mistakes)
        tree = reader.read()
        broken_off = reader.broken_off
        if tree is not None and report_deep_nesting(source, tree, mistakes):
            yield builder.build(tree)
