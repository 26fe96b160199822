"""Rows of what slots hold, many states at a time, kept in relation as `chains.relations` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy

from interpreter.chains.relations import FALLING, RISING, Relations, Test, Truth

Array: TypeAlias = Any
Columns: TypeAlias = Mapping[int, Array]

COMPARE = {
    "eq": numpy.equal,
    "ne": numpy.not_equal,
    "lt": numpy.less,
    "le": numpy.less_equal,
    "gt": numpy.greater,
    "ge": numpy.greater_equal,
}


def relate_columns(relations: Relations, held: dict[int, Array]) -> None:
    """Change what slots hold to how they differ."""
    for group in relations.groups:
        here = [slot for slot in group if slot in held]
        if here:
            least = numpy.min([held[slot] for slot in here], axis=0)
            held.update({slot: held[slot] - least for slot in here})
    for slot, top in relations.tops.items():
        if slot in held:
            held[slot] = numpy.minimum(held[slot], top)
    for slot in relations.limits:
        if slot in held:
            held[slot] = numpy.minimum(held[slot], find_tops(relations, slot, held))


def find_tops(relations: Relations, slot: int, columns: Columns) -> Array | int:
    """The top of a slot in each row."""
    top = relations.tops[slot]
    least = numpy.full(len(columns[slot]), -1, numpy.int64)
    for limit in relations.limits.get(slot, ()):
        fit = numpy.logical_and.reduce(
            [columns[at] == value if at in columns else numpy.zeros(len(least), bool) for at, value in limit.guard]
        )
        lower: Array = numpy.int64(top)
        if limit.slots <= columns.keys():
            lower = limit.number - sum(
                times * numpy.minimum(columns[at], relations.tops.get(at, columns[at])) for at, times in limit.terms
            )
        least = numpy.where(fit, numpy.maximum(least, numpy.maximum(lower, 0)), least)
    return numpy.where(least >= 0, numpy.minimum(least, top), top)


def are_high(relations: Relations, slot: int, columns: Columns) -> Array:
    """In which rows a slot is at its top."""
    return columns[slot] >= find_tops(relations, slot, columns)


def are_doubtful(relations: Relations, test: Test, columns: Columns, total: Array) -> Array:
    """In which rows a test that comes to a `total` is not answered for all that slots at their tops stand for."""
    if not isinstance(test, Truth):
        return are_high(relations, test.slot, columns) if test.slot in relations.tops else numpy.zeros(len(total), bool)
    sides = []
    for rising in (True, False):
        slots = [slot for slot, times in test.sum.terms if slot in relations.tops and (times > 0) == rising]
        high = [are_high(relations, slot, columns) for slot in slots]
        sides.append(numpy.logical_or.reduce(high) if high else numpy.zeros(len(total), bool))
    up, down = sides
    name = test.operator.name
    wrong = COMPARE[name](total, 0) != numpy.where(up, RISING[name], FALLING[name])
    if name in ("eq", "ne"):
        wrong |= numpy.where(up, total < 0, total > 0)
    return (up & down) | ((up | down) & wrong)
