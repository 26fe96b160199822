"""The road from text to program: parse texts, apply house rules, check the trees, and lower the model. Every use of a
game takes it, as far as needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.check import CheckResult, check
from interpreter.check.files import load_files
from interpreter.check.house import apply_house_rules
from interpreter.check.world import Trees
from interpreter.diagnostics import Diagnostics
from interpreter.model import ExampleInfo, Model
from interpreter.parser.reserved_names import drop_follow_ups
from interpreter.source import Sources

if TYPE_CHECKING:
    from interpreter.program import Program


def read_trees(sources: Sources, found: Diagnostics) -> Trees | None:
    """The trees of a game and of the libraries that it uses; None where there is no understanding them."""
    return load_files(sources, found)


def amend_trees(sources: Sources, found: Diagnostics) -> Trees | None:
    """The same with house rules put to them; None where that cannot be done."""
    trees = read_trees(sources, found)
    if trees is None or not sources.house:
        return trees
    return apply_house_rules(trees, sources, found) if not found.errors else None


def check_game(sources: Sources) -> CheckResult:
    """The game checked, or a library on its own: its model, unless there are errors, and all there is to say of it."""
    found = Diagnostics()
    trees = amend_trees(sources, found)
    checked = CheckResult(found) if trees is None else check(trees, found)
    checked.diagnostics.found[:] = drop_follow_ups(checked.diagnostics.found)
    return checked


def lower(
    game: Model,
    options: Mapping[str, int] | None = None,
    players: int | None = None,
    examples: Sequence[ExampleInfo] = (),
) -> Program:
    """The program of a game. Who only checks games does not wait for what makes programs."""
    from interpreter.lower import lower as make_program

    return make_program(game, options, players, examples)
