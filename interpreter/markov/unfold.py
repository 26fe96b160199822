"""The control-flow graph of one question, with every call unfolded and every known number folded in.

No ruleset recurses, so each call of a rule or phase can have a copy of its own: a node is a block in one *context*, the
calls under way and the members that loops and turns are at. What follows needs to know nothing of calls, returns or
`end phase`, which leaves several calls at once: it is a jump.

Constants are propagated at the same time, over slots and registers, and ways that are never taken are left out
(Wegman and Zadeck, "Constant Propagation with Conditional Branches", 1991; contexts by known values are polyvariant
specialisation, Jones, Gomard and Sestoft, "Partial Evaluation and Automatic Program Generation", 1993). The graph is
for analysis alone. Games are run by the program as it is; `Graph.locate` says in which nodes they stop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.analysis.ranges import Ranges
from interpreter.data_classes import dataclass
from interpreter.program import (
    VOID,
    Award,
    Binary,
    Branch,
    Call,
    Chance,
    Check,
    Clear,
    Decide,
    Draw,
    Finish,
    Instruction,
    Jump,
    Load,
    Lookup,
    Mark,
    Move,
    Operand,
    Part,
    Program,
    Return,
    Sample,
    Say,
    Slot,
    Store,
    Switch,
    Target,
    Terminator,
    Unary,
)
from interpreter.program.instructions.fields import operands, target
from interpreter.program.instructions.operators import OPERATORS, Impossible

SELECTED = 8
"""A slot that picks an element of an array is part of the context if it holds at most this many different numbers."""

CONTEXTS = 64
"""One way may lead to at most this many contexts; where it would be more, members are no part of contexts."""

Known: TypeAlias = Mapping[Target, int]


class Node(NamedTuple):
    """A block in a context: for each call under way the routine and which of its calls it is, the innermost last; and
    what each slot of `Graph.selectors` holds, None where that is not known."""

    block: int
    calls: tuple[tuple[int, int], ...]
    members: tuple[int | None, ...]


class Unsupported(Exception):
    """The program does what a chain of states is not made for."""


@dataclass
class Graph:
    """Nodes by number, the first of them the start. `parts` are their instructions and terminator with known numbers in
    place of slots and registers, `ways` the nodes that may follow. `constants` are the slots that hold one number
    whenever the game comes to a node, as far as the program may still read them: those that tell it from others of its
    block, and the numbers that `parts` have in place of slots."""

    program: Program
    selectors: tuple[int, ...]
    nodes: list[Node] = field(default_factory=list)
    parts: list[tuple[Part, ...]] = field(default_factory=list)
    ways: list[tuple[int, ...]] = field(default_factory=list)
    constants: list[dict[int, int]] = field(default_factory=list)

    def stops(self) -> list[int]:
        """The nodes where the game waits for a roll or a decision."""
        return [at for at, node in enumerate(self.nodes) if self.program.blocks[node.block].terminator.stops]


def unfold(program: Program, measure: int | None, first: bool, member: int = 0) -> Graph:
    """The graph of a game from its start, as far as the samples of a measure matter (None: as far as its winners do).
    Of a measure of members, one counts. With `first`, the game is over when that has been sampled once. Raises
    Unsupported."""
    sampled = _Sampled(measure, first, member)
    if first and any(isinstance(part, Award) and part.winner == VOID for each in program.blocks for part in each.parts):
        raise Unsupported("whether a game counts may show after its first sample")
    ranges = Ranges(program, [program.start])
    choices = {
        slot.index: range(low, high + 1)
        for slot, (low, high) in ranges.found.items()
        if isinstance(slot, Slot) and high - low < SELECTED
    }
    selectors = sorted(_find_selectors(program) & choices.keys())
    try:
        return _Unfolding(program, sampled, choices, selectors).unfold()
    except _TooMany:
        return _Unfolding(program, sampled, choices, []).unfold()


class _TooMany(Exception):
    """One way leads to more than `CONTEXTS` contexts."""


class _Sampled(NamedTuple):
    measure: int | None
    first: bool
    member: int


class _Unfolding:
    def __init__(
        self, program: Program, sampled: _Sampled, choices: Mapping[int, range], selectors: Sequence[int]
    ) -> None:
        self.program, self.sampled, self.choices, self.selectors = program, sampled, choices, tuple(selectors)
        self.live = LivenessByCalls(program, [program.start], set(), {}).before
        self.known: dict[Node, dict[Target, int]] = {}
        self.ways: dict[Node, tuple[Node, ...]] = {}

    def unfold(self) -> Graph:
        everything: dict[Target, int] = {Slot(at): 0 for at in range(len(self.program.slots))}
        start = self._node(self.program.start, (), everything)
        self.known[start] = everything
        waiting = {start: None}
        while waiting:
            node, _ = waiting.popitem()
            self.ways[node] = ()
            for following, known in self._follow(node):
                self.ways[node] += (following,)
                before = self.known.get(following)
                after = known if before is None else _meet(before, known)
                if before is None or len(after) < len(before):
                    self.known[following] = after
                    waiting[following] = None
        return self._number(start)

    def _number(self, start: Node) -> Graph:
        graph, numbers, waiting = Graph(self.program, self.selectors), {start: 0}, [start]
        for node in waiting:
            for each in self.ways[node]:
                if each not in numbers:
                    numbers[each] = len(waiting)
                    waiting.append(each)
            graph.nodes.append(node)
            graph.parts.append(_Block(self, node).carry_out())
            graph.constants.append(self._list_constants(node))
            graph.ways.append(tuple(dict.fromkeys(numbers[each] for each in self.ways[node])))
        return graph

    def _list_constants(self, node: Node) -> dict[int, int]:
        live, known = self.live[node.block], self.known[node]
        found = {slot.index: each for slot, each in known.items() if isinstance(slot, Slot) and live >> slot.index & 1}
        return found | {self.program.routines[routine].return_slot: number for routine, number in node.calls}

    def _node(self, block: int, calls: tuple[tuple[int, int], ...], known: Known) -> Node:
        live = self.live[block]
        return Node(block, calls, tuple([known.get(Slot(at)) if live >> at & 1 else None for at in self.selectors]))

    def _follow(self, node: Node) -> Iterator[tuple[Node, dict[Target, int]]]:
        """What may come next, and what is known there."""
        block = _Block(self, node)
        *_, end = block.carry_out()
        known = block.known
        if not end.local:  # type: ignore[attr-defined]
            known = {each: number for each, number in known.items() if isinstance(each, Slot)}
        for at, calls in _goals(self.program, node, end):
            unknown = [slot for slot in self.selectors if Slot(slot) not in known and self.live[at] >> slot & 1]
            values = [self.choices[slot] for slot in unknown]
            if prod(map(len, values)) > CONTEXTS:
                raise _TooMany
            for several in product(*values):
                more = dict(known)
                more.update(zip(map(Slot, unknown), several, strict=True))
                yield self._node(at, calls, more), more


def _meet(one: Known, other: Known) -> dict[Target, int]:
    return {each: number for each, number in one.items() if other.get(each) == number}


def _goals(program: Program, node: Node, end: Part) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """The blocks after the end of a node, each with the calls that are then under way."""
    calls = node.calls
    if isinstance(end, Call):
        return [(program.routines[end.routine].entry, (*calls, (end.routine, end.number)))]
    if isinstance(end, Return):
        while calls[-1][0] != end.routine:
            calls = calls[:-1]
        return [(program.routines[end.routine].continuations[calls[-1][1]], calls[:-1])]
    assert isinstance(end, Terminator)
    return [(each, calls) for each in dict.fromkeys(end.successors(program))]


def _find_selectors(program: Program) -> set[int]:
    """The slots that an index of an array is made from, within one block."""
    found = set[int]()
    for block in program.blocks:
        wanted = set[Target]()
        for part in reversed(block.instructions):
            if isinstance(part, Load | Store) and not isinstance(part.index, int):
                wanted.add(part.index)
            if target(part) in wanted and isinstance(part, Move | Binary | Lookup):
                wanted |= {each for each in operands(part) if not isinstance(each, int)}
        found |= {each.index for each in wanted if isinstance(each, Slot)}
    return found


class _Block:
    """Carries out a block as far as numbers are known. `parts` is what remains to be done."""

    def __init__(self, unfolding: _Unfolding, node: Node) -> None:
        self.program, self.sampled = unfolding.program, unfolding.sampled
        self.block = self.program.blocks[node.block]
        self.known = dict(unfolding.known[node])
        self.parts: list[Part] = []
        self.samples = 0

    def carry_out(self) -> tuple[Part, ...]:
        for part in self.block.instructions:
            if self._instruction(part):
                self.parts.append(Finish())
                return tuple(self.parts)
        self.parts.append(self._end(self.block.terminator))
        return tuple(self.parts)

    def _instruction(self, part: Instruction) -> bool:
        """Carry out one instruction; whether the game is over with it."""
        match part:
            case Mark() | Say():
                pass
            case Sample():
                return self._sample(part)
            case Award(winner=winner):
                if self.sampled.measure is None or self._read(winner) == VOID:
                    self.parts.append(self._folded(part))
            case Clear(first=first, size=size):
                for slot in range(first, first + size):
                    self._write(Slot(slot), 0)
            case Load(first=first, index=index) if (at := self._number(index)) is not None:
                self._write(part.target, self._read(Slot(first + at)))
            case Store(first=first, index=index) if (at := self._number(index)) is not None:
                self._write(Slot(first + at), self._read(part.value))
            case Store(first=first, size=size):
                self.parts.append(self._folded(part))
                for slot in range(first, first + size):
                    self.known.pop(Slot(slot), None)
            case Check(low=low, high=high):
                number = self._number(part.value)
                if number is None or not low <= number <= high:
                    self.parts.append(self._folded(part))
            case Move():
                self._write(part.target, self._read(part.value))
            case Binary() | Unary() | Lookup() | Load():
                self._compute(part)
            case _:
                raise Unsupported("cards can be dealt in too many orders")
        return False

    def _sample(self, part: Sample) -> bool:
        if part.measure != self.sampled.measure:
            return False
        members = len(self.program.measures[part.measure].labels) or 1
        if self.samples % members == self.sampled.member:
            self.parts.append(self._folded(part))
        self.samples += 1
        return self.sampled.first and self.samples == members

    def _compute(self, part: Binary | Unary | Lookup | Load) -> None:
        number = self._calculate(part)
        if number is not None:
            self._write(part.target, number)
        else:
            self.parts.append(self._folded(part))
            self.known.pop(part.target, None)

    def _calculate(self, part: Binary | Unary | Lookup | Load) -> int | None:
        if isinstance(part, Load):
            return None
        numbers = [self._number(each) for each in operands(part)]
        given = [each for each in numbers if each is not None]
        if len(given) < len(numbers):
            return None
        if isinstance(part, Lookup):
            array = self.program.arrays[part.array]
            return array[given[0]] if 0 <= given[0] < len(array) else None
        try:
            return OPERATORS[part.operator].calculate(*given)
        except Impossible:
            return None

    def _end(self, end: Terminator) -> Terminator:
        match end:
            case Branch(condition=condition, yes=yes, no=no):
                number = self._number(condition)
                return end if number is None else Jump(yes if number else no)
            case Switch(value=value, blocks=blocks):
                number = self._number(value)
                return end if number is None or not 0 <= number < len(blocks) else Jump(blocks[number])
            case Call():
                self._write(Slot(self.program.routines[end.routine].return_slot), end.number)
            case Chance() | Decide():
                self.known.pop(end.target, None)
            case Draw():
                raise Unsupported("cards can be dealt in too many orders")
        return end

    def _folded(self, part: Instruction) -> Part:
        """The same with numbers for what is known, where it is read."""
        now: dict[str, Operand] = {name: self._read(getattr(part, name)) for name in part.named["read"]}
        return replace(part, **now)  # type: ignore[type-var]

    def _read(self, operand: Operand) -> Operand:
        number = self._number(operand)
        return operand if number is None else number

    def _number(self, operand: Operand) -> int | None:
        return operand if isinstance(operand, int) else self.known.get(operand)

    def _write(self, goal: Target, value: Operand) -> None:
        self.parts.append(Move(goal, value))
        if isinstance(value, int):
            self.known[goal] = value
        else:
            self.known.pop(goal, None)
