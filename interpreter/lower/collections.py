"""Sets and throws put together from members, ranges and one another, and values that may be missing."""

from __future__ import annotations

from interpreter import model, program
from interpreter.check.traversal import list_parts
from interpreter.domains import NUMBERS_IN_SETS, MaybeType, ThrowType, Type
from interpreter.lower import throws
from interpreter.lower.scope import Scope, check_range, subtract_sets


def lower_collection(
    scope: Scope, value: model.DiceOf | model.SetOf | model.Joined | model.Without, site: int
) -> program.Operand:
    if isinstance(value.type, ThrowType):
        parts = [scope.lower(each) for each in list_parts(value)]
        return throws.lower_throw(scope.builder, value, value.type, parts, site)
    match value:
        case model.SetOf(member):
            return _lower_set_of(scope, member, site)
        case model.Joined(left, right):
            return scope.builder.binary("or", scope.lower(left), scope.lower(right), site)
        case model.Without(left, right):
            return subtract_sets(scope, scope.lower(left), scope.lower(right), site)
        case model.DiceOf():
            raise AssertionError(value)


def _lower_set_of(scope: Scope, member: model.Value, site: int) -> program.Operand:
    one = scope.lower(member)
    if isinstance(member.type, MaybeType):
        return _make_maybe_set(scope, one, member.type, site)
    check_range(scope, one, member.type, NUMBERS_IN_SETS, program.CheckInfo("in set"), site)
    return scope.builder.binary("shl", 1, one, site)


def lower_maybe(scope: Scope, value: model.Certain | model.Maybe, site: int) -> program.Operand:
    match value:
        case model.Certain(maybe):
            assert isinstance(maybe.type, MaybeType)
            found, some = scope.lower(maybe), maybe.type.some
            scope.builder.check(found, some.low, some.high, program.CheckInfo("nothing", maybe.span.on_one_line), site)
            return found
        case model.Maybe(inner):
            return _fit_maybe(scope, scope.lower(inner), inner.type, value.type, site)


def lower_between(scope: Scope, value: model.Between, site: int) -> program.Operand:
    builder, found = scope.builder, scope.builder.register()
    low, high = scope.lower(value.low), scope.lower(value.high)
    forward, back, after = builder.block("range"), builder.block("range back"), builder.block("after range")
    builder.branch(builder.binary("le", low, high, site), forward, back)
    builder.continue_in(forward)
    for end, written in ((low, value.low), (high, value.high)):
        check_range(scope, end, written.type, NUMBERS_IN_SETS, program.CheckInfo("in set"), site)
    before, upto = builder.binary("shl", 1, low, site), builder.binary("shl", 2, high, site)
    builder.emit(program.Move(found, builder.binary("sub", upto, before, site)))
    builder.close(program.Jump(after))
    builder.continue_in(back)
    builder.emit(program.Move(found, _lower_round(scope, value.round, low, high, site) if value.round else 0))
    builder.jump_to(after)
    return found


def _lower_round(scope: Scope, size: int, low: program.Operand, high: program.Operand, site: int) -> program.Operand:
    """The places from `low` to the last of `size`, and from the first to `high`."""
    builder = scope.builder
    late = builder.binary("sub", 1 << size, builder.binary("shl", 1, low, site), site)
    early = builder.binary("sub", builder.binary("shl", 2, high, site), 1, site)
    return builder.binary("or", late, early, site)


def _make_maybe_set(scope: Scope, one: program.Operand, kind: MaybeType, site: int) -> program.Operand:
    """The set of one, or of nothing: as the bit of nothing is the last one, it is dropped."""
    builder = scope.builder
    if kind.some.high > NUMBERS_IN_SETS.high:
        builder.check(one, kind.nothing, NUMBERS_IN_SETS.high, program.CheckInfo("in set"), site)
    bit = builder.binary("shl", 1, builder.binary("sub", one, kind.nothing, site), site)
    return builder.binary("shl", builder.binary("shr", bit, 1, site), kind.some.low, site)


def _fit_maybe(scope: Scope, value: program.Operand, found: Type, wanted: Type, site: int) -> program.Operand:
    """A value as one that may be nothing; what is nothing in another range is so in this one."""
    assert isinstance(wanted, MaybeType)
    what = program.CheckInfo("value")
    if not isinstance(found, MaybeType):
        check_range(scope, value, found, wanted.some, what, site)
        return value
    builder, fitted = scope.builder, scope.builder.register()
    none, some, after = builder.block("none"), builder.block("some"), builder.block("known")
    builder.branch(builder.binary("eq", value, found.nothing, site), none, some)

    def check() -> program.Operand:
        check_range(scope, value, found.some, wanted.some, what, site)
        return value

    builder.join(fitted, after, (none, lambda: wanted.nothing), (some, check))
    return fitted
