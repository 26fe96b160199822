"""Writes the blocks of a program into a function, chain by chain, and how each of them ends.

What is common to the two kinds of function that go fast: those that play a game (`game`) and those that work out a
strategy's advice (`advice`). Neither tells what is wrong when something is impossible; it only leaves, and whoever
called finds out the careful way.
"""

from __future__ import annotations

from interpreter.analysis.graph import Graph
from interpreter.native.instructions import Fault, InstructionWriter
from interpreter.native.writing import Function
from interpreter.program import (
    Answer,
    Branch,
    Call,
    Chance,
    Decide,
    Draw,
    Finish,
    Jump,
    Operand,
    Program,
    Register,
    Return,
    Slot,
    Switch,
    Target,
)
from interpreter.program.flow import carried_registers, operands, target


class ChainWriter(InstructionWriter):
    """Writes chains into a function that gives up by `refuse`."""

    def __init__(self, program: Program, function: Function, graph: Graph, card_names: set[tuple[str, ...]]) -> None:
        super().__init__(program, function)
        self.graph = graph
        self.card_names = card_names
        self.carried = _carried(program, graph)
        self.registers: dict[int, str] = {}
        self.refused = "refused"
        self.complete = False
        self.fuel = ""
        self.first = 0

    # ---- what the instructions need

    def register(self, index: int) -> str:
        """Registers lie in places of the function's own."""
        if index not in self.registers:
            self.registers[index] = self.f.place()
        return self.registers[index]

    def is_kept(self, target: Target) -> bool:
        """Registers that no other chain reads are not kept."""
        return target.index in self.carried if isinstance(target, Register) else True

    def require(self, truth: str, fault: Fault) -> None:
        """Gives up unless something holds."""
        self.f.unless(truth, self.refused)

    def require_cards(self, result: str, least: int, site: int) -> None:
        """Gives up if cards could not be handled."""
        self.f.unless(self.f.is_("sge", result, least), self.refused)

    def cards(self, name: str, *zones: int) -> str:
        """Functions for cards are written later, those that are needed."""
        self.card_names.add((name, *map(str, zones)))
        return "_".join([name, *map(str, zones)])

    # ---- chains

    def write_chain(self, first: int) -> None:
        """A chain from its label to its end."""
        chain, f, self.first = self.graph.chains[first], self.f, first
        f.label(self.label_of(first))
        self.forget_all()
        self.write_steps(first)
        self.write_start(first)
        for at, block in enumerate(chain):
            self.block = block
            for instruction in self.program.blocks[block].instructions:
                self.write_instruction(instruction)
            self.write_end(block, chain[at + 1] if at + 1 < len(chain) else None)

    def write_steps(self, first: int) -> None:
        """The steps that a chain takes."""
        raise NotImplementedError

    def write_start(self, first: int) -> None:
        """What is done at the beginning of a chain."""

    def write_end(self, block: int, following: int | None) -> None:
        """How a block ends; `following` is the next of its chain."""
        end = self.program.blocks[block].terminator
        match end:
            case Jump(then):
                self.go_on(then, following)
            case Call(routine, number, _):
                info = self.program.routines[routine]
                self.write(Slot(info.return_slot), number, (number, number))
                self.go_on(info.entry, following)
            case Return(routine):
                self.write_return(routine, following)
            case Branch(condition, yes, no):
                self.write_branch(condition, yes, no)
            case Switch(value, blocks):
                self.choose(value, dict(enumerate(blocks)))
            case Chance() | Draw() | Decide():
                self.write_stop(end)
            case Finish() | Answer():
                self.write_last(end)
            case _:
                raise AssertionError(end)

    def write_branch(self, condition: Operand, yes: int, no: int) -> None:
        """A branch; if it is known where it goes, no more than a jump."""
        low, high = self.range_of(condition)
        if low > 0 or high < 0 or low == high:
            self.goto(yes if low or high else no)
        else:
            self.f.branch(self.truth(self.read(condition)), self.label_of(yes), self.label_of(no))

    def write_return(self, routine: int, following: int | None) -> None:
        """Back to the call that the return slot names, of those that are reached."""
        info = self.program.routines[routine]
        ways = set(self.graph.ways[self.first])
        if following is not None:
            return
        if len(ways) == 1:
            self.goto(min(ways))
            return
        self.choose(
            Slot(info.return_slot), {number: then for number, then in enumerate(info.continuations) if then in ways}
        )

    def choose(self, value: Operand, blocks: dict[int, int]) -> None:
        """On to one of several blocks."""
        low, high = self.range_of(value)
        if low == high and low in blocks:
            self.goto(blocks[low])
            return
        cases = [(number, self.label_of(block)) for number, block in blocks.items() if low <= number <= high]
        self.complete |= (everything := len(cases) == high - low + 1)
        self.f.switch(str(self.read(value)), "never" if everything else self.refused, cases)

    def go_on(self, block: int, following: int | None) -> None:
        """On to a block; nothing needs to be done if it is the next of the chain."""
        if following is None:
            self.goto(block)

    def goto(self, block: int) -> None:
        """On to a block."""
        self.f.jump(self.label_of(block))

    def label_of(self, block: int) -> str:
        """The label that leads to a block."""
        return f"b{block}"

    def write_stop(self, stop: Chance | Draw | Decide) -> None:
        """A stop."""
        raise NotImplementedError

    def write_last(self, end: Finish | Answer) -> None:
        """The end of all."""
        raise NotImplementedError

    def write_refusal(self, result: int = 1) -> None:
        """Where the function gives up; and where it never comes."""
        self.f.label(self.refused)
        self.f.give(result)
        if self.complete:
            self.f.label("never")
            self.f.line("unreachable")


def _carried(program: Program, graph: Graph) -> frozenset[int]:
    """The registers that a chain reads before it writes them."""
    carried = carried_registers(program)
    found: set[int] = set()
    for chain in graph.chains.values():
        written: set[int] = set()
        for at in chain:
            block = program.blocks[at]
            for instruction in block.instructions:
                found.update(each for each in _registers(operands(instruction)) if each not in written)
                written.update(_registers((target(instruction),)))
            found.update(each for each in _registers(operands(block.terminator)) if each not in written)
    return frozenset(found) & carried


def _registers(several: tuple[object, ...]) -> list[int]:
    return [each.index for each in several if isinstance(each, Register)]
