"""Replaces loops over the members of a set by bit operations on the whole set, where all that such a loop does is to
ask something about each: which of them are so, how many, or whether there is one.

Ways that part in the loop become sets of the members that take them, each block is gone through once for all of its
members (`member_sets`), and what is collected are sets. That is for machine code only: nothing else can tell, but for
the steps, which are counted as before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.effects import find_effects
from interpreter.analysis.member_sets import Alone, Fixed, MemberSets, Moved, Unsuited, Value
from interpreter.program import (
    FULL,
    Binary,
    Branch,
    Check,
    Instruction,
    Jump,
    Load,
    Lookup,
    Move,
    Operand,
    Program,
    Register,
    Unary,
)

Pieces: TypeAlias = list[tuple[Operand | None, Value]]
"""What a register holds for some sets of members, or for all (`None`)."""

MOST_PIECES = 4
MOST_BLOCKS = 60


def replace_set_loops(left: Trimmed, heads: frozenset[int], blocks: Iterable[int]) -> tuple[Trimmed, dict[int, int]]:
    """What is left of a program without such loops; and for each head of one how often it came round at most."""
    program, members = left.program, dict[int, int]()
    registers = program.registers
    readers = _find_readers(program, blocks)
    new = list(program.blocks)
    for head in sorted(heads):
        loop = _find_loop(program, head)
        if loop is None:
            continue
        try:
            sets = _Loop(left, loop, readers, registers).straighten()
        except Unsuited:
            continue
        new[head] = replace(new[head], instructions=tuple(sets.code), terminator=Jump(loop.after))
        registers = sets.register
        members[head] = sets.top + 1
    return replace(left, program=replace(program, registers=registers, blocks=tuple(new))), members


def _find_readers(program: Program, blocks: Iterable[int]) -> dict[Register, set[int]]:
    found: dict[Register, set[int]] = {}
    for at in blocks:
        effects = find_effects(program, program.blocks[at].parts)
        for each in (*effects.reads, *effects.told):
            if isinstance(each, Register):
                found.setdefault(each, set()).add(at)
    return found


@dataclass(frozen=True)
class _Shape:
    """Where a loop begins, what it takes members from, the member and its bit, the first block for a member, and where
    it leads."""

    head: int
    rest: Register
    member: Register
    bit: Operand
    first: int
    after: int


def _find_loop(program: Program, head: int) -> _Shape | None:
    """The loop that begins with a block, if it takes one member after another out of a set (see `lower.set_loops`)."""
    block = program.blocks[head]
    end = block.terminator
    if block.instructions or not isinstance(end, Branch) or not isinstance(end.condition, Register):
        return None
    rest = end.condition
    match program.blocks[end.yes].instructions[:3]:
        case (
            Unary(Register() as member, "lowest", taken),
            Binary(bit, "shl", 1, power),
            Binary(to, "xor", one, other),
        ) if taken == rest and power == member and (to, one, other) == (rest, rest, bit):
            return _Shape(head, rest, member, bit, end.yes, end.no)
    return None


class _Loop:
    """One loop, gone through for all members at once. `taking` has the members that come to each block, `known` the
    registers that are surely written before it, and `maybe` those that may be."""

    def __init__(self, left: Trimmed, shape: _Shape, readers: dict[Register, set[int]], registers: int) -> None:
        self.program, self.shape = left.program, shape
        highest = left.ranges.get(shape.rest, FULL)[1].bit_length() - 1
        self.sets = MemberSets(left.program.arrays, left.ranges, highest, registers)
        self.order = self.find_order()
        body, effects = set(self.order), [find_effects(self.program, self.instructions(at)) for at in self.order]
        self.written = {each for found in effects for each in found.writes}
        self.results = {
            each for each in self.written if isinstance(each, Register) and readers.get(each, set()) - body
        }
        own = [each for each in (shape.rest, shape.member, shape.bit) if isinstance(each, Register)]
        if set[int]().union(*(readers.get(each, ()) for each in own)) - body - {shape.head}:
            raise Unsuited
        self.held: dict[Operand, Pieces] = {}
        self.taking: dict[int, Operand] = {shape.first: shape.rest}
        self.known: dict[int, frozenset[Operand]] = {shape.first: frozenset()}
        self.maybe: dict[int, frozenset[Operand]] = {shape.first: frozenset()}
        self.collected: set[tuple[Operand, int]] = set()

    def find_order(self) -> list[int]:
        """The blocks that are gone through for a member, each before those it leads to."""
        found, done, waiting = list[int](), dict[int, bool](), [(self.shape.first, False)]
        while waiting:
            at, leaving = waiting.pop()
            if leaving:
                done[at] = True
                found.append(at)
            elif at not in done:
                end = self.program.blocks[at].terminator
                if not isinstance(end, Branch | Jump) or len(done) == MOST_BLOCKS:
                    raise Unsuited
                done[at] = False
                ways = set(end.successors(self.program)) - {self.shape.head, self.shape.after}
                waiting += [(at, True), *((each, False) for each in sorted(ways))]
            elif not done[at]:
                raise Unsuited
        return found[::-1]

    def instructions(self, at: int) -> tuple[Instruction, ...]:
        code = self.program.blocks[at].instructions
        return code[3:] if at == self.shape.first else code

    # ---- one block after another

    def straighten(self) -> MemberSets:
        """The instructions that do at once what the loop does."""
        for at in self.order:
            self.now, self.before, self.behind = self.taking[at], set(self.known[at]), set(self.maybe[at])
            end = self.program.blocks[at].terminator
            ends = isinstance(end, Jump) and end.block == self.shape.after
            for each in self.instructions(at):
                if not self.collect(each, ends):
                    self.carry_out(each)
            if isinstance(end, Branch):
                yes = self.members_where(end.condition)
                self.lead(end.yes, yes)
                self.lead(end.no, self.sets.work_out("xor", self.now, yes, site=0))
            elif isinstance(end, Jump) and not ends:
                self.lead(end.block, self.now)
        if len(self.collected) != 1:
            raise Unsuited
        return self.sets

    def lead(self, at: int, members: Operand) -> None:
        """Some members go on with a block."""
        if at == self.shape.after:
            raise Unsuited
        if at != self.shape.head:
            self.taking[at] = self.sets.work_out("or", self.taking.get(at, 0), members, site=0)
            self.known[at] = self.known.get(at, frozenset(self.before)) & self.before
            self.maybe[at] = self.maybe.get(at, frozenset()) | self.behind

    def collect(self, instruction: Instruction, ends: bool) -> bool:
        """Whether an instruction was one that says what becomes of members: they are put into a set, they are counted,
        or the loop ends with the first."""
        sets, now = self.sets, self.now
        match instruction:
            case Binary(target, "or", one, other, site) if one == target and target in self.results and not ends:
                if self.read(other) != [(None, Alone())]:
                    raise Unsuited
                self.collected.add((target, -1))
                sets.code.append(Binary(target, "or", target, now, site))
            case Binary(target, "add", one, 1, site) if one == target and target in self.results and not ends:
                self.collected.add((target, -2))
                sets.code.append(Binary(target, "add", target, sets.work_out("size", now, site=site), site))
            case Move(target, 0 | 1 as value) if target in self.results and ends:
                low, high = sets.range_of(target)
                if low < 0 or high > 1:
                    raise Unsuited
                self.collected.add((target, value))
                some = sets.work_out("ne" if value else "eq", now, 0, site=0)
                sets.code.append(Binary(target, "or" if value else "and", target, some, 0))
            case _:
                return False
        return True

    # ---- what instructions mean

    def read(self, operand: Operand) -> Pieces:
        if operand == self.shape.member:
            return [(None, Moved(0))]
        if operand == self.shape.bit:
            return [(None, Alone())]
        if operand == self.shape.rest or (operand in self.written and operand not in self.before):
            raise Unsuited
        pieces = self.held.get(operand, [(None, Fixed(operand))])
        return pieces if len(pieces) > 1 else [(None, pieces[0][1])]

    def write(self, target: Operand, pieces: Pieces) -> None:
        if not isinstance(target, Register) or target in self.results or target in self.behind:
            raise Unsuited
        mine: Pieces = [(self.now if members is None else members, value) for members, value in pieces]
        self.held[target] = self.held.get(target, []) + mine
        if len(self.held[target]) > MOST_PIECES:
            raise Unsuited
        self.before.add(target)
        self.behind.add(target)

    def carry_out(self, instruction: Instruction) -> None:
        sets = self.sets
        match instruction:
            case Move(target, value):
                self.write(target, self.read(value))
            case Binary(target, name, left, right, site):
                found: Pieces = []
                for members, one in self.read(left):
                    for more, other in self.read(right):
                        found.append((self.common(members, more), sets.operate(name, one, other, site)))
                self.write(target, found)
            case Unary(target, name, value, site):
                found = [
                    (members, Fixed(sets.work_out(name, sets.fixed(each), site=site)))
                    for members, each in self.read(value)
                ]
                self.write(target, found)
            case Lookup(target, array, index, site):
                self.write(target, [(members, sets.look_up(array, each, site)) for members, each in self.read(index)])
            case Load(target, first, size, index, site):
                found = [(members, sets.load(first, size, each, site)) for members, each in self.read(index)]
                self.write(target, found)
            case Check(value, low, high, what, site):
                self.check(value, low, high, what, site)
            case _:
                raise Unsuited

    def check(self, value: Operand, low: int, high: int, what: int, site: int) -> None:
        """A number that may fail for some member fails: how it does is for the other engine to say."""
        for members, each in self.read(value):
            inside = [self.sets.operate("ge", each, Fixed(low), site), self.sets.operate("le", each, Fixed(high), site)]
            for truth in inside:
                fine = self.sets.work_out("and", self.now, self.sets.truth(truth, site), site=site)
                wrong = self.sets.work_out("xor", self.now, fine, site=site)
                wrong = wrong if members is None else self.sets.work_out("and", wrong, members, site=site)
                if wrong != 0:
                    self.sets.code.append(Check(wrong, 0, 0, what, site))

    def common(self, one: Operand | None, other: Operand | None) -> Operand | None:
        """The members that are in both of two sets."""
        if one is None or other is None:
            return one if other is None else other
        return self.sets.work_out("and", one, other, site=0)

    def members_where(self, condition: Operand) -> Operand:
        """Those of the members that come here for which something is other than 0."""
        found: Operand = 0
        for members, each in self.read(condition):
            truth = self.sets.truth(each, 0)
            met = self.sets.work_out("and", self.now, truth, site=0)
            met = met if members is None else self.sets.work_out("and", met, members, site=0)
            found = self.sets.work_out("or", found, met, site=0)
        return found
