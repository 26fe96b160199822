"""Chains for odds: their states and edges are what the stepper does."""

from __future__ import annotations

import random

import pytest

from interpreter import load
from interpreter.chains.finding import explore, find_states
from interpreter.chains.forks import OVER, Goal
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region
from interpreter.chains.searching import Search
from interpreter.chains.states import Bounds, OutOfReach, Start, States
from interpreter.engine import ChanceStop, DecisionStop, GameOver, Position, Step, pick_default_answer
from interpreter.odds.condensing import Condensing
from interpreter.program import Program
from interpreter.stepper import Stepper


def program_of(name: str) -> Program:
    return load(name).program()


def whole_game(program: Program, bounds: Bounds | None = None) -> tuple[Region, States]:
    region = Region(program, None)
    return region, explore(region, Start(program.start), Goal(), bounds)


def past_decisions(stepper: Stepper, step: Step) -> Step:
    while isinstance(step.stop, DecisionStop):
        step = stepper.answer(step.position, pick_default_answer(step.stop))
    return step


def find_state(states: States, position: Position, over: bool) -> int:
    """The state of a position: outcomes that are alike, and slots that do not matter, are left out of it."""
    stop = OVER if over else position.block
    for at, held in enumerate(states.held):
        same = all(position.slots[slot] == value for slot, value in held.items())
        if states.stops[at] == stop and states.winners[at] == position.winners and same:
            return at
    raise AssertionError(f"no state is like {position}")


@pytest.mark.quick
@pytest.mark.parametrize("name", ["ace_in_the_pot"])
def test_edges_lead_where_the_stepper_goes(name: str) -> None:
    program = program_of(name)
    region, states = whole_game(program)
    stepper, chances = Stepper(program, events=False), random.Random(5)
    assert not states.relations.slots
    step, state = past_decisions(stepper, stepper.begin()), states.start
    assert find_state(states, step.position, False) == state
    for _ in range(200):
        if isinstance(step.stop, GameOver):
            step, state = past_decisions(stepper, stepper.begin()), states.start
        assert isinstance(step.stop, ChanceStop)
        outcome, _ = chances.choice(region.outcomes(step.position.block))
        step = past_decisions(stepper, stepper.answer(step.position, outcome))
        then = find_state(states, step.position, isinstance(step.stop, GameOver))
        assert then in {edge.to for edge in states.edges[state]}
        state = then


@pytest.mark.parametrize("name", ["ace_in_the_pot"])
def test_something_comes_of_every_state(name: str) -> None:
    _, states = whole_game(program_of(name))
    for stop, edges in zip(states.stops, states.edges, strict=True):
        assert sum(edge.chance for edge in edges) == (stop >= 0)


def test_a_chain_that_grows_too_large_is_out_of_reach() -> None:
    with pytest.raises(OutOfReach, match="more than 50 states"):
        whole_game(program_of("two_dice"), Bounds(states=50))


@pytest.mark.parametrize("name", ["farkle", "three_dice"])
def test_what_takes_too_many_steps_is_refused_whatever_the_states(name: str) -> None:
    with pytest.raises(OutOfReach, match="more than 100,000 steps") as refused:
        whole_game(program_of(name), Bounds(10_000, steps=10))
    assert refused.value.larger


def test_cards_are_out_of_reach() -> None:
    with pytest.raises(OutOfReach, match="card"):
        whole_game(program_of("cribbage"))


def test_scores_that_are_only_compared_are_kept_as_leads() -> None:
    program = program_of("two_dice")
    region = Region(program, None)
    states = explore(region, Start(program.start), Goal(), Bounds(apart=4), whole=Procedures(region, Condensing))
    names = [{program.slots[slot].name for slot in group} for group in states.relations.groups]
    assert names == [{"runs[red]", "runs[blue]"}]
    assert [program.slots[slot].name for slot in states.relations.tops] == ["innings_begun"]


def test_outcomes_that_go_alike_share_their_walks() -> None:
    program = program_of("ace_in_the_pot")
    search = Search(Region(program, None), Start(program.start), Goal(), Bounds())
    find_states(search)
    shared = {stop: [each.outcomes for each in alike] for stop, alike in search.forks.alike.items()}
    turn = next(each for each in shared.values() if sum(map(len, each)) == 36 and len(each) > 2)
    dice = [{tuple(sorted(divmod(outcome, 6))) for outcome in each} for each in turn]
    assert {(0, 5)} in dice, "an ace and a six do two things"
    assert {(one, other) for one in range(1, 5) for other in range(one, 5)} in dice, "and all from two to five nothing"
