"""Operators refuse operands just beyond those that they are for."""

from __future__ import annotations

import pytest

from interpreter.program import HIGHEST, LOWEST
from interpreter.program.instructions.operators import OPERATORS, Impossible

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("name", "numbers", "reason"),
    [
        ("lowest", (-1,), "out-of-range"),
        ("lowest", (0,), "empty-set"),
        ("highest", (-1,), "out-of-range"),
        ("highest", (0,), "empty-set"),
        ("size", (-1,), "out-of-range"),
        ("scatter", (-1, 1), "out-of-range"),
        ("scatter", (1, -1), "out-of-range"),
        ("shl", (1, 63), "out-of-range"),
        ("shl", (1, -1), "out-of-range"),
        ("shr", (1, 63), "out-of-range"),
        ("shr", (1, -1), "out-of-range"),
        ("shl", (2, 62), "out-of-range"),
        ("div", (1, 0), "division-by-zero"),
        ("mod", (1, 0), "division-by-zero"),
        ("div", (LOWEST, -1), "out-of-range"),
        ("add", (HIGHEST, 1), "out-of-range"),
        ("sub", (LOWEST, 1), "out-of-range"),
    ],
)
def test_what_has_no_result(name: str, numbers: tuple[int, ...], reason: str) -> None:
    with pytest.raises(Impossible, match=reason):
        OPERATORS[name].calculate(*numbers)


@pytest.mark.parametrize(
    ("name", "numbers", "result"),
    [
        ("lowest", (HIGHEST - 1,), 1),
        ("highest", (HIGHEST,), 62),
        ("size", (0,), 0),
        ("scatter", (0, HIGHEST), 0),
        ("scatter", (0b101, 0b11010), 0b10010),
        ("shl", (1, 62), 2**62),
        ("shr", (HIGHEST, 62), 1),
        ("div", (-7, 2), -4),
        ("mod", (-7, 2), 1),
        ("add", (HIGHEST, 0), HIGHEST),
    ],
)
def test_what_has_one(name: str, numbers: tuple[int, ...], result: int) -> None:
    assert OPERATORS[name].calculate(*numbers) == result
