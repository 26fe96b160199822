"""The scope of the code being made, and the checks that values there stay within their ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import ORDERED, FractionType, MaybeType, MemberType, NumberType, SetType, ThrowType, Type
from interpreter.lower.builder import Builder
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.throws import find_throw_position
from interpreter.parts import write_fraction
from interpreter.source import Span


@dataclass(frozen=True)
class Scope:
    """The context of the code being made: its routine (for sites), and the operands that names are bound to."""

    builder: Builder
    layout: SlotLayout
    routine: str
    citation: model.Citation
    bound: Mapping[model.Variable, program.Operand] = field(default_factory=dict)
    guarded: bool = False
    """Whether reading an answer that is gone fails here: in rules and phases, but not in views and advice."""
    supposed: tuple[model.Variable, ...] = ()
    """The variables that have copies here, since supposed steps change them; twice if one step follows another."""

    def bind(self, bound: Mapping[model.Variable, program.Operand]) -> Scope:
        return replace(self, bound={**self.bound, **bound})

    def lower(self, value: model.Value) -> program.Operand:
        """The operand that a value becomes."""
        return self.builder.recursion.value(self, value)

    def branch(self, condition: model.Value, yes: int, no: int) -> None:
        """End the block with a branch to `yes` if the condition holds, else to `no`."""
        self.builder.recursion.condition(self, condition, yes, no)

    def site(self, span: Span) -> int:
        return self.builder.site("clause", self.routine, span, self.citation)


# ---- ranges


def find_zone_number(builder: Builder, place: model.ZonePlace) -> int:
    return list(builder.game.zones).index(place.variable.name)


def check_range(
    scope: Scope, value: program.Operand, found: Type, allowed: Type, what: program.CheckInfo, site: int
) -> None:
    """Fail where a value is outside the range it goes into, unless it certainly is not."""
    builder = scope.builder
    if isinstance(found, ORDERED) and isinstance(allowed, ORDERED):
        if found.low < allowed.low or found.high > allowed.high:
            named = what if isinstance(allowed, NumberType) else _with_members(scope, what, allowed)
            builder.check(value, allowed.low, allowed.high, named, site)
    elif isinstance(found, SetType) and isinstance(allowed, SetType):
        _check_set(scope, value, found.member, allowed.member, what, site)


def find_place_in_type(
    scope: Scope, value: program.Operand, found: Type, wanted: Type, what: program.CheckInfo, site: int
) -> program.Operand:
    """The place that a value has among those of a type, from 0; it fails where the value is none of them."""
    check_range(scope, value, found, wanted, what, site)
    if isinstance(wanted, SetType) and wanted.member is not None:
        return scope.builder.binary("shr", value, wanted.member.low, site)
    if isinstance(wanted, MemberType | NumberType):
        return scope.builder.binary("sub", value, wanted.low, site)
    if isinstance(wanted, MaybeType):
        return scope.builder.binary("sub", value, wanted.nothing, site)
    if isinstance(wanted, ThrowType):
        return find_throw_position(scope.builder, wanted, value, site)
    return value


def check_arguments(
    scope: Scope,
    parameters: Sequence[model.Variable],
    values: Sequence[program.Operand],
    given: Sequence[model.Value],
    site: int,
) -> None:
    """Fail where a value that a rule, phase, definition or table is given is outside the range it declares."""
    for parameter, value, written in zip(parameters, values, given, strict=True):
        named = program.CheckInfo("value", parameter.name)
        check_range(scope, value, written.type, parameter.type, named, site)


def _check_set(
    scope: Scope,
    value: program.Operand,
    found: MemberType | NumberType | None,
    allowed: MemberType | NumberType | None,
    what: program.CheckInfo,
    site: int,
) -> None:
    """Fail where a set holds a member that the allowed ones do not have."""
    if found is not None and allowed is not None and (found.low < allowed.low or found.high > allowed.high):
        mask = (1 << allowed.high + 1) - (1 << allowed.low)
        named = replace(_with_members(scope, what, allowed), members=1)
        scope.builder.check(subtract_sets(scope, value, mask, site), 0, 0, named, site)


def _with_members(scope: Scope, what: program.CheckInfo, allowed: ORDERED) -> program.CheckInfo:
    ends = str(allowed.low), str(allowed.high)
    if isinstance(allowed, FractionType):
        ends = write_fraction(allowed.low, allowed.parts), write_fraction(allowed.high, allowed.parts)
    if isinstance(allowed, MemberType):
        members = scope.builder.game.kinds[allowed.kind].members
        ends = members[allowed.low], members[allowed.high]
    return replace(what, low=ends[0], high=ends[1])


def subtract_sets(scope: Scope, left: program.Operand, right: program.Operand, site: int) -> program.Operand:
    both = scope.builder.binary("and", left, right, site)
    return scope.builder.binary("xor", left, both, site)
