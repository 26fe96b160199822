"""Dice: which are rolled, the words on their faces, dice that are written out, and what some dice hold."""

from __future__ import annotations

from collections.abc import Container

from interpreter import model, syntax
from interpreter.check.context import YES_NO, Context
from interpreter.check.convert import find_throw_type, refuse_unkept_dice, to_throw
from interpreter.check.literals import list_words, read_bounds
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import types
from interpreter.domains import MAX_SET_SIZE, NumberType, RollType, SetType, ThrowType, Type
from interpreter.source import Span

# ---- which are rolled


@dataclass(frozen=True)
class RolledDice:
    """Their name, how many of them, and whose; None where that is not said: `roll 3 of throw`."""

    dice: syntax.Name
    count: syntax.Expression | None
    index: syntax.Expression | None


def find_rolled(node: syntax.Roll, of_each: Container[str]) -> RolledDice:
    """What a step rolls. A name before `of` is how many dice are rolled, unless it is that of dice `of_each` member."""
    name, subject = node.place.name, node.place.subject
    if node.count is not None or subject is None or name.text in of_each:
        return RolledDice(name, node.count, subject)
    count = syntax.Reference(name.text, span=name.span)
    match subject:
        case syntax.Reference(dice):
            return RolledDice(syntax.Name(dice, span=subject.span), count, None)
        case syntax.Of(dice_name, index):
            return RolledDice(dice_name, count, index)
        case _:
            return RolledDice(name, None, subject)


# ---- words on their faces


def find_words(world: World, node: syntax.Dice) -> tuple[model.KindInfo, tuple[int, ...]] | None:
    """The kind whose members stand on the faces, and the place of each: of all of them, or of those that are named.
    None, which is reported, if there is no such kind."""
    first, *more = node.words
    symbol = world.names.symbols.get(first.text)
    if symbol is not None and symbol.word == "member":
        kind, _ = world.find_member(first.text)
        return _find_places(world, world.declared.kinds[kind], node.words)
    if world.find(first, "kind") is None:
        return None
    info = world.declared.kinds.get(first.text)
    if more or info is None or first.text == "player" or first.text in world.declared.decks:
        world.report(types.faces_of_no_kind(first.span, first.text, bool(more)))
        return None
    return info, tuple(range(len(info.members)))


def _find_places(
    world: World, kind: model.KindInfo, words: tuple[syntax.Name, ...]
) -> tuple[model.KindInfo, tuple[int, ...]] | None:
    for word in words:
        if word.text not in kind.members:
            if world.find(word, "member") is not None:
                world.report(types.face_of_another_kind(word.span, word.text, words[0].text, kind.name))
            return None
        world.note_member(word.span, kind.name, word.text)
    return kind, tuple(kind.members.index(each.text) for each in words)


def read_words(world: World, node: syntax.Expression, kind: Type | None) -> syntax.Faces | None:
    """Faces that are written out as the words on them; None where something else is written, or there are no words."""
    if not isinstance(kind, RollType | ThrowType) or not kind.words:
        return None
    words = list_words(node)
    if words is None or not all(each.name in kind.words for each in words):
        return None
    for each in words:
        world.note_member(each.span, kind.kind, each.name)
    return syntax.Faces(tuple(kind.words.index(each.name) for each in words), span=node.span)


# ---- what they hold


def check_held(context: Context, node: syntax.Compared) -> model.Value:
    """`throw holds 3 alike`, `throw holds 1..5`, `throw holds 6+6`"""
    dice = context.infer(node.left)
    if not isinstance(dice.type, RollType | ThrowType):
        advice = f"for a set write `... in {node.left.span.text}`" if isinstance(dice.type, SetType) else ""
        return context.mismatch(dice, "dice", advice)
    if isinstance(node.right, syntax.Pattern):
        return _check_pattern(context, dice, dice.type, node.right, node.span)
    return _check_part(context, dice, dice.type, node)


def _check_pattern(
    context: Context, dice: model.Value, kind: RollType | ThrowType, pattern: syntax.Pattern, span: Span
) -> model.Value:
    """The most dice that are alike, or the longest row, is as large as that."""
    most = min(kind.number, len(set(kind.sides))) if pattern.form == "in_a_row" else kind.number
    number = context.expect(pattern.number, NumberType(1, most))
    found = model.OfRoll(pattern.form, dice, type=NumberType(0, most), span=dice.span)
    return model.Comparison("ge", found, number, type=YES_NO, span=span)


def _check_part(context: Context, dice: model.Value, kind: RollType | ThrowType, node: syntax.Compared) -> model.Value:
    """Other dice: nothing of them is left when all of them are taken away."""
    throw = find_throw_type(kind)
    if throw is None:
        assert isinstance(kind, RollType)
        return refuse_unkept_dice(context.world, kind, dice.span)
    ends = _read_ends(context.world, node.right, throw) if isinstance(node.right, syntax.Range) else None
    if ends is not None and ends[0] <= ends[1]:
        one_of_each = tuple(range(ends[0], ends[1] + 1)[: throw.number + 1])
        part = make_throw(context, one_of_each, throw, node.right.span)
    else:
        part = context.expect(node.right, throw)
    rest = model.Without(part, to_throw(dice, throw), type=throw, span=node.span)
    nothing = model.Constant(0, type=throw, span=node.span)
    return model.Comparison("eq", rest, nothing, type=YES_NO, span=node.span)


def _read_ends(world: World, node: syntax.Range, throw: ThrowType) -> tuple[int, int] | None:
    """`1..5`, or of dice with words `nine..king`."""
    low, high = (read_words(world, each, throw) for each in (node.low, node.high))
    return (low.faces[0], high.faces[0]) if low and high else read_bounds(node)


def make_throw(context: Context, faces: tuple[int, ...], throw: ThrowType, span: Span) -> model.Value:
    """Dice that are written out."""
    if len(faces) > throw.number or not all(face in throw.sides for face in faces):
        return context.refuse(types.out_of_range(span, f"`{span.text}`", f"what {throw.written} can show"))
    return model.Constant(throw.pack(faces), type=throw, span=span)


def find_faces(context: Context, dice: model.Value, kind: RollType | ThrowType, span: Span) -> model.Value:
    """`faces of throw`: the set of those that it shows."""
    beyond = kind.face.low if kind.face.low < 0 else kind.face.high
    if not 0 <= beyond < MAX_SET_SIZE:
        return context.refuse(types.out_of_range(span, f"a set with the face {beyond}", "what sets can hold"))
    return model.OfRoll("faces", dice, type=SetType(kind.face), span=span)
