"""What the texts of views say, without the things that they draw."""

from __future__ import annotations

from interpreter.engine import Engine, Position
from interpreter.play.trace import NOBODY, ask_views


def draw_views(engine: Engine, position: Position, viewer: int = NOBODY) -> dict[str, tuple[str, ...]]:
    """Return the lines of every view at a position as the player on seat `viewer` sees them, by the views' names. For
    nobody in particular the lines about a viewer's own things are left out."""
    shown: dict[str, tuple[str, ...]] = {}
    for query, line, _ in ask_views(engine.program, engine, position, viewer):
        lines = shown.setdefault(query.name, ())
        if query.kind == "view" and query.line >= 0:
            shown[query.name] = (*lines, line)
    return shown
