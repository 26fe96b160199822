"""Quantifiers, counts and sums over the members of a set, its subsets, or the dice of a roll.

A condition on members is evaluated by bit operations on the whole set as far as possible (`members`); a loop does the
rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from interpreter import model, program
from interpreter.domains import MAX_SET_SIZE, NumberType, SetType
from interpreter.lower.builder import Builder
from interpreter.lower.card_values import find_copies_of
from interpreter.lower.certainty import fits, never_fails
from interpreter.lower.environment import list_names, reads
from interpreter.lower.members import Fixed, Members
from interpreter.lower.scope import Scope
from interpreter.lower.set_loops import UNLIMITED, Iteration, accumulate, go_through
from interpreter.lower.subsets import find_limits
from interpreter.lower.tabulation import Unsuited


def lower_over_members(
    scope: Scope, value: model.Quantified | model.Summed | model.CountedDice, site: int
) -> program.Operand:
    builder = scope.builder
    among = value.roll if isinstance(value, model.CountedDice) else value.set
    target, whole = builder.register(), scope.lower(among)
    lying = find_copies_of(scope, among)
    subsets = not isinstance(value, model.CountedDice) and value.subsets
    condition = value.condition
    if lying is None and not subsets and isinstance(among.type, SetType):
        whole, condition = narrow(scope, value.variable, scope.layout.members_of(among.type), whole, value.condition)
        if condition is None and isinstance(value, model.Quantified):
            return _quantify_set(builder, value.quantifier, whole, site)
    if isinstance(value, model.Summed) and lying is None and condition is None and not subsets:
        found = _add_up(scope, value, whole, site)
        if found is not None:
            return found
    quantifier = "sum" if isinstance(value, model.Summed) else value.quantifier
    builder.emit(program.Move(target, int(quantifier == "no")))
    limits = find_limits(scope, value.variable, condition) if subsets else UNLIMITED
    for met in go_through(scope, among.type, whole, subsets, site, limits):
        inner = continue_where(scope, value.variable, condition, met)
        if isinstance(value, model.Summed):
            each = inner.lower(value.value)
            more = each if lying is None else builder.binary("mul", each, lying.count(builder, met.one), site)
            builder.emit(program.Binary(target, "add", target, more, site))
        elif lying is not None and quantifier == "count":
            builder.emit(program.Binary(target, "add", target, lying.count(builder, met.one), site))
        else:
            accumulate(builder, value.quantifier, among.type, target, met, site)
        builder.close(program.Jump(met.following))
    return target


def _quantify_set(builder: Builder, quantifier: str, members: program.Operand, site: int) -> program.Operand:
    """What a quantifier says of the set of members that meet its condition."""
    match quantifier:
        case "those":
            return members
        case "count":
            return builder.unary("size", members, site)
        case _:
            return builder.binary("ne" if quantifier == "some" else "eq", members, 0, site)


def find_members(scope: Scope, variable: model.Variable, span: range, condition: model.Value) -> program.Operand:
    """The members of a span that meet a condition, as a set."""
    return _find_among(scope, variable, span, (1 << span.stop) - (1 << span.start), condition)


def _find_among(
    scope: Scope, variable: model.Variable, span: range, whole: program.Operand, condition: model.Value
) -> program.Operand:
    builder, site = scope.builder, scope.site(condition.span)
    whole, left = narrow(scope, variable, span, whole, condition)
    if left is None:
        return whole
    if (chosen := _unswitch(scope, variable, span, whole, left)) is not None:
        return chosen
    found, kind = builder.register(), SetType(NumberType(span.start, span.stop - 1))
    builder.emit(program.Move(found, 0))
    for met in go_through(scope, kind, whole, False, site):
        continue_where(scope, variable, left, met)
        accumulate(builder, "those", kind, found, met, site)
        builder.close(program.Jump(met.following))
    return found


def _unswitch(
    scope: Scope, variable: model.Variable, span: range, whole: program.Operand, condition: model.Value
) -> program.Operand | None:
    """Loop unswitching: where the condition is `A if C otherwise B`, and C is the same for all members, C is evaluated
    before the loop, if there is a member, and not in it. None for any other condition."""
    builder = scope.builder
    if builder.is_plain or builder.is_trying:
        return None
    start, found = builder.checkpoint(), builder.register()
    some, none, yes, no, after = (builder.block(each) for each in ("some", "none", "if", "otherwise", "chosen"))
    builder.branch(whole, some, none)
    builder.continue_in(some)
    names, inner, value, safe = dict[model.Variable, model.Value](), scope, condition, partial(never_fails, scope)
    while isinstance(value, model.Applied | model.Named):
        given, value = list_names(scope, value)
        fixed = {each: one for each, one in given.items() if not _depends(one, variable, *names)}
        inner = inner.bind({each: inner.lower(one) for each, one in fixed.items()})
        names |= {each: one for each, one in given.items() if each not in fixed}
        varying = (each for name, each in given.items() if name not in fixed)
        if not all(fits(each.type, name.type) for name, each in given.items()) or not all(map(safe, varying)):
            value = condition
            break
    if not isinstance(value, model.Chosen) or _depends(value.condition, variable, *names):
        builder.roll_back(start)
        return None

    def choose(one: model.Value) -> program.Operand:
        for name, held in reversed(names.items()):
            one = model.Named(name, held, one, type=one.type, span=one.span)
        return _find_among(inner, variable, span, whole, one)

    inner.branch(value.condition, yes, no)
    builder.join(found, after, (yes, lambda: choose(value.value)), (no, lambda: choose(value.other)), (none, lambda: 0))
    return found


def _depends(value: model.Value, *variables: model.Variable) -> bool:
    return any(reads(value, each) for each in variables)


def _add_up(scope: Scope, value: model.Summed, whole: program.Operand, site: int) -> program.Operand | None:
    """The sum over a set without a loop, if the terms are known numbers or all the same."""
    if not isinstance(value.set.type, SetType):
        return None
    builder, span = scope.builder, scope.layout.members_of(value.set.type)
    if builder.is_plain or builder.is_trying or not span or span[-1] >= MAX_SET_SIZE:
        return None
    members = Members(scope, value.variable, span[0], span[-1], site)
    try:
        form = members.number(value.value)
        if isinstance(form, Fixed):
            return builder.binary("mul", form.number, builder.unary("size", whole, site), site)
        numbers = members.list_form(form)
    except Unsuited:
        return None
    return _add_digits(builder, span, numbers, whole, site)


def _add_digits(
    builder: Builder, span: range, numbers: Sequence[int], whole: program.Operand, site: int
) -> program.Operand | None:
    """The sum of known terms over a set, digit by digit: a population count for each binary digit."""
    least = min(*numbers, 0)
    total: program.Operand = builder.binary("mul", least, builder.unary("size", whole, site), site) if least else 0
    for digit in range((max(numbers) - least).bit_length()):
        mask = sum(1 << at for at, each in zip(span, numbers, strict=True) if each - least >> digit & 1)
        many = builder.unary("size", builder.binary("and", whole, mask, site), site)
        total = builder.binary("add", total, builder.binary("shl", many, digit, site), site)
    return total


def find_constant(scope: Scope, value: model.Value) -> int | None:
    """The value if it is a constant."""
    builder = scope.builder
    with builder.trial() as first:
        number = scope.lower(value)
        made = len(builder.blocks) > first + 1 or builder.blocks[first].instructions
    return number if isinstance(number, int) and not made else None


# ---- narrowing


def narrow(
    scope: Scope, variable: model.Variable, span: range, whole: program.Operand, condition: model.Value | None
) -> tuple[program.Operand, model.Value | None]:
    """The members of a set that meet the conjuncts which bit operations can evaluate, and the rest of the condition.
    What may fail is evaluated for no other members than before."""
    builder = scope.builder
    if condition is None or builder.is_plain or builder.is_trying or not span or span[-1] >= MAX_SET_SIZE:
        return whole, condition
    members = Members(scope, variable, span[0], span[-1], scope.site(condition.span))
    left: list[model.Value] = []
    for each in _list_conjuncts(condition):
        try:
            if not all(never_fails(scope, before) for before in left):
                left.append(each)
                continue
            found = members.where(each)
        except Unsuited:
            narrowed = None if left else _find_if_any(members, whole, each)
            if narrowed is not None:
                whole = narrowed
                continue
            left.append(each)
            found = members.narrow(members.env, each)
        if found != members.all:
            whole = builder.binary("and", whole, found, members.site)
    if len(left) > 1:
        return whole, model.Both(tuple(left), type=condition.type, span=condition.span)
    return whole, left[0] if left else None


def _find_if_any(members: Members, whole: program.Operand, condition: model.Value) -> program.Operand | None:
    """The members that meet a condition which may fail, evaluated only if the set is not empty; None if bit operations
    cannot evaluate it."""
    builder = members.scope.builder
    start, found = builder.checkpoint(), builder.register()
    some, none, after = (builder.block(each) for each in ("some", "none", "found"))
    builder.branch(whole, some, none)
    builder.continue_in(none)
    builder.emit(program.Move(found, 0))
    builder.close(program.Jump(after))
    builder.continue_in(some)
    try:
        holds = members.where(condition, evaluated=True)
    except Unsuited:
        builder.roll_back(start)
        return None
    builder.emit(program.Move(found, builder.binary("and", whole, holds, members.site)))
    builder.jump_to(after)
    return found


def _list_conjuncts(condition: model.Value) -> Iterator[model.Value]:
    if isinstance(condition, model.Both):
        for each in condition.parts:
            yield from _list_conjuncts(each)
    else:
        yield condition


def continue_where(scope: Scope, variable: model.Variable, condition: model.Value | None, met: Iteration) -> Scope:
    """Continue where the condition, if there is one, holds for the present member; the scope binds its name."""
    inner = scope.bind({variable: met.one})
    if condition is None:
        scope.builder.jump_to(met.met)
    else:
        inner.branch(condition, met.met, met.following)
    scope.builder.continue_in(met.met)
    return inner
