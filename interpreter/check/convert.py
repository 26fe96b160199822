"""Making a value fit the type that is wanted: rolls count as their totals, members as sets of themselves."""

from __future__ import annotations

from interpreter import model
from interpreter.check.world import World, describe
from interpreter.diagnostics.messages import types
from interpreter.domains import NUMBERS_IN_SETS, MemberType, NumberType, RollType, SetType, Type, YesNoType


def hull(first: Type, second: Type) -> Type | None:
    """The smallest type that holds the values of both, if one does."""
    match first, second:
        case NumberType(), NumberType():
            return NumberType(min(first.low, second.low), max(first.high, second.high))
        case MemberType(), MemberType() if first.kind == second.kind:
            return MemberType(first.kind, min(first.low, second.low), max(first.high, second.high))
        case SetType(None), SetType():
            return second
        case SetType(), SetType(None):
            return first
        case SetType(one), SetType(other) if one is not None and other is not None:
            return _set_of_hull(one, other)
        case SetType(), MemberType() | NumberType():
            return hull(first, set_of(second))
        case MemberType() | NumberType(), SetType():
            return hull(set_of(first), second)
    if isinstance(first, RollType) and isinstance(second, NumberType | RollType):
        return hull(as_number(first), as_number(second))
    if isinstance(first, NumberType) and isinstance(second, RollType):
        return hull(first, as_number(second))
    return first if first == second else None


def _set_of_hull(one: MemberType | NumberType, other: MemberType | NumberType) -> Type | None:
    member = hull(one, other)
    return SetType(member) if isinstance(member, MemberType | NumberType) else None


def as_number(kind: Type) -> Type:
    """The type of a roll's total; other types as they are."""
    if not isinstance(kind, RollType):
        return kind
    return NumberType(1 if kind.parts else kind.number, kind.number * kind.faces)


def total_of(value: model.Value) -> model.Value:
    """A roll as its total; other values as they are."""
    if isinstance(value.type, RollType):
        return model.Total(value, type=as_number(value.type), span=value.span)
    return value


def set_of(member: MemberType | NumberType) -> SetType:
    """The type of the set of one member, or number. Other numbers than sets can hold do not get into one."""
    if isinstance(member, NumberType) and overlaps(member, NUMBERS_IN_SETS):
        member = NumberType(max(member.low, NUMBERS_IN_SETS.low), min(member.high, NUMBERS_IN_SETS.high))
    return SetType(member)


def as_set(value: model.Value) -> model.Value:
    """A member, or number, as the set of itself; sets as they are."""
    if isinstance(value.type, MemberType | NumberType):
        return model.SetOf(value, type=set_of(value.type), span=value.span)
    return value


def overlaps(found: Type, wanted: Type) -> bool:
    """Whether a value of one range can be in another of the same sort."""
    if isinstance(found, NumberType | MemberType) and isinstance(wanted, NumberType | MemberType):
        return found.low <= wanted.high and wanted.low <= found.high
    if isinstance(found, SetType) and isinstance(wanted, SetType):
        return found.member is None or wanted.member is None or overlaps(found.member, wanted.member)
    return True


def coerce(world: World, value: model.Value, wanted: Type) -> model.Value | None:
    """The value as the wanted type; None, with a diagnostic, if it can never be that."""
    written = value.type
    if isinstance(wanted, NumberType):
        value = total_of(value)
    elif isinstance(wanted, SetType):
        value = as_set(total_of(value))
    found = value.type
    if not same_sort(found, wanted):
        world.report(types.wrong_type(value.span, describe(written), describe(wanted)))
        return None
    if not overlaps(found, wanted):
        world.report(types.out_of_range(value.span, in_words(world, found), in_words(world, wanted)))
        return None
    return value


def same_sort(found: Type, wanted: Type) -> bool:
    """Whether values of one type can stand where the other is wanted, ranges aside."""
    match found, wanted:
        case (NumberType(), NumberType()) | (YesNoType(), YesNoType()):
            return True
        case MemberType(), MemberType():
            return found.kind == wanted.kind
        case SetType(one), SetType(other):
            return one is None or other is None or same_sort(one, other)
    return found == wanted


def in_words(world: World, kind: Type) -> str:
    """A range with its ends named."""
    if isinstance(kind, MemberType):
        members = world.kinds[kind.kind].members
        low, high = members[kind.low], members[kind.high]
        return f"`{low}`" if low == high else f"{low}..{high}"
    if isinstance(kind, NumberType):
        return f"{kind.low}" if kind.low == kind.high else f"{kind.low}..{kind.high}"
    if isinstance(kind, SetType) and kind.endless and isinstance(kind.member, NumberType):
        return f"a set of {kind.member.low}+"
    if isinstance(kind, SetType) and kind.member is not None:
        return f"a set of {in_words(world, kind.member)}"
    return describe(kind)
