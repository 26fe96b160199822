"""Kinds with a member for each way to put members of other kinds, or other values, together.

Answers in several parts are such members, `(3, 5)`, and what is kept for the members of several kinds is kept for
those of their product, `score of (thrower, sixes)`. The first part counts most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import prod

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.world import INVALID, World, describe_type
from interpreter.diagnostics.messages import choices as errors
from interpreter.diagnostics.messages import types
from interpreter.domains import MemberType, SetType, Type
from interpreter.source import NOWHERE, Span

MOST_KEPT = 4096
"""For how many members something may be kept."""


def make_product(
    name: str, factors: Sequence[tuple[model.KindPart, Sequence[str], Sequence[str]]], span: Span = NOWHERE
) -> model.KindInfo:
    """The product of some values, which come with how they are written, and shown."""
    values = tuple(product(*(part.values for part, _, _ in factors)))
    parts = tuple(
        model.KindPart(part.name, part.type, tuple(each[at] for each in values))
        for at, (part, _, _) in enumerate(factors)
    )
    members = tuple(f"({', '.join(each)})" for each in product(*(written for _, written, _ in factors)))
    labels = tuple(", ".join(each) for each in product(*(shown for _, _, shown in factors)))
    return model.KindInfo(name, members, labels, parts, span=span)


# ---- what is kept for each


def find_each(world: World, kinds: tuple[syntax.Name, ...]) -> MemberType | None:
    """The kind for whose members something is kept; None if it is not, or, with a diagnostic, for something unknown."""
    if not kinds or None in [world.find_kind(each) for each in kinds]:
        return None
    if len(kinds) == 1:
        return world.all_members(kinds[0].text)
    name = model.PAIRED.join(each.text for each in kinds)
    if name not in world.declared.kinds:
        infos = [world.declared.kinds[each.text] for each in kinds]
        number = prod(len(each.members) for each in infos)
        if number > MOST_KEPT:
            found, allowed = f"a value for each of {number:,}", f"at most {MOST_KEPT:,} values"
            world.report(types.out_of_range(kinds[-1].span, found, allowed, None, "keep it for fewer members"))
            return None
        world.declared.kinds[name] = make_product(name, [
            (
                model.KindPart(each.name, world.all_members(each.name), tuple(range(len(each.members)))),
                each.members,
                each.shown,
            )
            for each in infos
        ])  # fmt: skip
    return world.all_members(name)


def check_index(
    context: Context, name: str, subject: syntax.Expression, variable: model.Variable, span: Span
) -> model.Value:
    """What stands after `of`: a member of the kind that something is kept for, or as many as there are kinds."""
    assert variable.each is not None
    info = context.world.declared.kinds[variable.each.kind]
    given = len(subject.parts) if isinstance(subject, syntax.Tuple) else 1
    if given != len(info.parts) and (info.is_pairing or (not info.parts and given > 1)):
        return context.refuse(types.needs_of(span, name, info.name))
    if isinstance(subject, syntax.Tuple) and info.is_pairing:
        found = [context.infer(each).type for each in subject.parts]
        if INVALID in found:
            return context.world.make_invalid(span)
        kinds = [each.kind if isinstance(each, MemberType) else "" for each in found]
        wanted = [each.name for each in info.parts]
        if kinds != wanted and sorted(kinds) == sorted(wanted):
            written = [subject.parts[kinds.index(each)].span.text for each in wanted]
            return context.refuse(types.parts_swapped(subject.span, info.name, written))
    return context.expect(subject, variable.each)


def check_start(
    context: Context, node: syntax.Keep, variable: model.Variable
) -> tuple[model.Value, model.Variable | None]:
    """What something is to begin with, and the name by which that knows for whom: the name of the kind."""
    if variable.each is None:
        return context.expect(node.start, variable.type), None
    each = model.Variable(variable.each.kind, variable.name, "bound", variable.each)
    info = context.world.declared.kinds[variable.each.kind]
    if not info.is_pairing:
        return context.nest(each).expect(node.start, variable.type), each
    times = Counter(part.name for part in info.parts)
    named = {
        part: model.Variable(part.name, variable.name, "bound", part.type)
        for part in info.parts
        if times[part.name] == 1
    }
    start = context.nest(*named.values()).expect(node.start, variable.type)
    whole = model.Read(each, type=variable.each, span=node.start.span)
    for part, one in named.items():
        held = model.Attribute(part.name, whole, part.values, type=part.type, span=whole.span)
        start = model.Named(one, held, start, type=start.type, span=whole.span)
    return start, each


# ---- answers in several parts, as values


def check_tuple(context: Context, node: syntax.Tuple, hint: Type | None) -> model.Value:
    """`(3, 5)`: an answer by its parts. Where nothing says of which choice, it is that of the only one that fits."""
    world = context.world
    kind = hint.member if isinstance(hint, SetType) else hint
    wanted = world.declared.kinds.get(kind.kind) if isinstance(kind, MemberType) else None
    known = [each for each in world.declared.kinds.values() if each.parts and not each.is_pairing]
    possible = [wanted] if wanted is not None and wanted.parts else known
    fitting = [each for each in possible if len(each.parts) == len(node.parts)]
    if len(fitting) != 1:
        numbers = {each.name: len(each.parts) for each in possible}
        return context.refuse(errors.no_such_tuple(node.span, [each.span.text for each in node.parts], numbers))
    info = fitting[0]
    values = tuple(context.expect(each, part.type) for each, part in zip(node.parts, info.parts, strict=True))
    constants = tuple(each.value for each in values if isinstance(each, model.Constant))
    if len(constants) < len(values):
        return model.Together(info.name, values, type=world.all_members(info.name), span=node.span)
    at = list(zip(*(each.values for each in info.parts), strict=True)).index(constants)
    return model.Constant(at, type=MemberType(info.name, at, at), span=node.span)


def check_part(context: Context, node: syntax.Column) -> model.Value:
    """A part of an answer that has several: `bid.face`."""
    world, name = context.world, node.table
    whole = context.infer(syntax.Reference(name.text, span=name.span))
    info = world.declared.kinds[whole.type.kind] if isinstance(whole.type, MemberType) else None
    if info is None or not info.parts:
        found = describe_type(whole.type)
        return context.refuse(errors.no_parts(node.span, name.text, found, node.column.text), whole)
    part = next((each for each in info.parts if each.name == node.column.text), None)
    if part is None:
        known = [each.name for each in info.parts]
        world.report_unknown(node.column.span, node.column.text, f"part of `{info.name}`", lambda: known)
        return world.make_invalid(node.span)
    world.note_member(node.column.span, info.name, part.name)
    return model.Attribute(part.name, whole, part.values, type=part.type, span=node.span)
