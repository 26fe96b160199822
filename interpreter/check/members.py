"""Values over the members of a set, its subsets, or the dice of a roll: `some`, `count of`, `sum of`, `the
... with most` and their kin."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from interpreter import model, syntax
from interpreter.check.boards import infer_visited, visit_region
from interpreter.check.context import YES_NO, Context, bind_variable, find_member_type
from interpreter.check.convert import coerce, find_throw_type, is_same_sort, to_collection, to_set, to_throw, to_total
from interpreter.check.fractions import is_number
from interpreter.check.lying_cards import count_lying
from interpreter.check.traversal import walk_values
from interpreter.check.world import INVALID, World
from interpreter.diagnostics.messages import types
from interpreter.domains import NUMBERS_IN_SETS, ORDERED, MemberType, NumberType, RollType, SetType, ThrowType, Type


def check_members(
    context: Context, node: syntax.Summed | syntax.Best | syntax.Parted | syntax.Neighbour
) -> model.Value:
    match node:
        case syntax.Summed(word="highest" | "lowest"):
            return _check_most(context, node)
        case syntax.Parted():
            return _check_parted(context, node)
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
) -> model.Value:
    """What is visited: a set, or those of its members for which something holds; or a roll."""
    if condition is None:
        return infer_visited(context, domain)
    span = domain.span.to(condition.span)
    those = syntax.Quantified("those", variable, domain, condition, subsets=False, span=span)
    return check_quantified(context, those, visited=True)


def check_quantified(context: Context, node: syntax.Quantified, visited: bool = False) -> model.Value:
    """With `visited`, it is gone through where it stands, so that it may be more than a set holds."""
    node = visit_region(context, node) if visited or node.quantifier != "those" else node
    domain = infer_visited(context, node.domain, visited or not (node.subsets or node.quantifier == "those"))
    if domain.type is INVALID:
        return domain
    if not node.subsets and isinstance(domain.type, RollType | ThrowType):
        return _check_dice(context, node, domain, domain.type)
    domain = to_collection(domain, node.subsets)
    if node.subsets and node.quantifier == "those":
        return _refuse_set_of_sets(context, node)
    variable = bind_variable(context, node.variable, domain, node.subsets)
    if variable.type is INVALID:
        return context.world.make_invalid(node.span)
    test = context.nest(variable).expect_condition(node.condition)
    kind: Type = YES_NO
    if node.quantifier == "those":
        kind = domain.type
    elif node.quantifier == "count":
        kind = NumberType(0, _count_most(context, domain, node.subsets))
    return model.Quantified(node.quantifier, variable, domain, test, node.subsets, type=kind, span=node.span)


def _refuse_set_of_sets(context: Context, node: syntax.Quantified | syntax.Best) -> model.Value:
    advice = "use `some`, `no`, `count of`, `sum of` or `the ... with most ...` on subsets"
    return context.refuse(types.not_a_value(node.span, "a set of sets", advice))


def _count_most(context: Context, domain: model.Value, subsets: bool) -> int:
    """The most members, or subsets, that a set can have; the most dice, or parts, of a throw."""
    kind = domain.type
    if isinstance(kind, RollType | ThrowType):
        members = kind.number
    else:
        assert isinstance(kind, SetType)
        members = kind.member.high - kind.member.low + 1 if kind.member else 0
    return int(2**members) if subsets else count_lying(context.world, domain) or members


def _check_summed(context: Context, node: syntax.Summed) -> model.Value:
    node = visit_region(context, node)
    domain = to_collection(infer_visited(context, node.domain, not node.subsets), node.subsets)
    variable = bind_variable(context, node.variable, domain, node.subsets)
    if variable.type is INVALID:
        return context.world.make_invalid(node.span)
    inner = context.nest(variable)
    test, value = inner.expect_optional(node.condition), to_total(inner.infer(node.value))
    if not is_number(value.type):
        return context.mismatch(value, "a number to add up")
    most = _count_most(context, domain, node.subsets)
    kind = replace(value.type, low=min(value.type.low * most, 0), high=max(value.type.high * most, 0))
    return model.Summed(variable, domain, test, value, node.subsets, type=kind, span=node.span)


def _check_dice(
    context: Context, node: syntax.Quantified, roll: model.Value, kind: RollType | ThrowType
) -> model.Value:
    variable = bind_variable(context, node.variable, roll)
    test = context.nest(variable).expect_condition(node.condition)
    if node.quantifier == "those":
        throw = find_throw_type(kind)
        if throw is None:
            advice = "count dice with `count of die in throw where die is 1`"
            return context.mismatch(replace(roll, span=node.domain.span), "a set", advice)
        dice = to_throw(roll, throw)
        return model.Quantified("those", variable, dice, test, subsets=False, type=throw, span=node.span)
    found: Type = NumberType(0, kind.number) if node.quantifier == "count" else YES_NO
    return model.CountedDice(node.quantifier, variable, roll, test, type=found, span=node.span)


# ---- the best of some


def _check_best(context: Context, node: syntax.Best) -> model.Value:
    if node.subsets and node.all_best:
        return _refuse_set_of_sets(context, node)
    node = visit_region(context, node)
    several = node.subsets or node.all_best
    among = to_collection(infer_visited(context, node.domain, not several and node.many is None), several)
    variable = bind_variable(context, node.variable, among, node.subsets)
    if variable.type is INVALID:
        return context.world.make_invalid(node.span)
    inner = context.nest(variable)
    test = inner.expect_optional(node.condition)
    if node.value is None:
        value: model.Value = model.Constant(0, type=NumberType(0, 0), span=node.span)
        return model.Best(False, "most", variable, among, test, value, node.subsets, type=variable.type, span=node.span)
    value = to_total(inner.infer(node.value))
    if not isinstance(value.type, ORDERED):
        advice = f"compare the sizes: `with {node.extreme} size of ...`" if isinstance(value.type, SetType) else ""
        return context.mismatch(value, "a number or a member of a kind to compare", advice)
    if not any(isinstance(each, model.Read) and each.variable is variable for each in walk_values(value)):
        context.world.report(types.same_for_each(value.span, node.extreme, node.variable.text))
    many = _check_many(context, node, among) if node.many is not None else None
    kind: Type = variable.type
    if node.all_best or many is not None:
        kind = among.type if isinstance(among.type, ThrowType) else SetType(kind)  # type: ignore[arg-type]
    return model.Best(
        node.all_best, node.extreme, variable, among, test, value, node.subsets, many, type=kind, span=node.span
    )


def _check_many(context: Context, node: syntax.Best, among: model.Value) -> model.Value:
    """How many of the best are asked for, which are members of a set."""
    assert node.many is not None
    if not isinstance(among.type, SetType):
        return context.mismatch(replace(among, span=node.domain.span), "a set whose members can be several at once")
    return coerce(context.world, context.infer(node.many), NumberType(0, NUMBERS_IN_SETS.high))


def _check_most(context: Context, node: syntax.Summed) -> model.Value:
    """The value itself of a member that has the most, or the least."""
    extreme = {"highest": "most", "lowest": "least"}[node.word]
    best = _check_best(context, syntax.Best(
        False, node.variable, node.domain, node.condition, extreme, node.value, node.subsets, span=node.span
    ))  # fmt: skip
    if not isinstance(best, model.Best):
        return best
    return model.Named(best.variable, best, best.value, type=best.value.type, span=node.span)


# ---- a set in parts

MOST_PARTED = 14
"""The most members of a set that is parted."""

MOST_PARTS = 7
"""The most parts that are taken out of it."""


def _check_parted(context: Context, node: syntax.Parted) -> model.Value:
    whole = to_collection(context.infer(node.domain), parts=True)
    names = node.part, node.rest or node.asked
    if names[0].text == names[1].text or node.asked.text not in (each.text for each in names):
        return context.refuse(types.part_or_rest(node.asked.span, node.asked.text, names[0].text), whole)
    part, rest = (bind_variable(context, each, whole, True) for each in names)
    if INVALID in (part.type, rest.type):
        return context.world.make_invalid(node.span)
    test = context.nest(part).expect_condition(node.condition)
    value = to_total(context.nest(rest).infer(node.value))
    if not is_number(value.type):
        return context.mismatch(value, "a number to compare")
    most = min(_find_most(whole.type), MOST_PARTED)
    least = _find_least(context.world, test, part)
    if most // least > MOST_PARTS:
        return context.refuse(types.parts_too_small(node.condition.span, part.name, most // MOST_PARTS + 1), test)
    return model.Parted(
        node.extreme, rest, part, whole, test, value, most, most // least, node.asked.text == part.name,
        type=whole.type, span=node.span,
    )  # fmt: skip


def _find_most(kind: Type) -> int:
    """How many members, or dice, there can be."""
    if isinstance(kind, ThrowType):
        return kind.number
    assert isinstance(kind, SetType)
    return kind.member.high - kind.member.low + 1 if kind.member is not None else 0


def _find_least(world: World, condition: model.Value, part: model.Variable) -> int:
    """How large a part is at least, as its condition says: `size of meld >= 3 and ...`. A definition may say so."""
    match condition:
        case model.Both(parts):
            return max(_find_least(world, each, part) for each in parts)
        case model.Comparison("eq" | "ge" | "gt" as sign, model.OfSet("size") | model.OfRoll("size") as size, limit):
            read = size.set if isinstance(size, model.OfSet) else size.roll
            if isinstance(read, model.Read) and read.variable == part and isinstance(limit, model.Constant):
                return max(limit.value + (sign == "gt"), 1)
        case model.Within(model.OfSet("size", model.Read(variable)), model.Constant(low)) if variable == part:
            return max(low, 1)
        case model.Named(_, _, inside):
            return _find_least(world, inside, part)
        case model.Applied(name, arguments):
            define = world.definitions.defines[name]
            given = [at for at, each in enumerate(arguments) if isinstance(each, model.Read) and each.variable == part]
            return max((_find_least(world, define.value, define.parameters[at]) for at in given), default=1)
        case _:
            pass
    return 1


# ---- who is next in a set


def _check_neighbour(context: Context, node: syntax.Neighbour) -> model.Value:
    domain = to_set(context.infer(node.domain))
    kind = find_member_type(context, domain, "a set to go round")
    if kind is INVALID:
        return context.world.make_invalid(node.span)
    member = to_total(context.infer(node.member, kind))
    if member.type is not INVALID and not is_same_sort(member.type, kind):
        what = f"one of `{kind.kind}`" if isinstance(kind, MemberType) else "a number"
        return context.mismatch(member, what)
    return model.Neighbour(node.forward, domain, member, type=kind, span=node.span)
