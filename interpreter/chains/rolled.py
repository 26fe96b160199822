"""Numbers that hang on the outcome of a roll and on nothing else.

A walk that begins with a roll takes them as they are, and looks at them only where its way hangs on them. So it is
known for which other outcomes the same walk would do: hardly any rule tells all outcomes of its dice apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from interpreter.program.instructions.operators import Operator


class Rolled:
    """A number for each outcome, worked out when it is asked for. `find` may raise Impossible."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find
        self._known: dict[int, int] = {}

    def at(self, outcome: int) -> int:
        """The number for an outcome. Raises Impossible."""
        found = self._known.get(outcome)
        if found is None:
            found = self._known[outcome] = self._find(outcome)
        return found


Operand: TypeAlias = int | Rolled


class Rolls:
    """All such numbers, each once: so many of them come up in every walk. `outcome` is the outcome itself."""

    def __init__(self) -> None:
        self.outcome = Rolled(lambda outcome: outcome)
        self._made: dict[tuple[object, ...], Rolled] = {}

    def calculate(self, operator: Operator, operands: tuple[Operand, ...]) -> Rolled:
        """What comes of such numbers and others."""

        def find(outcome: int) -> int:
            return operator.calculate(*[each if isinstance(each, int) else each.at(outcome) for each in operands])

        return self._make((operator, *operands), find)

    def look_up(self, number: int, array: Sequence[int], index: Rolled) -> Rolled:
        """The element of an array, which has a number, that is at such an index: 0 where there is none."""

        def find(outcome: int) -> int:
            at = index.at(outcome)
            return array[at] if 0 <= at < len(array) else 0

        return self._make((number, index), find)

    def work_out(
        self, key: tuple[object, ...], operands: tuple[Operand | None, ...], go: Callable[..., int]
    ) -> Rolled:
        """What comes of such numbers and others if one goes a way that has a key."""

        def find(outcome: int) -> int:
            return go(*[each.at(outcome) if isinstance(each, Rolled) else each for each in operands])

        return self._make((*key, operands), find)

    def _make(self, key: tuple[object, ...], find: Callable[[int], int]) -> Rolled:
        """The number with a key, which `find` finds."""
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Rolled(find)
        return found
