"""What reading a text by the grammar comes to: words, and trees of them.

Both know where they stand. A tree also knows how far the words around it reach that belong to it and are not kept,
such as parentheses: what holds the tree stands as far as they do.
"""

from __future__ import annotations

from typing import TypeAlias

NOWHERE = -1
"""Where a tree stands that holds no words."""

LAYOUT_WORDS = ("_NL", "_INDENT", "_DEDENT")
"""Line ends and indentation do not lengthen what they close."""


class Token(str):
    """A word or sign as written, and what the grammar takes it for."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, kind: str, written: str, start_pos: int = 0, end_pos: int = 0) -> Token:
        """`kind` is what the grammar takes it for."""
        made = str.__new__(cls, written)
        made.type, made.start_pos, made.end_pos = kind, start_pos, end_pos
        return made


class Tree:
    """A construct of the grammar, and what it is made of. What was left out where it may be is None."""

    __slots__ = ("children", "data", "end_pos", "outer_end", "outer_start", "start_pos")

    def __init__(self, data: str, children: list[Piece], start_pos: int = NOWHERE, end_pos: int = NOWHERE) -> None:
        self.data, self.children = data, children
        self.start_pos, self.end_pos = start_pos, end_pos
        self.outer_start, self.outer_end = start_pos, end_pos

    def __repr__(self) -> str:
        return f"Tree({self.data!r}, {self.children!r}, {self.start_pos}, {self.end_pos})"


Piece: TypeAlias = Tree | Token | None


def place(children: list[Piece], tree: Tree) -> None:
    """Note where a tree stands that has just been read from these."""
    for first in children:
        if isinstance(first, Tree):
            if first.outer_start != NOWHERE:
                start = first.outer_start
                break
        elif first is not None and first.type not in LAYOUT_WORDS:
            start = first.start_pos
            break
    else:
        return
    end = next(filter(None, map(_end, reversed(children))))
    if tree.start_pos == NOWHERE:
        tree.start_pos, tree.end_pos = start, end
    tree.outer_start, tree.outer_end = start, end


def _end(piece: Piece) -> int:
    """Where a piece ends; 0 for what takes up no space."""
    if isinstance(piece, Tree):
        return max(piece.outer_end, 0)
    return 0 if piece is None or piece.type in LAYOUT_WORDS else piece.end_pos
