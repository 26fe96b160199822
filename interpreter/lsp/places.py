"""Places in texts: characters counted from the beginning here, lines and units of a line in the protocol.

An editor counts the units of a line in the encoding that it agreed on with the server, which is UTF-16 unless both can
do better: a character that is none of the common ones is two of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from interpreter.files import resolve
from interpreter.loader import FileSource
from interpreter.source import Source, Span
from interpreter.workshop.naming import Place

WIDTHS = {
    types.PositionEncodingKind.Utf8: lambda text: len(text.encode("utf-8", "surrogatepass")),
    types.PositionEncodingKind.Utf16: lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    types.PositionEncodingKind.Utf32: len,
}
"""How many units a text has."""


def find_path(uri: str) -> Path:
    """The path of a document. One that is in no file gets a path that no file has."""
    path = to_fs_path(uri)
    return Path(path) if path and uri.startswith("file:") else Path("/untitled") / uri.replace("/", "_")


def make_uri(path: Path) -> str:
    return from_fs_path(str(path)) or ""


class Ruler:
    """Measures and names places as the editor does. `addresses` are those of the documents that it has open."""

    def __init__(
        self,
        encoding: types.PositionEncodingKind | str = types.PositionEncodingKind.Utf16,
        addresses: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:
        self._addresses = addresses
        self._width = WIDTHS[types.PositionEncodingKind(encoding)]

    def find_offset(self, source: Source, position: types.Position) -> int:
        """The character at a position; the end of its line where that is shorter, and of the text where that is."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        line, units = source.line(position.line + 1), 0
        for at, character in enumerate(line):
            if units >= position.character:
                return source.line_starts[position.line] + at
            units += self._width(character)
        return source.line_starts[position.line] + len(line)

    def find_position(self, source: Source, offset: int) -> types.Position:
        line, column = source.position(offset)
        start = source.line_starts[line - 1]
        return types.Position(line - 1, self._width(source.text[start : start + column - 1]))

    def find_range(self, span: Span) -> types.Range:
        start, end = span.start, max(span.start, span.end)
        return types.Range(self.find_position(span.source, start), self.find_position(span.source, end))

    def find_range_of(self, place: Place, source: Source) -> types.Range:
        return self.find_range(Span(source, place.start, place.end))

    def find_uris(self, path: Path) -> list[str]:
        """The addresses under which the editor knows a file: as it opened it, which may be by links."""
        place = resolve(path)
        return [uri for uri, opened in self._addresses.items() if opened == place] or [make_uri(path)]

    def find_location(self, span: Span) -> types.Location | None:
        """Where a span is; None if it is in no file."""
        source = span.source
        if not isinstance(source, FileSource):
            return None
        return types.Location(self.find_uris(source.path)[0], self.find_range(span))
