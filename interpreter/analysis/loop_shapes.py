"""Finds the loops of a program that go through the members of a set, or through all numbers below one.

`lower.set_loops` takes one member after another out of a set; `lower.choices` tries the numbers of a choice's answers.
"""

from __future__ import annotations

from collections.abc import Collection

from interpreter.data_classes import dataclass
from interpreter.program import (
    Binary,
    Block,
    Branch,
    Instruction,
    Jump,
    Move,
    Program,
    Register,
    Unary,
)

MOST_BLOCKS = 100

FEWEST_BLOCKS = 8
"""A loop for numbers that has fewer blocks is faster as it is."""


class Unsuited(Exception):
    """A loop cannot be gone through at once."""


@dataclass(frozen=True)
class LoopShape:
    """Where a loop begins, what it calls its members, the first block for a member, where it leads, and what its blocks
    do for a member, each before those it leads to."""

    head: int
    member: Register
    first: int
    after: int
    bodies: dict[int, Block]


@dataclass(frozen=True)
class SetLoop(LoopShape):
    """A loop that takes its members out of a set, `rest`, by their bits."""

    rest: Register
    bit: Register


@dataclass(frozen=True)
class CountingLoop(LoopShape):
    """A loop for all numbers below `size`. Its last block, `latch`, goes on with the next, if there is `more`. It comes
    from some `entries`."""

    size: int
    latch: int
    more: Register
    entries: tuple[int, ...]


def find_loop(
    program: Program, head: int, before: Collection[int], fewest: int = FEWEST_BLOCKS
) -> SetLoop | CountingLoop | None:
    """The loop that begins with a block, if it is of one of these kinds. `before` are the blocks that lead there, and
    `fewest` is how many blocks a loop for numbers has at least."""
    return _find_set_loop(program, head) or _find_counting_loop(program, head, before, fewest)


def _find_set_loop(program: Program, head: int) -> SetLoop | None:
    block = program.blocks[head]
    end = block.terminator
    if block.instructions or not isinstance(end, Branch) or not isinstance(end.condition, Register):
        return None
    rest, first = end.condition, program.blocks[end.yes]
    match first.instructions[:3]:
        case (
            Unary(Register() as member, "lowest", taken),
            Binary(Register() as bit, "shl", 1, power),
            Binary(to, "xor", one, other),
        ) if taken == rest and power == member and (to, one, other) == (rest, rest, bit):
            bodies = find_bodies(program, end.yes, {head, end.no})
            bodies[end.yes] = Block(first.name, first.instructions[3:], first.terminator)
            return SetLoop(head, member, end.yes, end.no, bodies, rest, bit)
    return None


def _find_counting_loop(
    program: Program, head: int, before: Collection[int], fewest: int
) -> CountingLoop | None:
    for latch in before:
        block = program.blocks[latch]
        match block.instructions[-2:], block.terminator:
            case (
                (Binary(Register() as number, "add", one, 1), Binary(Register() as more, "lt", other, int(size))),
                Branch(condition, yes, after),
            ) if (one, other, condition, yes) == (number, number, more, head):
                entries = tuple(each for each in before if each != latch)
                if not all(find_last(program.blocks[each].instructions, number) == 0 for each in entries):
                    return None
                bodies = find_bodies(program, head, {head, after})
                if len(bodies) < fewest:
                    return None
                bodies[latch] = Block(block.name, bodies[latch].instructions[:-2], Jump(head))
                return CountingLoop(head, number, head, after, bodies, size, latch, more, entries)
    return None


def find_last(instructions: tuple[Instruction, ...], register: Register) -> int | None:
    """The number that instructions leave in a register, if that is known."""
    last = next((each for each in reversed(instructions) if getattr(each, "target", None) == register), None)
    return last.value if isinstance(last, Move) and isinstance(last.value, int) else None


def find_bodies(program: Program, first: int, outside: Collection[int]) -> dict[int, Block]:
    """The blocks that are gone through for a member, each before those it leads to."""
    found, done, waiting = list[int](), dict[int, bool](), [(first, False)]
    while waiting:
        at, leaving = waiting.pop()
        if leaving:
            done[at] = True
            found.append(at)
        elif at not in done:
            end = program.blocks[at].terminator
            if not isinstance(end, Branch | Jump) or len(done) == MOST_BLOCKS:
                raise Unsuited
            done[at] = False
            ways = set(end.successors(program)) - set(outside)
            waiting += [(at, True), *((each, False) for each in sorted(ways))]
        elif not done[at]:
            raise Unsuited
    return {at: program.blocks[at] for at in reversed(found)}
