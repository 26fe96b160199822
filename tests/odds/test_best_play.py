"""Best play of shipped and small games, as worked out by other programs before, or by hand."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.chains.regions import OPEN
from interpreter.odds.best_play import Aim, BestPlay, HiddenInformation, ManyDeciders, find_best_play, find_shortfalls
from interpreter.odds.figures import Setting
from interpreter.odds.policies import list_tables


def solved(name: str, options: dict[str, int | str], measure: str = "", players: int | None = None) -> BestPlay:
    program = load(name).program(options, players)
    number = [each.name for each in program.measures].index(measure) if measure else None
    return find_best_play(Setting(program, (OPEN,) * len(program.seats)), Aim(number))


HEAPS: dict[str, int | str] = {"first_heap": 1, "second_heap": 2, "third_heap": 3}


@pytest.mark.quick
@pytest.mark.parametrize(("options", "value"), [(HEAPS, 0), ({**HEAPS, "second_heap": 1}, 1)])
def test_matches_that_cancel_out_are_lost(options: dict[str, int | str], value: int) -> None:
    best = solved("nim", options)
    assert best.exact == value
    shortfalls = {each.strategy: each.short for each in find_shortfalls(best, ("default", "perfect"))}
    assert shortfalls == {"default": value, "perfect": 0}


def test_best_answers_are_told_by_what_matters() -> None:
    best = solved("nim", {"first_heap": 1, "second_heap": 1, "third_heap": 2})
    (table,) = list_tables(best)
    program = best.setting.program
    assert {program.slots[slot].name for slot in table.slots} <= {
        "matches[left_heap]", "matches[middle_heap]", "matches[right_heap]", "mover", "round.one to come",
    }  # fmt: skip
    assert sum(row.states for row in table.rows) == len(best.signs)


@pytest.mark.long
def test_best_steals() -> None:
    best = solved("marker", {}, "runs_per_half_inning")
    assert best.value == pytest.approx(1.343352720859, abs=1e-12)
    short = {each.strategy: each.short for each in find_shortfalls(best, ("bold",))}
    assert short == pytest.approx({"bold": 0.766798166003}, abs=1e-11)
    (table,) = list_tables(best)
    names = {best.setting.program.slots[slot].name for slot in table.slots}
    assert names == {"outs", "bases", "strikes", "balls"}


def test_hidden_hands_and_a_crowd_are_refused() -> None:
    with pytest.raises(HiddenInformation):
        solved("kuhn_poker", {})
    with pytest.raises(ManyDeciders):
        solved("nim", HEAPS, "turns")
