"""Texts with values in braces: each value is checked, and a condition where it is asked."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.bits import indices_of
from interpreter.check.context import Context, bind_variable
from interpreter.check.convert import make_maybe, to_set
from interpreter.diagnostics.messages import types
from interpreter.domains import NumberType
from interpreter.source import Span

BETWEEN = " "
"""What stands between those that are shown in a row."""


def parse_template(context: Context, text: syntax.Template) -> model.Template | None:
    """The pieces and holes of a text; None, with diagnostics, if a hole makes no sense."""
    rows = [_check_row(context, each) for each in text.holes]
    sound = [each for each in rows if each is not None]
    if len(sound) < len(rows):
        return None
    pieces = [text.pieces[0]]
    for row, piece in zip(sound, text.pieces[1:], strict=True):
        pieces += [*[BETWEEN] * (len(row) - 1), piece] if row else []
        pieces[-1] += "" if row else piece
    return model.Template(tuple(pieces), tuple(hole for row in sound for hole in row))


def _check_row(context: Context, hole: syntax.Hole) -> tuple[model.Hole, ...] | None:
    """What is shown for each of several members, or the one thing shown."""
    if hole.each is None or hole.among is None:
        one = _check_hole(context, hole)
        return None if one is None else (one,)
    among = context.infer(hole.among)
    among = among and to_set(among)
    variable = bind_variable(context, hole.each, among) if among is not None else None
    if among is None or variable is None:
        return None
    bits = _list_certain(context, among)
    if bits is None:
        context.world.report(types.not_certain(among.span, among.span.text))
        return None
    one = _check_hole(context.nest(variable), hole)
    return None if one is None else tuple(_bind_hole(one, variable, place) for place in indices_of(bits))


def _list_certain(context: Context, among: model.Value) -> int | None:
    """The members of a set, as bits, if they are the same in every game, for all players."""
    if isinstance(among, model.AllOfKind) and among.kind != "player":
        return int((1 << len(context.world.kinds[among.kind].members)) - 1)
    match among:
        case model.Constant(bits):
            return bits
        case model.SetOf(model.Constant(place)):
            return 1 << place
        case model.Joined(left, right) | model.Without(left, right):
            one, other = _list_certain(context, left), _list_certain(context, right)
            if one is None or other is None:
                return None
            return one | other if isinstance(among, model.Joined) else one & ~other
        case _:
            return None


def _bind_hole(hole: model.Hole, variable: model.Variable, place: int) -> model.Hole:
    held = model.Constant(place, type=variable.type, span=variable.span)
    inside = hole.value
    return replace(hole, value=model.Named(variable, held, inside, type=inside.type, span=inside.span))


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
