"""Inlay hints beside the lines of a text: the odds of a table's rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter.data_classes import dataclass
from interpreter.loader import FileSource
from interpreter.model import Model
from interpreter.rulebook import make_table
from interpreter.source import Span
from interpreter.workshop.texts import Workshop


@dataclass(frozen=True)
class Hint:
    """A few words to be shown at a place of a text."""

    offset: int
    text: str


class Shift:
    """Finds the places of an older text in a newer one. What lies in the part that was changed is nowhere."""

    def __init__(self, old: str, new: str) -> None:
        self._before = count_common(old, new)
        rest = min(len(old), len(new)) - self._before
        after = count_common(old[: -rest - 1 : -1], new[: -rest - 1 : -1]) if rest else 0
        self._end, self._by = len(old) - after, len(new) - len(old)

    def find(self, offset: int) -> int | None:
        if offset <= self._before:
            return offset
        return offset + self._by if offset >= self._end else None


def count_common(one: str, other: str) -> int:
    """The length of the common beginning of two texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def list_hints(workshop: Workshop, path: Path) -> tuple[Hint, ...]:
    """The odds of each row of the tables in a text. While something is wrong with it, those that it had before."""
    sound = workshop.find_sound(path)
    if sound is None or sound.model is None:
        return ()
    shift = Shift(sound.source.text, workshop.read(path).text)
    found = (Hint(at, text) for span, text in _list_odds(sound.model, sound.source) if (at := shift.find(span.end)))
    return tuple(sorted(found, key=lambda hint: hint.offset))


def _list_odds(model: Model, source: FileSource) -> Iterator[tuple[Span, str]]:
    for table in model.tables.values():
        if any(row.span.source is source for row in table.rows):
            for entry, row in zip(make_table(model, table).rows, table.rows, strict=True):
                if entry.odds and row.span.source is source:
                    yield row.span, entry.odds
