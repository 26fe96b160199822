"""Numbers, ranges and sets: what is counted, moved, joined and taken away."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.bits import join_range
from interpreter.check.boards import find_board, make_rectangle
from interpreter.check.context import Context
from interpreter.check.convert import can_overlap, coerce, find_throw_type, join_types, to_set, to_total
from interpreter.check.fractions import align, count_parts, is_number, multiply, split
from interpreter.check.literals import read_bounds, read_number
from interpreter.check.world import INVALID, World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    BEYOND,
    MAX_SET_SIZE,
    NUMBERS_IN_SETS,
    FractionType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    ThrowType,
    Type,
)
from interpreter.source import Span


def check_range_as_set(context: Context, node: syntax.Expression, hint: Type | None) -> model.Value:
    """`11+` used as a set has no end. `8-` cannot be one: sets hold nothing below zero."""
    match node:
        case syntax.OrLess(most):
            return context.refuse(types.range_no_set(node.span, node.span.text, NUMBERS_IN_SETS.high, f"0..{most}"))
        case syntax.OrMore(least):
            return _make_number_set(context, node, least, BEYOND)
    ends = read_bounds(node)
    if ends is not None and ends[0] > ends[1]:
        return context.refuse(types.range_backwards(node.span, *map(str, ends)))
    if ends is not None:
        return _make_number_set(context, node, *ends)
    assert isinstance(node, syntax.Range)
    member_hint = hint.member if isinstance(hint, SetType) else hint
    low, high = context.infer(node.low, member_hint), context.infer(node.high, member_hint)
    return make_range(context, to_total(low), to_total(high), node)


def make_range(context: Context, low: model.Value, high: model.Value, node: syntax.Range) -> model.Value:
    """The set of all from one value to another."""
    one, other = low.type, high.type
    if isinstance(one, NumberType) and isinstance(other, NumberType):
        kind: NumberType | MemberType = NumberType(one.low, other.high)
    elif isinstance(one, MemberType) and isinstance(other, MemberType) and one.kind == other.kind:
        kind = MemberType(one.kind, one.low, other.high)
    else:
        begins = isinstance(one, NumberType | MemberType)
        culprit, wanted = (high, describe_type(one)) if begins else (low, "a number, or a member of a kind")
        advice = types.HINT_ENDS if isinstance(low, model.Constant) and isinstance(other, MemberType) else ""
        return context.refuse(types.wrong_type(culprit.span, describe_type(culprit.type), wanted, advice), low, high)
    board = find_board(context.world, kind)
    if board is not None and len(board.members) <= MAX_SET_SIZE:
        return make_rectangle(context.world, board, low, high, node.span)
    round_again = find_circle(context.world, kind)
    if one.low > other.high and not round_again:
        return context.refuse(types.range_backwards(node.span, low.span.text, high.span.text))
    if not can_overlap(kind, NUMBERS_IN_SETS):
        return context.refuse(types.range_no_set(node.span, node.span.text, NUMBERS_IN_SETS.high))
    if isinstance(kind, NumberType):
        kind = NumberType(max(kind.low, NUMBERS_IN_SETS.low), min(kind.high, NUMBERS_IN_SETS.high))
    elif round_again and one.high > other.low:
        kind = context.world.all_members(kind.kind)
    if isinstance(low, model.Constant) and isinstance(high, model.Constant):
        bits = join_range(low.value, high.value, round_again)
        return model.Constant(bits, type=SetType(kind), span=node.span)
    return model.Between(low, high, round_again, type=SetType(kind), span=node.span)


def find_circle(world: World, kind: Type) -> int:
    """How many members a kind has that goes round, else 0."""
    if not isinstance(kind, MemberType) or not world.declared.kinds[kind.kind].circle:
        return 0
    return len(world.declared.kinds[kind.kind].members)


def _make_number_set(context: Context, node: syntax.Expression, low: int, high: int) -> model.Value:
    last = BEYOND if isinstance(node, syntax.OrMore) else NUMBERS_IN_SETS.high
    if not NUMBERS_IN_SETS.low <= low <= NUMBERS_IN_SETS.high or high > last:
        return context.refuse(types.range_no_set(node.span, node.span.text, NUMBERS_IN_SETS.high))
    bits = sum(1 << place for place in range(low, high + 1))
    return model.Constant(bits, type=SetType(NumberType(low, high)), span=node.span)


def join(context: Context, left: model.Value, right: model.Value, span: Span) -> model.Value:
    left, right = to_set(left), to_set(right)
    kind = _find_joined_type(left, right)
    if kind is None:
        found, wanted = describe_type(right.type), describe_type(left.type)
        return context.refuse(types.wrong_type(right.span, found, wanted), left, right)
    return model.Joined(left, right, type=kind, span=span)


def _find_joined_type(left: model.Value, right: model.Value) -> Type | None:
    sets = isinstance(left.type, SetType) and isinstance(right.type, SetType)
    return join_types(left.type, right.type) if sets else None


# ---- arithmetic


def check_arithmetic(context: Context, node: syntax.Arithmetic, hint: Type | None) -> model.Value:
    """What an operator gives: a number, a member further on, a set."""
    if node.operator in ("with", "without"):
        return _check_with(context, node, hint)
    left = context.infer(node.left, hint if isinstance(hint, MemberType) else None)
    right = context.infer(node.right)
    dice = next((each for each in (left, right) if isinstance(each.type, RollType | ThrowType)), None)
    if isinstance(hint, ThrowType) and dice is not None:
        advice = "join dice with `with`, and remove some with `without`"
        return context.refuse(types.wrong_type(node.span, "a number", describe_type(hint), advice), left, right)
    left, right = to_total(left), to_total(right)
    if node.operator != "*":
        left, right = align(context.world, left, right)
    if isinstance(left.type, MemberType) and node.operator in "+-" and isinstance(right.type, NumberType):
        return _move_member(context, left, right, node)
    for side in (left, right):
        if not is_number(side.type):
            advice = _advise_on_set(node) if isinstance(side.type, SetType) else ""
            found = types.wrong_type(side.span, describe_type(side.type), "a number", advice)
            return context.refuse(found, left, right)
    assert is_number(left.type)
    assert is_number(right.type)
    operator = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}[node.operator]
    if operator in ("div", "mod") and right.type.low == right.type.high == 0:
        return context.refuse(types.out_of_range(node.right.span, "a divisor of 0", "every number but 0"))
    number, other = read_number(node.left), read_number(node.right)
    if operator == "div" and number is not None and other is not None:
        return split(context.world, number, other, node.span)
    kind = _calculate_range(operator, left.type, right.type)
    if not isinstance(left.type, FractionType) and not isinstance(right.type, FractionType):
        return model.Calculation(operator, left, right, type=kind, span=node.span)
    if operator == "mul":
        return multiply(context.world, left, right, kind, node.span)
    whole = operator == "div"
    result = kind if whole else FractionType(kind.low, kind.high, count_parts(left.type))
    return model.Calculation(operator, left, right, type=result, span=node.span)


def _advise_on_set(node: syntax.Arithmetic) -> str:
    ranges = any(isinstance(each, syntax.Range) for each in (node.left, node.right))
    return types.HINT_ENDS if ranges else "join sets with `with`, and remove members with `without`"


def _calculate_range(operator: str, left: NumberType | FractionType, right: NumberType | FractionType) -> NumberType:
    ends = [(one, other) for one in (left.low, left.high) for other in (right.low, right.high)]
    match operator:
        case "add":
            return NumberType(left.low + right.low, left.high + right.high)
        case "sub":
            return NumberType(left.low - right.high, left.high - right.low)
        case "mul":
            return NumberType(min(a * b for a, b in ends), max(a * b for a, b in ends))
        case "mod":
            return NumberType(min(0, right.low + 1), max(0, right.high - 1))
    largest = max(abs(left.low), abs(left.high))
    return NumberType(-largest if left.low < 0 or right.low < 0 else 0, largest)


def _move_member(context: Context, left: model.Value, right: model.Value, node: syntax.Arithmetic) -> model.Value:
    assert isinstance(left.type, MemberType)
    assert isinstance(right.type, NumberType)
    low, high = right.type.low, right.type.high
    if node.operator == "-":
        low, high = -high, -low
        right = negate_number(right)
    top = len(context.world.declared.kinds[left.type.kind].members) - 1
    if context.world.declared.kinds[left.type.kind].circle:
        return _move_round(context, left, right, node)
    reach = MemberType(left.type.kind, max(0, min(top, left.type.low + low)), max(0, min(top, left.type.high + high)))
    return model.Moved(left, right, 0, top, type=reach, span=node.span)


def _move_round(context: Context, left: model.Value, right: model.Value, node: syntax.Arithmetic) -> model.Value:
    """Past the last member comes the first."""
    assert isinstance(left.type, MemberType)
    assert isinstance(right.type, NumberType)
    whole = context.world.all_members(left.type.kind)
    size = model.Constant(whole.high + 1, type=NumberType(whole.high + 1, whole.high + 1), span=node.span)
    reach = NumberType(left.type.low + right.type.low, left.type.high + right.type.high)
    later = model.Calculation("add", left, right, type=reach, span=node.span)
    return model.Calculation("mod", later, size, type=whole, span=node.span)


def negate_number(number: model.Value) -> model.Value:
    assert is_number(number.type)
    zero = model.Constant(0, type=replace(number.type, low=0, high=0), span=number.span)
    kind = replace(number.type, low=-number.type.high, high=-number.type.low)
    return model.Calculation("sub", zero, number, type=kind, span=number.span)


def check_lesser_or_greater(context: Context, node: syntax.LesserOrGreater, hint: Type | None) -> model.Value:
    left = context.infer(node.left, hint)
    right = to_total(context.infer(node.right, hint if left.type is INVALID else left.type))
    left, right = align(context.world, to_total(left), right)
    one, other = left.type, right.type
    operator, found = {"lesser": ("min", min), "greater": ("max", max)}[node.word]
    kind: Type
    if is_number(one) and is_number(other):
        kind = replace(one, low=found(one.low, other.low), high=found(one.high, other.high))
    elif isinstance(one, MemberType) and isinstance(other, MemberType) and one.kind == other.kind:
        kind = MemberType(one.kind, found(one.low, other.low), found(one.high, other.high))
    else:
        return context.refuse(types.not_comparable(node.span, describe_type(one), describe_type(other)), left, right)
    return model.Calculation(operator, left, right, type=kind, span=node.span)


def _check_with(context: Context, node: syntax.Arithmetic, hint: Type | None) -> model.Value:
    left = context.infer(node.left, hint)
    throw = find_throw_type(left.type) or (hint if isinstance(hint, ThrowType) else None)
    if throw is not None:
        dice, more = coerce(context.world, left, throw), context.expect(node.right, throw)
        join_or_part = model.Joined if node.operator == "with" else model.Without
        return join_or_part(dice, more, type=throw, span=node.span)
    if left.type is INVALID:
        return left
    right = context.infer(node.right, left.type)
    if node.operator == "with":
        return join(context, left, right, node.span)
    left, right = to_set(left), to_set(right)
    if _find_joined_type(left, right) is None:
        one, other = describe_type(left.type), describe_type(right.type)
        return context.refuse(types.not_comparable(node.span, one, other), left, right)
    return model.Without(left, right, type=left.type, span=node.span)
