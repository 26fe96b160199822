"""What is left of a program for machine code that goes fast plays the same games; and steps are never counted short."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.analysis.dead_code import Trimmed, trim
from interpreter.analysis.graph import Graph, find_graph, find_ways
from interpreter.analysis.steps import count_steps_ahead
from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.program import ANSWERS_IN_SLOT, Branch, Decide, Instruction, Move, Program, Say, Slot
from interpreter.program.flow import stops
from interpreter.stepper import Stepper
from tests.support.random_programs import programs
from tests.support.scrambling import counted
from tests.support.shipped import load

RULESETS = ("two_dice", "ace_in_the_pot", "marker", "cooperstown")


def what_is_left(program: Program) -> Trimmed:
    """What is left where nobody is advised."""
    return trim(program, find_graph(program, [program.start]), set(), set())


def playable(left: Trimmed) -> Program:
    """A program whose sure decisions have their one answer on offer from the beginning, so that the stepper can play
    it."""
    offers: list[Move] = []
    for at, answer in left.sure.items():
        end = left.program.blocks[at].terminator
        assert isinstance(end, Decide)
        slot, bit = divmod(answer, ANSWERS_IN_SLOT)
        offers += [Move(Slot(end.offers + slot), 1 << bit), Move(end.default, answer)]
    blocks, start = list(left.program.blocks), left.program.start
    blocks[start] = replace(blocks[start], instructions=(*offers, *blocks[start].instructions))
    return replace(left.program, blocks=tuple(blocks))


@settings(max_examples=60)
@given(programs, st.integers(0, 2**32 - 1))
def test_what_is_left_plays_the_same_games(program, seed):
    left = playable(what_is_left(program))
    for game in range(4):
        outcome = Stepper(program, budget=2_000, game_budget=500).play_out(None, Stream(seed, game))
        again = Stepper(left, budget=2_000, game_budget=500).play_out(None, Stream(seed, game))
        if isinstance(outcome.stop, Failure):
            assert type(again.stop) is type(outcome.stop) or outcome.stop.reason in ("endless-loop", "step-budget")
        else:
            assert counted(again) == counted(outcome)


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_left_of_a_ruleset_plays_the_same_games(name: str) -> None:
    program = load(name).program()
    left = what_is_left(program)
    one, other = Stepper(program, events=False), Stepper(playable(left), events=False)
    for game in range(3):
        assert counted(one.play_out(None, Stream(3, game))) == counted(other.play_out(None, Stream(3, game)))
    reached = find_ways(left.program, [left.program.start])
    assert not any(isinstance(each, Say) for at in reached for each in left.program.blocks[at].instructions)


def test_nothing_is_worked_out_for_a_decision_that_is_sure() -> None:
    program = load("marker").program()
    left = what_is_left(program)
    steals = [
        at
        for at in left.sure
        if program.choices[program.blocks[at].terminator.choice].name == "steal"  # type: ignore[union-attr]
    ]
    assert [left.sure[at] for at in steals] == [0]
    offers = {slot for slot, each in enumerate(program.slots) if each.name.startswith("steal offers")}
    reached = find_ways(left.program, [left.program.start])
    written = {
        each.target.index
        for at in reached
        for each in left.program.blocks[at].instructions
        if hasattr(each, "target") and type(each.target).__name__ == "Slot"
    }
    assert offers
    assert not offers & written


def test_an_advised_decision_is_not_sure() -> None:
    program = load("marker").program()
    every = set(range(len(program.choices)))
    assert not trim(program, find_graph(program, [program.start]), every, set()).sure


def test_an_answer_that_is_not_always_offered_makes_no_decision_sure() -> None:
    program = load("marker").program()
    left = what_is_left(program)
    at = min(left.sure)
    end = program.blocks[at].terminator
    assert isinstance(end, Decide)
    offers, bit = Slot(end.offers), 1 << left.sure[at]

    def offer_less(part: Instruction) -> Instruction:
        is_written = isinstance(part, Move) and part.target == offers and isinstance(part.value, int)
        return replace(part, value=part.value & ~bit) if is_written else part

    blocks = tuple(replace(each, instructions=tuple(map(offer_less, each.instructions))) for each in program.blocks)
    assert at not in what_is_left(replace(program, blocks=blocks)).sure


# ---- steps


def longest_way(program: Program, graph: Graph, at: int) -> int:
    """How many blocks there are at most from a block to the next head or stop, found by going all ways."""
    ways = find_ways(program, graph.entries)

    def further(block: int) -> int:
        if stops(program.blocks[block]):
            return 1
        return 1 + max((further(each) for each in ways[block] if each not in graph.heads), default=0)

    return further(at)


@settings(max_examples=40)
@given(programs)
@pytest.mark.quick
def test_no_way_is_longer_than_is_thought(program):
    graph = find_graph(program, [program.start])
    ahead = count_steps_ahead(program, graph)
    for first in graph.superblocks:
        if sum(isinstance(program.blocks[at].terminator, Branch) for at in graph.blocks) < 12:
            assert ahead[first] == longest_way(program, graph, first)
