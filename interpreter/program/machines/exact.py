"""The machine of integers: what a program does, instruction by instruction, as plainly as can be."""

from __future__ import annotations

from interpreter.bits import bits_of
from interpreter.program import cards
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Impossible, Operator
from interpreter.program.machines.quiet import QuietMachine
from interpreter.program.operands import Kept, Operand, Register, Slot, Target
from interpreter.program.records import Records


class Failed(Exception):
    """The game asks for something impossible at a `site`; `impossible` says what, and `check` what was checked."""

    def __init__(self, impossible: Impossible, site: int, check: int = -1) -> None:
        super().__init__(impossible.reason)
        self.impossible, self.site, self.check = impossible, site, check


class ExactMachine(QuietMachine[int]):
    """Carries out instructions on a position: `values` has the numbers of the slots, and behind them those of the
    registers. After a terminator `next` is the block that comes then. Nobody hears of events, and stops have no
    answer: whoever wants more adds it. Raises Failed."""

    next = -1

    def __init__(self, records: Records, values: list[int]) -> None:
        self.records, self.values = records, values

    def read(self, operand: Operand) -> int:
        if isinstance(operand, int):
            return operand
        return self.values[operand.index if isinstance(operand, Slot) else self._place(operand)]

    def write(self, target: Target, number: int) -> None:
        self.values[target.index if isinstance(target, Slot) else self._place(target)] = number

    def _place(self, register: Register) -> int:
        return len(self.records.slots) + register.index

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> int:
        number = self.read(operand)
        if not low <= number <= high:
            raise Failed(Impossible(reason, number, low, high), site, check)
        return number

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> int:
        try:
            return operator.calculate(*map(self.read, operands))
        except Impossible as impossible:
            raise Failed(impossible, site) from None

    def look_up(self, array: int, index: int) -> int:
        return self.records.arrays[array][index]

    def load(self, slots: range, index: int) -> int:
        return self.values[slots[index]]

    def gather(self, operator: Operator, slots: range, index: int, places: tuple[int, ...], number: int) -> int:
        return bits_of(at for at, each in enumerate(places) if operator.exact(self.load(slots, index + each), number))

    def store(self, slots: range, index: int, number: int) -> None:
        self.values[slots[index]] = number

    def apply(self, function: int, numbers: tuple[int, ...], site: int) -> int:
        raise NotImplementedError("this machine carries out no functions")

    def handle(self, handling: Handling, places: tuple[Place[int], ...], numbers: tuple[int, ...], site: int) -> int:
        given = [each for zone, index in places for each in (self.records.zones[zone], index)]
        result: int = getattr(cards, handling.name)(self.values, *given, *numbers)
        if result < handling.least:
            raise Failed(Impossible(cards.FAILURES[result]), site)
        return result

    def go(self, block: int) -> None:
        self.next = block

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        self.next = yes if self.read(condition) else no

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        self.next = blocks[self.within(number, 0, len(blocks) - 1, "bad-index", -1)]

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> int:
        raise NotImplementedError("this machine has no dice")

    def draw(self, place: Place[int], onto: Place[int], site: int) -> int:
        raise NotImplementedError("this machine draws no cards")

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> int:
        raise NotImplementedError("nobody decides on this machine")

    def finish(self) -> None:
        self.next = -1

    def answer(self, values: tuple[Operand, ...]) -> None:
        self.next = -1
