"""Every name in a ruleset is known to mean something, at its very place."""

from __future__ import annotations

import pytest

from interpreter import loader, syntax
from interpreter.check.things import MEASURED, NAMED, OWNED, SHAPES, TRAITS
from interpreter.check.world import BUILT_IN
from interpreter.diagnostics import Diagnostics
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.source import NOWHERE
from interpreter.workshop.meanings import iterate_names

WORDS = {*BUILT_IN, "right", "faces", "game", *NAMED, *OWNED, *MEASURED, *SHAPES, *TRAITS, "lane", "yard"}
"""Words of the language that stand where names do."""

@pytest.mark.parametrize(
    "name", ["marker", "cooperstown", "cribbage", "liars_dice", "hearts", "blackjack", "farkle", "crown_and_anchor"]
)
def test_every_name_of_a_ruleset_is_known_at_its_place(name: str) -> None:
    source = loader.find_ruleset(name)
    result = check_game(loader.sources_of(source))
    for node in iterate_names(parse(source, Diagnostics())):
        text = node.text if isinstance(node, syntax.Name) else node.name
        use = result.uses.get(node.span)
        assert use is not None or text in WORDS, node.span.place
        assert use is None or use.name == text == use.span.text
    for use in result.uses.values():
        if use.declared is not NOWHERE:
            assert use.declared.text in (use.name, "sides")
            assert result.uses[use.declared].declared == use.declared
