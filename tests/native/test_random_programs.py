"""The native engine agrees with the stepper over random programs: with what it refuses, and from the middle of a
game."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.chance import Stream
from interpreter.engine import ChanceStop, DrawStop, Failure, GameOver, Outcome, Position
from interpreter.native import Native
from interpreter.program import HIGHEST, LOWEST, Program, QueryInfo
from interpreter.stepper import Stepper
from tests.support.random_programs import programs, random_program
from tests.support.rivals import hold
from tests.support.same_games import Reference

STRATEGIES = ("one", "two")


def advised(program: Program) -> Program:
    """The program with its queries as the advice of two strategies, on a choice whose values they may well name: the
    first has them in one order, the second in the other."""
    queries = tuple(
        QueryInfo(query.entry, "advice", name, "choice", line=line)
        for name, several in zip(STRATEGIES, (program.queries, program.queries[::-1]), strict=True)
        for line, query in enumerate(several)
    )
    choice = replace(program.choices[0], values=(1, 0, 3))
    return replace(program, queries=queries, choices=(choice,))


def positions(program: Program, stepper: Stepper, random: Random) -> list[Position]:
    """Places in a game: at its stops, in the middle of its code, and damaged ones."""
    step, found = stepper.begin(), []
    for _ in range(6):
        found.append(step.position)
        if isinstance(step.stop, GameOver | Failure):
            break
        offered = range(step.stop.outcomes) if isinstance(step.stop, ChanceStop | DrawStop) else step.stop.offered
        step = stepper.answer(step.position, random.choice(list(offered)))
        found.append(replace(step.position, block=random.randrange(len(program.blocks))))
    slots = list(found[-1].slots)
    for _ in range(3):
        slots[random.randrange(len(slots))] = random.choice((-1, 1, 2, 7, 31, 32, HIGHEST, LOWEST))
    return [*random.sample(found, min(len(found), 4)), Position(found[-1].block, tuple(slots), (1, 0, 1))]


def uses_zones(program: Program) -> bool:
    """Whether a program handles cards at all; one that does not may be played by tables."""
    parts = [part for block in program.blocks for part in (*block.instructions, block.terminator)]
    return any(hasattr(part, "zone") for part in parts)


def ending_program(seed: int) -> Program:
    """A program with a game that comes to its end. Of most programs all games go wrong, and machine code has but to
    refuse them."""
    made = (random_program(each, each % 9) for each in count(seed))
    return next(each for each in made if isinstance(first_game(each).stop, GameOver))


def first_game(program: Program) -> Outcome:
    """What a game comes to that must not be long."""
    return Stepper(program, budget=500, game_budget=500).play_out(None, Stream(seed=0, game=0))


@pytest.mark.long
@settings(max_examples=16)
@given(
    st.one_of(programs, st.builds(ending_program, st.integers(0, 2**32 - 1))),
    st.integers(0, 2**32 - 1),
    st.sampled_from([("fast", 40, 60), ("fast", 2_000, 5_000), ("best", 2_000, 5_000), ("best", 20_000, 5_000)]),
    st.sampled_from([("default", "default"), STRATEGIES, ("random", STRATEGIES[0]), ("random", "random")]),
    st.booleans(),
)
def test_it_plays_random_programs_as_the_stepper_does(program, seed, how, strategies, witness):
    (tier, budget, game_budget), program, random = how, advised(program), Random(seed)
    program = replace(program, zones=()) if budget > 2_000 and not uses_zones(program) else program
    budgets = {"budget": budget, "game_budget": game_budget}
    stepper = Stepper(program, **budgets)
    native = Native(program, strategies, keep=False, tier=tier, witness=witness, **budgets)
    for position in [None, *positions(program, stepper, random)]:
        reference = Reference(stepper, strategies, seed, position)
        hold(native, [reference.play(game) for game in range(20)], seed, position, witness=witness)
