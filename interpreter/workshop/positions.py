"""Places in a text that has changed since."""

from __future__ import annotations


class Shift:
    """Finds the places of an older text in a newer one. What lies in the part that was changed is nowhere."""

    def __init__(self, old: str, new: str) -> None:
        self._before = _count_common(old, new)
        rest = min(len(old), len(new)) - self._before
        after = _count_common(old[: -rest - 1 : -1], new[: -rest - 1 : -1]) if rest else 0
        self._end, self._by = len(old) - after, len(new) - len(old)

    def find(self, offset: int) -> int | None:
        if offset <= self._before:
            return offset
        return offset + self._by if offset >= self._end else None


def _count_common(one: str, other: str) -> int:
    """The length of the common prefix of two texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
