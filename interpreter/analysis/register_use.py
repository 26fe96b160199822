"""What blocks read of what was written before them, and what they write."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from interpreter.analysis.effects import find_effects
from interpreter.program import Part, Program, Register, Slot, Target
from interpreter.program.flow import read_registers
from interpreter.program.instructions.fields import operands, target


class RegisterUse:
    """The registers that each block reads before it writes them, and the registers and slots that it may
    write. `ways` leads from block to block."""

    def __init__(self, program: Program, ways: Mapping[int, tuple[int, ...]]) -> None:
        self.program, self.ways = program, ways
        self.read = {at: {Register(each) for each in read_registers(program.blocks[at].parts)} for at in ways}
        self.written = {at: self._find_written(at) for at in ways}
        self.readers: dict[Register, set[int]] = {}
        for at, several in self.read.items():
            for each in several:
                self.readers.setdefault(each, set()).add(at)

    def _find_written(self, at: int) -> set[Target]:
        effects = find_effects(self.program, self.program.blocks[at].parts)
        registers = (each for each in effects.writes if isinstance(each, Register))
        zones = (self.program.zones[each] for each in effects.moves)
        cards = (slot for zone in zones for slot in range(zone.first, zone.first + zone.size))
        return {*registers, *map(Slot, effects.slots_written()), *map(Slot, cards)}

    def find_inputs(self, head: int, after: int, blocks: frozenset[int]) -> tuple[Target, ...]:
        """What some blocks that begin with `head` and lead to `after` need of what was there before, in the order in
        which it is named: what they read, and what is read behind them though they may have left it alone. They write
        no slots."""
        results = self.find_results(head, after, blocks)
        named = (each for at in sorted(blocks) for part in self.program.blocks[at].parts for each in named_in(part))
        within = blocks | {after}
        return tuple(
            each
            for each in dict.fromkeys(named)
            if isinstance(each, Slot)
            or self.is_read(each, head, blocks)
            or (each in results and self.is_read(each, head, within, after))
        )

    def find_results(self, head: int, after: int, blocks: frozenset[int]) -> tuple[Register, ...]:
        """The registers that such blocks write and that may be read after them, be it when they come up again."""
        written = {each for at in blocks for each in self.written[at] if isinstance(each, Register)}
        several = [each for each in written if not self.is_of_use_inside_alone(each, head, blocks)]
        several.sort(key=lambda each: each.index)
        return tuple(each for each in several if self.is_read(each, after, self.ways.keys()))

    def is_of_use_inside_alone(self, register: Register, head: int, blocks: frozenset[int]) -> bool:
        """Whether a register is read nowhere but in some blocks, which write it before."""
        return blocks.issuperset(self.readers.get(register, ())) and not self.is_read(register, head, blocks)

    def is_read(self, register: Register, start: int, within: Collection[int], reader: int = -1) -> bool:
        """Whether a register may be read from a block on before it is written, on ways through some blocks alone; the
        `reader` is taken to read it."""
        seen, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            if at == reader or register in self.read[at]:
                return True
            if register not in self.written[at]:
                more = [each for each in self.ways[at] if each in within and each not in seen]
                seen.update(more)
                waiting += more
        return False


def named_in(part: Part) -> Iterator[Target]:
    """What a part reads or writes."""
    for each in (*operands(part), target(part)):
        if isinstance(each, Slot | Register):
            yield each
