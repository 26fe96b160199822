"""Between which numbers the result of an operator is sure to be, from the ranges of its operands."""

from __future__ import annotations

from interpreter.program.instructions.operators import OPERATORS
from interpreter.program.instructions.operators import SHIFT_HIGHEST as SHIFT_HIGHEST
from interpreter.program.operands import FULL as FULL
from interpreter.program.operands import Range as Range


def range_after(name: str, left: Range, right: Range) -> Range:
    """The range of a result that has not been checked yet: sums and products may lie outside 64 bits."""
    return OPERATORS[name].bounds(left, right)
