"""Values: from expressions to typed values.

Types flow both ways: a value is computed with a `hint` of what is expected, so that the alternatives of an
option or the offers of a choice need no names of their own in the ruleset. What cannot be typed is reported once; its
type is `INVALID`, which fits everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import assert_never

from interpreter import model, syntax
from interpreter.check.ambiguous_where import report_ambiguous_where
from interpreter.check.arithmetic import check_arithmetic, check_lesser_or_greater, check_range_as_set, join
from interpreter.check.boards import make_everything
from interpreter.check.calls import check_supposed
from interpreter.check.cards import check_top
from interpreter.check.comparisons import compare, regroup
from interpreter.check.context import YES_NO, Context
from interpreter.check.convert import coerce, is_same_sort, join_types, make_maybe, to_maybe, to_set, to_throw, to_total
from interpreter.check.dice import make_throw, read_words
from interpreter.check.fractions import align
from interpreter.check.members import check_members, check_quantified
from interpreter.check.products import check_tuple
from interpreter.check.references import check_applied, check_column, check_of, check_reference
from interpreter.check.world import INVALID, World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import MaybeType, MemberType, NumberType, SetType, TextType, ThrowType, Type, YesNoType
from interpreter.source import Span

HOLE = re.compile(r"\{[^{}\n]+\}")
"""A value in braces, in a text that is itself a value."""


def new_context(
    world: World, owner: str, known: Mapping[str, model.Variable] | None = None, seated: int = 0
) -> Context:
    """A place to work values out from: `owner` is what locals belong to, `known` the names known only there."""
    return Context(world, owner, dict(known or {}), infer, seated=seated)


def _make_text(context: Context, text: str, span: Span) -> model.Value:
    """A text that is itself a value: what is in braces is not filled in."""
    if (hole := HOLE.search(span.text)) is not None:
        start = span.start + hole.start()
        context.world.report(types.text_not_filled(Span(span.source, start, start + len(hole[0]))))
    return model.TextConstant(text, type=TextType(), span=span)


def infer(context: Context, node: syntax.Expression, hint: Type | None = None) -> model.Value:  # noqa: C901
    match node:
        case syntax.Reference(name):
            return check_reference(context, name, node, hint)
        case syntax.Of():
            return check_of(context, node)
        case syntax.Number(value):
            return model.Constant(value, type=NumberType(value, value), span=node.span)
        case syntax.YesNo(value):
            return model.Constant(int(value), type=YES_NO, span=node.span)
        case syntax.Nobody():
            return _check_none(context, node, hint)
        case syntax.Quoted(text):
            return _make_text(context, text.text, node.span)
        case syntax.Grouped(inner):
            return context.infer(inner, hint)
        case syntax.Faces() | syntax.Anything() | syntax.Pattern():
            return _check_faces(context, node, hint)
        case syntax.OrMore() | syntax.OrLess() | syntax.Range():
            return check_range_as_set(context, node, hint)
        case syntax.Everything(kind):
            return make_everything(context, kind)
        case syntax.TopOf():
            return check_top(context, node)
        case syntax.Column():
            return check_column(context, node)
        case syntax.Tuple():
            return check_tuple(context, node, hint)
        case syntax.Applied():
            return check_applied(context, node)
        case syntax.LesserOrGreater():
            return check_lesser_or_greater(context, node, hint)
        case syntax.Arithmetic():
            words = read_words(context.world, node, hint)
            return check_arithmetic(context, node, hint) if words is None else _check_faces(context, words, hint)
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
                return context.world.make_invalid(node.span)
            return model.Either(context.expect_conditions(parts), type=YES_NO, span=node.span)
        case syntax.Conditional() | syntax.Supposed():
            return _check_conditional(context, node, hint)
        case syntax.Quantified():
            report_ambiguous_where(context, node)
            return check_quantified(context, node)
        case syntax.Summed() | syntax.Best() | syntax.Parted() | syntax.Neighbour():
            return check_members(context, node)
        case _:
            assert_never(node)


def _check_none(context: Context, node: syntax.Nobody, hint: Type | None) -> model.Value:
    """The empty set, or what an option or a choice calls so."""
    if isinstance(hint, MemberType) and "none" in context.world.declared.kinds[hint.kind].members:
        return check_reference(context, "none", node, hint)
    return model.Constant(0, type=SetType(None), span=node.span)


def _negate(context: Context, operand: syntax.Expression, node: syntax.Negated) -> model.Value:
    """The opposite of a condition. How far its `where` reaches has been looked at together with the `not`."""
    quantified = isinstance(operand, syntax.Quantified)
    held = check_quantified(context, operand) if quantified else context.infer(operand, YES_NO)  # type: ignore[arg-type]
    return model.Not(coerce(context.world, held, YES_NO), type=YES_NO, span=node.span)


def _check_faces(
    context: Context, node: syntax.Faces | syntax.Anything | syntax.Pattern, hint: Type | None
) -> model.Value:
    """Dice written out, which are a value only where dice are expected. (`3 alike` comes after `holds` alone.)"""
    if not isinstance(node, syntax.Faces):
        return context.refuse(types.not_a_value(node.span, "`any`", "use `any` only in the rows of a table"))
    if isinstance(hint, ThrowType):
        return make_throw(context, node.faces, hint, node.span)
    spaced = " + ".join(map(str, node.faces))
    advice = f"compare a roll with it, as in `swing is {node.span.text}`, or add numbers with spaces: `{spaced}`"
    return context.refuse(types.not_a_value(node.span, f"`{node.span.text}` (the faces of a roll)", advice))


def _report_cut_comparison(context: Context, parts: tuple[syntax.Expression, ...]) -> bool:
    """`x is a or b`, where `x is a or x is b` is meant: whether that was found, and reported."""
    first = parts[0]
    for part in parts[1:]:
        bare = isinstance(part, syntax.Reference | syntax.Number | syntax.Nobody)
        if not isinstance(first, syntax.Compared) or not bare:
            continue
        kind = context.infer(part, None).type
        if kind is not INVALID and not isinstance(kind, YesNoType):
            left, comparator = first.left.span.text, "is" if isinstance(part, syntax.Nobody) else first.comparator
            advice = f"write `{first.span.text} or {left} {comparator} {part.span.text}`"
            context.world.report(types.wrong_type(part.span, describe_type(kind), "yes or no", advice))
            return True
    return False


def _check_all_of(context: Context, node: syntax.AllOf, hint: Type | None) -> model.Value:
    parts = regroup(context, node.parts)
    first = context.infer(parts[0], hint)
    if len(parts) == 1 or first.type is INVALID:
        return first
    if not isinstance(first.type, MemberType | NumberType | SetType):
        return model.Both(context.expect_conditions(parts), type=YES_NO, span=node.span)
    whole = to_set(first)
    for part in parts[1:]:
        if whole.type is not INVALID:
            whole = join(context, whole, context.infer(part, whole.type), node.span)
    return whole


def _check_conditional(context: Context, node: syntax.Conditional | syntax.Supposed, hint: Type | None) -> model.Value:
    if isinstance(node, syntax.Supposed):
        return check_supposed(context, node, hint)
    test, value = context.expect_condition(node.condition), context.infer(node.value, hint)
    other = context.infer(node.other, hint or (None if value.type is INVALID else value.type))
    if INVALID in (test.type, value.type, other.type):
        return context.world.make_invalid(node.span)
    of_sets = isinstance(hint, SetType) and not all(is_same_sort(to_set(each).type, hint) for each in (value, other))
    if hint is not None and (of_sets or isinstance(hint, ThrowType | MaybeType)):
        value, other = (coerce(context.world, each, hint) for each in (value, other))
        if of_sets or INVALID in (value.type, other.type):
            return context.world.make_invalid(node.span)
    value, other = make_maybe(value), make_maybe(other)
    throw = join_types(value.type, other.type)
    if isinstance(throw, ThrowType):
        value, other = to_throw(value, throw), to_throw(other, throw)
    value, other = (to_total(value), to_total(other)) if value.type != other.type else (value, other)
    value, other = align(context.world, value, other)
    kind = join_types(value.type, other.type)
    if kind is None:
        return context.mismatch(other, describe_type(value.type))
    if isinstance(kind, SetType):
        value, other = to_set(value), to_set(other)
    if isinstance(kind, MaybeType):
        value, other = to_maybe(value, kind), to_maybe(other, kind)
    return model.Chosen(test, value, other, type=kind, span=node.span)
