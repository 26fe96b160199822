"""Values that go through the members of a set, its subsets, or the dice of a roll: `some`, `count of`, `sum of`, `the
... with most` and their kin."""

from __future__ import annotations

from typing import assert_never

from interpreter import model, syntax
from interpreter.check.context import YES_NO, Context, bind_variable, find_member_type
from interpreter.check.convert import coerce, find_throw_type, is_same_sort, to_collection, to_set, to_throw, to_total
from interpreter.check.lying_cards import count_lying
from interpreter.check.traversal import walk_values
from interpreter.check.world import describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import NUMBERS_IN_SETS, MemberType, NumberType, RollType, SetType, ThrowType, Type


def check_members(context: Context, node: syntax.Summed | syntax.Best | syntax.Neighbour) -> model.Value | None:
    match node:
        case syntax.Summed():
            return _check_summed(context, node)
        case syntax.Best():
            return _check_best(context, node)
        case syntax.Neighbour():
            return _check_neighbour(context, node)
        case _:
            assert_never(node)


def infer_members(
    context: Context, variable: syntax.Name, domain: syntax.Expression, condition: syntax.Expression | None
) -> model.Value | None:
    """What is gone through: a set, or those of its members for which something holds; or a roll."""
    if condition is None:
        return context.infer(domain)
    span = domain.span.to(condition.span)
    return context.infer(syntax.Quantified("those", variable, domain, condition, subsets=False, span=span))


def check_quantified(context: Context, node: syntax.Quantified) -> model.Value | None:
    domain = context.infer(node.domain)
    if domain is None:
        return None
    if not node.subsets and isinstance(domain.type, RollType | ThrowType):
        return _check_dice(context, node, domain, domain.type)
    domain = to_collection(domain, node.subsets)
    if node.subsets and node.quantifier == "those":
        _report_set_of_sets(context, node)
        return None
    variable = bind_variable(context, node.variable, domain, node.subsets)
    if variable is None:
        return None
    test = context.nest(variable).expect_condition(node.condition)
    if test is None:
        return None
    kind: Type = YES_NO
    if node.quantifier == "those":
        kind = domain.type
    elif node.quantifier == "count":
        lying = 0 if node.subsets else count_lying(context.world, domain)
        kind = NumberType(0, lying or _count_most(domain.type, node.subsets))
    return model.Quantified(node.quantifier, variable, domain, test, node.subsets, type=kind, span=node.span)


def _report_set_of_sets(context: Context, node: syntax.Quantified | syntax.Best) -> None:
    advice = "use `some`, `no`, `count of`, `sum of` or `the ... with most ...` on subsets"
    context.world.report(types.not_a_value(node.span, "a set of sets", advice))


def _count_most(kind: Type, subsets: bool) -> int:
    """How many members, or subsets, a set of this type can have at most; how many dice or parts, a throw."""
    if isinstance(kind, RollType | ThrowType):
        return int(2**kind.number) if subsets else kind.number
    assert isinstance(kind, SetType)
    members = kind.member.high - kind.member.low + 1 if kind.member else 0
    return int(2**members) if subsets else members


def _check_summed(context: Context, node: syntax.Summed) -> model.Value | None:
    domain = context.infer(node.domain)
    domain = domain and to_collection(domain, node.subsets)
    variable = bind_variable(context, node.variable, domain, node.subsets) if domain is not None else None
    if domain is None or variable is None:
        return None
    found = _check_each(context.nest(variable), node)
    if found is None:
        return None
    test, value = found
    if not isinstance(value.type, NumberType):
        context.world.report(types.wrong_type(value.span, describe_type(value.type), "a number to add up"))
        return None
    lying = 0 if node.subsets else count_lying(context.world, domain)
    most = lying or _count_most(domain.type, node.subsets)
    kind = NumberType(min(value.type.low * most, 0), max(value.type.high * most, 0))
    return model.Summed(variable, domain, test, value, node.subsets, type=kind, span=node.span)


