"""Exact means lie within five errors of simulated ones."""

from __future__ import annotations

import pytest

from interpreter.odds.known_means import average_members
from interpreter.odds.means import find_near_means
from tests.support.shipped import load

GAMES, MOST = 1_000, 5_000

KNOWN = {"craps": 3, "nim": 1, "one_die": 2, "pig": 2}
"""Games, and how many of their measures are known throughout a game of no more states than `MOST`."""


def test_means_are_not_looked_for_where_a_roll_has_many_outcomes() -> None:
    program = load("craps").program()
    strategies = ("default",) * len(program.seats)
    assert find_near_means(program, strategies, ["throws"], outcomes=36).measures
    assert not find_near_means(program, strategies, ["throws"], outcomes=35).measures


@pytest.mark.parametrize("name", KNOWN)
def test_means_are_near_those_of_games(name: str) -> None:
    rules = load(name)
    program = rules.program()
    strategies = ("default",) * len(program.seats)
    found = find_near_means(program, strategies, [each.name for each in program.measures], MOST)
    known = {each.name: average_members(found, each) for each in program.measures}
    simulated = rules.simulate(GAMES, 11).measures
    for each, mean in known.items():
        tally = simulated[each]
        assert tally.mean is not None
        if mean is not None and mean.throughout:
            assert mean.mean == pytest.approx(float(tally.mean), abs=5 * (tally.stderr or 0) + 1e-9), each
    assert sum(mean is not None and mean.throughout for mean in known.values()) >= KNOWN[name]
