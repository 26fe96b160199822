"""The successor function: machine code that takes many states, each with an outcome or answer, to their next stops.

It is written by the machine that writes games (`native`), from the same meanings. A row of numbers is a state: what has
been won, as bits, then the slots that are kept. Where there is no LLVM, there are no chains.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from interpreter.analysis.graph import find_graph
from interpreter.bits import indices_of
from interpreter.markov.canonical import Canonical
from interpreter.markov.phases import Phases
from interpreter.markov.question import EXIT, FAILED, OVER, Numbers, Question
from interpreter.native import card_functions, compiler
from interpreter.native.llvm_machine import FUNCTIONS_OF_OPERATORS
from interpreter.native.llvm_text import HEADER, Function, If, Loop
from interpreter.native.module import write_constants
from interpreter.native.offers import write_offered
from interpreter.native.superblock_writer import SuperblockWriter
from interpreter.program import Check, Decide, Finish, Operand, Program, Slot
from interpreter.program.instructions.machine import Place
from interpreter.program.machines.ranged import Term

MOST_SAMPLES = 32
"""A step may take this many samples of the measure in question; programs that take more are refused."""

WINDOW = 64
"""How many successors of a state each is compared with, to merge equal ones."""

MOST_BLOCKS = 1_000_000
"""A step that executes more blocks of loops counts as endless."""


class Steps(NamedTuple):
    """Where steps lead: a row and a block for each, and the samples taken, those of each step after those of the one
    before, as many as `counts` says. Where equal steps are merged, `into` says what each has become. `work` is how many
    blocks of loops were executed, and one for each stop."""

    rows: Numbers
    blocks: Numbers
    counts: Numbers
    samples: Numbers
    into: Numbers
    work: int


class _Part(NamedTuple):
    """The part of a program that is written: where it `starts` and may continue, where it pauses, the routines with
    which it is left, and the checks that are left out."""

    starts: frozenset[int]
    pauses: frozenset[int]
    ends: frozenset[int]
    unchecked: frozenset[tuple[int, int]]


def _find_part(phases: Phases, canonical: Canonical) -> tuple[Program, _Part]:
    """The part of a scope, and the program without the phases that are entered in it."""
    graph = canonical.graph
    program, routine = graph.program, graph.scope.routine
    begun = program.start if routine is None else program.routines[routine].entry
    entered = {graph.nodes[at].block for at in graph.entered}
    after = {graph.nodes[way].block for at in graph.entered for way in graph.ways[at]}
    pauses = (phases.pauses & {node.block for node in graph.nodes}) - {begun}
    starts = frozenset({begun, *(at for at in after if at > EXIT), *pauses - entered})
    ends = frozenset() if routine is None else phases.all[routine].ends
    empty = {at: replace(program.blocks[at], instructions=(), terminator=Finish()) for at in entered}
    without = replace(program, blocks=tuple(empty.get(at, block) for at, block in enumerate(program.blocks)))
    return without, _Part(starts, pauses, ends, canonical.unchecked)


class _StepWriter(SuperblockWriter):
    """Writes `step(slots, kept, block, outcome)`. `kept` has what is won, the number of samples, how many blocks of
    loops may still be executed, and the samples."""

    def __init__(self, program: Program, question: Question, part: _Part) -> None:
        self.question, self.part = question, part
        graph = find_graph(program, part.starts | part.pauses, apart=True)
        head = "internal i64 @step(ptr noalias %s, ptr noalias %c, i64 %block, i64 %outcome)"
        super().__init__(program, Function(head), graph, set())
        self.budget = self.f.at("%c", 2)

    def place_of_slot(self, slot: int) -> tuple[str, int]:
        return "%s", slot

    def text(self) -> str:
        f, blocks = self.f, self.program.blocks
        waits = [at for at in self.graph.blocks if self._waits(at)]
        entries = [(at, self._run_label(at)) for at in sorted(self.part.starts)]
        f.switch("%block", self.refused, [(at, f"answer{at}") for at in waits] + entries)
        for at in waits:
            f.label(f"answer{at}")
            self.forget_all()
            self.block, self.first, self.following = at, at, None
            blocks[at].terminator.meaning(self)
        for first in self.graph.superblocks:
            if first in self.part.pauses:
                f.label(self.label_of(first))
                f.give(first)
            if first not in self.part.pauses or first in self.part.starts:
                self.write_superblock(first)
        self.write_refusal(FAILED)
        return f.text()

    def _run_label(self, first: int) -> str:
        return f"run{first}" if first in self.part.pauses else self.label_of(first)

    def leave(self, routine: int) -> None:
        if routine in self.part.ends:
            self.f.give(EXIT - routine)
        else:
            super().leave(routine)

    def _waits(self, at: int) -> bool:
        end = self.program.blocks[at].terminator
        return end.stops and not (isinstance(end, Decide) and end.choice not in self.question.open)

    def write_superblock(self, first: int) -> None:
        self.first = first
        self.f.label(self._run_label(first))
        self.forget_all()
        if first in self.graph.heads or self.program.blocks[first].terminator.stops:
            left = self.f.op("sub", self.f.load(self.budget), 1)
            self.f.store(left, self.budget)
            self.refuse_unless(self.f.is_("sgt", left, 0))
        blocks = self.graph.superblocks[first]
        for block, following in zip(blocks, (*blocks[1:], None), strict=True):
            self.block, self.following = block, following
            if self._waits(block):
                self.f.give(block)
                return
            for at, part in enumerate(self.program.blocks[block].instructions):
                if not (isinstance(part, Check) and (block, at) in self.part.unchecked):
                    part.meaning(self)
            self.write_end(self.program.blocks[block].terminator)

    # ---- chance and decisions

    def roll(self, dice: int, outcomes: int, thrower: Operand, site: int) -> Term:
        return Term(0, outcomes - 1, "%outcome")

    def call_function(self, function: int, numbers: tuple[Term, ...], site: int) -> str:
        raise NotImplementedError("functions are put in the place of what applies them")

    def draw(self, place: Place[Term], onto: Place[Term], site: int) -> Term:
        raise NotImplementedError("`unfold` refuses cards")

    def decide(self, choice: int, chooser: Operand, offers: range, default: Slot, site: int) -> Term:
        values = self.program.choices[choice].values
        answer = "%outcome" if choice in self.question.open else self._default(choice, offers, default)
        value = self.f.element(f"@answers_{choice}", values, answer, (0, len(values) - 1))
        return Term(min(values), max(values), value)

    def _default(self, choice: int, offers: range, default: Slot) -> str:
        """The number of the default if it is offered, else that of the first answer that is."""
        f, many = self.f, len(self.program.choices[choice].values)
        offered = f.set(f"call {{i64, i64}} @offered(ptr {f.at('%s', offers.start)}, i64 {many})")
        size, first = (f.set(f"extractvalue {{i64, i64}} {offered}, {at}") for at in range(2))
        self.refuse_unless(f.is_("ne", size, 0))
        wanted = self.read(default).text
        there = f.set(f"call i64 @is_offered(ptr {f.at('%s', offers.start)}, i64 {many}, i64 {wanted})")
        return f.pick(f.is_("ne", there, 0), wanted, first)

    # ---- events

    def sample(self, measure: int, value: Operand) -> None:
        f = self.f
        count = f.get("%c", 1)
        self.refuse_unless(f.is_("ult", count, MOST_SAMPLES))
        f.put(self.read(value).text, "%c", 3, count)
        f.put(f.op("add", count, 1), "%c", 1)

    def award(self, winner: Operand, site: int) -> None:
        self.f.put(self.f.op("or", self.f.get("%c", 0), self.f.op("shl", 1, self.read(winner).text)), "%c", 0)

    def finish(self) -> None:
        self.f.give(OVER)

    def answer(self, values: tuple[Operand, ...]) -> None:
        self.f.jump(self.refused)


def _write_many(slots: Sequence[int], unseen: Sequence[int], size: int) -> str:
    """The loop over many states, which gives the number of all samples, and stores them if there is room. Slots that
    are not kept hold what `rest` says; those that a step may read before it writes them are `unseen`. A step from
    the same state as one of the `window` before it, to the same and without samples, is merged with it."""
    given = "ptr %rows, ptr %blocks, ptr %which, ptr %outcomes, i64 %many, ptr %rest, i64 %window"
    written = "ptr %goals, ptr %next, ptr %counts, ptr %into, ptr %work, ptr %samples, i64 %room"
    f = Function(f"i64 @steps({given}, {written})")
    s, c, total, width = f.place(max(size, 2)), f.place(3 + MOST_SAMPLES), f.place(), len(slots) + 1
    left, begun, before = (f.place() for _ in range(3))
    f.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {s}, ptr %rest, i64 {8 * size}, i1 false)")
    for number, place in ((0, total), (0, left), (-1, before)):
        f.store(number, place)
    f.put(0, "%work")
    with Loop(f, "%many") as at:
        for slot in unseen:
            f.put(f.get("%rest", slot), s, slot)
        state, end = f.get("%which", at), f.load(left)
        with If(f, f.is_("ne", state, f.load(before))):
            f.store(state, before)
            f.store(end, begun)
        row, goals = f.at("%rows", f.op("mul", state, width)), f.at("%goals", f.op("mul", end, width))
        f.put(f.get(row, 0), c, 0)
        f.put(0, c, 1)
        f.put(MOST_BLOCKS, c, 2)
        for column, slot in enumerate(slots, 1):
            f.put(f.get(row, column), s, slot)
        goal = f.set(f"call i64 @step(ptr {s}, ptr {c}, i64 {f.get('%blocks', state)}, i64 {f.get('%outcomes', at)})")
        f.increase("%work", by=f.op("sub", MOST_BLOCKS, f.get(c, 2)))
        f.put(f.get(c, 0), goals, 0)
        for column, slot in enumerate(slots, 1):
            f.put(f.get(s, slot), goals, column)
        done = f.fresh()
        count, since = f.get(c, 1), f.op("sub", end, f.load(begun))
        near = f.pick(f.is_("slt", since, "%window"), since, "%window")
        with If(f, f.is_("eq", count, 0)), Loop(f, near) as back:
            other, differs = f.op("sub", f.op("sub", end, 1), back), f.fresh()
            f.put(other, "%into", at)
            f.unless(f.both(f.is_("eq", f.get("%next", other), goal), f.is_("eq", f.get("%counts", other), 0)), differs)
            row = f.at("%goals", f.op("mul", other, width))
            apart = f.set(f"call i32 @memcmp(ptr {row}, ptr {goals}, i64 {8 * width})")
            f.branch(f.set(f"icmp eq i32 {apart}, 0"), done, differs)
            f.label(differs)
        f.put(goal, "%next", end)
        f.put(count, "%counts", end)
        f.put(end, "%into", at)
        f.store(f.op("add", end, 1), left)
        taken = f.load(total)
        f.increase(total, by=count)
        with If(f, f.is_("sle", f.load(total), "%room")), Loop(f, count) as sample:
            f.put(f.get(c, 3, sample), "%samples", taken, sample)
        f.jump(done)
        f.label(done)
    f.give(f.load(total))
    return f.text()


class Expander:
    """The successor function of a scope: states have the slots of its canonical states."""

    def __init__(self, phases: Phases, canonical: Canonical) -> None:
        program, part = _find_part(phases, canonical)
        memory = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare i32 @memcmp(ptr, ptr, i64)\n"
        parts = [HEADER, memory, FUNCTIONS_OF_OPERATORS, card_functions.DECLARATIONS, write_offered()]
        parts += write_constants(program)
        parts.append(_StepWriter(program, phases.question, part).text())
        live = 0
        for at in {*part.starts, *canonical.nodes} - {at for at in canonical.nodes if at <= EXIT}:
            live |= phases.live[at]
        unseen = sorted({*indices_of(live)} & {*range(len(program.slots))} - {*canonical.slots})
        parts.append(_write_many(canonical.slots, unseen, len(program.slots)))
        self.width = len(canonical.slots) + 1
        self._code = compiler.Code(compiler.compiled("\n".join(parts), "fast"))
        pointer = ctypes.c_void_p
        arguments = [*[pointer] * 4, ctypes.c_int64, pointer, ctypes.c_int64, *[pointer] * 6, ctypes.c_int64]
        self.rest, self.samples = np.zeros(len(program.slots), np.int64), np.zeros(0, np.int64)
        self._steps = self._code.function("steps", ctypes.c_int64, *arguments)

    def __call__(
        self,
        rows: Numbers,
        blocks: Numbers,
        which: Numbers,
        outcomes: Numbers,
        rest: Numbers | None = None,
        window: int = 0,
    ) -> Steps:
        """Take steps, `which` says from which of some states: from its block, with an outcome of its roll or the number
        of an answer. Slots that are not kept hold 0, or what `rest` says. Equal steps from a state are merged if no
        more than `window` others lie between."""
        given = [np.ascontiguousarray(each, np.int64) for each in (rows, blocks, which, outcomes)]
        rest = self.rest if rest is None else rest
        many = len(which)
        written = [np.empty(size, np.int64) for size in ((many, self.width), many, many, many, 1)]
        read, places = ([each.ctypes.data for each in several] for several in (given, written))
        while True:
            room = len(self.samples)
            total = self._steps(*read, many, rest.ctypes.data, window, *places, self.samples.ctypes.data, room)
            if total <= room:
                goals, following, counts, into, work = written
                left = int(into.max(initial=-1)) + 1
                samples = self.samples[:total].copy()
                return Steps(goals[:left], following[:left], counts[:left], samples, into, int(work[0]))
            self.samples = np.empty(total, np.int64)
