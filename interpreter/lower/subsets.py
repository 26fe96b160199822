"""Finds what a condition says of the subsets that can meet it, so that fewer of them are visited.

It may say how many members they have. Or it wants all their members to be alike: `no card in part where rank of card
is not rank of lowest of part` means that they have the same rank. Such classes are known when the program is made. A
subset that meets the condition lies in a class of its highest member, so no other subsets are visited. That is allowed
only where the condition cannot fail for those passed over, none of which is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import and_, or_

from interpreter import model, program
from interpreter.bits import bits_of
from interpreter.check.traversal import list_parts
from interpreter.domains import SetType
from interpreter.lower.certainty import fits, is_safe_with, never_fails
from interpreter.lower.environment import Environment, list_names, reads
from interpreter.lower.members import Members
from interpreter.lower.scope import Scope
from interpreter.lower.set_loops import UNLIMITED, Limits
from interpreter.lower.tabulation import Unsuited

Classes = tuple[int, ...]
"""For each number that a member may have, those that it can be with, as a set."""


def find_limits(scope: Scope, part: model.Variable, condition: model.Value | None) -> Limits:
    """What a condition of subsets says of them. The size goes first."""
    if condition is None or scope.builder.is_plain or not isinstance(part.type, SetType):
        return UNLIMITED
    size, least = _find_size(scope, part, condition)
    return Limits(size, _find_classes(scope, part, condition) if size is None else None, least)


def _find_size(scope: Scope, variable: model.Variable, condition: model.Value) -> tuple[program.Operand | None, int]:
    """The size of the subsets and the least that it may be, if the condition gives one before anything may fail."""
    for env, each in Environment(scope, {variable: None}).list_conjuncts(condition):
        match each:
            case model.Comparison("eq" | "ge" as sign, model.OfSet("size", part), many) if not env.depends(many):
                if _is_part(env, variable, part) and never_fails(env.scope, many):
                    number = env.scope.lower(many)
                    if sign == "eq":
                        return number, 0
                    return None, number if isinstance(number, int) else 0
        if not never_fails(env.scope, each):
            break
    return None, 0


def _find_classes(scope: Scope, part: model.Variable, condition: model.Value) -> Classes | None:
    env, start = Environment(scope, {part: None}), scope.builder.checkpoint()
    try:
        classes = _find(env, part, condition)
        return classes if classes is not None and _is_safe(env, part, condition) else None
    except Unsuited:
        return None
    finally:
        scope.builder.roll_back(start)


def _enter(env: Environment, value: model.Applied | model.Named) -> tuple[Environment, model.Value]:
    names, inside = list_names(env.scope, value)
    return replace(env, varying={**env.varying, **{each: (env, held) for each, held in names.items()}}), inside


def _find(env: Environment, part: model.Variable, condition: model.Value) -> Classes | None:
    match condition:
        case model.Read(variable, None) if (meant := env.varying.get(variable)) is not None:
            return _find(meant[0], part, meant[1])
        case model.Applied() | model.Named():
            inner, value = _enter(env, condition)
            return _find(inner, part, value)
        case model.Both(parts):
            found = [each for each in (_find(env, part, one) for one in parts) if each is not None]
            return _join(and_, found) if found else None
        case model.Either(parts):
            some = [_find(env, part, one) for one in parts]
            known = [each for each in some if each is not None]
            return _join(or_, known) if len(known) == len(some) else None
        case model.Quantified("no", one, among, model.Comparison("ne", left, right), False):
            if _is_part(env, part, among):
                for value, other in ((left, right), (right, left)):
                    if _is_same(env, part, one, value, other):
                        return _list_classes(env, part, one, value)
    return None


def _join(operator: Callable[[int, int], int], several: list[Classes]) -> Classes:
    return tuple(reduce(operator, each) for each in zip(*several, strict=True))


def _is_part(env: Environment, part: model.Variable, value: model.Value) -> bool:
    read = env.resolve(value)
    return isinstance(read, model.Read) and read.variable == part


def _is_same(
    env: Environment, part: model.Variable, one: model.Variable, left: model.Value, right: model.Value
) -> bool:
    """Whether a value of one member is computed as another is of the part's lowest or highest."""
    match left, right:
        case model.Read(variable, None), model.OfSet("lowest" | "highest", members):
            return variable == one and _is_part(env, part, members)
        case model.Attribute(name, card, values), model.Attribute(other, of, others):
            return name == other and values == others and _is_same(env, part, one, card, of)
        case model.Calculation(operator, number, amount), model.Calculation(other, of, more):
            steps = operator == other and amount == more and not reads(amount, one)
            return steps and _is_same(env, part, one, number, of)
    return False


def _list_classes(env: Environment, part: model.Variable, one: model.Variable, value: model.Value) -> Classes:
    assert isinstance(part.type, SetType)
    span = env.scope.layout.members_of(part.type)
    members = Members(env.scope, one, span[0], span[-1], env.scope.site(value.span))
    numbers = members.list_numbers(replace(env, varying={**env.varying, one: None}), value).numbers
    known = {each: bits_of(at for at, other in zip(span, numbers, strict=True) if other == each) for each in numbers}
    return (0,) * span[0] + tuple(known[each] for each in numbers)


def _is_safe(env: Environment, part: model.Variable, value: model.Value) -> bool:
    """Whether a value cannot fail for parts that are not empty."""
    match value:
        case model.OfSet("lowest" | "highest", members) if _is_part(env, part, members):
            return True
        case model.Read(variable, None) if (meant := env.varying.get(variable)) is not None:
            return _is_safe(meant[0], part, meant[1])
        case model.Named(_, held):
            inner, body = _enter(env, value)
            return _is_safe(env, part, held) and _is_safe(inner, part, body)
        case model.Applied(name, arguments):
            parameters = env.scope.builder.game.defines[name].parameters
            fitting = all(fits(each.type, of.type) for each, of in zip(arguments, parameters, strict=True))
            inner, body = _enter(env, value)
            return fitting and all(_is_safe(env, part, each) for each in arguments) and _is_safe(inner, part, body)
    return is_safe_with(env.scope, value) and all(_is_safe(env, part, each) for each in list_parts(value))
