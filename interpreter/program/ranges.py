"""Between which numbers the result of an operator is sure to be, from the ranges of its operands."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TypeAlias

from interpreter.program import COMPARISONS, HIGHEST, LOWEST

Range: TypeAlias = tuple[int, int]

FULL = (LOWEST, HIGHEST)
SHIFT_HIGHEST = 62

EXACT: dict[str, Callable[[int, int], int]] = {
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "min": min,
    "max": max,
}


def range_after(name: str, left: Range, right: Range) -> Range:
    """The range of a result that has not been checked yet: sums and products may lie outside 64 bits. Operands are
    as they are after the operator's own checks, so a shift is by 0 to 62 places and a divisor is not 0."""
    if name in COMPARISONS:
        return _comparison(name, left, right)
    if name in EXACT and left[0] == left[1] and right[0] == right[1]:
        result = EXACT[name](left[0], right[0])
        return result, result
    match name:
        case "add":
            return left[0] + right[0], left[1] + right[1]
        case "sub":
            return left[0] - right[1], left[1] - right[0]
        case "mul":
            return _product(left, right)
        case "shl":
            return _product(left, (2 ** _places(right[0]), 2 ** _places(right[1])))
        case "div" if right[0] < 0:
            return LOWEST, HIGHEST + 1
        case "mod" if right[0] > 0:
            return 0, right[1] - 1
        case "and" if left[0] >= 0 or right[0] >= 0:
            return 0, max(left[1], right[1])
        case _:
            return FULL


def _places(shift: int) -> int:
    return min(max(shift, 0), SHIFT_HIGHEST)


def _product(left: Range, right: Range) -> Range:
    products = [one * other for one in left for other in right]
    return min(products), max(products)


def _comparison(name: str, left: Range, right: Range) -> Range:
    """1 if it is sure to hold, 0 if it is sure not to, else 0 to 1."""
    same = left == right and left[0] == left[1]
    sure, possible = {
        "eq": (same, left[0] <= right[1] and right[0] <= left[1]),
        "ne": (left[1] < right[0] or right[1] < left[0], not same),
        "lt": (left[1] < right[0], left[0] < right[1]),
        "le": (left[1] <= right[0], left[0] <= right[1]),
        "gt": (left[0] > right[1], left[1] > right[0]),
        "ge": (left[0] >= right[1], left[1] >= right[0]),
    }[name]
    return int(sure), int(possible)
