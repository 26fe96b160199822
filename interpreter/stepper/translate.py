"""Turns basic blocks into Python functions.

A function `(v, run) -> int` carries out a block and gives the number of the block that comes next. A block where the
run halts (a stop, the end, a query's answer, a failure) is given as its complement, which is negative.

A `block` function carries out one block and halts at every stop; whoever calls it counts the steps. A `region`
function goes on as far as the ways through the blocks are known: branches become `if`s, routines are carried out in
place and return to the call that is known to be the latest, chance is drawn from `run.below`, and a decision is
answered by itself where only one answer is offered or nobody outside decides. One call uses up at most `REGION_STEPS`
steps and as many stops, which it takes off `run.steps` and `run.stops`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import CodeType
from typing import TypeAlias

from interpreter.engine import Awarded, Decided, Drawn, Failure, Reached, Rolled, Said, Sampled
from interpreter.program import (
    HIGHEST,
    LOWEST,
    Answer,
    Binary,
    Branch,
    Call,
    Chance,
    Decide,
    Draw,
    Finish,
    Jump,
    Operand,
    Program,
    Return,
    Slot,
    Switch,
    cards,
)
from interpreter.program.flow import carried_registers
from interpreter.stepper.instructions import EMPTY_SET, OUT_OF_RANGE, REASONS, TOTAL, InstructionWriter, Ranges
from interpreter.stepper.run import Run

Code: TypeAlias = Callable[[list[int], Run], int]

REGION_BLOCKS = 32
REGION_STEPS = 64
DEEPEST = 60

FUNCTIONS = (
    *(cards.lay, cards.peek, cards.lift, cards.reveal, cards.take, cards.pour, cards.exchange, cards.mix),
    cards.draw,
)
"""What translated code calls for cards."""


class Translator:
    """Makes functions for the blocks of one program. With `events`, they note events; otherwise they count marks
    and keep samples."""

    def __init__(self, program: Program, events: bool) -> None:
        self.program = program
        self.events = events
        self.carried = carried_registers(program)
        self.names: dict[str, object] = {f"a{at}": array for at, array in enumerate(program.arrays)}
        self.names.update(Said=Said, Sampled=Sampled, Awarded=Awarded, Rolled=Rolled, Decided=Decided)
        self.names.update(fail=self.fail, fail_sum=self.fail_sum, fail_set=self.fail_set)
        self.names.update({f"z{at}": zone for at, zone in enumerate(program.zones)}, fail_cards=self.fail_cards)
        self.names.update({each.__name__: each for each in FUNCTIONS}, Drawn=Drawn)
        self.names["reached"] = [Reached(site) for site in range(len(program.sites))]

    def block(self, block: int) -> Code:
        """The function of one block."""
        return self._function(BlockWriter(self.program, self.carried, self.events).text(block))

    def region(self, block: int) -> Code:
        """The function of a block and what is sure to follow."""
        return self._function(RegionWriter(self.program, self.carried, self.events).text(block))

    def _function(self, text: str) -> Code:
        made: dict[str, Code] = {}
        exec(_compiled(text), self.names, made)
        return made["code"]

    def fail(self, run: Run, block: int, reason: int, site: int, what: int, value: int, low: int, high: int) -> int:
        """Notes a failure and halts."""
        run.failure = Failure(REASONS[reason], site, what, value, low, high)
        return ~block

    def fail_sum(
        self, run: Run, block: int, sum_site: int, site: int, what: int, value: int, low: int, high: int
    ) -> int:
        """Notes the failure of a sum whose range is checked next: the sum's own, if it does not fit 64 bits."""
        if LOWEST <= value <= HIGHEST:
            return self.fail(run, block, OUT_OF_RANGE, site, what, value, low, high)
        return self.fail(run, block, OUT_OF_RANGE, sum_site, -1, value, LOWEST, HIGHEST)

    def fail_set(self, run: Run, block: int, site: int, value: int) -> int:
        """Notes the failure of an operator on a set that is empty or no set at all."""
        if value == 0:
            return self.fail(run, block, EMPTY_SET, site, -1, 0, 0, 0)
        return self.fail(run, block, OUT_OF_RANGE, site, -1, value, 0, HIGHEST)

    def fail_cards(self, run: Run, block: int, site: int, result: int) -> int:
        """Notes the failure of an instruction on cards."""
        run.failure = Failure(cards.FAILURES[result], site)
        return ~block


