"""Conditions as branches, so that what need not be evaluated is not, or as numbers where that takes no branch."""

from __future__ import annotations

from interpreter import model, program
from interpreter.check.traversal import walk_values
from interpreter.domains import BEYOND, NumberType, RollType, SetType, ThrowType, is_beyond_sets
from interpreter.lower import throws
from interpreter.lower.builder import Builder
from interpreter.lower.certainty import find_range, never_fails
from interpreter.lower.scope import Scope


def branch_on(scope: Scope, value: model.Value, yes: int, no: int) -> None:
    """End the block with a branch to `yes` if the condition holds, else to `no`."""
    builder = scope.builder
    site = scope.site(value.span)
    match value:
        case model.Not(operand):
            scope.branch(operand, no, yes)
        case model.Both(parts) | model.Either(parts):
            _lower_chain(scope, parts, isinstance(value, model.Both), yes, no)
        case model.Contains(members) if is_beyond_sets(members.type):
            builder.close(program.Jump(yes))
        case model.Contains(members, member):
            _lower_contains(scope, members, member, yes, no, site)
        case model.Within(inner, low, high):
            held = scope.lower(inner)
            between = builder.block("within")
            builder.branch(builder.binary("ge", held, scope.lower(low), site), between, no)
            builder.continue_in(between)
            builder.branch(builder.binary("le", held, scope.lower(high), site), yes, no)
        case model.RollMatches(roll, outcomes):
            builder.branch(match_roll(scope, roll, outcomes, site), yes, no)
        case _:
            raise AssertionError(value)


def match_roll(scope: Scope, roll: model.Value, outcomes: tuple[int, ...], site: int) -> program.Operand:
    assert isinstance(roll.type, RollType)
    matches = tuple(int(each in outcomes) for each in range(roll.type.outcomes))
    return scope.builder.lookup(matches, scope.lower(roll), site)


def _lower_chain(scope: Scope, parts: tuple[model.Value, ...], all_must_hold: bool, yes: int, no: int) -> None:
    for part in parts[:-1]:
        following = scope.builder.block("and" if all_must_hold else "or")
        scope.branch(part, following if all_must_hold else yes, no if all_must_hold else following)
        scope.builder.continue_in(following)
    scope.branch(parts[-1], yes, no)


def _lower_contains(scope: Scope, members: model.Value, member: model.Value, yes: int, no: int, site: int) -> None:
    builder = scope.builder
    one, whole = scope.lower(member), scope.lower(members)
    if isinstance(members.type, ThrowType):
        _lower_contains_die(builder, members.type, whole, one, yes, no, site)
        return
    if isinstance(member.type, NumberType) and member.type.low < 0:
        above = builder.block("not negative")
        builder.branch(builder.binary("ge", one, 0, site), above, no)
        builder.continue_in(above)
    if isinstance(member.type, NumberType) and member.type.high > BEYOND:
        one = builder.binary("min", one, BEYOND, site)
    bit = builder.binary("and", builder.binary("shr", whole, one, site), 1, site)
    builder.branch(bit, yes, no)


def _lower_contains_die(
    builder: Builder, kind: ThrowType, whole: program.Operand, face: program.Operand, yes: int, no: int, site: int
) -> None:
    if kind.face.high - kind.face.low >= kind.faces:
        known = builder.block("a face")
        builder.branch(builder.binary("ge", throws.find_rank(builder, kind.sides, face, site), 0, site), known, no)
        builder.continue_in(known)
    builder.branch(throws.count_face(builder, kind, whole, face, site), yes, no)


def lower_as_number(scope: Scope, value: model.Value) -> program.Operand:
    builder = scope.builder
    found = None if builder.is_plain else _lower_without_branches(scope, value)
    if found is not None:
        return found
    yes, no, after = builder.block("holds"), builder.block("fails"), builder.block("known")
    target = builder.register()
    branch_on(scope, value, yes, no)
    builder.join(target, after, (yes, lambda: 1), (no, lambda: 0))
    return target


MOST_AT_ONCE = 8
"""The most values in conditions joined by `and` or `or` that are evaluated without short-circuiting."""


SIMPLE = (
    model.Constant | model.OptionValue | model.Read | model.Total | model.Calculation | model.Comparison | model.Not
    | model.Contains | model.RollMatches | model.Attribute | model.AllOfKind
)  # fmt: skip


def _lower_without_branches(scope: Scope, value: model.Value) -> program.Operand | None:
    """A condition as a number, if a few operations compute it."""
    builder, site = scope.builder, scope.site(value.span)
    match value:
        case model.RollMatches(roll, outcomes):
            return match_roll(scope, roll, outcomes, site)
        case model.Contains(members) if is_beyond_sets(members.type):
            return 1
        case model.Contains(members, member) if isinstance(members.type, SetType):
            known = find_range(member.type)
            if known is None or known[0] < 0 or known[1] > BEYOND:
                return None
            one, whole = scope.lower(member), scope.lower(members)
            return builder.binary("and", builder.binary("shr", whole, one, site), 1, site)
        case model.Both(parts) | model.Either(parts):
            inside = [each for part in parts for each in walk_values(part)]
            is_simple = len(inside) <= MOST_AT_ONCE and all(isinstance(each, SIMPLE) for each in inside)
            if not is_simple or not all(never_fails(scope, each) for each in parts):
                return None
            found = scope.lower(parts[0])
            for each in parts[1:]:
                operator = "and" if isinstance(value, model.Both) else "or"
                found = builder.binary(operator, found, scope.lower(each), site)
            return found
    return None
