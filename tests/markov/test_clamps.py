"""Slots whose numbers are used for more than comparisons and increments are not clamped."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from interpreter.markov.clamps import _Finder
from interpreter.program import Binary, Move, Part, Register, Slot

COUNTER, OTHER, ONE, TWO = Slot(0), Slot(1), Register(0), Register(1)

COMPARED = Binary(TWO, "ge", ONE, 3, 0)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("parts", "is_clamped"),
    [
        ([Move(ONE, COUNTER), COMPARED], True),
        ([Binary(COUNTER, "add", COUNTER, 1, 0)], True),
        ([Move(ONE, COUNTER), Move(COUNTER, 5), COMPARED], True),
        ([Move(ONE, COUNTER), Move(COUNTER, 5), Binary(OTHER, "mul", ONE, 2, 0)], False),
        ([Move(ONE, COUNTER), Binary(ONE, "add", ONE, 1, 0), Binary(OTHER, "mul", ONE, 2, 0)], False),
        ([Move(ONE, COUNTER), Binary(ONE, "add", ONE, 1, 0), COMPARED], True),
    ],
)
def test_registers_are_followed_past_writes(parts: list[Part], is_clamped: bool) -> None:
    finder = _Finder(cast(Any, SimpleNamespace(bit=lambda target: -1, shared=frozenset())))
    finder.look_at(parts)
    assert (0 not in finder.refused) == is_clamped


@pytest.mark.quick
@pytest.mark.parametrize(
    ("comparison", "top"),
    [
        (Binary(TWO, "ge", COUNTER, 3, 0), 3),
        (Binary(TWO, "lt", COUNTER, 3, 0), 3),
        (Binary(TWO, "gt", COUNTER, 3, 0), 4),
        (Binary(TWO, "eq", COUNTER, 3, 0), 4),
        (Binary(TWO, "le", 3, COUNTER, 0), 3),
        (Binary(TWO, "ge", 3, COUNTER, 0), 4),
    ],
)
def test_numbers_are_alike_from_the_threshold_on(comparison: Part, top: int) -> None:
    finder = _Finder(cast(Any, SimpleNamespace(bit=lambda target: -1, shared=frozenset())))
    finder.look_at([comparison])
    assert finder.most[0] + 1 == top
