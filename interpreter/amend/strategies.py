"""Warnings that a strategy of the game no longer fits: it names what a list had before house rules made it longer,
and never what they add. Lists are the answers of a choice, cards, the members of a kind and the values of an option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter import syntax
from interpreter.amend.draft import name_of, word_of
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import house as errors

ORDERED = ("<", "<=", ">", ">=")
"""A strategy that compares so need not name everything."""


def report_ignored(before: Sequence[syntax.File], after: Sequence[syntax.File]) -> Iterator[Diagnostic]:
    old = {(word_of(each), name_of(each)): each for file in before for each in file.declarations}
    new = [each for file in after for each in file.declarations]
    kept = {id(each) for each in old.values()}
    strategies = [each for each in new if isinstance(each, syntax.Strategy) and id(each) in kept]
    for node in new:
        was, name = old.get((word_of(node), name_of(node))), name_of(node)
        if was is None or was is node:
            continue
        known = {each.text for each in _list_names(was)}
        for added in _list_names(node):
            ignoring = [each.name.text for each in strategies if _ignores(each, node, known, added.text)]
            if added.text not in known and ignoring:
                yield errors.answer_ignored(added.span, added.text, name, ignoring, isinstance(node, syntax.Choice))
        if isinstance(node, syntax.Choice) and node.pick is not None and node.pick != getattr(was, "pick", None):
            fixed = [each.name.text for each in strategies if _picks_fixed(each, name)]
            if fixed:
                yield errors.pick_ignored(node.pick.span, name, fixed)


def _list_names(node: syntax.Declaration) -> Iterator[syntax.Name]:
    match node:
        case syntax.Choice(offers=offers):
            yield from (each.name for each in offers)
        case syntax.Kind(members=some) | syntax.Cards(cards=some):
            yield from (each.name for each in some if isinstance(each, syntax.Member))
        case syntax.Option(alternatives=some):
            values = (each.value for each in some)
            yield from (syntax.Name(each.value, span=each.span) for each in values if isinstance(each.value, str))


def _ignores(strategy: syntax.Strategy, node: syntax.Declaration, known: set[str], added: str) -> bool:
    """Whether a strategy names only what was known; of a choice, whether it always answers with that."""
    if isinstance(node, syntax.Choice):
        answers = _list_answers(strategy, node.name.text)
        named = {each.name for each in answers if isinstance(each, syntax.Reference)}
        return len(named) > 0 and named <= known and all(isinstance(each, syntax.Reference) for each in answers)
    nodes = list(syntax.iterate_nodes(strategy.advice))
    compared = [each for each in nodes if isinstance(each, syntax.Compared) and each.comparator in ORDERED]
    passed = {id(each) for one in compared for each in syntax.iterate_nodes(one)}
    named = {each.name for each in nodes if isinstance(each, syntax.Reference) and id(each) not in passed}
    named |= {each.name.text for each in nodes if isinstance(each, syntax.Of)}
    return len(named & known) > 0 and added not in named


def _picks_fixed(strategy: syntax.Strategy, choice: str) -> bool:
    answers = _list_answers(strategy, choice)
    parts = [part for each in answers for part in (each.parts if isinstance(each, syntax.Tuple) else (each,))]
    return len(parts) > 0 and all(isinstance(each, syntax.Number) for each in parts)


def _list_answers(strategy: syntax.Strategy, choice: str) -> list[syntax.Expression]:
    return [line.value for each in strategy.advice if each.choice.text == choice for line in each.preferences]
