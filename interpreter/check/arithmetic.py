"""Numbers, ranges and sets: what is counted, moved, joined and taken away."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.bits import join_range
from interpreter.check.context import Context
from interpreter.check.convert import can_overlap, coerce, find_throw_type, join_types, to_set, to_total
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import BEYOND, NUMBERS_IN_SETS, MemberType, NumberType, RollType, SetType, ThrowType, Type
from interpreter.source import Span


def read_number(node: syntax.Expression) -> int | None:
    """The number written, with or without a minus; None if it is anything else."""
    match node:
        case syntax.Number(value):
            return value
        case syntax.Minus(syntax.Number(value)):
            return -value
    return None


def read_bounds(node: syntax.Expression) -> tuple[int, int] | None:
    match node:
        case syntax.Grouped(inner):
            return read_bounds(inner)
        case syntax.Range(low, high):
            ends = read_number(low), read_number(high)
            return (ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else None
    return None


def check_range_as_set(context: Context, node: syntax.Expression, hint: Type | None) -> model.Value | None:
    if isinstance(node, syntax.OrMore | syntax.OrLess):
        return _check_open_range(context, node)
    ends = read_bounds(node)
    if ends is not None:
        return _check_number_range(context, node, ends)
    assert isinstance(node, syntax.Range)
    member_hint = hint.member if isinstance(hint, SetType) else hint
    low = context.infer(node.low, member_hint)
    high = context.infer(node.high, member_hint)
    if low is None or high is None:
        return None
    return make_range(context, to_total(low), to_total(high), node)


def make_range(context: Context, low: model.Value, high: model.Value, node: syntax.Range) -> model.Value | None:
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
        context.world.report(types.wrong_type(culprit.span, describe_type(culprit.type), wanted, advice))
        return None
    round_again = find_circle(context.world, kind)
    if one.low > other.high and not round_again:
        context.world.report(types.range_backwards(node.span, low.span.text, high.span.text))
        return None
    if not can_overlap(kind, NUMBERS_IN_SETS):
        context.world.report(types.range_no_set(node.span, node.span.text, NUMBERS_IN_SETS.high))
        return None
    if round_again and one.high > other.low:
        kind = context.world.all_members(kind.kind) if isinstance(kind, MemberType) else kind
    return _settle(context, model.Between(low, high, round_again, type=SetType(_trim(kind)), span=node.span))


def find_circle(world: World, kind: Type) -> int:
    """How many members a kind has that goes round, else 0."""
    if not isinstance(kind, MemberType) or not world.kinds[kind.kind].circle:
        return 0
    return len(world.kinds[kind.kind].members)


def _trim(kind: NumberType | MemberType) -> NumberType | MemberType:
    if isinstance(kind, MemberType):
        return kind
    return NumberType(max(kind.low, NUMBERS_IN_SETS.low), min(kind.high, NUMBERS_IN_SETS.high))


def _settle(context: Context, value: model.Between) -> model.Value:
    """The set itself where both ends are certain."""
    if not (isinstance(value.low, model.Constant) and isinstance(value.high, model.Constant)):
        return value
    bits = join_range(value.low.value, value.high.value, value.round)
    return model.Constant(bits, type=value.type, span=value.span)


def _check_number_range(context: Context, node: syntax.Expression, ends: tuple[int, int]) -> model.Value | None:
    low, high = ends
    if low > high:
        context.world.report(types.range_backwards(node.span, str(low), str(high)))
        return None
    return _make_number_set(context, node, low, high)


def _check_open_range(context: Context, node: syntax.OrMore | syntax.OrLess) -> model.Value | None:
    """`11+` used as a set, which then has no end. `8-` cannot be one: sets hold nothing below zero."""
    if isinstance(node, syntax.OrLess):
        context.world.report(types.range_no_set(node.span, node.span.text, NUMBERS_IN_SETS.high, f"0..{node.most}"))
        return None
    return _make_number_set(context, node, node.least, BEYOND)


def _make_number_set(context: Context, node: syntax.Expression, low: int, high: int) -> model.Value | None:
    last = BEYOND if isinstance(node, syntax.OrMore) else NUMBERS_IN_SETS.high
    if not NUMBERS_IN_SETS.low <= low <= NUMBERS_IN_SETS.high or high > last:
        context.world.report(types.range_no_set(node.span, node.span.text, NUMBERS_IN_SETS.high))
        return None
    bits = sum(1 << place for place in range(low, high + 1))
    return model.Constant(bits, type=SetType(NumberType(low, high)), span=node.span)


def join_all(
    context: Context, parts: tuple[syntax.Expression, ...], first: model.Value, node: syntax.AllOf
) -> model.Value | None:
    whole = to_set(first)
    for part in parts[1:]:
        other = context.infer(part, whole.type)
        if other is None:
            return None
        more = join(context, whole, other, node.span)
        if more is None:
            return None
        whole = more
    return whole


def join(context: Context, left: model.Value, right: model.Value, span: Span) -> model.Value | None:
    left, right = to_set(left), to_set(right)
    kind = (
        join_types(left.type, right.type)
        if isinstance(left.type, SetType) and isinstance(right.type, SetType)
        else None
    )
    if kind is None:
        context.world.report(types.wrong_type(right.span, describe_type(right.type), describe_type(left.type)))
        return None
    return model.Joined(left, right, type=kind, span=span)


# ---- arithmetic


def check_arithmetic(context: Context, node: syntax.Arithmetic, hint: Type | None) -> model.Value | None:
    """What an operator gives: a number, a member further on, a set."""
    if node.operator in ("with", "without"):
        return _check_with(context, node, hint)
    left = context.infer(node.left, hint if isinstance(hint, MemberType) else None)
    right = context.infer(node.right)
    if left is None or right is None:
        return None
    dice = next((each for each in (left, right) if isinstance(each.type, RollType | ThrowType)), None)
    if isinstance(hint, ThrowType) and dice is not None:
        advice = "join dice with `with`, and remove some with `without`"
        context.world.report(types.wrong_type(node.span, "a number", describe_type(hint), advice))
        return None
    left, right = to_total(left), to_total(right)
    if isinstance(left.type, MemberType) and node.operator in "+-" and isinstance(right.type, NumberType):
        return _move_member(context, left, right, node)
    for side in (left, right):
        if not isinstance(side.type, NumberType):
            context.world.report(
                types.wrong_type(
                    side.span,
                    describe_type(side.type),
                    "a number",
                    _advise_on_set(node) if isinstance(side.type, SetType) else "",
                )
            )
            return None
    assert isinstance(left.type, NumberType)
    assert isinstance(right.type, NumberType)
    operator = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}[node.operator]
    if operator in ("div", "mod") and right.type == NumberType(0, 0):
        context.world.report(types.out_of_range(node.right.span, "a divisor of 0", "every number but 0"))
        return None
    return model.Calculation(
        operator, left, right, type=_calculate_range(operator, left.type, right.type), span=node.span
    )


def _advise_on_set(node: syntax.Arithmetic) -> str:
    ranges = any(isinstance(each, syntax.Range) for each in (node.left, node.right))
    return types.HINT_ENDS if ranges else "join sets with `with`, and remove members with `without`"


def _calculate_range(operator: str, left: NumberType, right: NumberType) -> NumberType:
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
    top = len(context.world.kinds[left.type.kind].members) - 1
    if context.world.kinds[left.type.kind].circle:
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
    assert isinstance(number.type, NumberType)
    zero = model.Constant(0, type=NumberType(0, 0), span=number.span)
    kind = NumberType(-number.type.high, -number.type.low)
    return model.Calculation("sub", zero, number, type=kind, span=number.span)


def check_lesser_or_greater(
    context: Context, node: syntax.LesserOrGreater, hint: Type | None
) -> model.Value | None:
    left = context.infer(node.left, hint)
    right = context.infer(node.right, left.type if left is not None else hint)
    if left is None or right is None:
        return None
    left, right = to_total(left), to_total(right)
    one, other = left.type, right.type
    operator = {"lesser": "min", "greater": "max"}[node.word]
    found = {"lesser": min, "greater": max}[node.word]
    if isinstance(one, NumberType) and isinstance(other, NumberType):
        number = NumberType(found(one.low, other.low), found(one.high, other.high))
        return model.Calculation(operator, left, right, type=number, span=node.span)
    if isinstance(one, MemberType) and isinstance(other, MemberType) and one.kind == other.kind:
        member = MemberType(one.kind, found(one.low, other.low), found(one.high, other.high))
        return model.Calculation(operator, left, right, type=member, span=node.span)
    context.world.report(types.not_comparable(node.span, describe_type(one), describe_type(other)))
    return None


def _check_with(context: Context, node: syntax.Arithmetic, hint: Type | None) -> model.Value | None:
    left = context.infer(node.left, hint)
    if left is None:
        return None
    throw = find_throw_type(left.type) or (hint if isinstance(hint, ThrowType) else None)
    if throw is not None:
        return _check_with_dice(context, node, left, throw)
    right = context.infer(node.right, left.type)
    if right is None:
        return None
    if node.operator == "with":
        return join(context, left, right, node.span)
    left, right = to_set(left), to_set(right)
    if (
        not isinstance(left.type, SetType)
        or not isinstance(right.type, SetType)
        or join_types(left.type, right.type) is None
    ):
        context.world.report(types.not_comparable(node.span, describe_type(left.type), describe_type(right.type)))
        return None
    return model.Without(left, right, type=left.type, span=node.span)


def _check_with_dice(
    context: Context, node: syntax.Arithmetic, left: model.Value, throw: ThrowType
) -> model.Value | None:
    """Dice joined to a throw, or taken from it, die by die."""
    dice, more = coerce(context.world, left, throw), context.expect(node.right, throw)
    if dice is None or more is None:
        return None
    join_or_part = model.Joined if node.operator == "with" else model.Without
    return join_or_part(dice, more, type=throw, span=node.span)
