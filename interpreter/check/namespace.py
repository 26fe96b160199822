"""Every name gets its meaning: what sort of thing has it, and where it is declared.

This comes before anything else is looked at, so that nothing depends on the order of declarations, and a name
used wrongly can be distinguished from one that does not exist.
"""

from __future__ import annotations

from typing import assert_never

from interpreter import syntax
from interpreter.check.literals import list_places
from interpreter.check.world import ANYTHING, Symbol, World
from interpreter.diagnostics.messages import names
from interpreter.source import NOWHERE

STRATEGIES = {
    "default": "uses the default of each choice",
    "random": "chooses each answer equally often",
    "search": "tries out each answer in many games",
    "best": "plays as `groundrules solve` has found",
}
"""The strategies that every game has, whatever the ruleset says, with what they do."""


def name_everything(world: World) -> None:
    world.names.symbols["player"] = Symbol("kind", "player", NOWHERE)
    for file in world.trees.files:
        for declaration in file.tree.declarations:
            _declare_name(world, declaration, file.library)


def _declare_name(world: World, node: syntax.Declaration, library: str) -> None:  # noqa: C901
    match node:
        case syntax.Kind():
            names = [member.name for member in node.members] or list_places(node)
            _declare_kind(world, node.name, names, library)
        case syntax.Cards():
            single = [card.name for card in node.cards if isinstance(card, syntax.Member)]
            _declare_kind(world, node.name, single, library)
        case syntax.Zone():
            world.declare("zone", node.name, library, _find_each(node))
        case syntax.Dice():
            world.declare("dice", node.name, library)
        case syntax.Option():
            _declare_option(world, node, library)
        case syntax.Phase():
            world.declare("phase", node.name, library)
            for kept in (*node.parameters, *node.state):
                world.declare("state", kept.name, library, _find_each(kept))
        case syntax.Also():
            for kept in node.state:
                world.declare("state", kept.name, library, _find_each(kept))
        case syntax.Rule():
            world.declare("rule", node.name, library)
        case syntax.Define():
            world.declare("define", node.name, library, ANYTHING if len(node.parameters) == 1 else "")
        case syntax.Table():
            if world.declare("table", node.name, library, ANYTHING if len(node.parameters) == 1 else ""):
                for column in node.columns:
                    world.declare_member("column", node.name.text, column.text, column.span, library)
        case syntax.Choice():
            if world.declare("choice", node.name, library):
                for offer in node.offers:
                    world.declare_member("offer", node.name.text, offer.name.text, offer.name.span, library)
                for part in node.pick.parts if node.pick is not None else ():
                    name = part.variable
                    world.declare_member("part", node.name.text, name.text, name.span, library)
        case syntax.Strategy():
            _declare_strategy(world, node, library)
        case syntax.Measure():
            world.declare_apart("measure", node.name, library)
        case syntax.View():
            world.declare_apart("view", node.name, library)
        case syntax.Layout():
            world.declare_apart("layout", node.name, library)
        case syntax.Players():
            _declare_members(world, "player", [member.name for member in node.members], library)
        case syntax.Aim() | syntax.Header() | syntax.Expects() | syntax.Example() | syntax.Note():
            pass
        case _:
            _skip(node)


def _declare_kind(world: World, name: syntax.Name, members: list[syntax.Name], library: str) -> None:
    if world.declare("kind", name, library):
        _declare_members(world, name.text, members, library)
    else:
        world.log.poisoned.update(member.text for member in members)


def _declare_members(world: World, kind: str, members: list[syntax.Name], library: str) -> None:
    for member in members:
        if world.declare("member", member, library):
            world.declare_member("member", kind, member.text, member.span, library)
        elif member.span == members[-1].span:
            break  # a place of a board, and its neighbours would be reported like it


def _find_each(node: syntax.Zone | syntax.Parameter | syntax.Keep | syntax.Count) -> str:
    """The kind of whose members something is asked for with `of`, if it is."""
    if isinstance(node, syntax.Keep):
        return node.each[0].text if len(node.each) == 1 else ANYTHING if node.each else ""
    return node.each.text if isinstance(node, syntax.Zone) and node.each is not None else ""


def _skip(node: syntax.Change) -> None:
    """Changes are carried out, or reported where they have no place, before anything is named."""
    if not isinstance(node, syntax.CHANGES):
        assert_never(node)


def _declare_option(world: World, node: syntax.Option, library: str) -> None:
    """An option without alternatives gives one of a library another default; it is no new name."""
    known = world.names.symbols.get(node.name.text)
    if known is not None and known.word == "option" and not node.alternatives and node.values is None:
        world.note_symbol(node.name.span, known)
    elif world.declare("option", node.name, library):
        for each in node.alternatives:
            if isinstance(each.value.value, str):
                world.declare_member("alternative", node.name.text, each.value.value, each.value.span, library)


def _declare_strategy(world: World, node: syntax.Strategy, library: str) -> None:
    """Whoever asks for a strategy that every game has would not get another of that name."""
    does = STRATEGIES.get(node.name.text)
    if does is not None:
        world.report(names.strategy_taken(node.name.span, node.name.text, does))
    else:
        world.declare_apart("strategy", node.name, library)
