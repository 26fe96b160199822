"""Live slots and registers by block, and dead instructions.

A slot or a register is live where it may be read before it is written. What an instruction reads counts only if what it
writes is live, or if it has another effect; texts for players do not count, since machine code shows none. Sets are the
bits of a number: slots first, then registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from interpreter.analysis.effects import Effects, find_effects
from interpreter.analysis.graph import turn_round, zone_slots
from interpreter.program import Block, Instruction, Operand, Program, Return, Slot


class Liveness:
    """What is live where. `ways` has the successors of blocks, `certain` says of each instruction whether it cannot
    fail, `asked` are slots that are read wherever a strategy may advise, and `sure` are decisions whose answer is
    known."""

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
        """The instructions of a block from the last to the first: each with the bits of which one must be live for it
        to be live (-1 if it always is), those that it certainly writes and those that it reads."""
        found: list[tuple[Instruction, int, int, int]] = []
        for each, certain in zip(reversed(self.blocks[block].instructions), reversed(self.certain[block]), strict=True):
            effects = find_effects(self.program, each)
            written = self.bits(effects.writes)
            use = written | _runs(effects.stores) if certain and not effects.lasting else -1
            found.append((each, use, written, self.reads(effects)))
        return found

    def _end(self, block: int) -> tuple[int, int]:
        """The bits that the end of a block writes and reads. It reads nothing if its return or answer is known."""
        end = self.blocks[block].terminator
        effects = find_effects(self.program, end)
        reads = self.reads(effects) | (self.asked if effects.asks else 0)
        is_known = block in self.sure or (isinstance(end, Return) and len(self.ways[block]) == 1)
        return self.bits(effects.writes), 0 if is_known else reads

    def _find(self) -> None:
        renew_backwards(self.order, turn_round(self.ways), self._renew)

    def _renew(self, at: int) -> bool:
        """Update what is live before a block from its successors. Returns whether that changed."""
        known = self.before[at]
        self.before[at], _ = self.through(at)
        return self.before[at] != known

    def after(self, block: int) -> int:
        live = self.always
        for each in self.ways[block]:
            live |= self.before[each]
        return live

    def at_end(self, block: int) -> int:
        """What is live before the end of a block."""
        written, reads = self.ends[block]
        return self.after(block) & ~written | reads

    def through(self, block: int) -> tuple[int, list[Instruction]]:
        """What is live before a block, and its live instructions."""
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
        return self.bits(effects.reads) | _runs(effects.loads)


def renew_backwards(order: Sequence[int], leading: Mapping[int, Iterable[int]], renew: Callable[[int], bool]) -> None:
    """Update blocks until nothing changes (worklist). `order` has later blocks first, `leading` the blocks that depend
    on each, and `renew` returns whether a block changed."""
    place = {at: number for number, at in enumerate(order)}
    waiting = set(order)
    while waiting:
        now, waiting = sorted(waiting, key=place.__getitem__), set()
        for at in now:
            if renew(at):
                waiting.update(leading[at])


def order_last_first(ways: Mapping[int, Iterable[int]]) -> list[int]:
    """All blocks in postorder."""
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
