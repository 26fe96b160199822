"""Parts of the model with values in place of variables."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from interpreter import model

LEAVES = (model.Variable, model.Citation, model.Hole, model.Template)
PARTS = (model.Placed, model.Case, model.Several)


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same node, with `change` applied to every node directly inside it."""

    def inside(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(inside, part))
        return change(part) if isinstance(part, PARTS) and not isinstance(part, LEAVES) else part

    changed = {each.name: inside(getattr(node, each.name)) for each in dataclasses.fields(node) if each.init}
    same = all(getattr(node, name) is value for name, value in changed.items())
    return node if same else dataclasses.replace(node, **changed)


def substitute(node: Any, bound: Mapping[model.Variable, model.Value]) -> Any:
    """A part of the model with values in place of variables, in its texts too."""
    if not bound:
        return node
    if isinstance(node, tuple):
        return tuple(substitute(each, bound) for each in node)
    if isinstance(node, model.Read) and node.index is None and node.variable in bound:
        return dataclasses.replace(bound[node.variable], span=node.span)
    if isinstance(node, model.Template):
        return dataclasses.replace(node, holes=tuple(substitute(each, bound) for each in node.holes))
    if isinstance(node, model.Hole):
        return dataclasses.replace(node, value=substitute(node.value, bound))
    if not isinstance(node, PARTS) or isinstance(node, LEAVES):
        return node
    return rebuild(node, lambda part: substitute(part, bound))
