"""How deeply values are nested, measured without going deep oneself."""

from __future__ import annotations

from lark import Token, Tree

DEEPEST_VALUE = 60

NESTING = {
    *("grouped", "applied", "of", "span", "minus", "arithmetic", "compared", "conditional", "set_of"),
    *("negated", "all_of", "any_of", "some", "none_of", "counted", "those"),
}


def too_deep(tree: Tree[Token]) -> Tree[Token] | None:
    """The first value that stands inside too many others, or None."""
    waiting = [(tree, 0)]
    while waiting:
        branch, depth = waiting.pop()
        depth += branch.data in NESTING
        if depth > DEEPEST_VALUE:
            return branch
        waiting.extend((child, depth) for child in branch.children if isinstance(child, Tree))
    return None
