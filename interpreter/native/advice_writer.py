"""Writes the functions that work out what a strategy advises.

`advice_Q_C(slots, c)` runs query Q, a line of a strategy, on the side, in a game that waits for choice C, and gives the
number of the answer advised, whether it is offered or not, or `NONE`; `LOST` if the query fails, or gives no answer
within its steps. What the query writes goes to places of the function's own. A line that has odds is given one more
number, which separates its stream of chance from all others.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.analysis.graph import Graph, find_graph, find_runs
from interpreter.chance import RANDOM
from interpreter.native.aside_writer import AsideWriter
from interpreter.native.llvm_text import Function
from interpreter.program import Answer, Operand, Program, Terminator
from interpreter.program.machines.ranged import Term

LOT = -1
"""In place of a line of a strategy: a lot is drawn among all answers."""

NONE, LOST = -1, -2
"""No answer is advised; what is advised could not be worked out."""


ADVICE = "advice"
"""What functions are called that give advice."""


class Advisers:
    """For each choice, the lines that advise each seat: none where the default is taken, `LOT` for bots that play at
    random."""

    def __init__(self, program: Program, strategies: tuple[str, ...]) -> None:
        self.program = program
        self.strategies = strategies

    def of(self, choice: int) -> tuple[tuple[int, ...], ...]:
        """The queries that are asked one after the other, seat by seat."""
        return tuple(
            (LOT,) if strategy == RANDOM else self.program.advice(strategy, choice) for strategy in self.strategies
        )

    def advised(self) -> set[int]:
        """The choices on which somebody is advised."""
        return {choice for choice in range(len(self.program.choices)) if any(self.of(choice))}

    def needed(self) -> set[tuple[int, int]]:
        """All functions, as pairs of a query and a choice."""
        choices = range(len(self.program.choices))
        return {(query, choice) for choice in choices for lines in self.of(choice) for query in lines if query != LOT}

    @cached_property
    def drawing(self) -> frozenset[int]:
        """The queries that answer with odds, so that chance decides whether the line is taken."""
        return frozenset(query for query, _ in self.needed() if _has_odds(self.program, query))

    @property
    def draws_lots(self) -> bool:
        """Whether a decision may depend on chance, and so on how many stops there have been."""
        return bool(self.drawing) or RANDOM in self.strategies


def _has_odds(program: Program, query: int) -> bool:
    blocks = find_graph(program, [program.queries[query].entry]).blocks
    ends = (program.blocks[each].terminator for each in blocks)
    return any(isinstance(each, Answer) and len(each.values) > 1 for each in ends)


class AdviceWriter(AsideWriter):
    """Writes one of these functions."""

    def __init__(
        self,
        program: Program,
        graph: Graph,
        query: int,
        choice: int,
        card_names: set[tuple[str, ...]],
        advisers: Advisers,
    ) -> None:
        more = ", i64 %place" if query in advisers.drawing else ""
        head = f"internal i64 @{ADVICE}_{query}_{choice}(ptr noalias %s, ptr noalias %c{more})"
        super().__init__(program, Function(head), graph, card_names)
        self.query, self.choice = query, choice
        self.fuel = ""
        self.homes: dict[int, tuple[str, int]] = {}

    def text(self, budget: int) -> str:
        f = self.f
        self.fuel = f.place()
        f.store(budget, self.fuel)
        for first, size, written in find_runs(self.program, self.graph.blocks):
            if written:
                self.move_in(first, size)
        f.jump(f"b{self.graph.entries[0]}")
        for first in self.graph.superblocks:
            self.write_superblock(first)
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

    def place_of_slot(self, slot: int) -> tuple[str, int]:
        """Slots that are written lie in the function's own places."""
        return self.homes.get(slot, ("%s", slot))

    def write_start(self, first: int) -> None:
        """Each block is a step; a superblock that heads a loop gives up where none are left."""
        f = self.f
        left = f.load(self.fuel)
        if first in self.graph.heads:
            self.refuse_unless(f.is_("sge", left, 0))
        f.store(f.op("sub", left, len(self.graph.superblocks[first])), self.fuel)

    # ---- what a query does not do

    def write_end(self, end: Terminator) -> None:
        """A query does not stop."""
        if end.stops:
            self.finish()
        else:
            super().write_end(end)

    def finish(self) -> None:
        """Nor does it end the game."""
        self.f.jump(self.refused)

    # ---- the answer

    def answer(self, values: tuple[Operand, ...]) -> None:
        """The number of the answer that has the value, if there is one."""
        f = self.f
        self.refuse_unless(f.is_("sge", f.load(self.fuel), 0))
        numbers = {value: number for number, value in enumerate(self.program.choices[self.choice].values)}
        if values:
            passed = f.fresh("passed")
            self.give_answer(self.read(values[0]), values[1:], numbers, passed)
            f.label(passed)
        f.give(NONE)

    def give_answer(self, value: Term, odds: tuple[Operand, ...], numbers: dict[int, int], otherwise: str) -> None:
        """Leaves with the number of the answer that has a value, if chance has it so."""
        f, answer, found = self.f, self.f.place(), self.f.fresh("found")
        labels = {number: f.fresh("is") for number in numbers.values()}
        f.switch(value.text, otherwise, [(each, labels[number]) for each, number in numbers.items()])
        for number, label in labels.items():
            f.label(label)
            f.store(number, answer)
            f.jump(found)
        f.label(found)
        if odds:
            part, whole = (self.read(each).text for each in odds)
            fallen = f.set(f"call i64 @falls(ptr %c, i64 %place, i64 {part}, i64 {whole})")
            self.go_on_if(f.is_("ne", fallen, 0), otherwise)
        f.give(f.load(answer))

    def go_on_if(self, truth: str, otherwise: str) -> None:
        going_on = self.f.fresh("given")
        self.f.branch(truth, going_on, otherwise)
        self.f.label(going_on)
