"""The play-by-play on paper: lines as they come, with the views of the game beside them.

While nobody is asked anything, the views are set at the right of the lines that led there, as soon as there are
enough lines to hold them, so that they take no room of their own; where the paper is too narrow they come below
these lines. Plain paper has only views of one line, between the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.diagnostics import rendering

MAX_LEFT_COLUMNS = 66
"""The columns for the play-by-play where views stand beside it."""

Views = dict[str, tuple[str, ...]]


class Paper:
    """Collects lines and hands them on when it is settled what stands beside them. `columns` is the paper's width, or
    0 for plain paper."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self._waiting: list[str] = []
        self._shown: Views = {}

    def add(self, lines: Sequence[str], shown: Views) -> Iterator[str]:
        """Take some lines, and how the game stands after them; give those lines that are settled."""
        self._waiting += lines
        if shown == self._shown or not lines:
            return
        block = [line for view in shown.values() for line in view]
        if not self.columns or not block:
            self._waiting += self._list_changed(shown)
        elif len(self._waiting) <= len(block):
            return
        elif MAX_LEFT_COLUMNS + 2 + max(map(rendering.measure_width, block), default=0) <= self.columns:
            self._waiting = self._set_beside(block)
        else:
            self._waiting += ["", *block, ""]
        self._shown = shown
        yield from self.flush()

    def _list_changed(self, shown: Views) -> Iterator[str]:
        for name, lines in shown.items():
            if len(lines) == 1 and self._shown.get(name) != lines:
                yield f"    [{lines[0].strip()}]"

    def _set_beside(self, block: list[str]) -> list[str]:
        """All waiting lines, the last of them with the block at their right."""
        free = len(self._waiting) - len(block)
        pairs = zip(self._waiting[free:], block, strict=True)
        return self._waiting[:free] + [f"{_pad(line)}{view}".rstrip() for line, view in pairs]

    def flush(self) -> Iterator[str]:
        lines, self._waiting = self._waiting, []
        yield from lines


def _pad(line: str) -> str:
    return line + " " * max(2, MAX_LEFT_COLUMNS + 2 - rendering.measure_width(line))
