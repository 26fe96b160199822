"""Has an answer that is likely tried before the whole offer is made: one that a strategy advises, or the default.

Where a choice has many answers, most of the time would go into saying of each whether it is offered. So the default is
found first, an answer is put forward, and it is asked of that one alone whether it is offered. Then the decision is
taken; otherwise the offer is made as ever. That is for machine code only: nothing else can tell, but for the steps, of
which there have to be enough left for the offer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.decisions import find_slots_read_beside, group_decisions
from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import Graph, find_leading
from interpreter.analysis.loop_shapes import Unsuited
from interpreter.analysis.part_offers import PartOffer, find_part_offer, list_numbering, see_apart
from interpreter.analysis.ranges import Ranges
from interpreter.analysis.steps import Steps
from interpreter.data_classes import dataclass
from interpreter.program import (
    Binary,
    Block,
    Branch,
    Clear,
    Decide,
    Instruction,
    Jump,
    Operand,
    Program,
    Register,
    Slot,
    Store,
)
from interpreter.program.instructions.fields import target, with_blocks, with_operands


@dataclass(frozen=True)
class Guess:
    """What is known of a block in which an answer is put forward, to be tried in the blocks that follow: whether it is
    not, or there are not so many `steps` left, the game goes on with `otherwise`; and where it is offered, the
    decision is taken in the block `taken`."""

    otherwise: int
    taken: int
    steps: int


def guess_answers(
    left: Trimmed, graph: Graph, steps: Steps, asked: set[int], choices: set[int]
) -> tuple[Trimmed, dict[int, Guess]]:
    """What is left of a program, where answers to these choices are guessed, and the blocks in which that is done.
    `asked` are the slots that strategies look at."""
    guesses: dict[int, Guess] = {}
    leading = find_leading(left.program, graph)
    for decisions in _find_decisions(left, graph, choices):
        try:
            offers = [find_part_offer(left.program, each, leading) for each in decisions]
            for each in offers:
                see_apart(left.program, each, left.live)
            _see_unread(left.program, graph, offers, asked)
            left, more = _put_in_place(left, graph, offers, steps)
        except Unsuited:
            continue
        guesses |= more
    return left, guesses


def _find_decisions(left: Trimmed, graph: Graph, choices: set[int]) -> list[list[int]]:
    """The decisions on some choices, as `group_decisions` has them."""

    def is_on_these(at: int) -> bool:
        end = left.program.blocks[at].terminator
        return isinstance(end, Decide) and end.choice in choices

    groups = [list(filter(is_on_these, each)) for each in group_decisions(left, graph)]
    return [each for each in groups if each]


def _see_unread(program: Program, graph: Graph, offers: list[PartOffer], asked: set[int]) -> None:
    """What is offered, and the default, are of no interest to anybody but these decisions."""
    read = asked | find_slots_read_beside(program, graph, {each.decision for each in offers})
    if any(read & {*each.flags, each.decide.default.index} for each in offers):
        raise Unsuited


def _put_in_place(
    left: Trimmed, graph: Graph, offers: list[PartOffer], steps: Steps
) -> tuple[Trimmed, dict[int, Guess]]:
    guesses, trying = {}, list[tuple[list[int], Slot]]()
    program = left.program
    for offer in offers:
        writing = _Writing(program, offer)
        guesses[writing.guess] = Guess(writing.otherwise, writing.taken, _count_steps(offer, steps))
        trying.append((writing.trying, offer.decide.default))
        program = writing.write()
    found = Ranges(program, graph.entries)
    for each, default in trying:
        _see_safe(program, found, each, default)
    fresh = {*map(Register, range(left.program.registers, program.registers)), *(each for _, each in trying)}
    ranges = left.ranges | {each: known for each, known in found.found.items() if each in fresh}
    return replace(left, program=program, ranges=ranges), guesses


def _see_safe(program: Program, found: Ranges, trying: list[int], guessed: Slot) -> None:
    """What tries one answer fails where it fails for all others: it cannot, or it has nothing to do with the answer and
    comes whichever that is."""
    special: set[Operand] = {guessed}
    steady = True
    if not found.certain.keys() >= set(trying) or not found.failing.isdisjoint(trying):
        raise Unsuited
    for at in trying:
        steady = steady or at == trying[-1]
        for each, certain in zip(program.blocks[at].instructions, found.certain[at], strict=True):
            effects = find_effects(program, each)
            depends = not steady or not special.isdisjoint(effects.reads)
            if depends and not certain:
                raise Unsuited
            special |= set(effects.writes) if depends else set()
        steady = steady and isinstance(program.blocks[at].terminator, Jump)


def _count_steps(offer: PartOffer, steps: Steps) -> int:
    """How many steps it takes to make an offer, at most."""
    once = {offer.beginning, *offer.stepping, *offer.ending}
    if offer.head not in steps.heads or steps.heads & once or steps.loops.keys() & offer.bodies.keys():
        raise Unsuited
    inside = sum(steps.ahead[each] for each in offer.bodies if each in steps.heads)
    return offer.parts * inside


class _Writing:
    """Writes the blocks for one offer: those that find the default, that in which an answer is put forward, those that
    try it (`trying`), and where it is taken; where it is not, the offer is made (`otherwise`)."""

    def __init__(self, program: Program, offer: PartOffer) -> None:
        self.program, self.offer = program, offer
        first = len(program.blocks)
        self.guess, self.taken, self.begin = range(first, first + 3)
        self.otherwise = offer.beginning
        self.places = {at: first + 3 + number for number, at in enumerate([*offer.bodies, *offer.ending])}
        self.trying = [self.places[at] for at in offer.bodies]
        self.names: dict[Operand, Operand] = {offer.part: offer.decide.default}
        self.registers = program.registers

    def write(self) -> Program:
        """The program with these blocks."""
        offer, program, decide = self.offer, self.program, self.offer.decide
        before, name = list(program.blocks), program.blocks[offer.decision].name
        for each in offer.entries:
            end = with_blocks(before[each].terminator, {offer.beginning: self.places[offer.after]})
            before[each] = replace(before[each], terminator=end)
        guess = Block(f"guess {name}", (), replace(decide, target=decide.default, then=self.begin))
        blocks = [guess, program.blocks[offer.decision], self.see_part()]
        blocks += [self.try_part(at, block) for at, block in offer.bodies.items()]
        blocks += [self.copy(block, {**self.places, offer.decision: self.guess}) for block in offer.ending.values()]
        return replace(program, blocks=(*before, *blocks), registers=self.registers)

    def see_part(self) -> Block:
        """What is put forward is a part of the whole: no face has more dice. A bit above all dice of each face is there
        as long as there were enough."""
        offer, block = self.offer, self.program.blocks[self.offer.beginning]
        instructions = [
            self.rename(each)
            for each in block.instructions
            if target(each) != offer.part and not isinstance(each, Clear)
        ]
        guards = sum(1 << place + offer.width - 1 for place in range(0, max(offer.values).bit_length(), offer.width))
        ready, rest, enough, is_part = (self.register() for _ in range(4))
        instructions += [
            Binary(ready, "or", self.names[offer.whole], guards, 0),
            Binary(rest, "sub", ready, offer.decide.default, 0),
            Binary(enough, "and", rest, guards, 0),
            Binary(is_part, "eq", enough, guards, 0),
        ]
        return Block(block.name, tuple(instructions), Branch(is_part, self.places[offer.head], self.otherwise))

    def try_part(self, at: int, block: Block) -> Block:
        """What finds out whether a part is offered; of the last block, all but what finds its number and stores it."""
        if at != self.offer.last:
            return self.copy(block, self.places)
        *instructions, store = block.instructions
        assert isinstance(store, Store)
        numbering, needed, kept = list_numbering(block, self.offer.part), {store.value}, list[Instruction]()
        for each in reversed(instructions):
            if each not in numbering or target(each) in needed:
                needed |= set(find_effects(self.program, each).reads)
                kept.append(each)
        done, is_offered = tuple(self.rename(each) for each in reversed(kept)), self.register()
        test = Binary(is_offered, "eq", self.names.get(store.value, store.value), 1, store.site)
        return Block(block.name, (*done, test), Branch(is_offered, self.taken, self.otherwise))

    # ---- copies, with registers of their own

    def register(self) -> Register:
        self.registers += 1
        return Register(self.registers - 1)

    def copy(self, block: Block, where: Mapping[int, int]) -> Block:
        instructions = tuple(self.rename(each) for each in block.instructions)
        return Block(block.name, instructions, with_operands(with_blocks(block.terminator, where), self.names))

    def rename(self, instruction: Instruction) -> Instruction:
        written = target(instruction)
        if isinstance(written, Register) and written not in self.names:
            self.names[written] = self.register()
        return with_operands(instruction, self.names)
