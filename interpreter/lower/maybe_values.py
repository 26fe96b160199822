"""Values that may be nothing: in another range, and as sets."""

from __future__ import annotations

from interpreter import program
from interpreter.domains import NUMBERS_IN_SETS, MaybeType, Type
from interpreter.lower.scope import Scope, check_range


def make_maybe_set(scope: Scope, one: program.Operand, kind: MaybeType, site: int) -> program.Operand:
    """The set of one, or of nothing: as the bit of nothing is the last one, it is dropped."""
    builder = scope.builder
    if kind.some.high > NUMBERS_IN_SETS.high:
        builder.check(one, kind.nothing, NUMBERS_IN_SETS.high, program.CheckInfo("in set"), site)
    bit = builder.binary("shl", 1, builder.binary("sub", one, kind.nothing, site), site)
    return builder.binary("shl", builder.binary("shr", bit, 1, site), kind.some.low, site)


def fit_maybe(scope: Scope, value: program.Operand, found: Type, wanted: Type, site: int) -> program.Operand:
    """A value as one that may be nothing; what is nothing in another range is so in this one."""
    assert isinstance(wanted, MaybeType)
    what = program.CheckInfo("value")
    if not isinstance(found, MaybeType):
        check_range(scope, value, found, wanted.some, what, site)
        return value
    builder, fitted = scope.builder, scope.builder.register()
    none, some, after = builder.block("none"), builder.block("some"), builder.block("known")
    builder.branch(builder.binary("eq", value, found.nothing, site), none, some)
    builder.continue_in(none)
    builder.emit(program.Move(fitted, wanted.nothing))
    builder.close(program.Jump(after))
    builder.continue_in(some)
    check_range(scope, value, found.some, wanted.some, what, site)
    builder.emit(program.Move(fitted, value))
    builder.jump_to(after)
    return fitted
