"""Pieces on disk: what one process read of a long text, another need not read again.

They are kept by the name of the text's file, and found by their own texts, so that after a change all is there but
what changed.
"""

from __future__ import annotations

from pathlib import PurePath

from interpreter import cache
from interpreter.parser.pieces import KnownPieces
from interpreter.source import Source

SORT = "pieces"
ROOMS = ("interpreter.parser.pieces", "interpreter.source", "interpreter.syntax")

WORTH_KEEPING = 400
"""The characters of a text that takes longer to read than to fetch. (What reads a text has to be fetched, too.)"""


class PiecesOnDisk:
    """Each text is looked up once in a process, and kept once."""

    def __init__(self, known: KnownPieces) -> None:
        self._known = known
        self._missing: dict[str, int] = {}

    def recall(self, source: Source) -> None:
        """Make known what was kept of a text of this name."""
        if len(source.text) < WORTH_KEEPING or source.name in self._missing:
            return
        pieces = cache.fetch_objects(SORT, _make_name(source), ROOMS, dict)
        for text, piece in (pieces or {}).items():
            self._known.put(text, piece)
        self._missing[source.name] = sum(map(len, self._known.list_unknown(source)))

    def keep(self, source: Source) -> None:
        """Keep what is known of a text, if much of it had to be read."""
        if self._missing.get(source.name, 0) < WORTH_KEEPING:
            return
        self._missing[source.name] = 0
        cache.store_objects(SORT, _make_name(source), self._known.list_known(source))


def _make_name(source: Source) -> str:
    """A name with its folder: a game and a library may be called alike."""
    return cache.make_key(SORT, *PurePath(source.name).parts[-2:])
