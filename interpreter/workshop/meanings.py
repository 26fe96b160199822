"""What the names in one text mean: what the checker noted, and what the changes of house rules speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from interpreter import syntax
from interpreter.check import CheckResult
from interpreter.check.world import Use
from interpreter.source import Span

FREE = ("kind", "zone", "dice", "option", "phase", "state", "rule", "define", "table", "choice")
"""Sorts of names of which no two are alike; what a name means by itself, whatever else is called so."""


def find_meanings(tree: syntax.File, result: CheckResult) -> tuple[Use, ...]:
    """What the names of a file mean, in their order; of names that no rule of the language gives a meaning, nothing."""
    source = tree.span.source
    known = {span: use for span, use in result.uses.items() if span.source is source}
    if result.amended is not None and result.amended.overlay_of(source):
        known |= _find_in_changes(tree, result, known)
    return tuple(sorted(known.values(), key=lambda use: use.span.start))


def _find_in_changes(tree: syntax.File, result: CheckResult, known: Mapping[Span, Use]) -> dict[Span, Use]:
    """What the names in the changes of house rules mean: each change names what it changes, and what a row or a line
    was, which the checker never sees, has the names of the game."""
    assert result.amended is not None
    targets = {span: to[0] for span, to in result.amended.targets.items() if to and to[0].text == span.text}
    named = {span.text: Use(to, "name", span.text, to) for span, to in targets.items()}
    declared = (use for use in result.uses.values() if use.span == use.declared)
    named |= {use.name: use for use in sorted(declared, key=lambda use: use.word in FREE)}
    found: dict[Span, Use] = {}
    for node in iterate_names(tree):
        text = node.text if isinstance(node, syntax.Name) else node.name
        if node.span not in known and text in named:
            found[node.span] = replace(named[text], span=node.span)
    return found


def iterate_names(node: object) -> Iterator[syntax.Name | syntax.Reference]:
    """Every name in a part of a tree, but for what a header says."""
    for each in syntax.iterate_nodes(node, without=(syntax.Header,)):
        if isinstance(each, syntax.Name | syntax.Reference):
            yield each
