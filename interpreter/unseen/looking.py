"""Which slots the rest of a slice may read, from a place on where nothing stops it any more."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.analysis.effects import Effects, find_effects
from interpreter.analysis.graph import find_ways
from interpreter.program import Binary, Instruction, Load, Lookup, Move, Operand, Program, Register, Slot, Store, Unary
from interpreter.program.flow import stops
from interpreter.program.instructions.operators import OPERATORS, Impossible
from interpreter.unseen.machine import Value, is_number
from interpreter.unseen.under_way import find_returning
from interpreter.unseen.walking import NotExact


class Looking:
    """The blocks from `start` on to the end of a slice, and which slots they `read` and `write`, where these hold
    `slots` at the beginning. Raises NotExact if somebody decides on the way, or chance does."""

    def __init__(self, program: Program, start: int, slots: Sequence[Value]) -> None:
        self.program, self.slots = program, slots
        self.blocks = sorted(find_ways(program, [start], find_returning(program, start, slots)))
        if any(stops(program.blocks[at]) for at in self.blocks):
            raise NotExact("a rule looks at cards that are not seen, and the game goes on after that")
        self.parts = [part for at in self.blocks for part in program.blocks[at].parts]
        self.effects = [find_effects(program, part) for part in self.parts]
        self.write = self._find_written()
        self._made = self._find_makers()
        self.read = set[int]()
        for part, effects in zip(self.parts, self.effects, strict=True):
            self.read |= self._list_read(part if isinstance(part, Instruction) else None, effects)

    def _find_written(self) -> set[int]:
        found = set[int]()
        for each in self.effects:
            found |= each.slots_written() | self._zone_slots(each.moves)
        return found

    def _find_makers(self) -> dict[Register, Instruction | None]:
        """The instruction that alone writes a register; None if several do."""
        found: dict[Register, Instruction | None] = {}
        for part, effects in zip(self.parts, self.effects, strict=True):
            for each in effects.writes:
                if isinstance(each, Register):
                    found[each] = None if each in found or not isinstance(part, Instruction) else part
        return found

    def _list_read(self, part: Instruction | None, effects: Effects) -> set[int]:
        found = {each.index for each in effects.reads if isinstance(each, Slot)} | self._zone_slots(effects.handles)
        if isinstance(part, Store):
            return found
        at = self._find_number(part.index) if isinstance(part, Load) else None
        for slots in effects.loads:
            found |= set(slots) if at is None else {slots[at]}
        return found

    def _zone_slots(self, zones: Sequence[int]) -> set[int]:
        several = (self.program.zones[each] for each in zones)
        return {slot for zone in several for slot in range(zone.first, zone.first + zone.size)}

    def _find_number(self, operand: Operand) -> int | None:
        """What an operand holds in every case, if that can be told."""
        if isinstance(operand, int):
            return operand
        if isinstance(operand, Slot):
            held = self.slots[operand.index]
            known = operand.index not in self.write and is_number(held)
            return held if known and isinstance(held, int) else None
        match self._made.get(operand):
            case Move(_, value):
                return self._find_number(value)
            case Unary(_, operator, value, _):
                return self._calculate(operator, value)
            case Binary(_, operator, left, right, _):
                return self._calculate(operator, left, right)
            case Lookup(_, array, index, _):
                at = self._find_number(index)
                return None if at is None else self.program.arrays[array][at]
        return None

    def _calculate(self, operator: str, *operands: Operand) -> int | None:
        numbers = [number for each in operands if (number := self._find_number(each)) is not None]
        if len(numbers) < len(operands):
            return None
        try:
            return OPERATORS[operator].calculate(*numbers)
        except Impossible:
            return None
