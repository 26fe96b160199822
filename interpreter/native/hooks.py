"""What a game's function lets others have a part in.

What plays a stretch of the game in another way (`tabulation`) is asked where the function begins, at each chain, and
wherever slots are read or written while it writes chains of its own. These hooks do nothing.
"""

from __future__ import annotations

from interpreter.program.operands import Range


class Hooks:
    """Has no part in anything."""

    def begin(self) -> None:
        """Write what is done once, where the function begins."""

    def start_chain(self, first: int) -> None:
        """Write what is done wherever a chain of blocks begins."""

    def end(self) -> None:
        """Write what is left, after all chains have been written."""

    def label_of(self, block: int) -> str | None:
        """Another label that leads to a block, if there is to be one."""
        return None

    def whole(self, slot: int, held: str) -> str:
        """What a slot stands for that holds this."""
        return held

    def written(self, slot: int, known: Range) -> None:
        """A slot has been written to: a number in this range."""

    def touch_several(self, slots: range, store: bool) -> None:
        """One of several slots is about to be read or written, nobody knows which."""
