"""The native engine agrees with the stepper over random programs: with what fails, and from the middle of a game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.engine import ChanceStop, DrawStop, Failure, GameOver, Position
from interpreter.native import Native
from interpreter.program import HIGHEST, LOWEST, Program, QueryInfo
from interpreter.stepper import Stepper
from interpreter.summary import Broken, Lost, Summary
from tests.support.random_programs import programs

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


@settings(max_examples=20, deadline=None)
@given(programs, st.integers(0, 2**32 - 1), st.sampled_from([3, 40, 2000]), st.sampled_from([5, 60, 1100]))
def test_it_agrees_with_the_stepper_over_random_programs(program, seed, budget, game_budget):
    program, random = advised(program), Random(seed)
    stepper = Stepper(program, budget=budget, game_budget=game_budget)
    for names in (("default", "default"), STRATEGIES):
        bots = Bots(program, names)
        native = Native(program, names, keep=False, budget=budget, game_budget=game_budget)
        for position in [None, *positions(program, stepper, random)]:
            outcome = stepper.play_out(position, Stream(seed, 1), bots.in_game(1))
            assert native.play_out(position, seed, 1, events=True) == outcome
            assert native.play_out(position, seed, 1) == replace(outcome, events=())
            lost = native.teller.note(position or native.start, seed, 1, False).lost
            assert lost == {line: Lost(times, 1) for line, times in bots.lost.items()}


@settings(max_examples=20, deadline=None)
@given(programs, st.integers(0, 2**32 - 1), st.sampled_from([("fast", 2_000), ("best", 2_000), ("best", 20_000)]))
@pytest.mark.long
def test_it_counts_like_the_stepper_over_random_programs(program, seed, how):
    tier, budget = how
    program, random = advised(program), Random(seed)
    program = replace(program, zones=()) if budget > 2_000 and not uses_zones(program) else program
    stepper = Stepper(program, budget=budget, game_budget=5_000)
    bots = Bots(program, STRATEGIES)
    native = Native(program, STRATEGIES, keep=False, budget=budget, game_budget=5_000, tier=tier)
    for position in [None, *positions(program, stepper, random)]:
        summary = Summary.of(program)
        for game in range(20):
            outcome = stepper.play_out(position, Stream(seed, game), bots.in_game(game))
            if isinstance(outcome.stop, Failure):
                summary.broken = Broken(game, outcome.stop)
                break
            summary.add_game(outcome)
            summary.add_lost({line: Lost(times, game) for line, times in bots.lost.items()})
        assert native.play(seed, range(20), start=position) == summary
