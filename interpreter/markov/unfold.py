"""The control-flow graph of a scope, with calls unfolded and constants folded.

No ruleset recurses, so each call of a rule or phase can have a copy of its own: a node is a block in one *context*, the
calls under way and the members that loops and turns are at. So the analyses know nothing of calls, returns or `end
phase`, which leaves several calls at once: they are jumps. A summarised phase is one node, its entry, which its exits
follow.

Constants are propagated at the same time, over slots and registers, and branches that are never taken are left out
(Wegman and Zadeck, "Constant Propagation with Conditional Branches", 1991; contexts by known values are polyvariant
specialisation, Jones, Gomard and Sestoft, "Partial Evaluation and Automatic Program Generation", 1993). The graph is
for analysis alone. Games are run by the program as it is; `Canonical.locate` says in which nodes they stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from heapq import heappop, heappush
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from interpreter.bits import bits_of
from interpreter.data_classes import dataclass
from interpreter.markov.out_of_reach import Unsupported
from interpreter.markov.phases import Phases
from interpreter.markov.question import EXIT, Scope
from interpreter.program import (
    Award,
    Binary,
    Branch,
    Call,
    Chance,
    Check,
    Decide,
    Draw,
    Finish,
    Gather,
    Instruction,
    Jump,
    Load,
    Lookup,
    Move,
    Operand,
    Part,
    Program,
    Return,
    Sample,
    Slot,
    Store,
    Switch,
    Target,
    Terminator,
    Unary,
)
from interpreter.program.instructions.fields import operands, target
from interpreter.program.instructions.operators import OPERATORS, Impossible

CONTEXTS = 64
"""The most contexts that one edge may lead to; with more, members are no part of contexts."""

Known: TypeAlias = Mapping[int, int]
"""Numbers of slots, by their indices; and of registers, by theirs below zero (-1 for the first)."""

Calls: TypeAlias = tuple[tuple[int, int], ...]


class Node(NamedTuple):
    """A block in a context: for each call under way the routine and which of its calls it is, the innermost last; and
    what each slot of `Graph.selectors` holds, None where that is not known. `EXIT - r` in place of a block is where
    routine r has ended and the scope is left."""

    block: int
    calls: Calls
    members: tuple[int | None, ...]


@dataclass
class Graph:
    """Nodes by number, the first of them the start. `parts` are their instructions and terminator with known numbers in
    place of slots and registers, `ways` the nodes that may follow. `constants` are the slots that hold one number
    whenever the game is at a node, as far as the program may still read them: those by which it is known in its
    block, and the numbers that `parts` have in place of slots. `split` are the slots, as bits, whose numbers decide in
    which context a way leads, though no part reads them. `stops` are the nodes where states are kept, among them
    `entered`, phases explored by themselves, and the exits."""

    program: Program
    scope: Scope
    selectors: tuple[int, ...]
    nodes: list[Node] = field(default_factory=list)
    parts: list[tuple[Part, ...]] = field(default_factory=list)
    ways: list[tuple[int, ...]] = field(default_factory=list)
    constants: list[dict[int, int]] = field(default_factory=list)
    split: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    entered: dict[int, Scope] = field(default_factory=dict)


def unfold(phases: Phases, scope: Scope) -> Graph:
    """The graph of a scope. Raises Unsupported."""
    selectors = find_selectors(phases, scope.routine)
    try:
        return _Unfolding(phases, scope, selectors).unfold()
    except _TooMany:
        return _Unfolding(phases, scope, []).unfold()


class _TooMany(Exception):
    """An edge leads to more than `CONTEXTS` contexts."""


class _Unfolding:
    def __init__(self, phases: Phases, scope: Scope, selectors: Iterable[int]) -> None:
        self.phases, self.program, self.scope, self.selectors = phases, phases.program, scope, tuple(selectors)
        self.live = phases.live
        self.known: dict[Node, dict[int, int]] = {}
        self.ways: dict[Node, tuple[Node, ...]] = {}
        self.split: dict[Node, int] = {}

    def unfold(self) -> Graph:
        routine, everything = self.scope.routine, dict[int, int]()
        if routine is None:
            everything = dict.fromkeys(range(len(self.program.slots)), 0)
        everything.update(self.scope.fixed)
        block = self.program.start if routine is None else self.program.routines[routine].entry
        start = self._node(block, (), everything)
        self.known[start] = everything
        found, waiting, queue = {start: 0}, {start}, [(0, start)]
        while queue:
            _, node = heappop(queue)
            waiting.discard(node)
            ways = []
            for following, known in self._follow(node):
                ways.append(following)
                before = self.known.get(following)
                after = known if before is None else _meet(before, known)
                if before is None or len(after) < len(before):
                    self.known[following] = after
                    if following not in waiting:
                        waiting.add(following)
                        heappush(queue, (found.setdefault(following, len(found)), following))
            self.ways[node] = tuple(ways)
        return self._number(start)

    def _number(self, start: Node) -> Graph:
        graph, numbers, waiting = Graph(self.program, self.scope, self.selectors), {start: 0}, [start]
        for at, node in enumerate(waiting):
            for each in self.ways[node]:
                if each not in numbers:
                    numbers[each] = len(waiting)
                    waiting.append(each)
            graph.nodes.append(node)
            if node.block <= EXIT or self.phases.is_stop(node.block):
                graph.stops.append(at)
            entered = self._entered(node)
            if entered is not None:
                graph.entered[at] = self._scope_of(entered, node)
            graph.parts.append(
                (Finish(),) if entered is not None or node.block <= EXIT else _Block(self, node).carry_out()
            )
            graph.split.append(self.split.get(node, 0))
            graph.constants.append({} if node.block <= EXIT else self._list_constants(node))
            graph.ways.append(tuple(dict.fromkeys(numbers[each] for each in self.ways[node])))
        return graph

    def _entered(self, node: Node) -> int | None:
        return self.phases.entries.get(node.block) if node.calls else None

    def _scope_of(self, routine: int, node: Node) -> Scope:
        known = self.known[node]
        slots = [slot for slot in find_selectors(self.phases, routine) if self.live[node.block] >> slot & 1]
        return Scope(routine, tuple((slot, known[slot]) for slot in slots if slot in known))

    def _list_constants(self, node: Node) -> dict[int, int]:
        live, known = self.live[node.block], self.known[node]
        found = {slot: each for slot, each in known.items() if slot >= 0 and live >> slot & 1}
        return found | {self.program.routines[routine].return_slot: number for routine, number in node.calls}

    def _node(self, block: int, calls: Calls, known: Known) -> Node:
        if block <= EXIT:
            return Node(block, (), ())
        live = self.live[block]
        return Node(block, calls, tuple([known.get(at) if live >> at & 1 else None for at in self.selectors]))

    def _follow(self, node: Node) -> Iterator[tuple[Node, dict[int, int]]]:
        """The successors of a node, with the constants there."""
        if node.block <= EXIT:
            return
        if (entered := self._entered(node)) is not None:
            written = self.phases.all[entered].written
            before = self.known[node]
            known = {each: number for each, number in before.items() if each >= 0 and not written >> each & 1}
            goals = [find_return(self.program, end, node.calls) for end in sorted(self.phases.all[entered].ends)]
        else:
            block = _Block(self, node)
            *_, end = block.carry_out()
            known = block.known
            if not end.local:  # type: ignore[attr-defined]
                known = {each: number for each, number in known.items() if each >= 0}
            goals = _goals(self.program, node, end)
        for at, calls in goals:
            if at > EXIT and at not in self.live:  # ranges say that it is never reached
                continue
            if at <= EXIT:
                yield self._node(at, calls, known), known
                continue
            unknown = [slot for slot in self.selectors if slot not in known and self.live[at] >> slot & 1]
            values = [self.phases.choices[slot] for slot in unknown]
            if prod(map(len, values)) > CONTEXTS:
                raise _TooMany
            self.split[node] = self.split.get(node, 0) | bits_of(unknown)
            for several in product(*values):
                more = dict(known)
                more.update(zip(unknown, several, strict=True))
                yield self._node(at, calls, more), more


def _meet(one: Known, other: Known) -> dict[int, int]:
    return {each: number for each, number in one.items() if other.get(each) == number}


def _key(of: Target) -> int:
    return of.index if isinstance(of, Slot) else -1 - of.index


def _goals(program: Program, node: Node, end: Part) -> list[tuple[int, Calls]]:
    """The blocks after a node, each with the calls under way there."""
    if isinstance(end, Call):
        return [(program.routines[end.routine].entry, (*node.calls, (end.routine, end.number)))]
    if isinstance(end, Return):
        return [find_return(program, end.routine, node.calls)]
    assert isinstance(end, Terminator)
    return [(each, node.calls) for each in dict.fromkeys(end.successors(program))]


def find_return(program: Program, routine: int, calls: Calls) -> tuple[int, Calls]:
    """The block to which a routine returns, with the remaining calls."""
    while calls and calls[-1][0] != routine:
        calls = calls[:-1]
    return (program.routines[routine].continuations[calls[-1][1]], calls[:-1]) if calls else (EXIT - routine, ())


def find_selectors(phases: Phases, routine: int | None) -> list[int]:
    """The slots of few numbers that an index of an array is made from, within one block of a routine or of those that
    it calls."""
    found = set[int]()
    for at in phases.live if routine is None else phases.all[routine].blocks:
        wanted = set[Target]()
        for part in reversed(phases.program.blocks[at].instructions):
            if isinstance(part, Load | Gather | Store) and not isinstance(part.index, int):
                wanted.add(part.index)
            if target(part) in wanted and isinstance(part, Move | Binary | Lookup):
                wanted |= {each for each in operands(part) if not isinstance(each, int)}
        found |= {each.index for each in wanted if isinstance(each, Slot)}
    return sorted(found & phases.choices.keys())


class _Block:
    """Evaluates a block as far as numbers are known; `parts` is the residual code."""

    def __init__(self, unfolding: _Unfolding, node: Node) -> None:
        self.program = unfolding.program
        self.block = self.program.blocks[node.block]
        self.known = dict(unfolding.known[node])
        self.parts: list[Part] = []

    def carry_out(self) -> tuple[Part, ...]:
        for part in self.block.instructions:
            self._instruction(part)
        self.parts.append(self._end(self.block.terminator))
        return tuple(self.parts)

    def _instruction(self, part: Instruction) -> None:
        match part:
            case Sample() | Award():
                self.parts.append(self._folded(part))
            case Load(first=first, index=index) if (at := self._number(index)) is not None:
                self._write(part.target, self._read(Slot(first + at)))
            case Store(first=first, index=index) if (at := self._number(index)) is not None:
                self._write(Slot(first + at), self._read(part.value))
            case Store(first=first, size=size):
                self.parts.append(self._folded(part))
                for slot in range(first, first + size):
                    self.known.pop(slot, None)
            case Check(low=low, high=high):
                number = self._number(part.value)
                if number is None or not low <= number <= high:
                    self.parts.append(self._folded(part))
            case Move():
                self._write(part.target, self._read(part.value))
            case Binary() | Unary() | Lookup() | Load() | Gather():
                self._compute(part)
            case _:
                raise Unsupported("cards can be dealt in too many orders")

    def _compute(self, part: Binary | Unary | Lookup | Load | Gather) -> None:
        number = self._calculate(part)
        if number is not None:
            self._write(part.target, number)
        else:
            self.parts.append(self._folded(part))
            self.known.pop(_key(part.target), None)

    def _calculate(self, part: Binary | Unary | Lookup | Load | Gather) -> int | None:
        if isinstance(part, Load | Gather):
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
                self.known.pop(_key(end.target), None)
            case Draw():
                raise Unsupported("cards can be dealt in too many orders")
        return end

    def _folded(self, part: Instruction) -> Part:
        """The instruction with constants in place of known operands."""
        now: dict[str, Operand] = {name: self._read(getattr(part, name)) for name in part.named["read"]}
        return replace(part, **now)  # type: ignore[type-var]

    def _read(self, operand: Operand) -> Operand:
        number = self._number(operand)
        return operand if number is None else number

    def _number(self, operand: Operand) -> int | None:
        return operand if isinstance(operand, int) else self.known.get(_key(operand))

    def _write(self, goal: Target, value: Operand) -> None:
        self.parts.append(Move(goal, value))
        if isinstance(value, int):
            self.known[_key(goal)] = value
        else:
            self.known.pop(_key(goal), None)
