"""What operators make of numbers that are known."""

from __future__ import annotations

from interpreter.program import HIGHEST, LOWEST


class Leaves(Exception):
    """What comes cannot be told beforehand."""


def of_set(operator: str, value: int) -> int:
    """An operator on a set, whose members are bits. Raises Leaves where the game would fail."""
    if value < 0 or (value == 0 and operator != "size"):
        raise Leaves
    if operator == "size":
        return value.bit_count()
    return (value & -value).bit_length() - 1 if operator == "lowest" else value.bit_length() - 1


def calculate(operator: str, left: int, right: int) -> int:
    """An operator on two numbers. Raises Leaves where the game would fail."""
    if operator in ("div", "mod") and right == 0:
        raise Leaves
    if operator in ("shl", "shr") and not 0 <= right <= 62:
        raise Leaves
    match operator:
        case "add":
            result = left + right
        case "sub":
            result = left - right
        case "mul":
            result = left * right
        case "div":
            result = left // right
        case "mod":
            result = left % right
        case "min":
            result = min(left, right)
        case "max":
            result = max(left, right)
        case "and":
            result = left & right
        case "or":
            result = left | right
        case "xor":
            result = left ^ right
        case "shl":
            result = left << right
        case "shr":
            result = left >> right
        case _:
            result = int(_holds(operator, left, right))
    if not LOWEST <= result <= HIGHEST:
        raise Leaves
    return result


def _holds(operator: str, left: int, right: int) -> bool:
    order = (left > right) - (left < right)
    return {
        "eq": order == 0,
        "ne": order != 0,
        "lt": order < 0,
        "le": order <= 0,
        "gt": order > 0,
        "ge": order >= 0,
    }[operator]
