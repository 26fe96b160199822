"""For whom something is kept: the members of a kind, or of several that go together, `score of (thrower, sixes)`.

What is kept for the members of several kinds is kept for those of one more, which has a member for each way to put
them together, the first kind counting most.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import MemberType
from interpreter.source import Span

MOST_KEPT = 4096
"""For how many members something may be kept."""


def find_each(world: World, kinds: tuple[syntax.Name, ...]) -> MemberType | None:
    """The kind for whose members something is kept; None if it is not, or, with a diagnostic, for something unknown."""
    if not kinds or None in [world.find_kind(each) for each in kinds]:
        return None
    if len(kinds) == 1:
        return world.all_members(kinds[0].text)
    name = model.PAIRED.join(each.text for each in kinds)
    if name not in world.kinds:
        infos = [world.kinds[each.text] for each in kinds]
        number = prod(len(each.members) for each in infos)
        if number > MOST_KEPT:
            found, allowed = f"a value for each of {number:,}", f"at most {MOST_KEPT:,} values"
            world.report(types.out_of_range(kinds[-1].span, found, allowed, None, "keep it for fewer members"))
            return None
        world.kinds[name] = _pair(name, infos)
    return world.all_members(name)


def _pair(name: str, infos: list[model.KindInfo]) -> model.KindInfo:
    values = tuple(product(*(range(len(each.members)) for each in infos)))
    parts = tuple(
        model.KindPart(each.name, MemberType(each.name, 0, len(each.members) - 1), tuple(one[at] for one in values))
        for at, each in enumerate(infos)
    )
    members = tuple(f"({', '.join(each)})" for each in product(*(info.members for info in infos)))
    shown = tuple(", ".join(each) for each in product(*(info.shown for info in infos)))
    return model.KindInfo(name, members, shown, parts)


def check_index(
    context: Context, name: str, subject: syntax.Expression, variable: model.Variable, span: Span
) -> model.Value | None:
    """What stands after `of`: a member of the kind that something is kept for, or as many as there are kinds."""
    assert variable.each is not None
    info = context.world.kinds[variable.each.kind]
    given = len(subject.parts) if isinstance(subject, syntax.Tuple) else 1
    if given != len(info.parts) and (info.is_pairing or (not info.parts and given > 1)):
        context.world.report(types.needs_of(span, name, info.name))
        return None
    if isinstance(subject, syntax.Tuple) and info.is_pairing and not _is_in_order(context, subject, info):
        return None
    return context.expect(subject, variable.each)


def _is_in_order(context: Context, subject: syntax.Tuple, info: model.KindInfo) -> bool:
    """Whether the parts are of the kinds in their order. The right parts in another order are reported as one."""
    parts = [context.infer(each) for each in subject.parts]
    if None in parts:
        return False
    kinds = [each.type.kind if each is not None and isinstance(each.type, MemberType) else "" for each in parts]
    wanted = [each.name for each in info.parts]
    if kinds == wanted or sorted(kinds) != sorted(wanted):
        return True
    written = [subject.parts[kinds.index(each)].span.text for each in wanted]
    context.world.report(types.parts_swapped(subject.span, info.name, written))
    return False


def check_start(
    context: Context, node: syntax.Keep, variable: model.Variable
) -> tuple[model.Value | None, model.Variable | None]:
    """What something is to begin with, and the name by which that knows for whom: the name of the kind."""
    if variable.each is None:
        return context.expect(node.start, variable.type), None
    each = model.Variable(variable.each.kind, variable.name, "bound", variable.each)
    info = context.world.kinds[variable.each.kind]
    if not info.is_pairing:
        return context.nest(each).expect(node.start, variable.type), each
    once = {name for name, times in Counter(part.name for part in info.parts).items() if times == 1}
    named = {part: model.Variable(part.name, variable.name, "bound", part.type) for part in info.parts}
    start = context.nest(*(one for part, one in named.items() if part.name in once)).expect(node.start, variable.type)
    for part, one in named.items():
        if start is not None and part.name in once:
            whole = model.Read(each, type=variable.each, span=node.start.span)
            held = model.Attribute(part.name, whole, part.values, type=part.type, span=node.start.span)
            start = model.Named(one, held, start, type=start.type, span=node.start.span)
    return start, each
