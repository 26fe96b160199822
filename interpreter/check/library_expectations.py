"""Checks what libraries expect their game to bring; adds stand-ins where a library is checked on its own."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.citations import iterate_declarations
from interpreter.check.world import Signature, World
from interpreter.diagnostics.messages import names
from interpreter.domains import RollType


def check_expectations(world: World) -> None:
    """See that the game brings what its libraries expect; a library on its own gets stand-ins."""
    header = next((file.tree.header for file in world.trees.files if not file.library), None)
    for file in world.trees.files:
        for each in file.tree.declarations:
            if isinstance(each, syntax.Expects) and not world.trees.standalone:
                _check_expectation(world, each, file.library, header)
            elif isinstance(each, syntax.Expects) and each.name.text not in world.names.symbols:
                _add_stand_in(world, each, file.library)


def _check_expectation(world: World, node: syntax.Expects, library: str, header: syntax.Header | None) -> None:
    name, symbol = node.name, world.names.symbols.get(node.name.text)
    if symbol is None and header is not None:
        known = [each for each in world.list_names(node.word) if not world.names.symbols[each].library]
        reason = node.reason.text if node.reason else ""
        world.report(names.expected_missing(header.name.span, library, node.word, name.text, reason, name.span, known))
        _add_stand_in(world, node, library)
    elif symbol is not None and symbol.word != node.word:
        world.report(names.expected_other(symbol.span, library, node.word, name.text, symbol.word, name.span))
    elif node.inside is not None:
        for phase in iterate_declarations(world, syntax.Phase):
            inside = phase.inside.text if phase.inside is not None else ""
            if phase.name.text == name.text and inside != node.inside.text:
                world.report(names.expected_inside(phase.name.span, library, name.text, node.inside.text, name.span))
    for used in (name, node.inside):
        if used is not None and used.text in world.names.symbols:
            world.note_symbol(used.span, world.names.symbols[used.text])


def _add_stand_in(world: World, node: syntax.Expects, library: str) -> None:
    """Something in the place of what is missing, so that nothing else is reported on its account."""
    world.declare(node.word, node.name, library)
    name, span = node.name.text, node.name.span
    if node.word == "dice":
        kind = RollType(name, 1, 6)
        world.declared.variables[name] = model.Variable(name, "", "dice", kind, span=span)
        world.declared.dice[name] = model.DiceInfo(kind, world.declared.variables[name], name=name, span=span)
    elif node.word in ("phase", "rule"):
        world.declared.signatures[name] = Signature(node.word, (), (), span)
