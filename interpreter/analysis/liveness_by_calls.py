"""Interprocedural liveness (the functional approach of Micha Sharir and Amir Pnueli, "Two Approaches to Interprocedural
Data Flow Analysis", 1981).

`Liveness` lets a rule return to every place that calls it. Here, a slot is live before a call if the rule may read it,
or if it is live after this call and the rule may leave it unwritten. So a rule that two phases share does not keep
alive in one what matters only in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.analysis.graph import find_ways, turn_round
from interpreter.analysis.liveness import Liveness, renew_backwards
from interpreter.program import Call, Program, Return

EVERYTHING = -1


class LivenessByCalls(Liveness):
    """Liveness where every instruction may fail, or none if that is `certain`. From a block to the return of its
    routine, `looked_at` are the bits that may be read, and `left_alone` those that may stay unwritten."""

    def __init__(
        self, program: Program, starts: Iterable[int], asked: set[int], sure: Mapping[int, int], certain: bool = False
    ) -> None:
        ways = find_ways(program, starts)
        self.looked_at, self.left_alone = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0)
        blocks = {at: program.blocks[at] for at in ways}
        self.bodies = [_find_body(program, info.entry) & ways.keys() for info in program.routines]
        each = {at: [certain] * len(block.instructions) for at, block in blocks.items()}
        super().__init__(program, blocks, ways, each, asked, sure)

    def _find(self) -> None:
        hanging = turn_round(self.ways)
        for at, block in self.blocks.items():
            if isinstance(block.terminator, Call) and block.terminator.then in hanging:
                hanging[block.terminator.then].append(at)
        renew_backwards(self.order, hanging, self._renew)

    def _renew(self, at: int) -> bool:
        """Update a block from its successors. Returns whether that changed."""
        known = self.before[at], self.looked_at[at], self.left_alone[at]
        live = self.at_end(at)
        looked_at, left_alone = self._follow(at)
        written, reads = self.ends[at]
        looked_at, left_alone = looked_at & ~written | reads, left_alone & ~written
        for _, use, written, reads in self.parts[at]:
            if use == -1 or live & use:
                live = live & ~written | reads
                looked_at, left_alone = looked_at & ~written | reads, left_alone & ~written
        self.before[at], self.looked_at[at], self.left_alone[at] = live, looked_at, left_alone
        return known != (self.before[at], looked_at, left_alone)

    def _follow(self, at: int) -> tuple[int, int]:
        """What may be read after the end of a block, and left unwritten, until its routine returns."""
        end = self.blocks[at].terminator
        if isinstance(end, Return):
            is_own = at in self.bodies[end.routine]
            return (0, EVERYTHING) if is_own else (super().after(at), 0)
        if isinstance(end, Call):
            entry = self.program.routines[end.routine].entry
            alone = self.left_alone[entry]
            return self.looked_at[entry] | alone & self.looked_at[end.then], alone & self.left_alone[end.then]
        looked_at = left_alone = 0
        for each in self.ways[at]:
            looked_at, left_alone = looked_at | self.looked_at[each], left_alone | self.left_alone[each]
        return looked_at, left_alone

    def after(self, block: int) -> int:
        end = self.blocks[block].terminator
        if not isinstance(end, Call) or end.then not in self.ways:
            return super().after(block)
        entry = self.program.routines[end.routine].entry
        return self.always | self.looked_at[entry] | self.left_alone[entry] & self.before[end.then]


def _find_body(program: Program, entry: int) -> set[int]:
    """The blocks of a rule or phase, without those of others that it uses."""
    found: set[int] = set()
    waiting = [entry]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            end = program.blocks[at].terminator
            if isinstance(end, Call):
                waiting.append(end.then)
            elif not isinstance(end, Return):
                waiting.extend(end.successors(program))
    return found
