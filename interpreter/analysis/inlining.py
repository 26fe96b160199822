"""Gives each call of a small rule its own copy, so that its return address is known (inlining).

The result has more blocks and routines, and is for machine code only. All blocks keep their numbers, and copies follow
them; rules in which the game may stop are not copied, so positions mean the same as before.
"""

from __future__ import annotations

from dataclasses import field, replace

from interpreter.analysis.graph import find_closure, turn_round
from interpreter.data_classes import dataclass
from interpreter.program import Block, Call, Program, Return, RoutineInfo, Terminator
from interpreter.program.flow import stops
from interpreter.program.instructions.fields import with_blocks

ROOM = 3_000
"""The most blocks of a program with copies."""

LARGEST = 120
"""Rules with more blocks, including what they call, are not copied."""


def inline_calls(program: Program, blocks: list[int]) -> Program:
    """The program with copies of what is called from these blocks."""
    return _Copying(program).copied(blocks)


@dataclass
class _Copying:
    program: Program
    blocks: list[Block] = field(default_factory=list)
    routines: list[RoutineInfo] = field(default_factory=list)
    bodies: dict[int, frozenset[int]] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)

    def copied(self, reached: list[int]) -> Program:
        self.blocks, self.routines = list(self.program.blocks), list(self.program.routines)
        calls = [(at, self.program.blocks[at].terminator) for at in reached]
        callers: dict[int, int] = {}
        for _, end in calls:
            if isinstance(end, Call):
                callers[end.routine] = callers.get(end.routine, 0) + 1
        for at, end in calls:
            if isinstance(end, Call) and (callers[end.routine] > 1 or self.has_shared(end.routine, callers)):
                self.blocks[at] = replace(self.blocks[at], terminator=self.call(end, end.then))
        return replace(self.program, blocks=tuple(self.blocks), routines=tuple(self.routines))

    def has_shared(self, routine: int, callers: dict[int, int]) -> bool:
        """Whether a rule that is called once calls, by and by, one that is called more often."""
        ends = [self.program.blocks[at].terminator for at in self.body(routine)]
        called = [end.routine for end in ends if isinstance(end, Call)]
        return any(callers.get(each, 0) > 1 or self.has_shared(each, callers) for each in called)

    def call(self, call: Call, then: int) -> Call:
        """A call of a copy of its own that comes back to a block; or the same call, if there is to be no copy."""
        size = self.size(call.routine)
        if not 0 < size <= LARGEST or len(self.blocks) + size > ROOM:
            return call
        info = self.program.routines[call.routine]
        copy = len(self.routines)
        self.routines.append(info)
        where = self.copy_body(call.routine, copy)
        self.routines[copy] = RoutineInfo(info.name, info.kind, where[info.entry], info.return_slot, (then,))
        return Call(copy, 0, then)

    def copy_body(self, routine: int, copy: int) -> dict[int, int]:
        """The blocks of a rule once more; the result says where each is now."""
        body = sorted(self.body(routine))
        where = {}
        for at in body:
            where[at] = len(self.blocks)
            self.blocks.append(self.program.blocks[at])
        for at in body:
            end = self.program.blocks[at].terminator
            self.blocks[where[at]] = replace(self.program.blocks[at], terminator=self.end(end, routine, copy, where))
        return where

    def end(self, end: Terminator, routine: int, copy: int, where: dict[int, int]) -> Terminator:
        if isinstance(end, Call):
            return self.call(end, where[end.then]) if end.then in where else end
        if end == Return(routine):
            return Return(copy)
        return with_blocks(end, where)

    # ---- what belongs to a rule

    def body(self, routine: int) -> frozenset[int]:
        if routine not in self.bodies:
            following = self.following(self.program.routines[routine].entry)
            ends = [at for at in following if self.program.blocks[at].terminator == Return(routine)]
            self.bodies[routine] = frozenset(find_closure(ends, turn_round(following)))
        return self.bodies[routine]

    def following(self, entry: int) -> dict[int, tuple[int, ...]]:
        """The successors of each block of a rule, calls taken as one step."""
        found: dict[int, tuple[int, ...]] = {}
        waiting = [entry]
        while waiting:
            at = waiting.pop()
            if at not in found:
                end = self.program.blocks[at].terminator
                found[at] = (end.then,) if isinstance(end, Call) else ()
                if not isinstance(end, Call | Return):
                    found[at] = end.successors(self.program)
                waiting.extend(found[at])
        return found

    def size(self, routine: int) -> int:
        """The blocks of a copy, including what it calls; 0 if it cannot be copied."""
        if routine not in self.sizes:
            body = self.body(routine)
            ends = [self.program.blocks[at].terminator for at in body]
            below = [self.size(end.routine) for end in ends if isinstance(end, Call)]
            whole = self.program.routines[routine].entry in body and all(below)
            quiet = not any(stops(self.program.blocks[at]) for at in body)
            self.sizes[routine] = len(body) + sum(below) if whole and quiet else 0
        return self.sizes[routine]
