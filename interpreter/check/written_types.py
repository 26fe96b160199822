"""Types as written: ranges, kinds, parts of kinds, sets."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.convert import find_throw_type, refuse_unkept_dice
from interpreter.check.literals import read_bounds, strip_parentheses
from interpreter.check.products import find_each
from interpreter.check.values import new_context
from interpreter.check.world import INVALID, World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    MAX_NUMBER,
    MAX_SET_SIZE,
    UNBOUNDED,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    SetType,
    ThrowType,
    Type,
    YesNoType,
    count_values,
)
from interpreter.parts import PARTS
from interpreter.source import Span


def resolve_type(world: World, node: syntax.Type) -> Type:
    """A type as written; invalid, with a diagnostic, if it is none."""
    kind = _resolve(world, node)
    if kind is INVALID:
        world.drop(node.span)
    return kind


def _resolve(world: World, node: syntax.Type) -> Type:
    match node:
        case syntax.YesNoType():
            return YesNoType()
        case syntax.SetType(member_node, others):
            member = _resolve_together(world, member_node, others) if others else resolve_type(world, member_node)
            return _resolve_set(world, member, member_node, node.span, bool(others))
        case syntax.OrNoneType(some_node):
            return _resolve_maybe(world, some_node, node.span)
        case syntax.InPartsType(values, parts):
            return _resolve_parts(world, strip_parentheses(values), parts)
        case syntax.ValuesType(values):
            return _resolve_values(world, strip_parentheses(values))


def _resolve_together(world: World, first: syntax.Type, others: tuple[syntax.Expression, ...]) -> Type:
    """What a set of `row and number` has as members: one of each."""
    kinds = []
    for each in (first.values if isinstance(first, syntax.ValuesType) else first, *others):
        name, ends = each.span.text, read_bounds(each) if isinstance(each, syntax.Range) else None
        if ends is None and not isinstance(each, syntax.Reference):
            wanted = "a kind, or numbers such as `2..12`"
            return world.refuse(types.wrong_type(each.span, f"`{name}`", wanted)).type
        kinds.append(syntax.Name(name if ends is None else f"{ends[0]}..{ends[1]}", span=each.span))
    return find_each(world, tuple(kinds)) or INVALID


def _resolve_set(world: World, member: Type, node: syntax.Type, span: Span, paired: bool) -> Type:
    if member is INVALID:
        return member
    if not isinstance(member, MemberType | NumberType):
        advice = f"write `{member.dice}` alone for some of the dice" if isinstance(member, ThrowType) else ""
        if isinstance(member, MaybeType):
            advice = f"write `{span.text.removesuffix('or none').strip()}`; any set can be none"
        wanted = "a kind, or a range of numbers, to make sets of"
        return world.refuse(types.wrong_type(node.span, describe_type(member), wanted, advice)).type
    pairs = span.text.removeprefix("set of ") if paired else ""
    if count_values(member) > MAX_SET_SIZE or member.high >= MAX_SET_SIZE or member.low < 0:
        return world.refuse(types.set_too_large(span, count_values(member), MAX_SET_SIZE, pairs)).type
    return SetType(member)


def _resolve_parts(world: World, node: syntax.Expression, name: syntax.Name) -> Type:
    """`0..10 in halves`"""
    kind, parts = _resolve_values(world, node), PARTS.get(name.text)
    if parts is None:
        world.report_unknown(name.span, name.text, "part of 1", lambda: [*PARTS])
        return INVALID
    if kind is INVALID or isinstance(kind, NumberType):
        return FractionType(kind.low * parts, kind.high * parts, parts) if isinstance(kind, NumberType) else kind
    return world.refuse(types.wrong_type(node.span, describe_type(kind), "numbers, such as `0..10`")).type


def _resolve_maybe(world: World, node: syntax.Type, span: Span) -> Type:
    some = resolve_type(world, node)
    if some is INVALID:
        return some
    if isinstance(some, ThrowType):
        advice = f"write `{some.dice}` alone; it can be none of the dice"
        wanted = "a kind, or a range of numbers"
        return world.refuse(types.wrong_type(node.span, describe_type(some), wanted, advice)).type
    assert isinstance(some, MemberType | NumberType)
    if isinstance(some, MemberType) and "none" in world.declared.kinds[some.kind].members:
        found = f"`{some.kind}`, which has a member `none`"
        advice = f"write `{some.kind}` alone, or rename its member `none`"
        return world.refuse(types.wrong_type(span, found, "a kind without it", advice)).type
    return MaybeType(some)


def _resolve_values(world: World, node: syntax.Expression) -> Type:
    match node:
        case syntax.OrMore(least):
            return NumberType(least, UNBOUNDED)
        case syntax.OrLess(most):
            return NumberType(0, most)
        case syntax.Reference(name) if name in world.declared.dice:
            world.find(syntax.Name(name, span=node.span), "dice")
            dice = world.declared.dice[name].type
            return find_throw_type(dice) or refuse_unkept_dice(world, dice, node.span).type
        case syntax.Reference(name):
            known = world.find_kind(syntax.Name(name, span=node.span)) is not None
            return world.type_of_kind(name) if known else INVALID
        case syntax.Range(low_node, high_node):
            ends = read_bounds(node)
            if ends is None:
                return _resolve_part(world, low_node, high_node, node.span)
            if ends[0] > ends[1]:
                return world.refuse(types.range_backwards(node.span, low_node.span.text, high_node.span.text)).type
            if max(map(abs, ends)) > MAX_NUMBER:
                allowed = f"-{MAX_NUMBER}..{MAX_NUMBER}"
                return world.refuse(types.out_of_range(node.span, f"`{node.span.text}`", allowed)).type
            return NumberType(*ends)
    advice = (
        "write `yes or no`, a range such as `0..3` or `0+`, a kind, a part of one (`a..c`), or `set of` one of these"
    )
    if isinstance(node, syntax.Of) and node.name.text in ("list", "order", "queue", "sequence"):
        advice = f"declare a pile for what has an order: a line `pile queue : {node.subject.span.text}, face up`"
    return world.refuse(types.wrong_type(node.span, f"`{node.span.text}`", "a type", advice)).type


def _resolve_part(world: World, low_node: syntax.Expression, high_node: syntax.Expression, span: Span) -> Type:
    low, high = map(new_context(world, "").infer, (low_node, high_node))
    one, other = low.type, high.type
    constant = isinstance(low, model.Constant) and isinstance(high, model.Constant)
    if not constant or not isinstance(one, MemberType) or not isinstance(other, MemberType) or one.kind != other.kind:
        return world.refuse(types.wrong_type(span, f"`{span.text}`", "a part of one kind"), low, high).type
    if one.low > other.low:
        return world.refuse(types.range_backwards(span, low_node.span.text, high_node.span.text)).type
    return MemberType(one.kind, one.low, other.low)