@lru_cache(maxsize=16_384)
def _compiled(text: str) -> CodeType:
    return compile(text, "<translated>", "exec")


@dataclass(frozen=True)
class _Way:
    """How a place in a function is reached: through which blocks, how deep in `if`s, by how many steps since the
    function or the latest stop on the way (`stopped`) began, and what is known there."""

    blocks: tuple[int, ...] = ()
    depth: int = 1
    steps: int = 0
    stopped: bool = False
    ranges: Ranges = field(default_factory=dict)


class BlockWriter(InstructionWriter):
    """Writes the function of one block. `left` is how many more there is room for."""

    left = 0

    def text(self, block: int) -> str:
        """The whole function."""
        self.write_block(block, _Way())
        return "def code(v, run):\n" + "\n".join(self.lines)

    def write_block(self, block: int, way: _Way) -> None:
        """A block's instructions and how it ends."""
        self.block, self.depth, self.ranges = block, way.depth, dict(way.ranges)
        instructions, terminator = self.program.blocks[block].instructions, self.program.blocks[block].terminator
        way = replace(way, blocks=(*way.blocks, block), steps=way.steps + 1, ranges=self.ranges)
        match terminator:
            case Jump():
                self.write_instructions(instructions)
                self.follow(terminator.block, way)
            case Branch():
                self.write_branch(block, terminator, way)
            case Switch():
                self.write_instructions(instructions)
                self.choose(terminator.value, terminator.blocks, way)
            case Call():
                self.write_instructions(instructions)
                routine = self.program.routines[terminator.routine]
                self.set(Slot(routine.return_slot), f"{terminator.number:d}", (terminator.number, terminator.number))
                self.follow(routine.entry, way)
            case Return():
                self.write_instructions(instructions)
                routine = self.program.routines[terminator.routine]
                self.choose(Slot(routine.return_slot), routine.continuations, way)
            case Answer():
                self.write_instructions(instructions)
                self.line(f"run.answer = {self.listed(terminator.values)}")
                self.line(f"return {~block:d}")
            case Finish():
                self.write_instructions(instructions)
                self.line(f"return {~block:d}")
            case Chance() | Draw() | Decide():
                self.write_stop(terminator, way)
            case _:
                raise AssertionError(terminator)

    def write_branch(self, block: int, branch: Branch, way: _Way) -> None:
        """A block that branches: both ways, or the only one if the condition is known. If the last instruction does
        no more than work the condition out, its text takes the place of its register."""
        instructions = self.program.blocks[block].instructions
        last = instructions[-1] if instructions else None
        fused = self.is_local(branch.condition) and isinstance(last, Binary) and last.target == branch.condition
        if isinstance(last, Binary) and fused and last.operator in TOTAL:
            self.write_instructions(instructions[:-1])
            condition, known = self.expression(last), self.range_after(last)
        else:
            self.write_instructions(instructions)
            condition, known = self.operand(branch.condition), self.range_of(branch.condition)
        if known == (0, 0) or known[0] > 0:
            self.follow(branch.yes if known[0] else branch.no, way)
            return
        self.line(f"if {condition}:")
        self.left, kept = self.left - self.left // 2, self.left // 2
        self.follow(branch.yes, replace(way, depth=way.depth + 1))
        self.left += kept
        self.follow(branch.no, way)

    def choose(self, value: Operand, blocks: tuple[int, ...], way: _Way) -> None:
        """Leaves the function for one of several blocks; if it is known which, goes on with it."""
        self.check_index(value, len(blocks), -1)
        low, high = self.range_of(value)
        if low == high and 0 <= low < len(blocks):
            self.follow(blocks[low], way)
            return
        self.count(way)
        self.line(f"return ({''.join(f'{block:d}, ' for block in blocks)})[{self.operand(value)}]")

    def follow(self, block: int, way: _Way) -> None:
        """Goes on with the next block, by leaving the function."""
        self.depth = way.depth
        self.count(way)
        self.line(f"return {block:d}")

    def count(self, way: _Way) -> None:
        """Whoever calls a block's function counts its one step."""

    def write_stop(self, terminator: Chance | Draw | Decide, way: _Way) -> None:
        """A block halts at a stop."""
        self.line(f"return {~self.block:d}")


