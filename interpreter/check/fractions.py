"""Fractions: numbers that are counted in parts, such as fifths. Where two numbers meet, both are counted in parts that
suit both, so that nothing is ever rounded."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import TypeGuard

from interpreter import model
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import FractionType, NumberType, Type
from interpreter.parts import PARTS, name_parts
from interpreter.source import Span

FINEST = PARTS["thousandths"]


def is_number(kind: Type) -> TypeGuard[NumberType | FractionType]:
    return isinstance(kind, NumberType | FractionType)


def count_parts(kind: Type) -> int:
    """How many of what a number is counted in make 1."""
    return kind.parts if isinstance(kind, FractionType) else 1


def to_parts(world: World, value: model.Value, parts: int) -> model.Value:
    """A number, counted in parts of which it is a number."""
    times = parts // count_parts(value.type)
    if times == 1:
        return value
    assert is_number(value.type)
    if type(value) is model.Calculation and value.operator == "div":
        world.report(types.fraction_lost(value.span, name_parts(parts)))
    kind = FractionType(value.type.low * times, value.type.high * times, parts)
    if isinstance(value, model.Constant):
        return replace(value, value=value.value * times, type=kind)
    scale = model.Constant(times, type=NumberType(times, times), span=value.span)
    return model.InParts("mul", value, scale, type=kind, span=value.span)


def align(world: World, *values: model.Value) -> tuple[model.Value, ...]:
    """Numbers of which some are fractions, all in the same parts; others as they are."""
    parts = lcm(*(count_parts(each.type) for each in values))
    if parts == 1 or not all(is_number(each.type) for each in values):
        return values
    if parts > FINEST:
        span = values[0].span.to(values[-1].span)
        return (world.refuse(types.fraction_too_fine(span, parts, name_parts(FINEST)), *values),) * len(values)
    return tuple(to_parts(world, each, parts) for each in values)


def split(world: World, number: int, other: int, span: Span) -> model.Value:
    """One written number divided by another."""
    found = Fraction(number, other)
    number, parts = found.numerator, found.denominator
    if parts > FINEST:
        return world.refuse(types.fraction_too_fine(span, parts, name_parts(FINEST)))
    kind = FractionType(number, number, parts) if parts > 1 else NumberType(number, number)
    return model.Constant(number, type=kind, span=span)


def multiply(world: World, left: model.Value, right: model.Value, product: NumberType, span: Span) -> model.Value:
    """The product of two numbers of which one is a fraction: in fewer parts where a known factor says so."""
    parts = count_parts(left.type) * count_parts(right.type)
    known = (each.value for each in (left, right) if isinstance(each, model.Constant))
    least = gcd(next(known, 1), parts)
    if parts // least > FINEST:
        return world.refuse(types.fraction_too_fine(span, parts // least, name_parts(FINEST)), left, right)
    kind = FractionType(product.low, product.high, parts)
    made = model.Calculation("mul", left, right, type=kind, span=span)
    if least == 1:
        return made
    scale = model.Constant(least, type=NumberType(least, least), span=span)
    low, high, parts = product.low // least, product.high // least, parts // least
    shorter = FractionType(low, high, parts) if parts > 1 else NumberType(low, high)
    return model.InParts("div", made, scale, type=shorter, span=span)
