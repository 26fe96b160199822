"""What is known of a program's numbers before it runs."""

from __future__ import annotations

import pytest

from interpreter.analysis.ranges import Ranges
from interpreter.program import Binary, Slot, Unary
from interpreter.program.instructions.operators import OPERATORS
from tests.native.test_operators import program_of


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_comes_of_known_numbers_is_known(operator: str) -> None:
    """Also where an operator's bounds are wider."""
    how = OPERATORS[operator]
    one = Unary(Slot(2), operator, 6, 1) if how.operands == 1 else Binary(Slot(2), operator, 6, 3, 1)
    result = how.calculate(*(6, 3)[: how.operands])
    assert Ranges(program_of(one), [0]).written.get(Slot(2), (0, 0)) == (result, result)
