"""Sums over the members of a set that are looked up: what members count is known before a game is played."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.api import read
from interpreter.lower import lower, tabulation
from interpreter.program import Instruction, Lookup, Program
from interpreter.stepper import Stepper
from tests.support.shipped import load

TEN, ELEVEN = range(3, 13), range(3, 14)

VALUES = {
    "sum of each for each in row": lambda each, bonus: each,
    "sum of (12 * each - each * each) for each in row where each is not 5": (
        lambda each, bonus: 12 * each - each * each if each != 5 else 0
    ),
    "sum of worth(each) for each in row": lambda each, bonus: each * each,
    "sum of (each + bonus) for each in row": lambda each, bonus: each + bonus,
    "sum of each for each in row where each > bonus": lambda each, bonus: each if each > bonus else 0,
}


def program(value: str, members: range) -> Program:
    return read(f"""
game sums "Sums"

players 1

dice die = 1d6

phase game
  keep bonus : 0..6 = 0
  keep got   : -900..900 = 0
  roll die for lowest of all player
  set bonus to die
  choose row by lowest of all player
  set got to {value}
  win all player

choice row
  "Which?"
  pick part from subsets of {members[0]}..{members[-1]}
  default lowest

define worth (one: 0..20) = one * one

measure got per game = got
""").program()


def is_looked_up(made: Program) -> bool:
    sizes = {len(made.arrays[each.array]) for each in list_instructions(made) if isinstance(each, Lookup)}
    return bool(sizes & {1024, 7 * 1024})


def list_instructions(made: Program) -> list[Instruction]:
    return [each for block in made.blocks for each in block.instructions]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("members", [TEN, ELEVEN], ids=["ten", "eleven"])
def test_a_sum_is_what_its_members_count(value: str, members: range) -> None:
    made = program(value, members)
    assert is_looked_up(made) == (members == TEN)
    engine, got = Stepper(made), [each.name for each in made.slots].index("got")
    rolled = engine.answer(engine.begin().position, 3)
    for number in (0, 1, 5, 37, 512, 777, 2 ** len(members) - 1):
        row = [each for at, each in enumerate(members) if number >> at & 1]
        end = engine.answer(rolled.position, number)
        assert end.position.slots[got] == sum(VALUES[value](each, 4) for each in row)


def test_what_reads_no_seat_is_tabulated_once_for_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    computed, compute = 0, tabulation._work_out

    def count(*given: Any) -> Any:
        nonlocal computed
        computed += 1
        return compute(*given)

    def count_for(players: int) -> int:
        before = computed
        lower(load("yacht").model, {}, players)
        return computed - before

    monkeypatch.setattr(tabulation, "_work_out", count)
    assert count_for(5) < 2 * count_for(1)
