"""Finds which slots and registers are still of use in a block, and which instructions are not.

A slot or a register is live where it may be read, there or later, before it is written; anything else may as well hold
whatever it likes. What an instruction reads only counts if what it writes is live, or if it does more than that; what
is said to the players does not count here at all, since machine code that goes fast tells nothing. Sets are the bits of
a number: slots first, then registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from interpreter.analysis.effects import Effects, find_effects
from interpreter.analysis.graph import turn_round, zone_slots
from interpreter.program import Block, Instruction, Operand, Program, Return, Slot


class Liveness:
    """What is live where. `ways` leads from block to block, `certain` tells of each instruction whether it cannot fail,
    `asked` are slots that are read wherever somebody may be asked for advice, and `sure` decisions are those whose
    answer is known."""

    def __init__(
        self,
        program: Program,
        blocks: Mapping[int, Block],
        ways: Mapping[int, tuple[int, ...]],
        certain: Mapping[int, Sequence[bool]],
        asked: set[int],
        sure: Mapping[int, int],
    ) -> None:
        self.program, self.blocks, self.ways, self.certain, self.sure = program, blocks, ways, certain, sure
        self.asked = sum(1 << each for each in asked)
        self.always = sum(1 << each for each in zone_slots(program))
        self.before = dict.fromkeys(ways, self.always)
        self.parts = {at: self._parts(at) for at in ways}
        self.ends = {at: self._end(at) for at in ways}
        self.order = order_last_first(ways)
        self._find()

    def _parts(self, block: int) -> list[tuple[Instruction, int, int, int]]:
        """The instructions of a block from the last to the first: each with the bits that have to be live for it to be
        of use (-1 if it always is), those that it surely writes and those that it reads."""
        found: list[tuple[Instruction, int, int, int]] = []
        for each, certain in zip(reversed(self.blocks[block].instructions), reversed(self.certain[block]), strict=True):
            effects = find_effects(self.program, each)
            written = self.bits(effects.writes)
            use = written | _runs(effects.stores) if certain and not effects.lasting else -1
            found.append((each, use, written, self.reads(effects)))
        return found

    def _end(self, block: int) -> tuple[int, int]:
        """The bits that the end of a block writes, and those that it reads. Where it returns to may be known, and what
        is answered too."""
        end = self.blocks[block].terminator
        effects = find_effects(self.program, end)
        reads = self.reads(effects) | (self.asked if effects.asks else 0)
        is_known = block in self.sure or (isinstance(end, Return) and len(self.ways[block]) == 1)
        return self.bits(effects.writes), 0 if is_known else reads

    def _find(self) -> None:
        renew_backwards(self.order, turn_round(self.ways), self._renew)

    def _renew(self, at: int) -> bool:
        """Find what is live before a block by what is where it leads; whether it is more."""
        known = self.before[at]
        self.before[at], _ = self.through(at)
        return self.before[at] != known

    def after(self, block: int) -> int:
        live = self.always
        for each in self.ways[block]:
            live |= self.before[each]
        return live

    def at_end(self, block: int) -> int:
        """What is live where a block ends, before its last step is taken."""
        written, reads = self.ends[block]
        return self.after(block) & ~written | reads

    def through(self, block: int) -> tuple[int, list[Instruction]]:
        """What is live before a block, and those of its instructions that are of use."""
        live, kept = self.at_end(block), list[Instruction]()
        for each, use, written, reads in self.parts[block]:
            if use == -1 or live & use:
                kept.append(each)
                live = live & ~written | reads
        return live, kept[::-1]

    def is_idle(self, block: int, then: int) -> bool:
        return all(use != -1 and not use & self.before[then] for _, use, _, _ in self.parts[block])

    def bits(self, several: Iterable[Operand]) -> int:
        found = 0
        for each in several:
            if not isinstance(each, int):
                found |= 1 << (each.index if isinstance(each, Slot) else len(self.program.slots) + each.index)
        return found

    def reads(self, effects: Effects) -> int:
        """The bits of all that is read."""
        return self.bits(effects.reads) | _runs(effects.loads)


def renew_backwards(
    order: Sequence[int], leading: Mapping[int, Iterable[int]], renew: Callable[[int], bool]
) -> None:
    """Renew what holds at the beginning of blocks by what holds further on, until nothing changes. `order` has those
    further on first, `leading` the blocks that hang on each, and `renew` tells whether something came of it."""
    place = {at: number for number, at in enumerate(order)}
    waiting = set(order)
    while waiting:
        now, waiting = sorted(waiting, key=place.__getitem__), set()
        for at in now:
            if renew(at):
                waiting.update(leading[at])


def order_last_first(ways: Mapping[int, Iterable[int]]) -> list[int]:
    """All blocks, those further on before those that lead to them, as far as there is such an order."""
    seen: set[int] = set()
    found: list[int] = []
    for root in ways:
        waiting = [(root, False)]
        while waiting:
            at, done = waiting.pop()
            if done:
                found.append(at)
            elif at not in seen:
                seen.add(at)
                waiting.append((at, True))
                waiting.extend((each, False) for each in ways[at])
    return found


def _runs(several: Iterable[range]) -> int:
    """The bits of all slots in some runs."""
    found = 0
    for slots in several:
        found |= ((1 << len(slots)) - 1) << slots.start
    return found
