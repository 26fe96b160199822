"""The best members or subsets of a set, and the best way to part one."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, program
from interpreter.domains import MAX_SET_SIZE, SetType, ThrowType, Type, is_beyond_sets
from interpreter.lower.builder import Builder
from interpreter.lower.quantifiers import continue_where, narrow
from interpreter.lower.scope import Scope
from interpreter.lower.set_loops import UNLIMITED, go_through, keep_best
from interpreter.lower.subsets import find_limits


def lower_best(scope: Scope, best: model.Best | model.Parted, site: int) -> program.Operand:
    if isinstance(best, model.Parted):
        return _lower_parted(scope, best, site)
    whole, among = scope.lower(best.among), best.among.type
    if isinstance(among, SetType) and not best.subsets:
        span = scope.layout.members_of(among)
        whole, condition = narrow(scope, best.variable, span, whole, best.condition)
        best = replace(best, condition=condition)
        is_first = isinstance(best.value, model.Constant) and not (best.many or best.all_best)
        if is_first and condition is None and not is_beyond_sets(among):
            return scope.builder.unary("lowest", whole, site)
    if best.many is not None:
        return _lower_some_best(scope, best, whole, scope.lower(best.many), site)
    found = _find_best(scope, best, whole, site)
    as_it_is = best.all_best or best.subsets or is_beyond_sets(among)
    return found if as_it_is else scope.builder.unary("lowest", found, site)


def _lower_some_best(
    scope: Scope, best: model.Best, whole: program.Operand, many: program.Operand, site: int
) -> program.Operand:
    """Repeatedly move the best of the rest, until there are `many` or none is left that meets the condition."""
    builder, left, some = scope.builder, scope.builder.register(), scope.builder.register()
    head, again, add, after = (builder.block(f"some best: {each}") for each in ("head", "one", "add", "all"))
    builder.emit(program.Move(left, whole))
    builder.emit(program.Move(some, 0))
    builder.jump_to(head)
    builder.branch(builder.binary("lt", builder.unary("size", some, site), many, site), again, after)
    builder.continue_in(again)
    found = _find_best(scope, best, left, site)
    builder.branch(found, add, after)
    builder.continue_in(add)
    one = builder.binary("shl", 1, builder.unary("lowest", found, site), site)
    builder.emit(program.Binary(some, "or", some, one, site))
    builder.emit(program.Binary(left, "xor", left, one, site))
    builder.close(program.Jump(head))
    builder.continue_in(after)
    return some


def _find_best(scope: Scope, best: model.Best, whole: program.Operand, site: int) -> program.Operand:
    """The set of the members that tie for the best; or the best subset."""
    builder = scope.builder
    found, leader = builder.register(), builder.register()
    as_one = best.subsets or is_beyond_sets(best.among.type)
    builder.emit(program.Move(found, -1 if as_one else 0))
    builder.emit(program.Move(leader, 0))
    limits = find_limits(scope, best.variable, best.condition) if best.subsets else UNLIMITED
    for met in go_through(scope, best.among.type, whole, best.subsets, site, limits):
        value = continue_where(scope, best.variable, best.condition, met).lower(best.value)
        keep_best(builder, best, as_one, (found, leader), value, met, site)
    if as_one:
        builder.check(found, 0, (1 << MAX_SET_SIZE) - 1, program.CheckInfo("best"), site)
    return found


def _lower_parted(scope: Scope, parted: model.Parted, site: int) -> program.Operand:
    """A nested loop for each part, over the subsets of the rest. Each part comes after the one before it, by its lowest
    member, or, of dice, as a smaller throw: so no combination of parts is visited twice."""
    builder, kind = scope.builder, parted.type
    whole, found, leader = scope.lower(parted.whole), builder.register(), builder.register()
    many = builder.unary("size", whole, site) if isinstance(kind, SetType) else 0
    builder.check(many, 0, parted.most, program.CheckInfo("parted"), site)
    builder.emit(program.Move(found, 0 if parted.first else whole))
    builder.emit(program.Move(leader, scope.bind({parted.rest: whole}).lower(parted.value)))
    limits = find_limits(scope, parted.part, parted.condition)

    def take_out(
        left: int, rest: program.Operand, among: program.Operand, before: program.Operand, first: program.Operand
    ) -> None:
        for met in go_through(scope, kind, among, True, site, limits):
            if isinstance(kind, ThrowType) and rest != whole:
                in_order = builder.block("in order")
                builder.branch(builder.binary("le", met.one, before, site), in_order, met.following)
                builder.continue_in(in_order)
            continue_where(scope, parted.part, parted.condition, met)
            group = met.one if rest == whole else first
            less = builder.binary("xor" if isinstance(kind, SetType) else "sub", rest, met.one, site)
            value = scope.bind({parted.rest: less}).lower(parted.value)
            better, after = builder.block("better"), builder.block("rest valued")
            sign = "gt" if parted.extreme == "most" else "lt"
            builder.branch(builder.binary(sign, value, leader, site), better, after)
            builder.continue_in(better)
            builder.emit(program.Move(leader, value))
            builder.emit(program.Move(found, group if parted.first else less))
            builder.jump_to(after)
            if left > 1:
                take_out(left - 1, less, _find_later(builder, kind, less, met.one, site), met.one, group)
            builder.close(program.Jump(met.following))

    take_out(parted.parts, whole, whole, whole, whole)
    return found


def _find_later(
    builder: Builder, kind: Type, rest: program.Operand, part: program.Operand, site: int
) -> program.Operand:
    """The members of the rest above the lowest of a part; all dice of the rest."""
    if not isinstance(kind, SetType):
        return rest
    first = builder.binary("add", builder.unary("lowest", part, site), 1, site)
    return builder.binary("shl", builder.binary("shr", rest, first, site), first, site)
