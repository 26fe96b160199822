"""A moment in which nothing has been read before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import parser
from interpreter.parser.pieces import KnownPieces


@contextmanager
def reading_afresh() -> Iterator[None]:
    """While this lasts all texts are read, and checked, as by somebody who has seen nothing before."""
    known, parser.KNOWN = parser.KNOWN, KnownPieces()
    parser._read.cache_clear()
    try:
        yield
    finally:
        parser.KNOWN = known
        parser._read.cache_clear()
