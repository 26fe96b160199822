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
from interpreter.check.convert import can_overlap, coerce, is_same_sort, join_types
from interpreter.check.world import INVALID, World, describe_type
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import choices as errors
from interpreter.diagnostics.messages import types
from interpreter.domains import MemberType, NumberType, SetType, Type
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


# ---- kinds of numbers


def make_number_kind(world: World, name: syntax.Name, span: Span, low: int, high: int) -> model.KindInfo | None:
    """The kind whose members are numbers; None, with a diagnostic, for a range that is backwards or too long."""
    if low > high:
        world.report(types.range_backwards(span, str(low), str(high)))
        return None
    if high - low >= MOST_KEPT:
        found, allowed = f"a range of {high - low + 1:,} numbers", f"at most {MOST_KEPT:,}"
        world.report(types.out_of_range(span, found, allowed, None, "use fewer numbers"))
        return None
    numbers = tuple(range(low, high + 1))
    written = tuple(map(str, numbers))
    part = model.KindPart(name.text, NumberType(low, high), numbers)
    return model.KindInfo(name.text, written, written, (part,), span=name.span)


# ---- what is kept for each


def _find_kind(world: World, name: syntax.Name) -> bool:
    """Whether there is a kind of this name, or of these numbers: `2..12`."""
    low, dots, high = name.text.partition("..")
    if not dots:
        return world.find_kind(name) is not None and name.text in world.declared.kinds
    info = world.declared.kinds.get(name.text) or make_number_kind(world, name, name.span, int(low), int(high))
    if info is not None:
        world.declared.kinds[name.text] = info
    return info is not None


def find_each(world: World, kinds: tuple[syntax.Name, ...]) -> MemberType | None:
    """The kind for whose members something is kept; None if it is not, or, with a diagnostic, for something unknown."""
    if not kinds or False in [_find_kind(world, each) for each in kinds]:
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
        factors = [(make_part(world, each), each.members, each.shown) for each in infos]
        world.declared.kinds[name] = make_product(name, factors)
    return world.all_members(name)


def make_part(world: World, info: model.KindInfo) -> model.KindPart:
    """All members of a kind, as a part of others."""
    values = info.parts[0].values if info.numbers else tuple(range(len(info.members)))
    return model.KindPart(info.name, world.type_of_kind(info.name), values)


def expect_member(context: Context, node: syntax.Expression, each: MemberType) -> model.Value:
    """A member of a kind that something is kept for, which may be one of numbers."""
    return make_place(context.world, context.infer(node, context.world.declared.kinds[each.kind].numbers or each), each)


def make_place(world: World, value: model.Value, each: MemberType) -> model.Value:
    numbers = world.declared.kinds[each.kind].numbers
    made = coerce(world, value, numbers or each)
    if numbers is None or made.type is INVALID:
        return made
    if isinstance(made, model.Constant):
        at = made.value - numbers.low
        return model.Constant(at, type=MemberType(each.kind, at, at), span=made.span)
    return model.Together(each.kind, (made,), type=each, span=made.span)


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
        wanted = [each.name if isinstance(each.type, MemberType) else "" for each in info.parts]
        if kinds != wanted and sorted(kinds) == sorted(wanted):
            written = [subject.parts[kinds.index(each)].span.text for each in wanted]
            return context.refuse(types.parts_swapped(subject.span, info.name, written))
    return expect_member(context, subject, variable.each)


@dataclass(frozen=True)
class EachMember:
    """The members of a kind for which something is worked out: `variable` holds one of them, and `context` knows it by
    the name of its kind, or those of its parts by theirs."""

    variable: model.Variable
    context: Context
    parts: tuple[tuple[model.Variable, model.KindPart], ...]

    def name(self, value: model.Value) -> model.Value:
        """A value in which these names are known."""
        whole = model.Read(self.variable, type=self.variable.type, span=value.span)
        for one, part in self.parts:
            held = model.Attribute(part.name, whole, part.values, type=part.type, span=value.span)
            value = model.Named(one, held, value, type=value.type, span=value.span)
        return value


def find_each_member(context: Context, owner: str, kind: MemberType) -> EachMember:
    each = model.Variable(kind.kind, owner, "bound", kind)
    info = context.world.declared.kinds[kind.kind]
    if not info.is_pairing and info.numbers is None:
        return EachMember(each, context.nest(each), ())
    times = Counter(part.name for part in info.parts)
    named = tuple(
        (model.Variable(part.name, owner, "bound", part.type), part) for part in info.parts if times[part.name] == 1
    )
    return EachMember(each, context.nest(*(one for one, _ in named)), named)


# ---- answers in several parts, as values

TILE = "a tile with two written numbers", "to find another, write `some tile in ... where low of tile is ...`"
"""What is expected, and what helps, where a tile is worked out."""


def check_tuple(context: Context, node: syntax.Tuple, hint: Type | None) -> model.Value:
    """`(3, 5)`: an answer by its parts, a tile, a place on a board, or a pair. Where nothing says of which choice or
    board, it is that of the only one whose parts can have these values, first among choices, and pairs last."""
    world = context.world
    kind = hint.member if isinstance(hint, SetType) else hint
    wanted = world.declared.kinds.get(kind.kind) if isinstance(kind, MemberType) else None
    kinds = world.declared.kinds.values()
    known = [each for each in kinds if len(each.parts) > 1 and not each.is_pairing]
    possible = [wanted] if wanted is not None and wanted.parts else known
    fitting = [each for each in possible if len(each.parts) == len(node.parts)]
    if not fitting and possible is known:
        fitting = [each for each in kinds if each.is_pairing and len(each.parts) == len(node.parts)]
    if len(fitting) > 1 and any(each.is_tiles or each.is_board or each.is_pairing for each in fitting):
        given = [context.infer(each).type for each in node.parts]
        types_of = {each.name: [part.type for part in each.parts] for each in fitting}
        fitting = [each for each in fitting if all(map(is_same_sort, given, types_of[each.name]))]
        fitting = [each for each in fitting if all(map(can_overlap, given, types_of[each.name]))]
        whole = [each for each in fitting if [*map(join_types, types_of[each.name], given)] == types_of[each.name]]
        fitting = [each for each in whole if not each.is_board] or whole or fitting
    if len(fitting) != 1:
        numbers = {each.name: len(each.parts) for each in possible}
        return context.refuse(errors.no_such_tuple(node.span, [each.span.text for each in node.parts], numbers))
    info = fitting[0]
    values = tuple(context.expect(each, part.type) for each, part in zip(node.parts, info.parts, strict=True))
    constants = tuple(each.value for each in values if isinstance(each, model.Constant))
    if info.is_tiles and len(constants) < len(values):
        return context.refuse(types.wrong_type(node.span, f"`{node.span.text}`", *TILE), *values)
    if info.is_tiles:
        constants = tuple(sorted(constants))
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
