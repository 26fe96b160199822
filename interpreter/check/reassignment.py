"""Local names that are changed after they are given: their type has to leave room for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from interpreter import syntax
from interpreter.check.dice import find_rolled
from interpreter.check.world import World
from interpreter.domains import UNBOUNDED, FractionType, MaybeType, MemberType, NumberType, SetType, Type

VALUES = frozenset((*get_args(syntax.Expression), syntax.Name, syntax.Text))
"""Nodes in which there are no steps."""


def find_changed_names(world: World, owner: str) -> frozenset[str]:
    known = world.definitions.changed
    if owner not in known:
        found = (each for file in world.trees.files for each in file.tree.declarations)
        known[owner] = frozenset(name for each in found for name in _find_changes(each, owner))
    return known[owner]


def _find_changes(node: syntax.Declaration, owner: str) -> Iterator[str]:
    own = isinstance(node, syntax.Phase | syntax.Rule) and node.name.text == owner
    if own or (isinstance(node, syntax.Also) and node.phase.text == owner):
        for inside in syntax.iterate_nodes(node):
            if isinstance(inside, syntax.Place):
                yield inside.name.text


def find_partial_dice(world: World) -> frozenset[str]:
    files = (file.tree for file in world.trees.files)
    declared = (each for tree in files for each in tree.declarations if not isinstance(each, syntax.Example))
    found = (each for declaration in declared for each in syntax.iterate_nodes(declaration, VALUES))
    rolls = [find_rolled(each, frozenset()) for each in found if isinstance(each, syntax.Roll)]
    return frozenset(each.dice.text for each in rolls if each.count is not None)


def widen(world: World, kind: Type) -> Type:
    """The widest type of the same sort: room for whatever a name may be set to later."""
    if isinstance(kind, NumberType):
        return NumberType(min(kind.low, -UNBOUNDED), max(kind.high, UNBOUNDED))
    if isinstance(kind, FractionType):
        return replace(kind, low=min(kind.low, -UNBOUNDED * kind.parts), high=max(kind.high, UNBOUNDED * kind.parts))
    if isinstance(kind, MemberType):
        return world.all_members(kind.kind)
    if isinstance(kind, MaybeType):
        some = widen(world, kind.some)
        return MaybeType(some) if isinstance(some, MemberType | NumberType) else kind
    if isinstance(kind, SetType) and isinstance(kind.member, MemberType):
        return SetType(world.all_members(kind.member.kind))
    return kind
