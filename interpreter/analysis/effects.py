"""What an instruction or a terminator reads, writes and affects, found by carrying out its meaning.

Numbers do not matter here, so all of them are `None`.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.program import Kept, Operand, Part, Program, Records, Slot, Target
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Operator
from interpreter.program.machines.quiet import QuietMachine


class Effects(QuietMachine[None]):
    """The effects of what is carried out on it.

    `reads` and `writes` are certain; of several slots, one of `loads` is read, and one of `stores` written. What is
    `shown` is read for events alone. `marks` are sites, `handles` zones whose cards are looked at or moved,
    `moves` those whose cards are moved, and `operators` those that make what is written. A `lasting` effect is noticed
    even if nobody reads what is written: cards, samples, winners, marks."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.reads: list[Operand] = []
        self.writes: list[Target] = []
        self.loads: list[range] = []
        self.stores: list[range] = []
        self.shown: list[Operand] = []
        self.marks: list[int] = []
        self.handles: list[int] = []
        self.moves: list[int] = []
        self.operators: list[Operator] = []
        self.samples = self.says = self.awards = self.asks = False

    @property
    def lasting(self) -> bool:
        """Whether it does more than write numbers and show them."""
        return bool(self.marks or self.handles or self.samples or self.awards)

    def slots_read(self) -> set[int]:
        """All slots that may be read, except for events."""
        return {each.index for each in self.reads if isinstance(each, Slot)}.union(*self.loads)

    def slots_written(self) -> set[int]:
        """All slots that may be written, but for those of cards."""
        return {each.index for each in self.writes if isinstance(each, Slot)}.union(*self.stores)

    # ---- numbers

    def read(self, operand: Operand) -> None:
        self.reads.append(operand)

    def write(self, target: Target, number: None) -> None:
        self.writes.append(target)

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> None:
        self.read(operand)

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> None:
        self.operators.append(operator)
        self.reads += operands

    def look_up(self, array: int, index: None) -> None:
        pass

    def load(self, slots: range, index: None) -> None:
        self.loads.append(slots)

    def gather(self, operator: Operator, slots: range, index: None, places: tuple[int, ...], number: None) -> None:
        self.loads.append(slots)

    def store(self, slots: range, index: None, number: None) -> None:
        self.stores.append(slots)

    def apply(self, function: int, numbers: tuple[None, ...], site: int) -> None:
        info = self.records.functions[function]
        self.reads += map(Slot, info.slots)
        self.loads += info.loads
        self.handles += info.zones

    def handle(self, handling: Handling, places: tuple[Place[None], ...], numbers: tuple[None, ...], site: int) -> None:
        zones = [zone for zone, _ in places]
        self.handles += zones
        self.moves += zones if handling.changes else []

    # ---- events

    def mark(self, site: int) -> None:
        self.marks.append(site)

    def say(self, text: int, values: tuple[Operand, ...], site: int) -> None:
        self.says = True
        self.shown += values

    def sample(self, measure: int, value: Operand) -> None:
        self.samples = True
        self.read(value)

    def award(self, winner: Operand, site: int) -> None:
        self.awards = True
        self.read(winner)

    # ---- ways on

    def go(self, block: int) -> None:
        pass

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        self.read(condition)

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        self.read(number)

    def call(self, routine: int, number: int, then: int) -> None:
        self.writes.append(Slot(self.records.routines[routine].return_slot))

    # ---- stops and ends

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> None:
        self.shown.append(thrower)

    def draw(self, place: Place[None], onto: Place[None], site: int) -> None:
        self.handles += [place[0], onto[0]]
        self.moves += [place[0], onto[0]]

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> None:
        self.asks = True
        self.loads.append(offers)
        self.reads += [chooser, default]

    def answer(self, values: tuple[Operand, ...]) -> None:
        self.reads += values


def find_effects(program: Program, parts: Part | Iterable[Part]) -> Effects:
    """The effects of some instructions and terminators together."""
    effects = Effects(program)
    for each in [parts] if isinstance(parts, Part) else parts:
        each.meaning(effects)
    return effects
