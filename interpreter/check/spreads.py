"""What is kept of each member of a kind: what it begins with, and positions in one line, `2 on 24, none elsewhere`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.boards import find_board, make_rectangle
from interpreter.check.context import Context
from interpreter.check.convert import to_set
from interpreter.check.literals import strip_parentheses
from interpreter.check.products import find_each_member, make_part
from interpreter.check.texts import find_constant_set
from interpreter.diagnostics.messages import types
from interpreter.domains import MAX_SET_SIZE, MemberType, NumberType, SetType, Type
from interpreter.source import Span


def check_start(
    context: Context, node: syntax.Keep, variable: model.Variable
) -> tuple[model.Value, model.Variable | None]:
    """What something is to begin with, and the name by which that knows for whom: the name of the kind."""
    if variable.each is None:
        if isinstance(node.start, syntax.Spread):
            return context.refuse(types.no_of(node.start.span, variable.name, "single value")), None
        return context.expect(node.start, variable.type), None
    each = find_each_member(context, variable.name, variable.each)
    start = node.start
    if isinstance(start, syntax.Spread):
        info = context.world.declared.kinds[variable.each.kind]
        *parts, last = start.parts
        if last.places is not None:
            if _list_left(context, start, info):
                return context.refuse(types.not_everywhere(start.span, variable.name)), None
            start = replace(start, parts=(*parts, replace(last, places=None)))
        start = _choose_laid(start, info, variable)
    return each.name(each.context.expect(start, variable.type)), each.variable


# ---- what is kept of each member, in one line


def _choose_laid(spread: syntax.Spread, info: model.KindInfo, variable: model.Variable) -> syntax.Expression:
    """`2 on 24, 5 on 13, 0 elsewhere` as a value that depends on the last kind that it is kept for."""
    name = info.parts[-1].name if info.parts and not info.is_whole else info.name
    *parts, last = spread.parts
    value = _find_value(last, variable)
    for part in reversed(parts):
        assert part.places is not None
        here: syntax.Expression = _is_in(name, part.places)
        if isinstance(part.places, syntax.AllOf) and len(info.members) > MAX_SET_SIZE:
            here = syntax.AnyOf(tuple(_is_in(name, each) for each in part.places.parts), span=part.places.span)
        value = syntax.Conditional(_find_value(part, variable), here, value, span=part.span)
    return value


def _list_left(context: Context, spread: syntax.Spread, info: model.KindInfo) -> list[int]:
    """The members that a line without `elsewhere` says nothing of."""
    last = info.parts[-1] if info.parts and not info.is_whole else make_part(context.world, info)
    left = dict.fromkeys(last.values)
    for part in spread.parts:
        for place in _list_places(context, part, last.type, left):
            del left[place]
    return list(left)


def _is_in(name: str, places: syntax.Expression) -> syntax.Expression:
    sign = "is" if isinstance(places, syntax.Reference) else "in"
    return syntax.Compared(sign, syntax.Reference(name, span=places.span), places, span=places.span)


def _find_value(part: syntax.Laid, variable: model.Variable) -> syntax.Expression:
    """What is kept there: of numbers, `none` is 0."""
    is_number = isinstance(variable.type, NumberType) and isinstance(part.value, syntax.Nobody)
    return syntax.Number(0, span=part.value.span) if is_number else part.value


def check_given_spread(context: Context, node: syntax.GivenValue, spread: syntax.Spread) -> Iterator[model.Assign]:
    """What is kept of each member of the last kind: `given men of white : 1 on 10, none elsewhere`."""
    name = node.place.name
    known = context.world.find(name, "state") is not None
    variable = context.world.declared.variables.get(name.text) if known else None
    if variable is None:
        return
    info = context.world.declared.kinds[variable.each.kind] if variable.each is not None else None
    before = max(len(info.parts) - 1, 0) if info is not None and not info.is_whole else 0
    subject = node.place.subject
    given = subject.parts if isinstance(subject, syntax.Tuple) else (subject,) if subject is not None else ()
    if info is None or variable.each is None:
        context.refuse(types.no_of(spread.span, name.text, "single value"))
        return
    if len(given) != before:
        context.refuse(types.needs_of(node.place.span, name.text, info.name))
        return
    last = info.parts[-1] if before else make_part(context.world, info)
    fixed = tuple(context.expect(one, of.type) for one, of in zip(given, info.parts, strict=False))
    left = dict.fromkeys(last.values)
    for part in spread.parts:
        value = context.expect(_find_value(part, variable), variable.type)
        for place in _list_places(context, part, last.type, left):
            del left[place]
            member = _make_member(info, last.type, fixed, place, part.span)
            yield model.Assign(variable, member, value, span=node.span)


def _make_member(
    info: model.KindInfo, kind: Type, fixed: tuple[model.Value, ...], place: int, span: Span
) -> model.Value:
    """A member of a kind, by its last part if the others are fixed."""
    assert isinstance(kind, MemberType | NumberType)
    if fixed:
        last = model.Constant(place, type=replace(kind, low=place, high=place), span=span)
        whole = MemberType(info.name, 0, len(info.members) - 1)
        return model.Together(info.name, (*fixed, last), type=whole, span=span)
    at = place - info.numbers.low if info.numbers is not None else place
    return model.Constant(at, type=MemberType(info.name, at, at), span=span)


def _list_places(context: Context, part: syntax.Laid, kind: Type, left: Iterable[int]) -> list[int]:
    """The members, of those that are left, that a part of a line is about."""
    if part.places is None:
        return list(left)
    assert isinstance(kind, MemberType | NumberType)
    places = _find_places(context, strip_parentheses(part.places), kind)
    bits = find_constant_set(context, places)
    if bits is None:
        context.refuse(types.not_certain(places.span, places.span.text), places)
        return []
    return [each for each in left if bits >> each & 1]


def _find_places(context: Context, node: syntax.Expression, kind: MemberType | NumberType) -> model.Value:
    """The set of them, which on a board may be larger than one in play."""
    board = find_board(context.world, kind)
    if board is None or not isinstance(node, syntax.Range):
        return to_set(context.expect(node, SetType(kind)))
    low, high = (context.expect(each, kind) for each in (node.low, node.high))
    return make_rectangle(context.world, board, low, high, node.span)
