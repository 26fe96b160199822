"""Subsets of a set that are picked: those of what is there are gone through, not all that there could be."""

from __future__ import annotations

from itertools import combinations

import pytest

from interpreter.api import read
from interpreter.engine import DecisionStop
from interpreter.program import Program
from interpreter.stepper import Stepper

FLAPS = range(3, 9)


def program(default: str) -> Program:
    return read(f"""
game flaps "Flaps"

players 2

dice die = 1d6

phase game
  keep standing : set of 3..8 = 3..8
  keep turns    : 0..3 = 0
  repeat turn until turns is 3
  win lowest of all player

phase turn in game
  add 1 to turns
  roll die for lowest of all player
  choose shut by lowest of all player
  set standing to standing without shut

choice shut
  "Which?"
  pick part from subsets of standing where size of part <= die
  default {default}
""").program()


@pytest.mark.parametrize("default", ["lowest", "highest"])
def test_what_is_offered_are_the_subsets_of_what_stands(default: str) -> None:
    flaps = program(default)
    engine, standing = Stepper(flaps), set(FLAPS)
    step = engine.begin()
    for die, shut in ((2, {4, 7}), (1, {3}), (6, {5, 6, 8})):
        step = engine.answer(step.position, die - 1)
        stop = step.stop
        assert isinstance(stop, DecisionStop)
        values = flaps.choices[stop.choice].values
        sets = {sum(1 << each for each in some) for size in range(die + 1) for some in combinations(standing, size)}
        assert {values[each] for each in stop.offered} == sets
        assert values[stop.default] == (min(sets) if default == "lowest" else max(sets))
        standing -= shut
        step = engine.answer(step.position, values.index(sum(1 << each for each in shut)))
