"""Counters that are only ever raised and compared with constants: from some number on, all are alike.

This is extrapolation as for the clocks of timed automata (Alur and Dill, "A Theory of Timed Automata", 1994). If a slot
is read by nothing but comparisons of itself, or itself and a constant more, with constants, and by its own increments
by constants of 0 or more, then two states in which it lies above the largest of these constants take the same ways, and
so do all states that follow, until it is written anew. A slot that matters where the scope is left is not clamped in
it.
"""

from __future__ import annotations

from interpreter.bits import indices_of
from interpreter.markov.shifts import COMPARISONS, Shifts
from interpreter.program import Binary, Chance, Check, Decide, Load, Move, Part, Register, Slot, Store, Target
from interpreter.program.instructions.fields import loads, operands, stores, target


def find_clamps(shifts: Shifts) -> dict[int, int]:
    """For each slot that may be clamped the number from which on all are alike."""
    finder = _Finder(shifts)
    for body in shifts.bodies:
        for parts, split in zip(body.parts, body.split, strict=True):
            finder.look_at(parts)
            finder.refused.update(indices_of(split))
    return {
        slot: top + 1
        for slot, top in finder.most.items()
        if slot not in finder.refused and not shifts.live.outside >> slot & 1 and not shifts.is_shifted(Slot(slot))
    }


class _Finder:
    def __init__(self, shifts: Shifts) -> None:
        self.shifts = shifts
        self.most: dict[int, int] = {}
        self.refused: set[int] = set()
        self.held: dict[Register, tuple[int, int]] = {}

    def look_at(self, parts: list[Part]) -> None:
        """Look at the live parts of a node. `held` are registers that hold a slot and a constant more."""
        self.held = {}
        for part in parts:
            reads = [found for each in operands(part) if (found := self._find(each)) is not None]
            if reads and not self._allows(part, *reads):
                self.refused.update(slot for slot, _ in reads)
            self.refused.update(loads(part), stores(part) if isinstance(part, Store) else ())
            if isinstance(part, Decide):
                self.refused.update(part.offer_slots(self.shifts.graph.program))
            self._forget(part)

    def _find(self, operand: object) -> tuple[int, int] | None:
        if isinstance(operand, Slot):
            return operand.index, 0
        return self.held.get(operand) if isinstance(operand, Register) else None

    def _allows(self, part: Part, read: tuple[int, int], *others: tuple[int, int]) -> bool:
        """Whether a part only compares, raises or passes on what it reads."""
        slot, more = read
        if isinstance(part, Check | Chance):
            return True
        if others:
            return False
        if isinstance(part, Move):
            return self._passes_on(part.target, slot, more)
        if not isinstance(part, Binary):
            return False
        number = part.right if isinstance(part.right, int) else part.left
        if not isinstance(number, int):
            return False
        if part.operator in COMPARISONS:
            self.most[slot] = max(self.most.get(slot, 0), number - more)
            return True
        return part.operator == "add" and number >= 0 and self._passes_on(part.target, slot, more + number)

    def _passes_on(self, goal: Target, slot: int, more: int) -> bool:
        if isinstance(goal, Slot):
            return goal.index == slot
        return self.shifts.bit(goal) not in self.shifts.shared

    def _forget(self, part: Part) -> None:
        """Note what the target of a part holds now."""
        goal = target(part)
        if isinstance(goal, Register):
            self.held.pop(goal, None)
            if isinstance(part, Move | Binary) and not isinstance(part, Load):
                self._hold(goal, part)
        elif goal is not None:
            self.held = {register: held for register, held in self.held.items() if held[0] != goal.index}

    def _hold(self, goal: Register, part: Move | Binary) -> None:
        match part:
            case Move(value=value) if (found := self._find(value)) is not None:
                self.held[goal] = found
            case (
                Binary(operator="add", left=left, right=int(number))
                | Binary(operator="add", left=int(number), right=left)
            ) if (found := self._find(left)) is not None:
                self.held[goal] = found[0], found[1] + number
