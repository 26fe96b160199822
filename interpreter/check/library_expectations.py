"""Checks what libraries expect their game to bring; adds stand-ins where a library is checked on its own."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.citations import iterate_declarations
from interpreter.check.declarations import add_dice
from interpreter.check.world import Signature, World
from interpreter.diagnostics.messages import names
from interpreter.domains import RollType


def check_expectations(world: World) -> None:
    """See that the game brings what its libraries expect; a library on its own gets stand-ins."""
    if world.standalone:
        _add_stand_ins(world)
    else:
        _check_each(world)


def _check_each(world: World) -> None:
    header = next((file.tree.header for file in world.files if not file.library), None)
    for each, library in iterate_declarations(world, syntax.Expects):
        symbol = world.symbols.get(each.name.text)
        reason = each.reason.text if each.reason else ""
        if symbol is None and header is not None:
            known = [name for name in world.list_names(each.word) if not world.symbols[name].library]
            world.report(
                names.expected_missing(
                    header.name.span, library, each.word, each.name.text, reason, each.name.span, known
                )
            )
            _add_stand_in(world, each, library)
        elif symbol is not None and symbol.word != each.word:
            world.report(
                names.expected_other(symbol.span, library, each.word, each.name.text, symbol.word, each.name.span)
            )
        elif each.inside is not None:
            _check_parent(world, each, each.inside.text, library)
        for name in (each.name, each.inside):
            if name is not None and name.text in world.symbols:
                world.note_symbol(name.span, world.symbols[name.text])


def _check_parent(world: World, node: syntax.Expects, inside: str, library: str) -> None:
    """A phase that a library expects has to be declared in the phase it names."""
    for phase, _ in iterate_declarations(world, syntax.Phase):
        if phase.name.text == node.name.text and (phase.inside is None or phase.inside.text != inside):
            world.report(names.expected_inside(phase.name.span, library, node.name.text, inside, node.name.span))


def _add_stand_ins(world: World) -> None:
    for each, library in iterate_declarations(world, syntax.Expects):
        if each.name.text not in world.symbols:
            _add_stand_in(world, each, library)


def _add_stand_in(world: World, node: syntax.Expects, library: str) -> None:
    """Something in the place of what is missing, so that nothing else is reported on its account."""
    world.declare(node.word, node.name, library)
    if node.word == "dice":
        kind = RollType(node.name.text, 1, 6)
        add_dice(world, model.Variable(kind.dice, "", "dice", kind, span=node.name.span), kind, model.Citation())
    elif node.word in ("phase", "rule"):
        world.signatures[node.name.text] = Signature(node.word, (), (), node.name.span)