class RegionWriter(BlockWriter):
    """Writes the function of a region. Where it branches, each way gets half the room."""

    left = REGION_BLOCKS

    def write_block(self, block: int, way: _Way) -> None:
        """A block with what follows it."""
        self.left -= not self.is_nothing(block)
        super().write_block(block, way)

    def is_nothing(self, block: int) -> bool:
        """Whether a block only leads to another, which takes a step but no line."""
        return not self.program.blocks[block].instructions and isinstance(self.program.blocks[block].terminator, Jump)

    def follow(self, block: int, way: _Way) -> None:
        """Goes on with the next block in place, if there is room."""
        room = (self.left > 0 and way.depth < DEEPEST) or self.is_nothing(block)
        if room and len(way.blocks) < REGION_STEPS and block not in way.blocks:
            self.write_block(block, way)
        else:
            super().follow(block, way)

    def count(self, way: _Way) -> None:
        """Takes off the steps that the way has used up."""
        self.line(f"run.steps = run.budget - {way.steps:d}" if way.stopped else f"run.steps -= {way.steps:d}")

    def write_stop(self, terminator: Chance | Draw | Decide, way: _Way) -> None:
        """Answers a stop and goes on."""
        if isinstance(terminator, Chance):
            self.write_chance(terminator)
        elif isinstance(terminator, Draw):
            self.write_draw(terminator)
        else:
            self.write_decision(terminator)
        self.line("run.stops -= 1")
        self.follow(terminator.then, replace(way, steps=0, stopped=True))

    def write_chance(self, chance: Chance) -> None:
        """Draws a result."""
        self.line(f"t = run.below({chance.outcomes:d})")
        self.line(f"run.rolls[{chance.dice:d}] += 1")
        if self.events:
            thrower = self.operand(chance.thrower)
            self.line(f"run.events.append(Rolled({chance.dice:d}, t, {thrower}, {chance.site:d}))")
        self.set(chance.target, "t", (0, chance.outcomes - 1))

    def write_draw(self, draw: Draw) -> None:
        """Draws a card."""
        zone, number = self.program.zones[draw.zone], draw.zone
        index = self.operand(draw.index)
        self.check_index(draw.index, zone.members, draw.site)
        self.check_index(draw.place, self.program.zones[draw.onto].members, draw.site)
        self.line(f"t = v[{zone.loose:d} + {index}]")
        self.line(f"if not 0 < t < {1 << zone.cards:d}:")
        self.line(f" return fail_cards(run, {self.block:d}, {draw.site:d}, {cards.EMPTY:d})")
        self.line(f"t = draw(v, z{number:d}, {index}, run.below(t.bit_count()))")
        if self.events:
            place = self.operand(draw.place)
            self.line(f"run.events.append(Drawn({number:d}, {index}, t, {draw.onto:d}, {place}, {draw.site:d}))")
        self.forget(zone.first, zone.size)
        self.set(draw.target, "t", (0, zone.cards - 1))

    def write_decision(self, decision: Decide) -> None:
        """Takes the only answer or the default; halts where there is none or somebody is to be asked."""
        values = self.program.choices[decision.choice].values
        self.line(f"f = v[{decision.flags:d}:{decision.flags + len(values):d}]")
        self.line("n = f.count(1)")
        self.line("if n == 0 or n > 1 and run.asks:")
        self.line(f" return {~self.block:d}")
        self.line(f"t = {self.operand(decision.default)}")
        self.line(f"if n == 1 or not 0 <= t < {len(values):d} or f[t] != 1:")
        self.line(" t = f.index(1)")
        if self.events:
            chooser = self.operand(decision.chooser)
            self.line(f"run.events.append(Decided({decision.choice:d}, t, {chooser}, {decision.site:d}))")
        listed = "".join(f"{value:d}, " for value in values)
        self.set(decision.target, f"({listed})[t]", (min(values), max(values)))
