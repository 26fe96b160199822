"""Where the value of a table's key stands among those it can have."""

from __future__ import annotations

from interpreter import program
from interpreter.domains import Domain, MaybeType, MemberType, NumberType, ThrowType, Type, count_values
from interpreter.lower.scope import Scope
from interpreter.lower.throws import find_throw_position
from interpreter.throws import list_throws


def find_position(
    scope: Scope, value: program.Operand, kind: Type, domain: Domain, what: program.CheckInfo, site: int
) -> program.Operand:
    """The position of a value in a domain; it fails where the value is outside."""
    builder = scope.builder
    if isinstance(kind, ThrowType):
        return _find_throw(scope, value, kind, domain, what, site)
    first, step = domain.values[0], domain.values[1] - domain.values[0] if domain.size > 1 else 1
    if domain.values == tuple(range(first, first + step * domain.size, step)) and step & (step - 1) == 0:
        if not is_certain(kind, domain):
            builder.check(value, domain.values[0], domain.values[-1], what, site)
        shifted = builder.binary("sub", value, first, site)
        return builder.binary("shr", shifted, step.bit_length() - 1, site)
    low, high = domain.values[0], domain.values[-1]
    places = tuple(domain.index.get(each, -1) for each in range(low, high + 1))
    builder.check(value, low, high, what, site)
    place = builder.lookup(places, builder.binary("sub", value, low, site), site)
    builder.check(place, 0, domain.size - 1, what, site)
    return place


def _find_throw(
    scope: Scope, throw: program.Operand, kind: ThrowType, domain: Domain, what: program.CheckInfo, site: int
) -> program.Operand:
    place = find_throw_position(scope.builder, kind, throw, site)
    if domain.size < count_values(kind):
        known = list_throws(kind.number, kind.faces)
        place = scope.builder.lookup([domain.index.get(each, -1) for each in known], place, site)
        scope.builder.check(place, 0, domain.size - 1, what, site)
    return place


def is_certain(kind: Type, domain: Domain) -> bool:
    """Whether every value of a type is in a domain."""
    if isinstance(kind, MaybeType):
        return domain.values[0] <= kind.nothing and kind.some.high <= domain.values[-1]
    if isinstance(kind, NumberType | MemberType):
        return domain.values[0] <= kind.low and kind.high <= domain.values[-1]
    return domain.size == count_values(kind)
