"""How values of each type are shown."""

from __future__ import annotations

from interpreter.domains import (
    MAX_SET_SIZE,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    ThrowType,
    Type,
)
from interpreter.model import Model
from interpreter.program import Shape


def make_shape(game: Model, kind: Type) -> Shape:
    if isinstance(kind, NumberType):
        return Shape("number")
    if isinstance(kind, FractionType):
        return Shape("number", number=kind.parts)
    if isinstance(kind, RollType):
        return _make_dice_shape(game, "roll", kind)
    if isinstance(kind, ThrowType):
        return _make_dice_shape(game, "throw", kind)
    if isinstance(kind, MemberType):
        return Shape("member", labels=game.kinds[kind.kind].shown)
    if isinstance(kind, MaybeType) and isinstance(kind.some, MemberType):
        shown = game.kinds[kind.some.kind].shown[kind.some.low :]
        return Shape("member", kind.nothing, ("none", *shown))
    if isinstance(kind, MaybeType):
        return Shape("number", kind.nothing, ("none",))
    if isinstance(kind, SetType) and isinstance(kind.member, MemberType):
        info = game.kinds[kind.member.kind]
        return Shape("set", labels=tuple(f"({each})" for each in info.shown) if info.is_pairing else info.shown)
    if isinstance(kind, SetType):
        labels = (*map(str, range(MAX_SET_SIZE)), *(("more",) if kind.endless else ()))
        return Shape("set", labels=labels if kind.member is not None else ())
    return Shape("text" if isinstance(kind, TextType) else "yes_no")


def _make_dice_shape(game: Model, form: str, kind: RollType | ThrowType) -> Shape:
    words = game.kinds[kind.kind].shown if kind.kind else ()
    return Shape(form, labels=words, number=kind.number, faces=kind.faces, shown=kind.shown)
