"""Comparisons: `is`, `<`, `in` and their like."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.arithmetic import find_circle, make_range
from interpreter.check.boards import NEIGHBOURS, find_board, is_in_rectangle, is_near
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
from interpreter.check.dice import check_held, make_throw, read_words
from interpreter.check.fractions import align, is_number
from interpreter.check.literals import strip_parentheses
from interpreter.check.world import INVALID, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import ORDERED, MaybeType, MemberType, NumberType, RollType, SetType, TextType, ThrowType, Type
from interpreter.throws import group_outcomes_by_faces

OPERATORS = {"is": "eq", "is not": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def compare(context: Context, node: syntax.Compared) -> model.Value:
    """`is`, `<`, `in` and their like."""
    if node.comparator == "holds":
        return check_held(context, node)
    if node.comparator.endswith("in"):
        return _negate(_check_membership(context, node), node.comparator == "not in")
    left = context.infer(node.left, _find_type_of_right(context, node))
    if left.type is INVALID:
        return left
    faces = node.right if isinstance(node.right, syntax.Faces) else read_words(context.world, node.right, left.type)
    if faces is not None and not (shows_one_word(left.type) and node.comparator[0] in "<>"):
        return _negate(_compare_roll(context, left, faces, node), node.comparator == "is not")
    ranged = isinstance(strip_parentheses(node.right), syntax.Range | syntax.OrMore | syntax.OrLess)
    if ranged and not isinstance(left.type, SetType):
        return context.refuse(types.range_compared(node.span, node.left.span, node.right.span, node.comparator))
    right = context.infer(node.right, left.type)
    if right.type is INVALID:
        return right
    operator = OPERATORS[node.comparator]
    equality = operator in ("eq", "ne")
    throw = join_types(left.type, right.type)
    if isinstance(throw, ThrowType) and equality:
        return model.Comparison(operator, to_throw(left, throw), to_throw(right, throw), type=YES_NO, span=node.span)
    if isinstance(left.type, ThrowType) and isinstance(right.type, SetType) and right.type.member is not None:
        return context.mismatch(right, describe_type(left.type), DICE_JOINED)
    if equality and any(isinstance(make_maybe(each).type, MaybeType) for each in (left, right)):
        return _compare_maybe(context, operator, left, right, node)
    return _compare_values(context, operator, to_total(left), to_total(right), node)


def _find_type_of_right(context: Context, node: syntax.Compared) -> Type | None:
    """What `(3, 5)` is compared with, or is in, says of which choice it is an answer, or a member of which pairs."""
    if not isinstance(strip_parentheses(node.left), syntax.Tuple) or isinstance(node.right, syntax.Tuple):
        return None
    return context.infer(node.right).type


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


def decide_comparison(operator: str, left: Type, right: Type) -> bool | None:
    """Whether a comparison of two ranges is always or never true; None if it depends."""
    if not isinstance(left, ORDERED) or not isinstance(right, ORDERED):
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


def _negate(value: model.Value, negate: bool) -> model.Value:
    return model.Not(value, type=YES_NO, span=value.span) if negate and value.type is not INVALID else value


def _compare_values(
    context: Context, operator: str, left: model.Value, right: model.Value, node: syntax.Compared
) -> model.Value:
    written = describe_type(left.type), describe_type(right.type)
    left, right = align(context.world, left, right)
    equality = operator in ("eq", "ne")
    if isinstance(left.type, SetType) or isinstance(right.type, SetType):
        if equality and not isinstance(left.type, SetType) and _count_fixed(right) > 1:
            context.world.report(types.one_is_several(node.span, operator == "ne", node.left.span.text))
        left, right = to_set(left), to_set(right)
    if not equality and (is_none(left) or is_none(right)):
        asked = node.left if is_none(right) else node.right
        return context.refuse(types.none_in_order(node.span, asked.span.text, node.comparator))
    kind = join_types(left.type, right.type)
    ordered = isinstance(left.type, ORDERED)
    if kind is None or isinstance(kind, TextType) or not (equality or ordered):
        return context.refuse(types.not_comparable(node.span, *written))
    found = format_range(context.world, left.type)
    always = decide_comparison(operator, left.type, right.type)
    if always is not None and (not equality or isinstance(left, model.Total)):
        context.world.report(types.always_same(node.span, always, found))
    if equality and not can_overlap(left.type, right.type):
        if operator == "eq":
            return _refuse_equality(context, left, right)
        context.world.report(types.always_same(node.span, True, found))
    return model.Comparison(operator, left, right, type=YES_NO, span=node.span)


def _refuse_equality(context: Context, left: model.Value, right: model.Value) -> model.Value:
    fixed = right.member if isinstance(right, model.SetOf) else right
    side, other = (right, left) if isinstance(fixed, model.Constant) else (left, right)
    allowed = f"{format_range(context.world, other.type)}, so they are never equal"
    advice = f"compare `{other.span.text}` with a possible value"
    return context.refuse(types.out_of_range(side.span, f"`{side.span.text}`", allowed, None, advice))


def _compare_maybe(
    context: Context, operator: str, left: model.Value, right: model.Value, node: syntax.Compared
) -> model.Value:
    """`standing is none`, or whether it is the same as something that may be nothing too."""
    left, right = to_total(left), to_total(right)
    maybe, other = (left, right) if isinstance(make_maybe(left).type, MaybeType) else (right, left)
    if is_none(other):
        kind: Type | None = make_maybe(maybe).type
    else:
        kind = join_types(make_maybe(left).type, make_maybe(right).type)
        compared = _compare_values(context, operator, left, right, node)
        if compared.type is INVALID:
            return compared
    if not isinstance(kind, MaybeType):
        return model.Comparison(operator, to_set(left), to_set(right), type=YES_NO, span=node.span)
    return model.Comparison(operator, to_maybe(left, kind), to_maybe(right, kind), type=YES_NO, span=node.span)


def _compare_roll(context: Context, left: model.Value, faces: syntax.Faces, node: syntax.Compared) -> model.Value:
    roll, span = left.type, node.span
    if node.comparator not in ("is", "is not"):
        total = None if isinstance(roll, RollType | ThrowType) and roll.words else str(sum(faces.faces))
        return context.refuse(types.faces_in_order(span, left.span.text, faces.span.text, node.comparator, total))
    if isinstance(roll, ThrowType):
        right = make_throw(context, faces.faces, roll, faces.span)
        return model.Comparison("eq", left, right, type=YES_NO, span=span)
    if not isinstance(roll, RollType):
        return context.mismatch(left, "a roll, to compare with faces")
    same = group_outcomes_by_faces(roll.number, roll.sides, roll.parts).get(tuple(sorted(faces.faces)))
    if same is None:
        allowed, some = f"what {roll.written} can show", f"`{left.span.text} holds {faces.span.text}`"
        ask = f"write {roll.number} faces" + (f", or {some}" if len(faces.faces) < roll.number else "")
        advice = "" if len(faces.faces) == roll.number else ask
        return context.refuse(types.out_of_range(faces.span, f"`{faces.span.text}`", allowed, None, advice))
    return model.RollMatches(left, tuple(sorted(same)), type=YES_NO, span=span)


# ---- `in`


def _check_membership(context: Context, node: syntax.Compared) -> model.Value:
    written = strip_parentheses(node.right)
    hint = _find_type_of_right(context, node) if not isinstance(written, syntax.Range) else None
    left = to_member(context.infer(node.left, hint))
    if left.type is INVALID:
        return left
    if isinstance(written, syntax.OrMore | syntax.OrLess):
        return _check_open_range(context, to_total(left), written, node)
    if isinstance(written, syntax.Range):
        return _check_range(context, to_total(left), written, node)
    board = find_board(context.world, left.type)
    if board is not None and isinstance(written, syntax.Of) and written.name.text == NEIGHBOURS:
        other = context.expect(written.subject, context.world.all_members(board.name))
        return is_near(board, left, other)
    right = context.infer(node.right, SetType(left.type) if isinstance(left.type, MemberType) else None)
    left, right = to_total(left), to_set(right)
    one, whole = left.type, right.type
    if (
        not isinstance(whole, SetType)
        or not isinstance(one, MemberType | NumberType)
        or join_types(SetType(one), whole) is None
    ):
        both = f"`{node.left.span.text} without {node.right.span.text} is none`: all of one set are in the other"
        advice = f"write {both}" if isinstance(one, SetType) and isinstance(whole, SetType) else ""
        return context.mismatch(right, f"a set that {describe_type(one)} can be in", advice)
    beyond = whole.endless and whole.member is not None and one.low > whole.member.low
    if whole.member is not None and not can_overlap(one, whole.member) and not beyond:
        numbers = isinstance(node.left, syntax.Number) and isinstance(node.right, syntax.Number)
        _report_never(context, node, left, types.ODDS if numbers else "")
    return model.Contains(right, left, type=YES_NO, span=node.span)


def _report_never(context: Context, node: syntax.Compared, left: model.Value, advice: str = "") -> None:
    context.world.report(types.always_same(node.span, False, format_range(context.world, left.type), advice))


def _check_open_range(
    context: Context, left: model.Value, written: syntax.OrMore | syntax.OrLess, node: syntax.Compared
) -> model.Value:
    """`in 11+` and `in 8-`: on one side there is no end."""
    operator, end = ("ge", written.least) if isinstance(written, syntax.OrMore) else ("le", written.most)
    right: model.Value = model.Constant(end, type=NumberType(end, end), span=written.span)
    left, right = align(context.world, left, right)
    if not is_number(left.type):
        return context.refuse(types.not_comparable(node.span, describe_type(left.type), describe_type(right.type)))
    if decide_comparison(operator, left.type, right.type) is False:
        _report_never(context, node, left)
    return model.Comparison(operator, left, right, type=YES_NO, span=node.span)


def _check_range(context: Context, left: model.Value, written: syntax.Range, node: syntax.Compared) -> model.Value:
    low, high = (to_total(context.infer(each, left.type)) for each in (written.low, written.high))
    if INVALID in (low.type, high.type):
        return context.world.make_invalid(node.span)
    left, low, high = align(context.world, left, low, high)
    kind = join_types(left.type, low.type)
    if not isinstance(left.type, ORDERED) or kind is None or join_types(kind, high.type) is None:
        return context.refuse(types.not_comparable(node.span, describe_type(left.type), describe_type(low.type)))
    board = find_board(context.world, left.type)
    if board is not None:
        return is_in_rectangle(board, left, low, high)
    if find_circle(context.world, left.type):
        whole = make_range(context, low, high, written)
        return model.Contains(whole, left, type=YES_NO, span=node.span)
    if isinstance(low, model.Constant) and isinstance(high, model.Constant) and low.value > high.value:
        return context.refuse(types.range_backwards(written.span, low.span.text, high.span.text))
    if not can_overlap(left.type, join_types(low.type, high.type) or left.type):
        _report_never(context, node, left)
    return model.Within(left, low, high, type=YES_NO, span=node.span)
