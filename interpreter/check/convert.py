"""Converts values to the type that is expected: rolls count as their totals, members as sets of themselves."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm

from interpreter import model
from interpreter.check.fractions import count_parts, is_number, to_parts
from interpreter.check.world import INVALID, World, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    MAX_SET_SIZE,
    NUMBERS_IN_SETS,
    ORDERED,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    ThrowType,
    Type,
    YesNoType,
)
from interpreter.parts import find_parts
from interpreter.source import Span
from interpreter.throws import fits_number

DICE_JOINED = "write dice with `+`, as in `2+2+5`"
"""Advice where dice are expected and a set is found."""


def join_types(first: Type, second: Type) -> Type | None:
    match first, second:
        case NumberType(), NumberType():
            return NumberType(min(first.low, second.low), max(first.high, second.high))
        case FractionType(), FractionType() if first.parts == second.parts:
            return replace(first, low=min(first.low, second.low), high=max(first.high, second.high))
        case MemberType(), MemberType() if first.kind == second.kind:
            return MemberType(first.kind, min(first.low, second.low), max(first.high, second.high))
        case (MaybeType(), _) | (_, MaybeType()):
            return _join_maybe_types(first, second)
        case SetType(None), SetType():
            return second
        case SetType(), SetType(None):
            return first
        case SetType(one), SetType(other) if one is not None and other is not None:
            return _join_set_types(one, other)
        case (SetType(None), MemberType() | NumberType()) if not fits_in_sets(second):
            return MaybeType(second)
        case (MemberType() | NumberType(), SetType(None)) if not fits_in_sets(first):
            return MaybeType(first)
        case SetType(), MemberType() | NumberType():
            return join_types(first, make_set_type(second))
        case MemberType() | NumberType(), SetType():
            return join_types(make_set_type(first), second)
    if isinstance(first, ThrowType) or isinstance(second, ThrowType):
        return _join_throw_types(first, second)
    plain = to_number_type(first), to_number_type(second)
    if plain != (first, second) and all(isinstance(each, NumberType | MemberType) for each in plain):
        return join_types(*plain)
    return first if first == second else None


def _join_maybe_types(first: Type, second: Type) -> Type | None:
    maybe, other = (first, second) if isinstance(first, MaybeType) else (second, first)
    assert isinstance(maybe, MaybeType)
    if other == SetType(None):
        return maybe
    if isinstance(other, SetType):
        return join_types(make_set_type(maybe.some), other)
    some = join_types(maybe.some, other.some if isinstance(other, MaybeType) else other)
    return MaybeType(some) if isinstance(some, MemberType | NumberType) else None


def _join_throw_types(first: Type, second: Type) -> Type | None:
    throw, other = (first, second) if isinstance(first, ThrowType) else (second, first)
    assert isinstance(throw, ThrowType)
    if isinstance(other, NumberType) and not throw.words:
        return join_types(to_number_type(throw), other)
    if isinstance(other, MemberType) and other.kind == throw.kind:
        return throw
    return throw if is_throw_of(other, throw) else None


def is_throw_of(kind: Type, throw: ThrowType) -> bool:
    """Whether values of a type can be such dice: a throw or roll of them, or `none`."""
    if isinstance(kind, RollType):
        return kind.dice == throw.dice
    return kind in (throw, SetType(None))


def _join_set_types(one: MemberType | NumberType, other: MemberType | NumberType) -> Type | None:
    member = join_types(one, other)
    return SetType(member) if isinstance(member, MemberType | NumberType) else None


def to_number_type(kind: Type) -> Type:
    """The type of the total of a roll or throw, or of the word that a single die shows; other types as they are."""
    if not isinstance(kind, RollType | ThrowType):
        return kind
    if kind.words:
        return kind.face if shows_one_word(kind) else kind
    fewest = 0 if isinstance(kind, ThrowType) else 1 if kind.parts else kind.number
    totals = [number * side for number in (fewest, kind.number) for side in kind.sides]
    return NumberType(min(totals), max(totals))


def shows_one_word(kind: Type) -> bool:
    """Whether it is a roll of a single die with words: what it shows is a member of their kind."""
    return isinstance(kind, RollType) and bool(kind.words) and kind.number == 1


def to_member(value: model.Value) -> model.Value:
    """A roll of a single die with words as the one that it shows; other values as they are."""
    if not shows_one_word(value.type):
        return value
    return model.OfRoll("highest", value, type=to_number_type(value.type), span=value.span)


def to_total(value: model.Value) -> model.Value:
    """A roll or throw as its total, or as the word that a single die shows; other values as they are."""
    if isinstance(value.type, RollType | ThrowType) and value.type.words:
        return to_member(value)
    if isinstance(value.type, RollType | ThrowType):
        return model.Total(value, type=to_number_type(value.type), span=value.span)
    return value


def make_set_type(member: MemberType | NumberType) -> SetType:
    """The type of the set of one member, or number. Other numbers than sets can hold do not get into one."""
    if isinstance(member, NumberType) and can_overlap(member, NUMBERS_IN_SETS):
        member = NumberType(max(member.low, NUMBERS_IN_SETS.low), min(member.high, NUMBERS_IN_SETS.high))
    return SetType(member)


def fits_in_sets(member: MemberType | NumberType) -> bool:
    return member.low >= 0 and member.high < MAX_SET_SIZE


def make_certain(value: model.Value) -> model.Value:
    """What may be nothing as what it is otherwise; the game stops where it is nothing after all."""
    if isinstance(value.type, MaybeType):
        return model.Certain(value, type=value.type.some, span=value.span)
    return value


def make_maybe(value: model.Value) -> model.Value:
    """A value as it was before it was taken to be something; others as they are."""
    return value.maybe if isinstance(value, model.Certain) else value


def is_none(value: model.Value) -> bool:
    return isinstance(value, model.Constant) and value.type == SetType(None)


def to_maybe(value: model.Value, wanted: MaybeType) -> model.Value:
    """A value, or `none`, as one that may be nothing; it is of the same sort."""
    value = make_maybe(value)
    if value.type in (wanted, INVALID):
        return value
    if is_none(value):
        return model.Constant(wanted.nothing, type=wanted, span=value.span)
    return model.Maybe(value, type=wanted, span=value.span)


def to_set(value: model.Value) -> model.Value:
    """A member, or number, as the set of itself; sets as they are."""
    value = to_member(value)
    maybe = make_maybe(value)
    if isinstance(maybe.type, MaybeType) and maybe.type.some.low >= NUMBERS_IN_SETS.low:
        return model.SetOf(maybe, type=make_set_type(maybe.type.some), span=value.span)
    if isinstance(value.type, MemberType | NumberType):
        return model.SetOf(value, type=make_set_type(value.type), span=value.span)
    return value


def to_throw(value: model.Value, throw: ThrowType) -> model.Value:
    """A roll of these dice, `none`, or the face of one die as a throw; other values as they are."""
    if isinstance(value.type, RollType) and value.type.dice == throw.dice:
        return model.DiceOf(value, type=throw, span=value.span)
    if isinstance(value, model.Constant) and value.type == SetType(None):
        return model.Constant(0, type=throw, span=value.span)
    if is_same_sort(value.type, throw.face) and can_overlap(value.type, throw.face):
        return model.SetOf(value, type=throw, span=value.span)
    return value


def find_throw_type(kind: Type) -> ThrowType | None:
    """What some of the dice of a roll are; None for all else, and for dice with too many faces."""
    if not isinstance(kind, RollType):
        return kind if isinstance(kind, ThrowType) else None
    shown = tuple(sorted(set(kind.shown)))
    faces = len(shown) or kind.faces
    fits = fits_number(kind.number, faces)
    return ThrowType(kind.dice, kind.number, faces, shown, kind.kind, kind.words) if fits else None


def to_collection(value: model.Value, parts: bool = False) -> model.Value:
    """What can be visited: dice as they are, or, for their `parts`, as a throw; all else as a set."""
    throw = find_throw_type(value.type)
    if throw is not None:
        return to_throw(value, throw) if parts else value
    return value if isinstance(value.type, RollType) else to_set(value)


def refuse_unkept_dice(world: World, dice: RollType, span: Span) -> model.Value:
    found = f"`{dice.dice}` ({dice.written})"
    return world.refuse(types.wrong_type(span, found, "dice that can be kept", "keep their total, or use fewer faces"))


def can_overlap(found: Type, wanted: Type) -> bool:
    if isinstance(found, ORDERED) and isinstance(wanted, ORDERED):
        return found.low <= wanted.high and wanted.low <= found.high
    if isinstance(found, SetType) and isinstance(wanted, SetType):
        return found.member is None or wanted.member is None or can_overlap(found.member, wanted.member)
    return True


def coerce(world: World, value: model.Value, wanted: Type) -> model.Value:
    """The value as the expected type; invalid, with a diagnostic, if it can never be that."""
    written = value.type
    if INVALID in (written, wanted):
        return value
    if isinstance(wanted, MaybeType):
        return _coerce_maybe(world, value, wanted)
    if isinstance(wanted, ORDERED):
        value = to_total(value)
        if isinstance(wanted, FractionType) and is_number(value.type) and not wanted.parts % count_parts(value.type):
            value = to_parts(world, value, wanted.parts)
    elif isinstance(wanted, ThrowType):
        value = to_throw(value, wanted)
    elif isinstance(wanted, SetType):
        value = to_set(to_total(value))
    found = value.type
    if not is_same_sort(found, wanted):
        advice = DICE_JOINED if isinstance(wanted, ThrowType) and isinstance(found, SetType) else ""
        if isinstance(wanted, YesNoType) and isinstance(make_maybe(value).type, MaybeType):
            advice = types.ASK_FOR_NONE.format(value.span.text)
        if is_none(value) and isinstance(wanted, MemberType | NumberType):
            some = wanted.kind if isinstance(wanted, MemberType) else format_range(world, wanted)
            advice = types.MAY_BE_NONE.format(some)
        if isinstance(found, FractionType) and is_number(wanted):
            parts = find_parts(lcm(found.parts, count_parts(wanted)))
            advice = types.COUNT_IN_PARTS.format(parts) if parts else types.ROUND_DOWN
        if getattr(found, "kind", "") == "player" and getattr(wanted, "kind", "") == "side":
            advice = f"write `side of {value.span.text}`"
        return world.refuse(types.wrong_type(value.span, describe_type(written), describe_type(wanted), advice))
    if not can_overlap(found, wanted):
        return world.refuse(types.out_of_range(value.span, format_range(world, found), format_range(world, wanted)))
    return value


def _coerce_maybe(world: World, value: model.Value, wanted: MaybeType) -> model.Value:
    if is_none(value):
        return to_maybe(value, wanted)
    if isinstance(value.type, SetType):
        return world.refuse(types.set_as_maybe(value.span, describe_type(value.type), describe_type(wanted)))
    return to_maybe(coerce(world, value, wanted.some), wanted)


def is_same_sort(found: Type, wanted: Type) -> bool:
    match found, wanted:
        case (NumberType(), NumberType()) | (YesNoType(), YesNoType()):
            return True
        case FractionType(), FractionType():
            return found.parts == wanted.parts
        case MemberType(), MemberType():
            return found.kind == wanted.kind
        case SetType(one), SetType(other):
            return one is None or other is None or is_same_sort(one, other)
    return found == wanted


def format_range(world: World, kind: Type) -> str:
    if isinstance(kind, MemberType):
        members = world.declared.kinds[kind.kind].members
        low, high = members[kind.low], members[kind.high]
        return f"`{low}`" if low == high else f"{low}..{high}"
    if isinstance(kind, FractionType):
        ends = (str(Fraction(each, kind.parts)) for each in (kind.low, kind.high))
        return "..".join(dict.fromkeys(ends))
    if isinstance(kind, NumberType):
        return f"{kind.low}" if kind.low == kind.high else f"{kind.low}..{kind.high}"
    if isinstance(kind, SetType) and kind.endless and isinstance(kind.member, NumberType):
        return f"a set of {kind.member.low}+"
    if isinstance(kind, SetType) and kind.member is not None:
        return f"a set of {format_range(world, kind.member)}"
    return describe_type(kind)
