"""Operands: known numbers, the slots of a position, and registers; and ranges of numbers."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass

LOWEST = -(2**63)
HIGHEST = 2**63 - 1

Range: TypeAlias = tuple[int, int]
"""All numbers from the first to the second."""

FULL: Range = (LOWEST, HIGHEST)


@dataclass(frozen=True)
class Slot:
    """One number of a position, by its index."""

    index: int


@dataclass(frozen=True)
class Register:
    """A number that lives between two stops only."""

    index: int


Target: TypeAlias = Slot | Register
Kept: TypeAlias = int | Slot
Operand: TypeAlias = int | Slot | Register
