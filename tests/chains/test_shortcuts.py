"""Instructions on plain numbers are done at once, and come to what they mean."""

from __future__ import annotations

import pytest

from interpreter.api import load
from interpreter.chains import regions
from interpreter.chains.finding import find_states
from interpreter.chains.shortcuts import shorten
from interpreter.odds.chain_figures import Setting, make_search
from interpreter.program import Binary, Branch, Jump, Lookup, Move, Register, Slot, Unary


@pytest.mark.parametrize(
    ("name", "measure"),
    [("marker", "runs_per_half_inning"), ("ace_in_the_pot", "final_throws"), ("crown_and_anchor", "lost")],
)
def test_walks_with_shortcuts_find_the_same_chain(name: str, measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(name).program()
    number = [each.name for each in program.measures].index(measure)
    short, long = (make_search(Setting(program), number) for _ in range(2))
    states = find_states(short)
    monkeypatch.setattr(regions, "shorten", lambda part, arrays: part.meaning)
    others = find_states(long)
    assert (states.stops, states.held, states.edges) == (others.stops, others.held, others.edges)
    assert (short.forks.walks, short.forks.steps) == (long.forks.walks, long.forks.steps)


def test_what_is_done_most_has_a_shortcut() -> None:
    one, other = Register(0), Slot(0)
    parts = (
        Move(other, 1), Move(one, other), Binary(one, "add", other, 1, 0), Binary(one, "add", one, other, 0),
        Unary(one, "size", other, 0), Lookup(one, 0, other, 0), Branch(one, 0, 1), Jump(0),
    )  # fmt: skip
    assert all(shorten(part, ((1, 2),)) != part.meaning for part in parts)
