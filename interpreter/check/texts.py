"""Texts with values in braces: each value is checked, and a condition where it is asked."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.convert import make_maybe
from interpreter.domains import NumberType
from interpreter.source import Span


def parse_template(context: Context, text: syntax.Template) -> model.Template | None:
    """The pieces and holes of a text; None, with diagnostics, if a hole makes no sense."""
    holes = [_check_hole(context, each) for each in text.holes]
    sound = tuple(each for each in holes if each is not None)
    return model.Template(text.pieces, sound) if len(sound) == len(holes) else None


def _check_hole(context: Context, hole: syntax.Hole) -> model.Hole | None:
    if hole.value is None:
        return None
    value = context.infer(hole.value) if hole.choices is None else _check_cases(context, hole.value, hole.further)
    value = value and make_maybe(value)
    return model.Hole(value, hole.choices) if value is not None else None


def _check_cases(
    context: Context, first: syntax.Expression, further: tuple[syntax.Expression | None, ...]
) -> model.Value | None:
    """Which case it is, counted from the last, which is 0: with one condition, whether it holds."""
    if not further:
        return context.expect_condition(first)
    conditions = context.expect_conditions((first, *(each for each in further if each is not None)))
    if conditions is None or len(conditions) <= len(further):
        return None
    value: model.Value = _make_number(0, first.span)
    for number, condition in enumerate(reversed(conditions), 1):
        case, kind = _make_number(number, first.span), NumberType(0, number)
        value = model.Chosen(condition, case, value, type=kind, span=first.span)
    return value


def _make_number(number: int, span: Span) -> model.Constant:
    return model.Constant(number, type=NumberType(number, number), span=span)
