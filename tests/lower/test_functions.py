"""Definitions that become functions of the program: what they read, and that engines keep their results."""

from __future__ import annotations

from itertools import chain

import pytest

from interpreter.lower import lower
from interpreter.native.function_writer import write_functions
from interpreter.program import Program
from tests.support.checking import SEMANTICS, model_of
from tests.support.paths import ROOT

pytestmark = pytest.mark.quick


def supposed() -> Program:
    return lower(model_of(next(path for path in SEMANTICS if path.stem == "supposed").read_text()))


def test_what_supposes_a_step_reads_what_is_there_and_not_its_own_copies() -> None:
    program = supposed()
    (info,) = (each for each in program.functions if each.name == "leads_on")
    read = [program.slots[slot].name for slot in chain(info.slots, *info.loads)]
    assert any(name.startswith("men") for name in read)
    assert [name for name in read if "supposed" in name or name.startswith("move.")] == []


def test_what_supposes_is_one_only_where_it_is_the_same_for_all_members() -> None:
    """`may_play` and `both_follow` suppose a step for each man and each die, `both_possible` for all of them."""
    program = lower(model_of((ROOT / "tests" / "benchmarks" / "long_race.rules").read_text()))
    assert [each.name for each in program.functions] == ["both_possible", "playable"]


def test_machine_code_keeps_what_comes_of_runs_of_slots() -> None:
    (text,) = write_functions(supposed(), [0], 0, 1_000, {}, set())
    assert "kept" in text
    assert "@llvm.vector.reduce.or" in text
