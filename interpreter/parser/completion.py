"""Completions at a place of a text that is being written."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedToken

from interpreter.data_classes import dataclass
from interpreter.parser.chunk_reader import ChunkReader
from interpreter.parser.error_limit import ErrorLimit
from interpreter.parser.lines import Chunk, is_refused, scan_lines, split_chunks
from interpreter.parser.vocabulary import list_spelled
from interpreter.source import Source, Span

MARK = "x"
"""Placeholder for the missing text, so that its line can be parsed."""

WORD_BEGUN = re.compile(r"\w*\Z")
WORD = re.compile(r"\w+")
FIRST_COLUMN = re.compile(r"^[^\s#]", re.MULTILINE)


@dataclass(frozen=True)
class Gap:
    """A place to complete: where its partial word begins, the words before it in its line, the words of the first line
    of its declaration, and what the grammar allows there: literal words, and terminals in capitals."""

    start: int
    before: tuple[str, ...]
    opener: tuple[str, ...]
    allowed: frozenset[str]


def find_gap(text: str, offset: int) -> Gap | None:
    """The completions at a place; None inside a comment or a quoted text, or if the place cannot be parsed."""
    line = text.rfind("\n", 0, offset) + 1
    begun = WORD_BEGUN.search(text[line:offset])
    start = line + begun.start() if begun is not None else offset
    first = start if start == line else max((each.start() for each in FIRST_COLUMN.finditer(text, 0, start)), default=0)
    part = Source("", text[first:start] + MARK)
    if is_refused(part, ErrorLimit()):
        return None
    lines = list(scan_lines(Span(part, 0, len(part.text)), ErrorLimit()))
    chunks = list(split_chunks(part, lines, ErrorLimit()))
    if not chunks:
        return None
    last = chunks[-1].lines[-1]
    if last.faulty or last.start + len(last.text.rstrip()) != len(part.text):
        return None
    return _read_up_to(part, chunks[-1], start)


def _read_up_to(part: Source, chunk: Chunk, start: int) -> Gap | None:
    reader, (*above, line), read = ChunkReader(part, chunk, ErrorLimit()), chunk.lines, list[str]()
    for at in range(len(above)):
        reader.take(at)
    parser = reader.parser
    if not parser.indent(line.level):
        return None
    for token in parser.words(line.text.rstrip()[: -len(MARK)], line.start):
        try:
            parser.parser.feed_token(token)
        except UnexpectedToken:
            return None
        read.append(str(token))
    allowed = list_spelled(parser.parser.accepts())  # type: ignore[no-untyped-call]
    return Gap(start, tuple(read), tuple(WORD.findall(above[0].text)) if above else (), allowed)
