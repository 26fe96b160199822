"""Comparisons: `is`, `<`, `in` and their like."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.arithmetic import find_circle, make_range
from interpreter.check.context import YES_NO, Context
from interpreter.check.convert import (
    DICE_JOINED,
    can_overlap,
    format_range,
    is_none,
    join_types,
    make_maybe,
    shows_one_word,
    to_maybe,
    to_member,
    to_set,
    to_throw,
    to_total,
)
from interpreter.check.held_dice import check_held, read_throw
from interpreter.check.worded_dice import read_words
from interpreter.check.world import describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    ThrowType,
    Type,
)
from interpreter.source import Span
from interpreter.throws import group_outcomes_by_faces


def compare(context: Context, node: syntax.Compared) -> model.Value | None:
    """`is`, `<`, `in` and their like."""
    if node.comparator == "holds":
        return check_held(context, node)
    if node.comparator.endswith("in"):
        found = _check_membership(context, node)
        return _negate(found, node.comparator == "not in")
    left = context.infer(node.left, _find_type_of_right(context, node))
    if left is None:
        return None
    faces = node.right if isinstance(node.right, syntax.Faces) else read_words(context.world, node.right, left.type)
    if faces is not None and not (shows_one_word(left.type) and node.comparator[0] in "<>"):
        return _negate(_compare_roll(context, left, faces, node), node.comparator == "is not")
    if isinstance(strip_parentheses(node.right), syntax.Range | syntax.OrMore | syntax.OrLess) and not isinstance(
        left.type, SetType
    ):
        context.world.report(types.range_compared(node.span, node.left.span, node.right.span, node.comparator))
        return None
    right = context.infer(node.right, left.type)
    if right is None:
        return None
    operator = {"is": "eq", "is not": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[node.comparator]
    throw = join_types(left.type, right.type)
    if isinstance(throw, ThrowType) and operator in ("eq", "ne"):
        return model.Comparison(
            operator, to_throw(left, throw), to_throw(right, throw), type=YES_NO, span=node.span
        )
    if isinstance(left.type, ThrowType) and isinstance(right.type, SetType) and right.type.member is not None:
        written, wanted = describe_type(right.type), describe_type(left.type)
        context.world.report(types.wrong_type(right.span, written, wanted, DICE_JOINED))
        return None
    if operator in ("eq", "ne") and any(isinstance(make_maybe(each).type, MaybeType) for each in (left, right)):
        return _compare_maybe(context, operator, left, right, node)
    return _compare_values(context, operator, to_total(left), to_total(right), node)


def _find_type_of_right(context: Context, node: syntax.Compared) -> Type | None:
    """What `(3, 5)` is compared with says of which choice it is an answer."""
    if not isinstance(strip_parentheses(node.left), syntax.Tuple) or isinstance(node.right, syntax.Tuple):
        return None
    right = context.infer(node.right)
    return right.type if right is not None else None


def regroup(context: Context, parts: tuple[syntax.Expression, ...]) -> tuple[syntax.Expression, ...]:
    """`x is first and third` is one comparison with a set: a member after a comparison belongs to its right side."""
    grouped: list[syntax.Expression] = []
    for part in parts:
        last = grouped[-1] if grouped else None
        if (
            isinstance(last, syntax.Compared)
            and last.comparator in ("is", "is not", "in", "not in", "holds")
            and context.is_member(part)
        ):
            together = last.right.parts if isinstance(last.right, syntax.AllOf) else (last.right,)
            right = syntax.AllOf((*together, part), span=last.right.span.to(part.span))
            grouped[-1] = replace(last, right=right, span=last.span.to(part.span))
        else:
            grouped.append(part)
    return tuple(grouped)


def strip_parentheses(node: syntax.Expression) -> syntax.Expression:
    while isinstance(node, syntax.Grouped):
        node = node.inner
    return node


def decide_comparison(operator: str, left: Type, right: Type) -> bool | None:
    """Whether a comparison of two ranges is always or never true; None if it depends."""
    if not isinstance(left, NumberType | MemberType) or not isinstance(right, NumberType | MemberType):
        return None
    if operator in ("gt", "le"):
        return decide_comparison("lt" if operator == "gt" else "ge", right, left)
    if operator in ("eq", "ne") and left.low == left.high == right.low == right.high:
        return operator == "eq"
    if operator == "lt" and (left.high < right.low or left.low >= right.high):
        return left.high < right.low
    if operator == "ge" and (left.low >= right.high or left.high < right.low):
        return left.low >= right.high
    return None


def _count_fixed(value: model.Value) -> int:
    """How many members a set has that is written out; 0 for any other."""
    match value:
        case model.Joined(left, right):
            return _count_fixed(left) + _count_fixed(right)
        case model.SetOf(model.Constant()):
            return 1
        case _:
            return 0


def _negate(value: model.Value | None, negate: bool) -> model.Value | None:
    return model.Not(value, type=YES_NO, span=value.span) if value is not None and negate else value


def _compare_values(
    context: Context, operator: str, left: model.Value, right: model.Value, node: syntax.Compared
) -> model.Value | None:
    written = describe_type(left.type), describe_type(right.type)
    if isinstance(left.type, SetType) or isinstance(right.type, SetType):
        if operator in ("eq", "ne") and not isinstance(left.type, SetType) and _count_fixed(right) > 1:
            context.world.report(types.one_is_several(node.span, operator == "ne", node.left.span.text))
        left, right = to_set(left), to_set(right)
    if operator not in ("eq", "ne") and (is_none(left) or is_none(right)):
        asked = node.left if is_none(right) else node.right
        context.world.report(types.none_in_order(node.span, asked.span.text, node.comparator))
        return None
    kind = join_types(left.type, right.type)
    ordered = isinstance(left.type, NumberType | MemberType)
    if kind is None or isinstance(kind, TextType) or (operator not in ("eq", "ne") and not ordered):
        context.world.report(types.not_comparable(node.span, *written))
        return None
    always = decide_comparison(operator, left.type, right.type)
    if always is not None and (operator not in ("eq", "ne") or isinstance(left, model.Total)):
        context.world.report(types.always_same(node.span, always, format_range(context.world, left.type)))
    if operator in ("eq", "ne") and not can_overlap(left.type, right.type):
        if operator == "ne":
            context.world.report(types.always_same(node.span, True, format_range(context.world, left.type)))
            return model.Comparison(operator, left, right, type=YES_NO, span=node.span)
        fixed = right.member if isinstance(right, model.SetOf) else right
        side, other = (right, left) if isinstance(fixed, model.Constant) else (left, right)
        found = f"`{side.span.text}`"
        allowed = f"{format_range(context.world, other.type)}, so they are never equal"
        advice = f"compare `{other.span.text}` with a possible value"
        context.world.report(types.out_of_range(side.span, found, allowed, None, advice))
        return None
    return model.Comparison(operator, left, right, type=YES_NO, span=node.span)


def _compare_maybe(
    context: Context, operator: str, left: model.Value, right: model.Value, node: syntax.Compared
) -> model.Value | None:
    """`standing is none`, or whether it is the same as something that may be nothing too."""
    left, right = to_total(left), to_total(right)
    maybe, other = (left, right) if isinstance(make_maybe(left).type, MaybeType) else (right, left)
    if is_none(other):
        kind: Type | None = make_maybe(maybe).type
    else:
        kind = join_types(make_maybe(left).type, make_maybe(right).type)
        if not _compare_values(context, operator, left, right, node):
            return None
    if not isinstance(kind, MaybeType):
        return model.Comparison(operator, to_set(left), to_set(right), type=YES_NO, span=node.span)
    return model.Comparison(operator, to_maybe(left, kind), to_maybe(right, kind), type=YES_NO, span=node.span)


def _compare_roll(
    context: Context, left: model.Value, faces: syntax.Faces, node: syntax.Compared
) -> model.Value | None:
    roll, span = left.type, node.span
    if node.comparator not in ("is", "is not"):
        total = None if isinstance(roll, RollType | ThrowType) and roll.words else str(sum(faces.faces))
        context.world.report(types.faces_in_order(span, left.span.text, faces.span.text, node.comparator, total))
        return None
    if isinstance(roll, ThrowType):
        right = read_throw(context, faces, roll)
        return right and model.Comparison("eq", left, right, type=YES_NO, span=span)
    if not isinstance(roll, RollType):
        context.world.report(types.wrong_type(left.span, describe_type(roll), "a roll, to compare with faces"))
        return None
    same = group_outcomes_by_faces(roll.number, roll.sides, roll.parts).get(tuple(sorted(faces.faces)))
    if same is None:
        allowed, some = f"what {roll.written} can show", f"`{left.span.text} holds {faces.span.text}`"
        ask = f"write {roll.number} faces" + (f", or {some}" if len(faces.faces) < roll.number else "")
        advice = "" if len(faces.faces) == roll.number else ask
        context.world.report(types.out_of_range(faces.span, f"`{faces.span.text}`", allowed, None, advice))
        return None
    return model.RollMatches(left, tuple(sorted(same)), type=YES_NO, span=span)


def _check_membership(context: Context, node: syntax.Compared) -> model.Value | None:
    left = context.infer(node.left)
    if left is None:
        return None
    left = to_member(left)
    right_node = strip_parentheses(node.right)
    if isinstance(right_node, syntax.OrMore | syntax.OrLess):
        return _check_open_range(context, to_total(left), right_node, node.span)
    if isinstance(right_node, syntax.Range):
        return _check_range(context, to_total(left), right_node, node.span)
    right = context.infer(node.right, SetType(left.type) if isinstance(left.type, MemberType) else None)
    if right is None:
        return None
    left, right = to_total(left), to_set(right)
    if (
        not isinstance(right.type, SetType)
        or not isinstance(left.type, MemberType | NumberType)
        or join_types(SetType(left.type), right.type) is None
    ):
        context.world.report(
            types.wrong_type(right.span, describe_type(right.type), f"a set that {describe_type(left.type)} can be in")
        )
        return None
    if not _can_be_in(left.type, right.type):
        advice = types.ODDS if isinstance(node.left, syntax.Number) and isinstance(node.right, syntax.Number) else ""
        context.world.report(types.always_same(node.span, False, format_range(context.world, left.type), advice))
    return model.Contains(right, left, type=YES_NO, span=node.span)


def _can_be_in(one: NumberType | MemberType, whole: SetType) -> bool:
    if whole.member is None or can_overlap(one, whole.member):
        return True
    return whole.endless and one.low > whole.member.low


def _check_open_range(
    context: Context, left: model.Value, node: syntax.OrMore | syntax.OrLess, span: Span
) -> model.Value | None:
    """`in 11+` and `in 8-`: on one side there is no end."""
    operator, end = ("ge", node.least) if isinstance(node, syntax.OrMore) else ("le", node.most)
    right = model.Constant(end, type=NumberType(end, end), span=node.span)
    if not isinstance(left.type, NumberType):
        context.world.report(types.not_comparable(span, describe_type(left.type), describe_type(right.type)))
        return None
    if decide_comparison(operator, left.type, right.type) is False:
        context.world.report(types.always_same(span, False, format_range(context.world, left.type)))
    return model.Comparison(operator, left, right, type=YES_NO, span=span)


def _check_range(context: Context, left: model.Value, node: syntax.Range, span: Span) -> model.Value | None:
    low, high = context.infer(node.low, left.type), context.infer(node.high, left.type)
    if low is None or high is None:
        return None
    low, high = to_total(low), to_total(high)
    if (
        not isinstance(left.type, NumberType | MemberType)
        or join_types(join_types(left.type, low.type) or left.type, high.type) is None
        or join_types(left.type, low.type) is None
    ):
        context.world.report(types.not_comparable(span, describe_type(left.type), describe_type(low.type)))
        return None
    if find_circle(context.world, left.type):
        whole = make_range(context, low, high, node)
        return whole and model.Contains(whole, left, type=YES_NO, span=span)
    if isinstance(low, model.Constant) and isinstance(high, model.Constant) and low.value > high.value:
        context.world.report(types.range_backwards(node.span, low.span.text, high.span.text))
        return None
    if not can_overlap(left.type, join_types(low.type, high.type) or left.type):
        context.world.report(types.always_same(span, False, format_range(context.world, left.type)))
    return model.Within(left, low, high, type=YES_NO, span=span)
