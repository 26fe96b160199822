"""What an expression says before any name has a meaning: numbers, ranges of numbers, words joined by `+`."""

from __future__ import annotations

from interpreter import syntax


def strip_parentheses(node: syntax.Expression) -> syntax.Expression:
    while isinstance(node, syntax.Grouped):
        node = node.inner
    return node


def read_number(node: syntax.Expression) -> int | None:
    """The number written, with or without a minus; None if it is anything else."""
    bare = strip_parentheses(node)
    if isinstance(bare, syntax.Minus):
        number = read_number(bare.operand)
        return None if number is None else -number
    return bare.value if isinstance(bare, syntax.Number) else None


def read_bounds(node: syntax.Expression) -> tuple[int, int] | None:
    bare = strip_parentheses(node)
    if not isinstance(bare, syntax.Range):
        return None
    low, high = read_number(bare.low), read_number(bare.high)
    return None if low is None or high is None else (low, high)


def list_words(node: syntax.Expression) -> list[syntax.Reference] | None:
    """The words that are joined by `+`, if nothing else is written: `crown + crown + anchor`, `crown`."""
    match strip_parentheses(node):
        case syntax.Reference() as word:
            return [word]
        case syntax.Arithmetic("+", left, right):
            before, last = list_words(left), list_words(right)
            return before + last if before and last else None
        case _:
            return None
