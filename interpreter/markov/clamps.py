"""Clamps counters that are only incremented and compared with constants: from the largest threshold on, all are alike.

This is extrapolation as for the clocks of timed automata (Alur and Dill, "A Theory of Timed Automata", 1994). A slot is
clamped if live code reads it only in comparisons with constants, of itself or of itself plus a constant, and in its own
increments by constants of 0 or more. Each comparison has a threshold from which on its answer stays the same: 9 for
"9 or more", 10 for "more than 9". Two states in which the slot has reached every threshold take the same path, and so
do all states that follow, until the slot is written anew.

Not clamped are slots in a group of `shifts`, slots that say what is offered or tell contexts apart, slots that are live
at an exit of the scope, and slots that are constants above the clamp at some stop. Checks do not count as reads.
"""

from __future__ import annotations

from interpreter.bits import indices_of
from interpreter.markov.shifts import COMPARISONS, Shifts
from interpreter.program import Binary, Chance, Check, Decide, Move, Part, Register, Slot, Store, Target
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
        """Look at the live parts of a node. `held` are registers that hold a slot's number, or had it before the slot
        was written, plus a constant."""
        self.held = {}
        for part in parts:
            reads = [found for each in operands(part) if (found := self._find(each)) is not None]
            if reads and not self._allows(part, *reads):
                self.refused.update(slot for slot, _ in reads)
            self.refused.update(loads(part), stores(part) if isinstance(part, Store) else ())
            if isinstance(part, Decide):
                self.refused.update(part.offer_slots(self.shifts.graph.program))
            self._follow(part)

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
            at_least = part.operator in (("ge", "lt") if number is part.right else ("le", "gt"))
            self.most[slot] = max(self.most.get(slot, 0), number - more - at_least)
            return True
        return part.operator == "add" and number >= 0 and self._passes_on(part.target, slot, more + number)

    def _passes_on(self, goal: Target, slot: int, more: int) -> bool:
        if isinstance(goal, Slot):
            return goal.index == slot
        return self.shifts.bit(goal) not in self.shifts.shared

    def _follow(self, part: Part) -> None:
        """Note what the target of a part holds now."""
        goal = target(part)
        if isinstance(goal, Register):
            now = self._sum_up(part)
            self.held.pop(goal, None)
            if now is not None:
                self.held[goal] = now

    def _sum_up(self, part: Part) -> tuple[int, int] | None:
        """The slot and the constant whose sum a part computes, if it does."""
        match part:
            case Move(value=value):
                return self._find(value)
            case (
                Binary(operator="add", left=left, right=int(number))
                | Binary(operator="add", left=int(number), right=left)
            ) if (found := self._find(left)) is not None:
                return found[0], found[1] + number
        return None
