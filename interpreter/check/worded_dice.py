"""Dice with words on their faces: members of a kind, from its declaration to faces that are written out."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import RollType, ThrowType, Type


def find_words(world: World, node: syntax.Dice) -> tuple[model.KindInfo, tuple[int, ...]] | None:
    """The kind whose members stand on the faces, and the place of each: of all of them, or of those that are named.
    None, which is reported, if there is no such kind."""
    first, *more = node.words
    symbol = world.symbols.get(first.text)
    if symbol is not None and symbol.word == "member":
        kind, _ = world.find_member(first.text)
        return _find_places(world, world.kinds[kind], node.words)
    if world.find(first, "kind") is None:
        return None
    info = world.kinds.get(first.text)
    if more or info is None or first.text == "player" or first.text in world.decks:
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


def list_words(node: syntax.Expression) -> list[syntax.Reference] | None:
    """The words that are joined by `+`, if that is all that is written: `crown + crown + anchor`, `crown`."""
    match node:
        case syntax.Grouped(inner):
            return list_words(inner)
        case syntax.Reference():
            return [node]
        case syntax.Arithmetic("+", left, right):
            before, last = list_words(left), list_words(right)
            return before + last if before and last else None
        case _:
            return None


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
