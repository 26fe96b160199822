"""Types as written: ranges, kinds, parts of kinds, sets."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.arithmetic import read_bounds
from interpreter.check.convert import find_throw_type, report_unkept_dice
from interpreter.check.values import new_context
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    MAX_NUMBER,
    MAX_SET_SIZE,
    UNBOUNDED,
    MaybeType,
    MemberType,
    NumberType,
    SetType,
    ThrowType,
    Type,
    YesNoType,
    count_values,
)
from interpreter.source import Span


def resolve_type(world: World, node: syntax.Type) -> Type | None:
    """A type as written; None, with a diagnostic, if it is none."""
    kind = _resolve(world, node)
    if kind is None:
        world.drop(node.span)
    return kind


def _resolve(world: World, node: syntax.Type) -> Type | None:
    match node:
        case syntax.YesNoType():
            return YesNoType()
        case syntax.SetType(member_node):
            return _resolve_set(world, member_node, node.span)
        case syntax.OrNoneType(some_node):
            return _resolve_maybe(world, some_node, node.span)
        case syntax.ValuesType(values):
            return _resolve_values(world, values)


def _resolve_set(world: World, node: syntax.Type, span: Span) -> Type | None:
    member = resolve_type(world, node)
    if member is None:
        return None
    if not isinstance(member, MemberType | NumberType):
        advice = f"write `{member.dice}` alone for some of the dice" if isinstance(member, ThrowType) else ""
        if isinstance(member, MaybeType):
            advice = f"write `{span.text.removesuffix('or none').strip()}`; any set can be none"
        wanted = "a kind, or a range of numbers, to make sets of"
        world.report(types.wrong_type(node.span, describe_type(member), wanted, advice))
        return None
    if count_values(member) > MAX_SET_SIZE or member.high >= MAX_SET_SIZE or member.low < 0:
        world.report(types.set_too_large(span, count_values(member), MAX_SET_SIZE))
        return None
    return SetType(member)


def _resolve_maybe(world: World, node: syntax.Type, span: Span) -> Type | None:
    some = resolve_type(world, node)
    if some is None:
        return None
    if isinstance(some, ThrowType):
        advice = f"write `{some.dice}` alone; it can be none of the dice"
        world.report(types.wrong_type(node.span, describe_type(some), "a kind, or a range of numbers", advice))
        return None
    assert isinstance(some, MemberType | NumberType)
    if isinstance(some, MemberType) and "none" in world.kinds[some.kind].members:
        advice = f"write `{some.kind}` alone, or rename its member `none`"
        world.report(types.wrong_type(span, f"`{some.kind}`, which has a member `none`", "a kind without it", advice))
        return None
    return MaybeType(some)


def _resolve_values(world: World, node: syntax.Expression) -> Type | None:
    match node:
        case syntax.OrMore(least):
            return NumberType(least, UNBOUNDED)
        case syntax.OrLess(most):
            return NumberType(0, most)
        case syntax.Reference(name):
            if name in world.dice:
                world.find(syntax.Name(name, span=node.span), "dice")
                return _resolve_dice(world, world.dice[name], node.span)
            if world.find_kind(syntax.Name(name, span=node.span)) is None:
                return None
            return world.all_members(name)
        case syntax.Range(low_node, high_node):
            ends = read_bounds(node)
            if ends is None:
                return _resolve_part(world, low_node, high_node, node.span)
            if ends[0] > ends[1]:
                world.report(types.range_backwards(node.span, low_node.span.text, high_node.span.text))
                return None
            if max(map(abs, ends)) > MAX_NUMBER:
                allowed = f"-{MAX_NUMBER}..{MAX_NUMBER}"
                world.report(types.out_of_range(node.span, f"`{node.span.text}`", allowed))
                return None
            return NumberType(*ends)
        case syntax.Grouped(inner):
            return _resolve_values(world, inner)
    advice = (
        "write `yes or no`, a range such as `0..3` or `0+`, a kind, a part of one (`a..c`), or `set of` one of these"
    )
    world.report(types.wrong_type(node.span, f"`{node.span.text}`", "a type", advice))
    return None


def _resolve_dice(world: World, dice: model.DiceInfo, span: Span) -> Type | None:
    throw = find_throw_type(dice.type)
    if throw is None:
        report_unkept_dice(world, dice.type, span)
    return throw


def _resolve_part(world: World, low_node: syntax.Expression, high_node: syntax.Expression, span: Span) -> Type | None:
    context = new_context(world, "")
    low, high = context.infer(low_node), context.infer(high_node)
    if low is None or high is None:
        return None
    if (
        not isinstance(low, model.Constant)
        or not isinstance(high, model.Constant)
        or not isinstance(low.type, MemberType)
        or not isinstance(high.type, MemberType)
        or low.type.kind != high.type.kind
    ):
        world.report(types.wrong_type(span, f"`{span.text}`", "a part of one kind"))
        return None
    if low.value > high.value:
        world.report(types.range_backwards(span, low_node.span.text, high_node.span.text))
        return None
    return MemberType(low.type.kind, low.value, high.value)