def _check_each(
    context: Context, node: syntax.Summed | syntax.Best
) -> tuple[model.Value | None, model.Value] | None:
    """The condition for each member, if there is one, and the value of each."""
    test = context.expect_condition(node.condition) if node.condition is not None else None
    value = context.infer(node.value)
    if value is None or (node.condition is not None and test is None):
        return None
    return test, to_total(value)


def _check_dice(
    context: Context, node: syntax.Quantified, roll: model.Value, kind: RollType | ThrowType
) -> model.Value | None:
    variable = bind_variable(context, node.variable, roll)
    if variable is None:
        return None
    test = context.nest(variable).expect_condition(node.condition)
    if test is None:
        return None
    if node.quantifier == "those":
        return _check_those_dice(context, node, roll, variable, test)
    found: Type = NumberType(0, kind.number) if node.quantifier == "count" else YES_NO
    return model.CountedDice(node.quantifier, variable, roll, test, type=found, span=node.span)


def _check_those_dice(
    context: Context, node: syntax.Quantified, roll: model.Value, variable: model.Variable, test: model.Value
) -> model.Value | None:
    throw = find_throw_type(roll.type)
    if throw is None:
        advice = "count dice with `count of die in throw where die is 1`"
        context.world.report(types.wrong_type(node.domain.span, describe_type(roll.type), "a set", advice))
        return None
    dice = to_throw(roll, throw)
    return model.Quantified("those", variable, dice, test, subsets=False, type=throw, span=node.span)


# ---- the best of some


def _check_best(context: Context, node: syntax.Best) -> model.Value | None:
    if node.subsets and node.all_best:
        _report_set_of_sets(context, node)
        return None
    domain = context.infer(node.domain)
    among = domain and to_collection(domain, node.subsets or node.all_best)
    variable = None if among is None else bind_variable(context, node.variable, among, node.subsets)
    if among is None or variable is None:
        return None
    found = _check_each(context.nest(variable), node)
    if found is None:
        return None
    test, value = found
    if not isinstance(value.type, NumberType | MemberType):
        _report_no_order(context, node, value)
        return None
    if not any(isinstance(each, model.Read) and each.variable is variable for each in walk_values(value)):
        context.world.report(types.same_for_each(value.span, node.extreme, node.variable.text))
    kind: Type = variable.type
    many = _check_many(context, node, among) if node.many is not None else None
    if node.many is not None and many is None:
        return None
    if node.all_best or many is not None:
        kind = among.type if isinstance(among.type, ThrowType) else SetType(variable.type)  # type: ignore[arg-type]
    return model.Best(
        node.all_best, node.extreme, variable, among, test, value, node.subsets, many, type=kind, span=node.span
    )


def _check_many(context: Context, node: syntax.Best, among: model.Value) -> model.Value | None:
    """How many of the best there are to be, which are members of a set."""
    if not isinstance(among.type, SetType):
        what = "a set whose members can be several at once"
        context.world.report(types.wrong_type(node.domain.span, describe_type(among.type), what))
        return None
    assert node.many is not None
    found = context.infer(node.many)
    return coerce(context.world, found, NumberType(0, NUMBERS_IN_SETS.high)) if found is not None else None


def _report_no_order(context: Context, node: syntax.Best, value: model.Value) -> None:
    what = "a number or a member of a kind to compare"
    advice = f"compare the sizes: `with {node.extreme} size of ...`" if isinstance(value.type, SetType) else ""
    context.world.report(types.wrong_type(value.span, describe_type(value.type), what, advice))


# ---- who is next in a set


def _check_neighbour(context: Context, node: syntax.Neighbour) -> model.Value | None:
    domain = context.infer(node.domain)
    if domain is None:
        return None
    domain = to_set(domain)
    kind = find_member_type(context, domain, "a set to go round")
    member = context.infer(node.member, kind) if kind is not None else None
    member = member and to_total(member)
    if kind is None or member is None:
        return None
    if not is_same_sort(member.type, kind):
        what = "a number" if isinstance(kind, NumberType) else f"one of `{kind.kind}`"
        context.world.report(types.wrong_type(member.span, describe_type(member.type), what))
        return None
    return model.Neighbour(node.forward, domain, member, type=kind, span=node.span)
