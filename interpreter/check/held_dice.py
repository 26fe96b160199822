"""What some dice hold: other dice, so many alike, so many in a row; and the faces that they show."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.arithmetic import read_bounds
from interpreter.check.context import YES_NO, Context
from interpreter.check.convert import find_throw_type, report_unkept_dice, to_throw
from interpreter.check.worded_dice import read_words
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import MAX_SET_SIZE, NumberType, RollType, SetType, ThrowType
from interpreter.source import Span


def check_held(context: Context, node: syntax.Compared) -> model.Value | None:
    """`throw holds 3 alike`, `throw holds 1..5`, `throw holds 6+6`"""
    dice = context.infer(node.left)
    if dice is None:
        return None
    if not isinstance(dice.type, RollType | ThrowType):
        advice = f"for a set write `... in {node.left.span.text}`" if isinstance(dice.type, SetType) else ""
        context.world.report(types.wrong_type(dice.span, describe_type(dice.type), "dice", advice))
        return None
    if isinstance(node.right, syntax.Pattern):
        return _check_pattern(context, dice, dice.type, node.right, node.span)
    return _check_part(context, dice, dice.type, node)


def _check_pattern(
    context: Context, dice: model.Value, kind: RollType | ThrowType, pattern: syntax.Pattern, span: Span
) -> model.Value | None:
    """The most dice that are alike, or the longest row, is as large as that."""
    most = min(kind.number, len(set(kind.sides))) if pattern.form == "in_a_row" else kind.number
    number = context.expect(pattern.number, NumberType(1, most))
    found = model.OfRoll(pattern.form, dice, type=NumberType(0, most), span=dice.span)
    return number and model.Comparison("ge", found, number, type=YES_NO, span=span)


def _check_part(
    context: Context, dice: model.Value, kind: RollType | ThrowType, node: syntax.Compared
) -> model.Value | None:
    """Other dice: nothing of them is left when all that are there are taken away."""
    throw = find_throw_type(kind)
    if throw is None:
        assert isinstance(kind, RollType)
        report_unkept_dice(context.world, kind, dice.span)
        return None
    ends = _read_ends(context.world, node.right, throw) if isinstance(node.right, syntax.Range) else None
    if ends is not None and ends[0] <= ends[1]:
        part = _make_row(context, ends, throw, node.right.span)
    else:
        part = context.expect(node.right, throw)
    if part is None:
        return None
    rest = model.Without(part, to_throw(dice, throw), type=throw, span=node.span)
    nothing = model.Constant(0, type=throw, span=node.span)
    return model.Comparison("eq", rest, nothing, type=YES_NO, span=node.span)


def _read_ends(world: World, node: syntax.Range, throw: ThrowType) -> tuple[int, int] | None:
    """`1..5`, or of dice with words `nine..king`."""
    low, high = (read_words(world, each, throw) for each in (node.low, node.high))
    return (low.faces[0], high.faces[0]) if low and high else read_bounds(node)


def _make_row(context: Context, ends: tuple[int, int], throw: ThrowType, span: Span) -> model.Value | None:
    """`1..5`: one die of each of these faces."""
    faces = tuple(range(ends[0], ends[1] + 1)[: throw.number + 1])
    return _make_throw(context, faces, throw, span)


def read_throw(context: Context, node: syntax.Faces, throw: ThrowType) -> model.Value | None:
    """Dice that are written out, as a throw."""
    return _make_throw(context, node.faces, throw, node.span)


def _make_throw(context: Context, faces: tuple[int, ...], throw: ThrowType, span: Span) -> model.Value | None:
    if len(faces) > throw.number or not all(face in throw.sides for face in faces):
        allowed = f"what {throw.written} can show"
        context.world.report(types.out_of_range(span, f"`{span.text}`", allowed))
        return None
    return model.Constant(throw.pack(faces), type=throw, span=span)


def find_faces(context: Context, dice: model.Value, kind: RollType | ThrowType, span: Span) -> model.Value | None:
    """`faces of throw`: the set of those that it shows."""
    beyond = kind.face.low if kind.face.low < 0 else kind.face.high
    if not 0 <= beyond < MAX_SET_SIZE:
        context.world.report(types.out_of_range(span, f"a set with the face {beyond}", "what sets can hold"))
        return None
    return model.OfRoll("faces", dice, type=SetType(kind.face), span=span)
