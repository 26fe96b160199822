"""The phases of a program that can be summarised.

A phase that is entered again and again is explored once from each of its entries, and summarised as a distribution over
its exits: the functional approach to calls (Sharir and Pnueli, "Two Approaches to Interprocedural
Data Flow Analysis", 1981), for chains (Etessami and Yannakakis, "Recursive Markov Chains", 2009; no ruleset recurses).
That pays where the game's states hold more than the phase uses: slots that a phase does not touch are no part of its
states, and what it only adds to is counted on its edges.

A phase can be summarised if no open choice is made in it; and not in games that may end without a result, if something
is measured: within a phase the probability that its game counts is unknown. `phase_choice` chooses among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.analysis.dead_code import trim
from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_graph, find_ways
from interpreter.bits import bits_of
from interpreter.data_classes import dataclass
from interpreter.markov.out_of_reach import Unsupported
from interpreter.markov.question import Question
from interpreter.program import (
    VOID,
    Award,
    Block,
    Call,
    Decide,
    Finish,
    Instruction,
    Mark,
    Program,
    Range,
    Return,
    Sample,
    Say,
    Slot,
    Target,
)

SELECTED = 8
"""The most values of a slot that selects elements of arrays, for it to be part of contexts."""


@dataclass(frozen=True)
class Phase:
    """A rule or phase with what it calls: its blocks, the slots that it may write, as bits, and the routines that may
    have ended at its exits: itself and those around it."""

    blocks: frozenset[int]
    written: int
    ends: frozenset[int]


class Phases:
    """A program sliced for a question, and its reachable routines (`all`). `entries` are those that are summarised, by
    their entry blocks; `live` are the bits that may be read at each block, `ranges` those of slots, and `choices` the
    possible numbers of a slot with few. Raises Unsupported."""

    def __init__(self, program: Program, question: Question, summarise: bool = True) -> None:
        self.question, voidable = question, program.voidable
        self.program, self.ranges, self.live = _slice_program(program, question)
        program = self.program
        self.choices = {
            slot.index: range(low, high + 1)
            for slot, (low, high) in self.ranges.items()
            if isinstance(slot, Slot) and high - low < SELECTED
        }
        reached = [at for at, each in enumerate(program.routines) if each.entry in self.live]
        self.all = {at: self._look_at(at) for at in reached}
        if question.first and voidable:
            raise Unsupported("whether a game counts may show after its first sample")
        self.summarises = summarise and not (voidable and question.measure is not None)
        self.entries: dict[int, int] = {}
        self.measured = self._find_measured()

    def is_stop(self, block: int) -> bool:
        """Whether states are kept at a block: where the game stops, and at pauses."""
        end = self.program.blocks[block].terminator
        kept = block in self.entries or block in self.measured
        return kept or (end.stops and getattr(end, "choice", None) in {None, *self.question.open})

    @property
    def pauses(self) -> frozenset[int]:
        """Blocks without a roll or choice where states are kept all the same."""
        return self.measured | self.entries.keys()

    def _find_measured(self) -> frozenset[int]:
        """The entry of the phase of a measure: where nothing of what it adds up is live yet."""
        program, question = self.program, self.question
        if question.measure is None or question.first:
            return frozenset()
        per = program.measures[question.measure].per
        entries = {each.entry for each in program.routines if each.kind == "phase" and each.name == per}
        return frozenset(at for at in entries if not program.blocks[at].terminator.stops and at != program.start)

    def _look_at(self, routine: int) -> Phase:
        blocks = find_ways(self.program, [self.program.routines[routine].entry])
        left = [self.program.blocks[at].terminator for at in blocks]
        called = {routine, *(end.routine for end in left if isinstance(end, Call))}
        ended = {routine, *(end.routine for end in left if isinstance(end, Return))}
        parts = [part for at in blocks for part in self.program.blocks[at].parts]
        written = find_effects(self.program, parts).slots_written()
        return Phase(frozenset(blocks), bits_of(written), frozenset(ended - called | {routine}))

    def can_be_summarised(self, routine: int) -> bool:
        info, phase = self.program.routines[routine], self.all[routine]
        if info.kind != "phase" or not info.continuations or self.program.blocks[info.entry].terminator.stops:
            return False
        ends = [self.program.blocks[at].terminator for at in phase.blocks]
        return not any(isinstance(end, Decide) and end.choice in self.question.open for end in ends)


def _slice_program(program: Program, question: Question) -> tuple[Program, Mapping[Target, Range], Mapping[int, int]]:
    """The program without code that does not affect the question, with the same block numbers (a slice: Weiser,
    "Program Slicing", 1981); the ranges of its slots; and the bits that may be read at each block."""
    blocks = tuple(_slice_block(program, each, question) for each in program.blocks)
    sliced = replace(program, blocks=blocks)
    left = trim(sliced, find_graph(sliced, [program.start]), {*range(len(program.choices))}, set())
    return left.program, left.ranges, left.live


def _slice_block(program: Program, block: Block, question: Question) -> Block:
    """A block without what does not affect the question; if it is of the first sample, the game ends there. The samples
    of all members of a measure are taken together, in their order."""
    kept, samples = list[Instruction](), 0
    for part in block.instructions:
        match part:
            case Mark() | Say():
                continue
            case Award(winner=winner) if question.measure is not None and winner != VOID:
                continue
            case Sample(measure=measure):
                if measure != question.measure:
                    continue
                samples += 1
                if (samples - 1) % (len(program.measures[measure].labels) or 1) != question.member:
                    continue
                if question.first:
                    return replace(block, instructions=(*kept, part), terminator=Finish())
        kept.append(part)
    return replace(block, instructions=tuple(kept))
