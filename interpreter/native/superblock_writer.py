"""Writes the blocks of a program into a function, superblock by superblock.

What functions that play a game (`game_writer`), work out a strategy's advice (`advice_writer`), memoise a value
(`function_writer`) and take steps of a Markov chain (`markov.expand`) have in common. None says what is wrong when
something is impossible: it only gives up, and its caller has another engine find out.
"""

from __future__ import annotations

from interpreter.analysis.graph import Graph
from interpreter.native.llvm_machine import LlvmMachine
from interpreter.native.llvm_text import Function
from interpreter.program import Operand, Program, Register, Target, Terminator
from interpreter.program.flow import read_registers

NOWHERE = -1
"""A block that nothing leads to."""


class SuperblockWriter(LlvmMachine):
    """`block` is the one that is being written, `first` the first of its superblock, and `following` the next of it."""

    def __init__(self, program: Program, function: Function, graph: Graph, card_names: set[tuple[str, ...]]) -> None:
        super().__init__(program, function)
        self.program, self.graph, self.card_names = program, graph, card_names
        self.carried = self._carried_registers()
        self.registers: dict[int, str] = {}
        self.complete = False
        self.block, self.first = 0, 0
        self.following: int | None = None

    # ---- what the machine asks for

    def place_of_register(self, register: int) -> str:
        """Registers lie in places of the function's own."""
        if register not in self.registers:
            self.registers[register] = self.f.place()
        return self.registers[register]

    def is_kept(self, target: Target) -> bool:
        """Registers that no other superblock reads are not kept."""
        return target.index in self.carried if isinstance(target, Register) else True

    def card_function(self, name: str, *zones: int) -> str:
        """Functions for cards are written later, those that are needed."""
        self.card_names.add((name, *map(str, zones)))
        return "_".join([name, *map(str, zones)])

    def mark(self, site: int) -> None:
        """Do nothing: the marks of a superblock are counted together."""

    def say(self, text: int, values: tuple[Operand, ...], site: int) -> None:
        """Do nothing: nobody sees what is said here."""

    # ---- superblocks

    def _carried_registers(self) -> set[int]:
        """The registers that some superblock reads before it writes them."""
        blocks, superblocks = self.program.blocks, self.graph.superblocks.values()
        return set().union(*(read_registers(part for at in each for part in blocks[at].parts) for each in superblocks))

    def write_superblock(self, first: int) -> None:
        """A superblock from its label to its end."""
        blocks, self.first = self.graph.superblocks[first], first
        self.f.label(self.label_of(first))
        self.forget_all()
        self.write_start(first)
        for block, following in zip(blocks, (*blocks[1:], None), strict=True):
            self.block, self.following = block, following
            for instruction in self.program.blocks[block].instructions:
                instruction.meaning(self)
            self.write_end(self.program.blocks[block].terminator)

    def write_start(self, first: int) -> None:
        """What is done at the beginning of a superblock."""

    def write_end(self, end: Terminator) -> None:
        end.meaning(self)

    # ---- ways on

    def label_of(self, block: int) -> str:
        return f"b{block}"

    def go(self, block: int) -> None:
        """Go on to a block; nothing needs to be done if it is the next of the superblock."""
        if block == NOWHERE:
            self.f.jump(self.refused)
        elif self.following is None:
            super().go(block)

    def leave(self, routine: int) -> None:
        """Return to the call that the return slot names, without reading it where there is only one."""
        ways = self.graph.ways[self.first]
        if self.following is None and len(ways) != 1:
            super().leave(routine)
        elif self.following is None:
            self.go(ways[0])

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        """Go on to one of the blocks, of those that are ever reached."""
        ways = self.graph.ways[self.first]
        super().choose(number, tuple(block if block in ways else NOWHERE for block in blocks))

    def fan_out(self, number: Operand, blocks: tuple[int, ...]) -> None:
        low, high = self.range_of(number)
        likely = [(at, block) for at, block in enumerate(blocks) if block != NOWHERE and low <= at <= high]
        cases = [(at, self.label_of(block)) for at, block in likely]
        self.complete |= (everything := len(cases) == high - low + 1)
        self.f.switch(self.read(number).text, "never" if everything else self.refused, cases)

    def write_refusal(self, result: int) -> None:
        """Where the function gives up."""
        self.f.label(self.refused)
        self.f.give(result)
        self.write_never()

    def write_never(self) -> None:
        """Where the function never comes, if anything leads there."""
        if self.complete:
            self.f.label("never")
            self.f.line("unreachable")
