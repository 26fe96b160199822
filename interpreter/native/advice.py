"""Writes the functions that work out what a strategy advises.

`advice_Q_C(slots, flags)` runs query Q, a line of a strategy, on the side, in a game that waits for choice C with its
flags from that slot on, and gives the number of the answer advised if it is offered, or `NONE`; `LOST` if the query
fails, or does not come to an answer within its steps. What the query writes goes to places of the function's own.
"""

from __future__ import annotations

from interpreter.analysis.graph import Graph, graph_of, runs_of, zone_slots
from interpreter.native.blocks import ChainWriter
from interpreter.native.writing import Function
from interpreter.program import (
    Answer,
    Award,
    Chance,
    Decide,
    Draw,
    Exchange,
    Finish,
    Instruction,
    Lay,
    Lift,
    Mark,
    Mix,
    Pour,
    Program,
    Sample,
    Say,
    Slot,
    Store,
    Take,
)
from interpreter.program.flow import target

NONE, LOST = -1, -2
"""No answer is advised; what is advised could not be worked out."""


class Advisers:
    """For each choice, the lines that advise each seat, or none where the default is taken."""

    def __init__(self, program: Program, strategies: tuple[str, ...]) -> None:
        self.program = program
        self.strategies = strategies

    def of(self, choice: int) -> tuple[tuple[int, ...], ...]:
        """The queries that are asked one after the other, seat by seat."""
        return tuple(self.program.advice(strategy, choice) for strategy in self.strategies)

    def advised(self) -> set[int]:
        """The choices on which somebody is advised."""
        return {choice for choice in range(len(self.program.choices)) if any(self.of(choice))}

    def needed(self) -> set[tuple[int, int]]:
        """All functions, as pairs of a query and a choice."""
        choices = range(len(self.program.choices))
        return {(query, choice) for choice in choices for lines in self.of(choice) for query in lines}


def advising(
    program: Program, query: int, choice: int, budget: int, card_names: set[tuple[str, ...]]
) -> tuple[str, Graph]:
    """The text of one of these functions, and the blocks it has."""
    graph = graph_of(program, [program.queries[query].entry])
    writer = AdviceWriter(program, graph, query, choice, card_names)
    return writer.text(budget), graph


class AdviceWriter(ChainWriter):
    """Writes one of these functions."""

    def __init__(
        self, program: Program, graph: Graph, query: int, choice: int, card_names: set[tuple[str, ...]]
    ) -> None:
        head = f"internal i64 @advice_{query}_{choice}(ptr noalias %s, i64 %flags)"
        super().__init__(program, Function(head), graph, card_names)
        self.query, self.choice = query, choice
        self.homes: dict[int, tuple[str, int]] = {}

    def text(self, budget: int) -> str:
        """The whole function."""
        f = self.f
        self.fuel = f.place()
        f.store(budget, self.fuel)
        for first, size in own_slots(self.program, self.graph):
            self.move_in(first, size)
        f.jump(f"b{self.graph.entries[0]}")
        for first in self.graph.chains:
            self.write_chain(first)
        self.write_refusal(LOST)
        return f.text()

    def move_in(self, first: int, size: int) -> None:
        """Slots that the query writes, copied to a place of its own."""
        f, place = self.f, self.f.place(size)
        for at in range(size):
            self.homes[first + at] = place, at
        if size > 8:
            f.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {f.at('%s', first)}, i64 {8 * size}, i1 false)")
            return
        for at in range(size):
            f.put(f.get("%s", first + at), place, at)

    def slot(self, first: int) -> tuple[str, int]:
        """Slots that are written lie in the function's own places."""
        return self.homes.get(first, ("%s", first))

    def tell(self, instruction: Mark | Say | Sample | Award) -> None:
        """Nobody hears what is done on the side."""
        if isinstance(instruction, Sample):
            self.read(instruction.value)

    def write_steps(self, first: int) -> None:
        """Each block is a step; where a chain may come round again, it is seen to that there are some left."""
        f = self.f
        left = f.load(self.fuel)
        if first in self.graph.heads:
            f.unless(f.is_("sge", left, 0), self.refused)
        f.store(f.op("sub", left, len(self.graph.chains[first])), self.fuel)

    def write_stop(self, stop: Chance | Draw | Decide) -> None:
        """A query does not stop."""
        self.f.jump(self.refused)

    def write_last(self, end: Finish | Answer) -> None:
        """The value, if there is one, it is an answer and is offered."""
        f = self.f
        if isinstance(end, Finish):
            f.jump(self.refused)
            return
        f.unless(f.is_("sge", f.load(self.fuel), 0), self.refused)
        numbers = {value: number for number, value in enumerate(self.program.choices[self.choice].values)}
        if end.values:
            passed = f.fresh("passed")
            self.give_if_offered(self.read(end.values[0]), numbers, passed)
            f.label(passed)
        f.give(NONE)

    def give_if_offered(self, value: str | int, numbers: dict[int, int], otherwise: str) -> None:
        """Leaves with the number of the answer that has a value, if it is offered."""
        f, answer, found = self.f, self.f.place(), self.f.fresh("found")
        if isinstance(value, int):
            if value not in numbers:
                f.jump(otherwise)
                return
            f.store(numbers[value], answer)
            f.jump(found)
        else:
            labels = {number: f.fresh("is") for number in numbers.values()}
            f.switch(value, otherwise, [(each, labels[number]) for each, number in numbers.items()])
            for number, label in labels.items():
                f.label(label)
                f.store(number, answer)
                f.jump(found)
        f.label(found)
        number_found = f.load(answer)
        offered = f.is_("eq", f.get("%s", "%flags", number_found), 1)
        given = f.fresh("given")
        f.branch(offered, given, otherwise)
        f.label(given)
        f.give(number_found)


def own_slots(program: Program, graph: Graph) -> list[tuple[int, int]]:
    """The runs of slots that a query may write, each with all slots that are used together with one of them."""
    changed: set[int] = set()
    for block in graph.blocks:
        for instruction in program.blocks[block].instructions:
            if isinstance(instruction, Lay | Lift | Take | Mix | Pour | Exchange):
                changed.add(instruction.zone)
            if isinstance(instruction, Pour | Exchange):
                changed.add(instruction.onto)
            changed.update(_zones_of(program, instruction))
    moved = {program.zones[each].first for each in changed}
    runs = [(first, size) for first, size, written in runs_of(program, graph.blocks) if written]
    return [(first, size) for first, size in runs if first in moved or not zone_slots(program) & {first}]


def _zones_of(program: Program, instruction: Instruction) -> list[int]:
    """The zones in whose slots an instruction writes directly."""
    written = target(instruction)
    first, size = (written.index, 1) if isinstance(written, Slot) else (0, 0)
    if isinstance(instruction, Store):
        first, size = instruction.first, instruction.size
    return [at for at, zone in enumerate(program.zones) if first < zone.first + zone.size and zone.first < first + size]
