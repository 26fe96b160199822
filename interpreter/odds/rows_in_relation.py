"""Rows of what slots hold, many states at a time, kept in relation as `chains.relations` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy

from interpreter.chains.relations import Relations

Array: TypeAlias = Any
Columns: TypeAlias = Mapping[int, Array]


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
