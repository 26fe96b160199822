"""The effects of instructions, found by carrying them out, and what their fields say of them are the same."""

from __future__ import annotations

import pytest

from interpreter.analysis.effects import find_effects
from interpreter.program import Apply, Slot
from interpreter.program.instructions import numbers
from interpreter.program.instructions.fields import loads, operands, stores, target, zones_of
from tests.support.shipped import load


@pytest.mark.parametrize("name", ["marker", "cribbage", "cooperstown"])
def test_effects_are_what_fields_say(name: str) -> None:
    program = load(name).program()
    for part in {part for block in program.blocks for part in block.instructions if not isinstance(part, Apply)}:
        effects = find_effects(program, part)
        assert {*effects.reads, *effects.shown} == set(operands(part)), part
        assert effects.writes == [each for each in [target(part)] if each is not None], part
        assert effects.loads == [each for each in [loads(part)] if each], part
        assert effects.stores == [each for each in [stores(part)] if each], part
        assert effects.handles == list(zones_of(part)), part
        assert effects.lasting == (type(part).__module__ != numbers.__name__ and not effects.says), part


def test_calls_returns_and_decisions_touch_slots_that_no_field_names() -> None:
    program = load("marker").program()
    for end in {block.terminator for block in program.blocks}:
        effects = find_effects(program, end)
        routine, offers = getattr(end, "routine", None), getattr(end, "offers", None)
        if routine is not None:
            returned = Slot(program.routines[routine].return_slot)
            assert (effects.reads, effects.writes) in (([returned], []), ([], [returned]))
        elif offers is not None:
            assert effects.asks
            assert offers in effects.slots_read()
        else:
            assert {*effects.reads, *effects.shown} == set(operands(end))
