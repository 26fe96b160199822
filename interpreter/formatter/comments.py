"""Brings comments back to their lines.

A comment finds its line by their positions in the file. A comment at the end of a line stays there. One on a line of
its own is placed before the line that followed it, or, if it was indented deeper than that, at the end of the block
above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from interpreter import syntax
from interpreter.formatter.layout import Item, Remark, has_blank_above
from interpreter.source import Source


class CommentPlacer:
    """Lines in their order in one source."""

    def __init__(self, source: Source, items: Sequence[Item]) -> None:
        self.source = source
        here = [item for item in items if item.printed.span.source is source]
        self.items = sorted(here, key=lambda item: item.printed.span.start)
        self.starts = [item.printed.span.start for item in self.items]

    def place(self, comment: syntax.Comment) -> bool:
        """Put one comment beside, before or after the line it belongs to. Whether there is one."""
        at = bisect_right(self.starts, comment.span.start)
        above = self.items[at - 1] if at else None
        below = self.items[at] if at < len(self.items) else None
        if above is not None and self.is_on_line(above, comment):
            if comment.own_line or above.beside or self.is_followed(above, comment):
                above.before.append(self.make_remark(comment, above.printed.depth))
            else:
                above.beside = comment.text
            return True
        depth = self.find_depth(comment, at)
        if below is not None and depth <= below.printed.depth:
            below.before.append(self.make_remark(comment, below.printed.depth))
        elif above is not None:
            above.after.append(self.make_remark(comment, depth))
        return bool(self.items)

    def is_on_line(self, item: Item, comment: syntax.Comment) -> bool:
        """Whether a comment stands on a line, or on one of the lines that continue it."""
        return comment.span.line <= self.source.position(item.printed.span.end)[0]

    def is_followed(self, item: Item, comment: syntax.Comment) -> bool:
        """Whether the line that a comment stands on is continued."""
        return comment.span.line < self.source.position(item.printed.span.end)[0]

    def make_remark(self, comment: syntax.Comment, depth: int) -> Remark:
        return Remark(comment.text, depth, has_blank_above(self.source, comment.span.line))

    def find_depth(self, comment: syntax.Comment, at: int) -> int:
        """How deep the block is that the comment's column belongs to, going by the lines above it."""
        column = self.measure_indentation(comment.span.line)
        for item in reversed(self.items[:at]):
            if self.measure_indentation(item.printed.span.line) <= column:
                return item.printed.depth
        return 0

    def measure_indentation(self, line: int) -> int:
        text = self.source.line(line)
        return len(text) - len(text.lstrip())
