"""Values: from expressions to typed values.

Types flow both ways: a value is computed with a `hint` of what is expected, so that the alternatives of an
option or the offers of a choice need no names of their own in the ruleset. Whatever cannot be typed is
reported once and gives None, and whoever asked for it stays silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from interpreter import model, syntax
from interpreter.check.ambiguous_where import report_ambiguous_where
from interpreter.check.arithmetic import check_arithmetic, check_range_as_set, join_all
from interpreter.check.cards import check_top
from interpreter.check.comparisons import compare, regroup
from interpreter.check.context import YES_NO, Context, bind_variable, check_new_local
from interpreter.check.convert import coerce, is_same_sort, join_types, to_set, to_total
from interpreter.check.references import check_applied, check_column, check_of, check_reference, make_everything
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import MemberType, NumberType, RollType, SetType, TextType, Type, YesNoType


def new_context(world: World, owner: str, known: Mapping[str, model.Variable] | None = None) -> Context:
    """A place to work values out from: `owner` is what locals belong to, `known` the names known only there."""
    return Context(world, owner, dict(known or {}), infer)


def infer(context: Context, node: syntax.Expression, hint: Type | None = None) -> model.Value | None:
    match node:
        case syntax.Number(value):
            return model.Constant(value, type=NumberType(value, value), span=node.span)
        case syntax.YesNo(value):
            return model.Constant(int(value), type=YES_NO, span=node.span)
        case syntax.Nobody():
            return model.Constant(0, type=SetType(None), span=node.span)
        case syntax.Quoted(text):
            return model.TextConstant(text.text, type=TextType(), span=node.span)
        case syntax.Grouped(inner):
            return context.infer(inner, hint)
        case syntax.Faces() | syntax.Anything():
            _report_not_a_value(context, node)
            return None
        case syntax.OrMore() | syntax.OrLess() | syntax.Range():
            return check_range_as_set(context, node, hint)
        case syntax.Reference(name):
            return check_reference(context, name, node, hint)
        case syntax.Everything(kind):
            return make_everything(context, kind)
        case syntax.Of():
            return check_of(context, node)
        case syntax.TopOf():
            return check_top(context, node)
        case syntax.Column():
            return check_column(context, node)
        case syntax.Applied():
            return check_applied(context, node)
        case syntax.Arithmetic():
            return check_arithmetic(context, node, hint)
        case syntax.Minus(operand):
            zero = syntax.Number(0, span=node.span)
            return check_arithmetic(context, syntax.Arithmetic("-", zero, operand, span=node.span), hint)
        case syntax.Compared():
            report_ambiguous_where(context, node)
            return compare(context, node)
        case syntax.Negated(operand):
            report_ambiguous_where(context, node)
            return _negate(context, operand, node)
        case syntax.AllOf():
            return _check_all_of(context, node, hint)
        case syntax.AnyOf(parts):
            if _report_cut_comparison(context, parts):
                return None
            conditions = context.expect_conditions(parts)
            return None if conditions is None else model.Either(conditions, type=YES_NO, span=node.span)
        case syntax.Conditional():
            return _check_conditional(context, node, hint)
        case syntax.Quantified():
            report_ambiguous_where(context, node)
            return _check_quantified(context, node)
        case syntax.Summed():
            return _check_summed(context, node)
        case _:
            assert_never(node)


def _negate(context: Context, operand: syntax.Expression, node: syntax.Negated) -> model.Value | None:
    """The opposite of a condition. How far its `where` reaches has been looked at together with the `not`."""
    held = (
        _check_quantified(context, operand)
        if isinstance(operand, syntax.Quantified)
        else context.infer(operand, YES_NO)
    )
    held = held and coerce(context.world, held, YES_NO)
    return held and model.Not(held, type=YES_NO, span=node.span)


def _report_not_a_value(context: Context, node: syntax.Faces | syntax.Anything) -> None:
    if isinstance(node, syntax.Faces):
        spaced = " + ".join(map(str, node.faces))
        advice = f"compare a roll with it (`swing is {node.span.text}`), or put spaces to add: `{spaced}`"
        context.world.report(types.not_a_value(node.span, f"`{node.span.text}` (the faces of a roll)", advice))
    else:
        context.world.report(types.not_a_value(node.span, "`any`", "`any` stands in the key of a table's row"))


def _report_cut_comparison(context: Context, parts: tuple[syntax.Expression, ...]) -> bool:
    """`x is a or b`, where `x is a or x is b` is meant: whether that was found, and reported."""
    first = parts[0]
    for part in parts[1:]:
        if not isinstance(first, syntax.Compared) or not isinstance(part, syntax.Reference | syntax.Number):
            continue
        value = context.infer(part, None)
        if value is not None and not isinstance(value.type, YesNoType):
            left = first.left.span.text
            advice = f"write `{first.span.text} or {left} {first.comparator} {part.span.text}`"
            context.world.report(types.wrong_type(part.span, describe_type(value.type), "yes or no", advice))
            return True
    return False


def _check_all_of(context: Context, node: syntax.AllOf, hint: Type | None) -> model.Value | None:
    parts = regroup(context, node.parts)
    if len(parts) == 1:
        return context.infer(parts[0], hint)
    first = context.infer(parts[0], hint)
    if first is None:
        return None
    if isinstance(first.type, MemberType | NumberType | SetType):
        return join_all(context, parts, first, node)
    conditions = context.expect_conditions(parts)
    return None if conditions is None else model.Both(conditions, type=YES_NO, span=node.span)


def _check_conditional(context: Context, node: syntax.Conditional, hint: Type | None) -> model.Value | None:
    test = context.expect_condition(node.condition)
    value = context.infer(node.value, hint)
    other = context.infer(node.other, hint or (value.type if value else None))
    if test is None or value is None or other is None:
        return None
    if isinstance(hint, SetType) and not all(is_same_sort(to_set(each).type, hint) for each in (value, other)):
        fitting = [coerce(context.world, each, hint) for each in (value, other)]
        return fitting[0] and fitting[1]
    value, other = (to_total(value), to_total(other)) if value.type != other.type else (value, other)
    kind = join_types(value.type, other.type)
    if kind is None:
        context.world.report(types.wrong_type(other.span, describe_type(other.type), describe_type(value.type)))
        return None
    if isinstance(kind, SetType):
        value, other = to_set(value), to_set(other)
    return model.Chosen(test, value, other, type=kind, span=node.span)


def _check_quantified(context: Context, node: syntax.Quantified) -> model.Value | None:
    domain = context.infer(node.domain)
    if domain is None:
        return None
    if isinstance(domain.type, RollType):
        return _check_counted_dice(context, node, domain, domain.type)
    domain = to_set(domain)
    if node.subsets and node.quantifier == "those":
        advice = "a set has members, no sets: ask `some`, `no`, `count of` or `sum of` of subsets"
        context.world.report(types.not_a_value(node.span, "a set of sets", advice))
        return None
    variable = bind_variable(context, node.variable, domain, node.subsets)
    if variable is None:
        return None
    test = context.nest(variable).expect_condition(node.condition)
    if test is None:
        return None
    assert isinstance(domain.type, SetType)
    kind: Type = YES_NO
    if node.quantifier == "those":
        kind = domain.type
    elif node.quantifier == "count":
        kind = NumberType(0, _count_most(domain.type, node.subsets))
    return model.Quantified(node.quantifier, variable, domain, test, node.subsets, type=kind, span=node.span)


def _count_most(kind: SetType, subsets: bool) -> int:
    """How many members, or subsets, a set of this type can have at most."""
    members = kind.member.high - kind.member.low + 1 if kind.member else 0
    return int(2**members) if subsets else members


def _check_summed(context: Context, node: syntax.Summed) -> model.Value | None:
    domain = context.infer(node.domain)
    variable = bind_variable(context, node.variable, to_set(domain), node.subsets) if domain is not None else None
    if domain is None or variable is None:
        return None
    domain, inner = to_set(domain), context.nest(variable)
    test = inner.expect_condition(node.condition) if node.condition is not None else None
    value = inner.infer(node.value)
    if value is None or (node.condition is not None and test is None):
        return None
    value = to_total(value)
    if not isinstance(value.type, NumberType):
        context.world.report(types.wrong_type(value.span, describe_type(value.type), "a number to add up"))
        return None
    assert isinstance(domain.type, SetType)
    most = _count_most(domain.type, node.subsets)
    kind = NumberType(min(value.type.low * most, 0), max(value.type.high * most, 0))
    return model.Summed(variable, domain, test, value, node.subsets, type=kind, span=node.span)


def _check_counted_dice(
    context: Context, node: syntax.Quantified, roll: model.Value, kind: RollType
) -> model.Value | None:
    if node.quantifier == "those":
        advice = "dice of a roll can be counted: `count of die in throw where die is 1`"
        context.world.report(types.wrong_type(node.domain.span, describe_type(kind), "a set", advice))
        return None
    if not check_new_local(context, node.variable):
        return None
    face = NumberType(1, kind.faces)
    variable = model.Variable(node.variable.text, context.owner, "bound", face, span=node.variable.span)
    test = context.nest(variable).expect_condition(node.condition)
    if test is None:
        return None
    found: Type = NumberType(0, kind.number) if node.quantifier == "count" else YES_NO
    return model.CountedDice(node.quantifier, variable, roll, test, type=found, span=node.span)
