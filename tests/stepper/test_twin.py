"""The stepper and its slow twin agree event for event, and what the translator knows of numbers is true."""

from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from unittest.mock import patch
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.chance import Stream
from interpreter.engine import (
    GAME_BUDGET,
    ChanceStop,
    DrawStop,
    Failure,
    GameOver,
)
from interpreter.program import HIGHEST, LOWEST, Program
from interpreter.program.instructions.operators import OPERATORS
from interpreter.program.verify import verify
from interpreter.stepper import Stepper, walk
from tests.support.paths import ROOT
from tests.support.programs import halves
from tests.support.random_programs import BINARY, programs
from tests.support.shipped import load
from tests.support.twin import RESULTS as RESULTS_OF
from tests.support.twin import Twin

# ---- event for event like the twin


def decider(program, seed: int):
    """Decides by what some queries say and what the position is, so that a wrong view would show."""
    queries = program.queries

    def decide(stop, view):
        here = crc32(repr((seed, view.position())).encode())
        looked = [view.ask(queries[(here + at) % len(queries)]) for at in range(min(len(queries), 10))]
        return stop.offered[crc32(repr((here, looked)).encode()) % len(stop.offered)]

    return decide


def agree(program, seed: int, budget: int, game_budget: int) -> None:
    random = Random(seed)
    twin = Twin(program, budget=budget, game_budget=game_budget)
    full = Stepper(program, budget=budget, game_budget=game_budget)
    bare = Stepper(program, budget=budget, game_budget=game_budget, events=False)
    step = twin.begin()
    assert full.begin() == step
    assert bare.begin() == replace(step, events=())
    for _ in range(20):
        for query in program.queries:
            assert full.ask(step.position, query) == twin.ask(step.position, query)
            assert full.apply(step.position, query) == twin.apply(step.position, query)
        if isinstance(step.stop, GameOver | Failure):
            break
        offered = range(step.stop.outcomes) if isinstance(step.stop, ChanceStop | DrawStop) else step.stop.offered
        answer, block = random.choice(list(offered)), random.randrange(len(program.blocks))
        assert full.run_to(step.position, block, answer) == twin.run_to(step.position, block, answer)
        following = twin.answer(step.position, answer)
        assert full.answer(step.position, answer) == following
        assert bare.answer(step.position, answer) == replace(following, events=())
        step = following
    for decide in (None, decider(program, seed)):
        outcome = twin.play_out(None, Stream(seed, 0), decide)
        assert full.play_out(None, Stream(seed, 0), decide) == outcome
        assert bare.play_out(None, Stream(seed, 0), decide) == replace(outcome, events=())


STOPS = st.sampled_from([5, 60, 60, 60, 1100])
"""How many stops a game may have. Most of what can happen does within a few; long games take the twin long."""


@given(programs, st.integers(0, 2**32 - 1), st.sampled_from([3, 40, 1100, 2000]), STOPS)
def test_it_agrees_with_its_twin_over_random_programs(program, seed, budget, game_budget):
    assert verify(program) == []
    with patch.object(walk, "HOT", seed % 3):
        agree(program, seed, budget, game_budget)


@pytest.mark.parametrize("seed", range(10))
def test_it_agrees_with_its_twin_over_a_game(seed):
    agree(halves(), seed, 100_000, 1_000_000)


# ---- over real games

SHIPPED = sorted(path.stem for path in (ROOT / "rulesets").glob("*.rules"))


@cache
def shipped(name: str, last: bool) -> Program:
    """The program of a ruleset as it stands, or with the last alternative of every option that names its own."""
    ruleset = load(name)
    named = {option.name: [*option.alternatives][-1] for option in ruleset.options.values() if option.alternatives}
    return ruleset.program(named if last else None)


@pytest.mark.parametrize("last", [False, True], ids=["defaults", "alternatives"])
@pytest.mark.parametrize("name", SHIPPED)
def test_it_agrees_with_its_twin_over_rulesets(name, last):
    program = shipped(name, last)
    # the twin takes long over cards: the beginning of one game, by regions from the first block on
    stops = 40 if program.zones else GAME_BUDGET
    for game, hot in ((1, 0),) if program.zones else ((0, 0), (1, 30), (2, 1_000_000)):
        decide = None if game == 0 else decider(program, game)
        expected = Twin(program, game_budget=stops).play_out(None, Stream(2, game), decide)
        with patch.object(walk, "HOT", hot):
            assert Stepper(program, game_budget=stops).play_out(None, Stream(2, game), decide) == expected
            bare = Stepper(program, events=False, game_budget=stops).play_out(None, Stream(2, game), decide)
        assert bare == replace(expected, events=())


# ---- what the translator knows of numbers is true

NUMBERS = (*range(-4, 5), 61, 62, 63, LOWEST, LOWEST + 1, -(2**62), 2**61, 2**62, HIGHEST - 1, HIGHEST)


@pytest.mark.parametrize("operator", BINARY)
@pytest.mark.quick
def test_results_lie_in_the_range_that_is_worked_out(operator):
    random = Random(operator)
    for _ in range(3000):
        (low, one, high), (least, other, most) = (sorted(random.choices(NUMBERS, k=3)) for _ in "ab")
        if not OPERATORS[operator].accepts((one, one), (other, other)):
            continue
        lowest, highest = OPERATORS[operator].bounds((low, high), (least, most))
        assert lowest <= RESULTS_OF[operator](one, other) <= highest


@pytest.mark.parametrize("operator", [name for name, each in OPERATORS.items() if each.comparison])
@pytest.mark.quick
def test_comparisons_are_known_where_they_can_be(operator):
    """All ranges of small numbers: known exactly if and only if all pairs agree."""
    small_ranges = [(low, high) for low in range(4) for high in range(low, 4)]
    for left, right in product(small_ranges, small_ranges):
        pairs = product(range(left[0], left[1] + 1), range(right[0], right[1] + 1))
        results = {RESULTS_OF[operator](*pair) for pair in pairs}
        assert OPERATORS[operator].bounds(left, right) == (min(results), max(results))
