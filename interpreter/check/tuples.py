"""Answers in several parts, as values: put together from their parts, and taken apart."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.convert import coerce
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import choices as errors
from interpreter.domains import MemberType, SetType, Type


def check_tuple(context: Context, node: syntax.Tuple, hint: Type | None) -> model.Value | None:
    """`(3, 5)`: an answer by its parts. Where nothing says of which choice, it is that of the only one that fits."""
    world = context.world
    info = _find_tuple_kind(world, hint)
    possible = [info] if info is not None else [
        each for each in world.kinds.values() if each.parts and not each.is_pairing
    ]
    fitting = [each for each in possible if len(each.parts) == len(node.parts)]
    if len(fitting) != 1:
        known = {each.name: len(each.parts) for each in possible}
        world.report(errors.no_such_tuple(node.span, [each.span.text for each in node.parts], known))
        return None
    info = fitting[0]
    given = [context.infer(each, part.type) for each, part in zip(node.parts, info.parts, strict=True)]
    coerced = [each and coerce(world, each, part.type) for each, part in zip(given, info.parts, strict=True)]
    values = tuple(each for each in coerced if each is not None)
    if len(values) < len(coerced):
        return None
    whole = world.all_members(info.name)
    constants = tuple(each.value for each in values if isinstance(each, model.Constant))
    if len(constants) < len(values):
        return model.Together(info.name, values, type=whole, span=node.span)
    at = list(zip(*(each.values for each in info.parts), strict=True)).index(constants)
    return model.Constant(at, type=MemberType(info.name, at, at), span=node.span)


def _find_tuple_kind(world: World, hint: Type | None) -> model.KindInfo | None:
    kind = hint.member if isinstance(hint, SetType) else hint
    info = world.kinds.get(kind.kind) if isinstance(kind, MemberType) else None
    return info if info is not None and info.parts else None


def check_part(context: Context, node: syntax.Column) -> model.Value | None:
    """A part of an answer that has several: `bid.face`."""
    world, name = context.world, node.table
    whole = context.infer(syntax.Reference(name.text, span=name.span))
    if whole is None:
        return None
    info = world.kinds[whole.type.kind] if isinstance(whole.type, MemberType) else None
    if info is None or not info.parts:
        world.report(errors.no_parts(node.span, name.text, describe_type(whole.type), node.column.text))
        return None
    part = next((each for each in info.parts if each.name == node.column.text), None)
    if part is None:
        known = [each.name for each in info.parts]
        world.report_unknown(node.column.span, node.column.text, f"part of `{info.name}`", lambda: known)
        return None
    world.note_member(node.column.span, info.name, part.name)
    return model.Attribute(part.name, whole, part.values, type=part.type, span=node.span)
