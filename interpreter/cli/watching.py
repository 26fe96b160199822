"""The play-by-play on paper: lines as they come, and beside them, now and then, how the game stands.

While nobody is asked anything, the views are set at the right of the lines that led there, as soon as there are
lines enough to hold them, so that they take no room of their own. Where the paper is too narrow, and with `--plain`,
the views of one line are told between the others instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from interpreter import render

LEFT = 66
"""The columns for the play-by-play where views stand beside it."""

Views = dict[str, tuple[str, ...]]


class Paper:
    """Collects lines and hands them on when it is settled what stands beside them. `columns` is the paper's width;
    0 for views that never stand beside the lines."""

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
        width = max(map(render.width, block), default=0)
        if LEFT + 2 + width > self.columns:
            self._waiting += self._changed(shown)
            self._shown = shown
            yield from self.flush()
        elif len(self._waiting) > len(block):
            self._shown = shown
            yield from self._beside(block)

    def _changed(self, shown: Views) -> Iterator[str]:
        """Views of one line that are not as they were."""
        for name, lines in shown.items():
            if len(lines) == 1 and self._shown.get(name) != lines:
                yield f"    [{lines[0].strip()}]"

    def _beside(self, block: list[str]) -> Iterator[str]:
        """All waiting lines, the last of them with the block at their right."""
        lines, self._waiting = self._waiting, []
        free = len(lines) - len(block)
        yield from lines[:free]
        for line, view in zip_longest(lines[free:], block, fillvalue=""):
            room = " " * max(2, LEFT + 2 - render.width(line))
            yield f"{line}{room}{view}".rstrip()

    def flush(self) -> Iterator[str]:
        """Whatever is still waiting."""
        lines, self._waiting = self._waiting, []
        yield from lines
