"""Replaces loops over the members of a set by bit operations on the whole set, where all that such a loop does is to
ask something about each: which of them are so, how many, whether there is one, what they add up to, or which answers
are offered.

Ways that part in the loop become sets of the members that take them, each block is gone through once for all of its
members (`member_sets`), and what is collected are sets. Loops inside others come first: what they ask is then asked
once, and no longer for each member of the loop around them. That is for machine code only: nothing else can tell, but
for the steps, which are counted as before. A loop of which nobody reads what it works out leaves nothing but these.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from typing import TypeAlias

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.effects import Effects, find_effects
from interpreter.analysis.graph import Graph, find_ways
from interpreter.analysis.loop_shapes import FEWEST_BLOCKS, CountingLoop, SetLoop, Unsuited, find_loop
from interpreter.analysis.member_sets import MIRRORED, Alone, Fixed, MemberSets, Moved, Truth, Value
from interpreter.analysis.ranges import Ranges
from interpreter.analysis.steps import ReplacedLoop
from interpreter.program import (
    FULL,
    Binary,
    Block,
    Branch,
    Check,
    Instruction,
    Jump,
    Load,
    Lookup,
    Move,
    Operand,
    Program,
    Range,
    Register,
    Slot,
    Store,
    Target,
    Unary,
)
from interpreter.program.instructions.fields import with_blocks
from interpreter.program.instructions.operators import NOT_ZERO, OPERATORS

Pieces: TypeAlias = list[tuple[Operand | None, Value]]
"""What a register holds for some sets of members, or for all (`None`)."""

MOST_PIECES = 8


def replace_set_loops(
    left: Trimmed, graph: Graph, some: Container[int] | None = None
) -> tuple[Trimmed, dict[int, ReplacedLoop]]:
    """What is left of a program without such loops, which are known by their heads: all that are worth it, or else
    `some`."""
    loops: dict[int, ReplacedLoop] = {}
    ranges = Ranges(left.program, graph.entries, cards=True).found if left.program.zones else left.ranges
    while True:
        ways = find_ways(left.program, graph.entries)
        heads = sorted(each for each in graph.heads & ways.keys() - loops.keys() if some is None or each in some)
        before = {head: [at for at, each in ways.items() if head in each] for head in heads}
        readers = _find_readers(left.program, ways)
        replaced = len(loops)
        for head in heads:
            try:
                loop = find_loop(left.program, head, before[head], FEWEST_BLOCKS if some is None else 0)
                if loop is not None:
                    replacing = _Loop(left.program, ranges, loop, readers)
                    replacing.straighten()
                    inside = tuple(loops[each] for each in loop.bodies if each in loops)
                    taken = replacing.count_steps(inside)
                    left, entry = replacing.put_in_place(left)
                    ranges = ranges | replacing.sets.found
                    loops[head] = ReplacedLoop(entry, replacing.sets.top + 1, len(loop.bodies) + 1, inside, taken)
            except Unsuited:
                continue
        if len(loops) == replaced:
            return left, loops


def _find_readers(program: Program, blocks: Iterable[int]) -> dict[Register, set[int]]:
    found: dict[Register, set[int]] = {}
    for at in blocks:
        effects = find_effects(program, program.blocks[at].parts)
        for each in (*effects.reads, *effects.told):
            if isinstance(each, Register):
                found.setdefault(each, set()).add(at)
    return found


def _list_own(shape: SetLoop | CountingLoop) -> list[Register]:
    """What only the loop itself may read: the member, and what is left of the set."""
    own = [shape.member] if isinstance(shape, CountingLoop) else [shape.rest, shape.member, shape.bit]
    return [each for each in own if isinstance(each, Register)]


def _counts(instruction: Binary, register: Target) -> bool:
    return instruction == Binary(register, "add", register, 1, instruction.site)


class _Loop:
    """One loop, gone through for all members at once. `taking` has the members that come to each block, `known` the
    registers that are surely written before it, and `maybe` those that may be."""

    def __init__(
        self,
        program: Program,
        ranges: dict[Target, Range],
        shape: SetLoop | CountingLoop,
        readers: dict[Register, set[int]],
    ) -> None:
        self.program, self.shape = program, shape
        highest = 2**shape.size - 1 if isinstance(shape, CountingLoop) else ranges.get(shape.rest, FULL)[1]
        self.sets = MemberSets(program.arrays, ranges, highest.bit_length() - 1, program.registers)
        if isinstance(shape, SetLoop):
            self.sets.shares[shape.rest] = self.sets.all
        own, members = _list_own(shape), self.sets.all if isinstance(shape, CountingLoop) else shape.rest
        body, effects = set(shape.bodies), [self._find_effects(each) for each in shape.bodies.values()]
        self.written = {each for found in effects for each in found.writes}
        self.loaded = set[int]().union(*(found.slots_read() for found in effects))
        self.results = {
            each for each in self.written if isinstance(each, Register) and readers.get(each, set()) - body
        }
        self.useless = isinstance(shape, SetLoop) and not self.results
        self.idle = {each for each in self.written - self.results if self._only_counts(each)}
        if set[int]().union(*(readers.get(each, ()) for each in own)) - body - {shape.head}:
            raise Unsuited
        self.held: dict[Operand, Pieces] = {}
        self.taking: dict[int, Operand] = {shape.first: members}
        self.known: dict[int, frozenset[Operand]] = {shape.first: frozenset()}
        self.maybe: dict[int, frozenset[Operand]] = {shape.first: frozenset()}
        self.collected: set[tuple[Operand, int]] = set()
        self.offering: tuple[Instruction, ...] = ()

    def _find_effects(self, block: Block) -> Effects:
        return find_effects(self.program, block.parts)

    def _only_counts(self, register: Target) -> bool:
        """Whether a register counts what nobody wants to know: nobody counts to the end of numbers, either."""
        parts = [each for block in self.shape.bodies.values() for each in block.parts]
        reading = [each for each in parts if register in find_effects(self.program, each).reads]
        return all(isinstance(each, Binary) and _counts(each, register) for each in reading)

    # ---- one block after another

    def straighten(self) -> None:
        """Find the instructions that do at once what the loop does."""
        for at, block in self.shape.bodies.items():
            self.now, self.before, self.behind = self.taking[at], set(self.known[at]), set(self.maybe[at])
            end = block.terminator
            ends = isinstance(end, Jump) and end.block == self.shape.after
            for each in block.instructions:
                if not self.collect(each, ends) and not self.offer(each, at):
                    self.carry_out(each)
            if isinstance(end, Branch):
                yes = self.members_where(end.condition)
                self.lead(end.yes, yes)
                self.lead(end.no, self.sets.work_out("xor", self.now, yes, site=0))
            elif isinstance(end, Jump) and not ends:
                self.lead(end.block, self.now)
        if len(self.collected) != (0 if self.useless else 1):
            raise Unsuited

    def count_steps(self, inside: Iterable[ReplacedLoop]) -> Operand:
        """How many steps the loop takes, with those that were inside."""
        shape, sets = self.shape, self.sets
        many: Operand = shape.size if isinstance(shape, CountingLoop) else sets.work_out("size", shape.rest, site=0)
        each: Operand = len(shape.bodies) + 1
        for loop in inside:
            each = sets.work_out("add", each, self.find_steps(loop), site=0)
        return sets.work_out("mul", many, each, site=0)

    def find_steps(self, loop: ReplacedLoop) -> Operand:
        """How many steps a loop inside takes each time, at most."""
        match self.held.get(loop.taken) if loop.taken is not None else None:
            case [(_, Fixed(number))]:
                return number
        return loop.steps

    def put_in_place(self, left: Trimmed) -> tuple[Trimmed, int]:
        """What is left of the program without the loop, and the block that stands for it. Where answers are offered, a
        small loop takes its place, which says of each in turn whether it is."""
        shape, sets, blocks, live = self.shape, self.sets, list(left.program.blocks), left.live
        entry, old = shape.head, blocks[shape.head]
        done = Block(old.name, tuple(sets.code), Jump(shape.after))
        if isinstance(shape, CountingLoop):
            entry = len(blocks)
            live = live | {entry: live[shape.head]}
            for each in shape.entries:
                end = with_blocks(blocks[each].terminator, {shape.head: entry})
                blocks[each] = replace(blocks[each], terminator=end)
            blocks.append(replace(done, terminator=Jump(shape.head)))
            done = Block(old.name, self.offering, Branch(shape.more, shape.head, shape.after))
        blocks[shape.head] = done
        program = replace(left.program, registers=sets.register, blocks=tuple(blocks), arrays=sets.arrays)
        return replace(left, program=program, ranges=left.ranges | sets.found, live=live), entry

    def lead(self, at: int, members: Operand) -> None:
        """Some members go on with a block."""
        if at == self.shape.after and not self.useless:
            raise Unsuited
        if at not in (self.shape.head, self.shape.after):
            self.taking[at] = self.sets.work_out("or", self.taking.get(at, 0), members, site=0)
            self.known[at] = self.known.get(at, frozenset(self.before)) & self.before
            self.maybe[at] = self.maybe.get(at, frozenset()) | self.behind

    def collect(self, instruction: Instruction, ends: bool) -> bool:
        """Whether an instruction was one that says what becomes of members: they are put into a set, counted or added
        up, or the loop ends with the first."""
        sets, now = self.sets, self.now
        match instruction:
            case Binary(target, "or", one, other, site) if one == target and target in self.results and not ends:
                if self.read(other) != [(None, Alone())]:
                    raise Unsuited
                self.collected.add((target, -1))
                sets.code.append(Binary(target, "or", target, now, site))
            case Binary(target, "add", one, 1) if one == target and target in self.idle:
                pass
            case Binary(target, "add", one, 1, site) if one == target and target in self.results and not ends:
                self.collected.add((target, -2))
                sets.code.append(Binary(target, "add", target, sets.work_out("size", now, site=site), site))
            case Binary(target, "add", one, other, site) if one == target and target in self.results and not ends:
                self.collected.add((target, -3))
                for met, value in self.join_pieces(self.read(other)):
                    sets.code.append(Binary(target, "add", target, sets.add_up(met, value, site), site))
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

    def join_pieces(self, pieces: Pieces) -> list[tuple[Operand, Value]]:
        """The pieces of a value with the members that come here, in one piece if that is less."""
        now = self.now
        met = list[tuple[Operand, Value]]()
        for among, value in pieces:
            members = now if among is None else self.sets.work_out("and", now, among, site=0)
            met += [(members, value)] if members != 0 else []
        joined = self.sets.join_listed(met) if len(met) > 1 else None
        return met if joined is None else [(now, joined)]

    def offer(self, instruction: Instruction, at: int) -> bool:
        """Whether an instruction was one that says of each number in turn whether it is offered."""
        shape = self.shape
        if not isinstance(instruction, Store) or not isinstance(shape, CountingLoop):
            return False
        flags = range(instruction.first, instruction.first + shape.size)
        if at != shape.latch or instruction.size != shape.size or not self.loaded.isdisjoint(flags):
            raise Unsuited
        if self.read(instruction.index) != [(None, Moved(0))]:
            raise Unsuited
        offered, number = self.members_where(instruction.value, truths=True), shape.member
        bits, bit = (self.sets.take_register(each) for each in ((0, self.sets.all), (0, 1)))
        self.offering = (
            Binary(bits, "shr", offered, number, 0),
            Binary(bit, "and", bits, 1, 0),
            replace(instruction, value=bit),
            Binary(number, "add", number, 1, 0),
            Binary(shape.more, "lt", number, shape.size, 0),
        )
        self.sets.code.append(Move(number, 0))
        self.collected.add((Slot(flags.start), 1))
        return True

    # ---- what instructions mean

    def read(self, operand: Operand) -> Pieces:
        if operand == self.shape.member:
            return [(None, Moved(0))]
        if isinstance(self.shape, SetLoop) and operand == self.shape.bit:
            return [(None, Alone())]
        if isinstance(self.shape, SetLoop) and operand == self.shape.rest:
            raise Unsuited
        if operand in self.written and operand not in self.before:
            raise Unsuited
        pieces = self.held.get(operand, [(None, Fixed(operand))])
        return pieces if len(pieces) > 1 else [(None, pieces[0][1])]

    def write(self, target: Operand, pieces: Pieces) -> None:
        if not isinstance(target, Register) or target in self.results:
            raise Unsuited
        if target in self.behind:
            self.forget(target)
        mine: Pieces = [(self.now if members is None else members, value) for members, value in pieces]
        self.held[target] = self.held.get(target, []) + mine
        if len(self.held[target]) > MOST_PIECES:
            raise Unsuited
        self.before.add(target)
        self.behind.add(target)

    def forget(self, target: Register) -> None:
        """What a register held for the members that come here is written over."""
        rest: Pieces = []
        for members, value in self.held.get(target, ()):
            assert members is not None, "what is held is held for some"
            if members != self.now:
                others = self.sets.others(self.now, 0)
                rest.append((self.sets.work_out("and", members, others, site=0), value))
        self.held[target] = rest

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
                self.write(target, self.join_truths(found) if name in MIRRORED else found)
            case Unary(target, name, value, site):
                found = [
                    (members, Fixed(sets.work_out(name, self.certain(name, each, members, site), site=site)))
                    for members, each in self.read(value)
                ]
                self.write(target, found)
            case Lookup(target, array, index, site):
                found = [
                    (self.common(members, more), value)
                    for members, each in self.read(index)
                    for more, value in sets.look_up(array, each, site)
                ]
                self.write(target, found)
            case Load(target, first, size, index, site):
                found = [(members, sets.load(first, size, each, site)) for members, each in self.read(index)]
                self.write(target, found)
            case Check(value, low, high, what, site):
                self.check(value, low, high, what, site)
            case _:
                raise Unsuited

    def certain(self, name: str, value: Value, members: Operand | None, site: int) -> Operand:
        """A number that an operator can be used on. Where it needs a set that is not empty, and some member asks for it
        of one that is, the game cannot go on."""
        number = self.sets.fixed(value)
        if not any((least, most) == NOT_ZERO for _, least, most, _ in OPERATORS[name].needs):
            return number
        if self.sets.range_of(number)[0] == 0:
            asked = self.now if members is None else self.sets.work_out("and", self.now, members, site=site)
            some, none = (self.sets.work_out(how, of, 0, site=site) for how, of in (("ne", asked), ("eq", number)))
            self.sets.code.append(Check(self.sets.work_out("and", some, none, site=site), 0, 0, 0, site))
            number = self.sets.work_out("max", number, 1, site=site)
        return number

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

    def join_truths(self, pieces: Pieces) -> Pieces:
        """The same of truth values, in one piece."""
        return pieces if len(pieces) == 1 else [(None, Truth(self.members_of(pieces)))]

    def members_where(self, condition: Operand, truths: bool = False) -> Operand:
        """Those of the members that come here for which something is other than 0; or nothing but 1, if `truths` are
        expected."""
        pieces = self.read(condition)
        if truths and not all(self.is_truth(each) for _, each in pieces):
            raise Unsuited
        return self.members_of(pieces)

    def is_truth(self, value: Value) -> bool:
        return isinstance(value, Truth) or (isinstance(value, Fixed) and self.sets.is_truth(value.number))

    def members_of(self, pieces: Pieces) -> Operand:
        found: Operand = 0
        for members, each in pieces:
            truth = self.sets.truth(each, 0)
            met = self.sets.work_out("and", self.now, truth, site=0)
            met = met if members is None else self.sets.work_out("and", met, members, site=0)
            found = self.sets.work_out("or", found, met, site=0)
        return found
