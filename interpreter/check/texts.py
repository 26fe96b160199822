"""Texts with holes: the values and conditions in braces, each checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from interpreter import model, syntax
from interpreter.bits import indices_of
from interpreter.check.context import YES_NO, Context, bind_variable
from interpreter.check.convert import make_maybe, to_set
from interpreter.check.world import INVALID
from interpreter.diagnostics.messages import types
from interpreter.domains import BLANK, NumberType
from interpreter.source import NOWHERE, Span

COVERED = ("rule", "phase", "define", "choice", "table")
"""What may be covered by words of another declaration."""

LOOKED_INTO = (model.Placed, model.Template, model.Hole, model.Case, model.RowInfo, model.Several)

BETWEEN = " "
"""What separates those that are shown in a row."""


def parse_template(context: Context, text: syntax.Template) -> model.Template:
    """The pieces and holes of a text."""
    rows = [_check_row(context, each) for each in text.holes]
    return _join(text.pieces[0], *(part for pair in zip(rows, text.pieces[1:], strict=True) for part in pair))


def _join(*parts: str | model.Hole | model.Template) -> model.Template:
    pieces, holes = [""], list[model.Hole]()
    for part in parts:
        if isinstance(part, model.Hole):
            pieces.append("")
            holes.append(part)
            continue
        first, *others = (part,) if isinstance(part, str) else part.pieces
        pieces = [*pieces[:-1], pieces[-1] + first, *others]
        holes += () if isinstance(part, str) else part.holes
    return model.Template(tuple(pieces), tuple(holes))


def check_words(context: Context, node: syntax.Rule | Any, *parts: object) -> tuple[model.Words, ...]:
    """What a rulebook for readers says of a declaration that is made of these `parts`. It has to mention each option on
    which they depend: else it is wrong once the option is set."""
    world, made = context.world, []
    for each in node.words:
        covers = [name.text for name in each.covers if world.find(name, *COVERED) is not None]
        made.append(model.Words(each.word, parse_template(context, each.text), tuple(covers), span=each.span))
    saying = [each for each in made if each.word == "in words"]
    if saying:
        mentioned, file = _list_options(saying), saying[0].span.source
        for option, place in _list_options(parts).items():
            if option not in mentioned and place.source is file:  # words do not speak for what house rules add
                world.report(types.words_without_option(saying[0].span, option, place))
    return tuple(made)


def _list_options(part: object) -> dict[str, Span]:
    """The options that something reads, each with a place where it does."""
    if isinstance(part, model.OptionValue):
        return {part.option: part.span}
    if isinstance(part, tuple | list):
        return {name: span for each in part for name, span in _list_options(each).items()}
    inside = [getattr(part, each.name) for each in fields(part)] if isinstance(part, LOOKED_INTO) else ()
    return _list_options(tuple(inside)) if inside else {}


def _check_row(context: Context, hole: syntax.Hole) -> model.Template:
    """What is shown for each of several members, or the one thing shown."""
    if hole.each is None or hole.among is None:
        return _check_hole(context, hole)
    among = to_set(context.infer(hole.among))
    variable = bind_variable(context, hole.each, among)
    bits = find_constant_set(context, among) if variable.type is not INVALID else 0
    if bits is None:
        context.world.report(types.not_certain(among.span, among.span.text))
    if not bits:
        return _join()
    one = _check_hole(context.nest(variable), hole)
    places = sorted(indices_of(bits), reverse=hole.highest_first)
    shown = [replace(one, holes=tuple(_bind_hole(each, variable, place) for each in one.holes)) for place in places]
    return _join(shown[0], *(part for each in shown[1:] for part in (BETWEEN, each)))


def find_constant_set(context: Context, among: model.Value) -> int | None:
    """The members of a set, as bits, if they are the same in every game and for all players; else None."""
    if isinstance(among, model.AllOfKind) and among.kind != "player":
        return int((1 << len(context.world.declared.kinds[among.kind].members)) - 1)
    match among:
        case model.Constant(bits):
            return bits
        case model.SetOf(model.Constant(place)):
            return 1 << place
        case model.Joined(left, right) | model.Without(left, right):
            one, other = find_constant_set(context, left), find_constant_set(context, right)
            if one is None or other is None:
                return None
            return one | other if isinstance(among, model.Joined) else one & ~other
        case _:
            return None


def _bind_hole(hole: model.Hole, variable: model.Variable, place: int) -> model.Hole:
    held = model.Constant(place, type=variable.type, span=variable.span)
    inside = hole.value
    return replace(hole, value=model.Named(variable, held, inside, type=inside.type, span=inside.span))


def _check_hole(context: Context, hole: syntax.Hole) -> model.Template:
    conditions = (hole.value, *hole.further)
    if hole.choices is None and hole.value is not None:
        return _join(model.Hole(make_maybe(context.infer(hole.value)), None, hole.width))
    if hole.choices is not None and len(hole.choices) == 1:
        return parse_template(context, hole.choices[0])
    tests = [context.expect_condition(each) for each in conditions if each is not None]
    cases = [parse_template(context, each) for each in hole.choices or ()]
    if len(tests) < len(conditions):
        return _join(model.Hole(context.world.make_invalid(NOWHERE), None))
    first = tuple(each.pieces[0] for each in cases)
    if len(tests) == 1 and not any(each.holes for each in cases):
        return _join(model.Hole(tests[0], first))
    span = tests[0].span
    value: model.Value = _make_number(0, span)
    for number, test in enumerate(reversed(tests), 1):
        value = model.Chosen(test, _make_number(number, span), value, type=NumberType(0, number), span=span)
    return _join(model.Hole(value, first), *(part for at in range(len(cases)) for part in _show_case(value, cases, at)))


def _show_case(value: model.Value, cases: list[model.Template], at: int) -> Iterator[model.Hole]:
    """What comes after the first piece of a case. Where another case is shown, nothing is worked out for it."""
    case, last = cases[at], len(cases) - 1
    is_shown = model.Comparison("eq", value, _make_number(last - at, value.span), type=YES_NO, span=value.span)
    for hole, piece in zip(case.holes, case.pieces[1:], strict=True):
        choices = ("", *hole.choices) if hole.choices is not None else None
        kind = NumberType(0, len(choices) - 1) if choices else hole.value.type
        otherwise = model.Constant(len(choices) - 1 if choices else BLANK, type=kind, span=value.span)
        shown = model.Chosen(is_shown, hole.value, otherwise, type=kind, span=hole.value.span)
        yield replace(hole, value=shown, choices=choices, may_be_blank=choices is None)
        if piece:
            yield model.Hole(value, ("",) * at + (piece,) + ("",) * (last - at))


def _make_number(number: int, span: Span) -> model.Constant:
    return model.Constant(number, type=NumberType(number, number), span=span)
