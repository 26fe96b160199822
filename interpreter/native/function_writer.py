"""Writes the functions of a program (`program.FunctionInfo`), which memoise their results.

`function_N(c, ...)` is given its arguments, the numbers in the slots that it reads, and where the runs of slots begin
that it reads. It gives its result, and whether it has one. Results are kept in a direct-mapped cache under everything
that they depend on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.analysis.graph import find_graph, find_runs
from interpreter.native.aside_writer import AsideWriter
from interpreter.native.llvm_machine import list_runs
from interpreter.native.llvm_text import Function
from interpreter.native.memory_layout import KEPT
from interpreter.program import Apply, Operand, Program, Range, Target

PLACES = 64
"""The results of a function that are kept at a time."""

MOST_INPUTS = 64
"""The results of a function of more inputs are not kept."""

SPREADING = 0x9E3779B97F4A7C15 - 2**64
"""The multiplier of the cache's hash (Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, 6.4)."""


def find_functions(program: Program, blocks: Iterable[int]) -> list[int]:
    """The functions that some blocks apply, and that those apply."""
    found, waiting = set[int](), list(blocks)
    while waiting:
        for each in program.blocks[waiting.pop()].instructions:
            if isinstance(each, Apply) and each.function not in found:
                found.add(each.function)
                waiting += find_graph(program, [program.functions[each.function].entry]).blocks
    return sorted(found)


def write_functions(
    program: Program,
    functions: Iterable[int],
    first: int,
    budget: int,
    ranges: dict[Target, Range],
    card_names: set[tuple[str, ...]],
) -> list[str]:
    """Functions. What they call for cards is added to `card_names`. Results are kept in the part of `c` that begins
    with the number `first`, as far as there is room."""
    texts, room = list[str](), KEPT
    for number in functions:
        writer = FunctionWriter(program, number, card_names, ranges)
        size = writer.size if writer.keeps and writer.size <= room else 0
        texts.append(writer.text(budget, first + KEPT - room if size else None))
        room -= size
    return texts


class FunctionWriter(AsideWriter):
    """Writes one function."""

    def __init__(
        self, program: Program, number: int, card_names: set[tuple[str, ...]], ranges: dict[Target, Range]
    ) -> None:
        self.info = info = program.functions[number]
        self.runs = runs = list_runs(program, number)
        given = [f"i64 %a{at}" for at in range(len(info.parameters) + len(info.slots))]
        given += [f"ptr noalias readonly %r{at}" for at in range(len(runs))]
        head = f"internal {{i64, i1}} @function_{number}({', '.join(['ptr noalias %c', *given])}) noinline"
        super().__init__(program, Function(head), find_graph(program, [info.entry]), card_names)
        self.always = ranges
        self.carried |= set(info.parameters)
        self.inputs = [f"%a{at}" for at in range(len(info.parameters) + len(info.slots))]
        self.given = {slot: (f"%r{at}", place) for at, run in enumerate(runs) for place, slot in enumerate(run)}
        self.keeps = len(self.inputs) + len(self.given) <= MOST_INPUTS
        self.homes = dict(self.given)
        self.fuel, self.row = self.f.place(), ""
        self.kept: int | None = None

    @property
    def size(self) -> int:
        """The numbers that its cache takes: for each result whether there is one, the inputs, and the result."""
        return (len(self.inputs) + len(self.given) + 2) * (1 if self.given else PLACES)

    def text(self, budget: int, kept: int | None) -> str:
        """The whole function; where it keeps its results, if it does."""
        f, self.kept = self.f, kept
        if kept is not None:
            self.leave_if_kept(kept)
        f.store(budget, self.fuel)
        for at, register in enumerate(self.info.parameters):
            f.store(self.inputs[at], self.place_of_register(register))
        for first, size, written in find_runs(self.program, self.graph.blocks):
            if written:
                self.move_in(first, size)
        for at, slot in enumerate(self.info.slots, len(self.info.parameters)):
            if slot not in self.given:
                self.homes.setdefault(slot, (f.place(), 0))
                f.put(self.inputs[at], *self.homes[slot])
        f.jump(self.label_of(self.info.entry))
        for first in self.graph.superblocks:
            self.write_superblock(first)
        f.label(self.refused)
        f.line("ret {i64, i1} zeroinitializer")
        self.write_never()
        return f.text()

    def move_in(self, first: int, size: int) -> None:
        """Give slots that the function writes a place of its own, and copy there what it is given of them."""
        place = self.f.place(size)
        for at, slot in enumerate(range(first, first + size)):
            self.homes[slot] = place, at
            if slot in self.given:
                self.f.put(self.f.get(*self.given[slot]), place, at)

    def leave_if_kept(self, first: int) -> None:
        """Give the result that is kept for these inputs, if there is one."""
        f, spread, missing, kept = self.f, "0", self.f.fresh("missing"), self.f.fresh("kept")
        self.row = str(first)
        if not self.given:
            for each in self.inputs:
                spread = f.op("mul", f.op("xor", spread, each), SPREADING)
            place = f.op("mul", f.op("lshr", spread, 65 - PLACES.bit_length()), self.size // PLACES)
            self.row = f.op("add", place, first)
        found = f.is_("ne", f.get("%c", self.row), 0)
        for at, each in enumerate(self.inputs, 1):
            found = f.both(found, f.is_("eq", f.get("%c", self.row, at), each))
        for kind, held, at in self.list_vectors():
            before = f.set(f"load {kind}, ptr {f.at('%c', self.row, at)}, align 8")
            apart = f.set(f"xor {kind} {f.set(f'load {kind}, ptr {held}, align 8')}, {before}")
            name = f"@llvm.vector.reduce.or.v{kind[1:].split()[0]}i64"
            found = f.both(found, f.is_("eq", f.set(f"call i64 {name}({kind} {apart})"), 0))
        f.branch(found, kept, missing)
        f.label(kept)
        self.give(f.get("%c", self.row, len(self.inputs) + len(self.given) + 1))
        f.label(missing)

    def list_vectors(self) -> Iterator[tuple[str, str, int]]:
        """For each run of slots its type as a vector, where it is, and where its copy is among what is kept."""
        at = 1 + len(self.inputs)
        for number, run in enumerate(self.runs):
            yield f"<{len(run)} x i64>", f"%r{number}", at
            at += len(run)

    def give(self, result: str) -> None:
        done = self.f.set(f"insertvalue {{i64, i1}} {{i64 poison, i1 true}}, i64 {result}, 0")
        self.f.line(f"ret {{i64, i1}} {done}")

    def write_start(self, first: int) -> None:
        """Each block is a step; a superblock that heads a loop gives up where none are left."""
        f = self.f
        if first in self.graph.heads:
            left = f.op("sub", f.load(self.fuel), len(self.graph.blocks))
            self.refuse_unless(f.is_("sge", left, 0))
            f.store(left, self.fuel)

    def answer(self, values: tuple[Operand, ...]) -> None:
        result = self.read(values[0]).text
        if self.kept is not None:
            for at, number in enumerate(["1", *self.inputs]):
                self.f.put(number, "%c", self.row, at)
            for kind, held, at in self.list_vectors():
                now = self.f.set(f"load {kind}, ptr {held}, align 8")
                self.f.line(f"store {kind} {now}, ptr {self.f.at('%c', self.row, at)}, align 8")
            self.f.put(result, "%c", self.row, len(self.inputs) + len(self.given) + 1)
        self.give(result)

    def finish(self) -> None:
        raise AssertionError("a function does not end the game")

    def place_of_slot(self, slot: int) -> tuple[str, int]:
        return self.homes[slot]
