"""What an expression says before any name has a meaning: numbers, ranges of numbers, words joined by `+`."""

from __future__ import annotations

from string import ascii_lowercase

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


def read_letters(node: syntax.Expression) -> str | None:
    """The letters of a range such as `a..h`."""
    if not isinstance(node, syntax.Range):
        return None
    ends = [each.name for each in (node.low, node.high) if isinstance(each, syntax.Reference) and len(each.name) == 1]
    places = [ascii_lowercase.find(each) for each in ends]
    return ascii_lowercase[places[0] : places[1] + 1] or None if len(places) == 2 and min(places) >= 0 else None


def list_places(node: syntax.Kind) -> list[syntax.Name]:
    """The names of the places of a board, `a1` and so on, column by column."""
    letters, rows = (read_letters(node.axes[0]), read_bounds(node.axes[-1])) if node.axes else (None, None)
    span = node.name.span
    return [
        syntax.Name(f"{each}{row}", span=span) for each in letters or () for row in range(rows[0], rows[1] + 1)
    ] if rows else []
