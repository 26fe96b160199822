"""Texts with values in braces: each value is checked, and a condition where it is asked."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.context import Context


def parse_template(context: Context, text: syntax.Template) -> model.Template | None:
    """The pieces and holes of a text; None, with diagnostics, if a hole makes no sense."""
    holes = [_check_hole(context, each) for each in text.holes]
    sound = tuple(each for each in holes if each is not None)
    return model.Template(text.pieces, sound) if len(sound) == len(holes) else None


def _check_hole(context: Context, hole: syntax.Hole) -> model.Hole | None:
    if hole.value is None:
        return None
    value = context.infer(hole.value) if hole.choices is None else context.expect_condition(hole.value)
    return model.Hole(value, hole.choices) if value is not None else None
