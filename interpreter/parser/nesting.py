"""Measures how deeply values are nested, without recursion."""

from __future__ import annotations

from lark import Token, Tree

from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import lexical as errors
from interpreter.source import Source, Span

MAX_VALUE_DEPTH = 60

NESTING = {
    *("grouped", "applied", "of", "span", "minus", "arithmetic", "compared", "held", "conditional", "set_of"),
    *("lesser_or_greater", "next_in", "last_in"),
    *("negated", "all_of", "any_of", "some", "none_of", "counted", "summed", "those", "all_best", "best", "some_best"),
}


def find_too_deep(tree: Tree[Token]) -> Tree[Token] | None:
    """The first value that stands inside too many others, or None."""
    waiting = [(tree, 0)]
    while waiting:
        branch, depth = waiting.pop()
        depth += branch.data in NESTING
        if depth > MAX_VALUE_DEPTH:
            return branch
        waiting.extend((child, depth) for child in branch.children if isinstance(child, Tree))
    return None


def report_deep_nesting(source: Source, tree: Tree[Token], diagnostics: Diagnostics) -> bool:
    """Whether values are not nested past the limit; it is reported where they are."""
    deep = find_too_deep(tree)
    if deep is not None:
        span = Span(source, deep.meta.start_pos, deep.meta.end_pos)
        diagnostics.add(errors.nested_too_deep(span, "values", MAX_VALUE_DEPTH))
    return deep is None
