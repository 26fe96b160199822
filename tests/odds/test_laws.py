"""Laws of exact figures, for shipped rulesets and made-up ones.

An edge of a chain does what the stepper does, and is as likely; chances come to 1; phases that are taken as a whole
change nothing; and exact means lie within five errors of simulated ones.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from interpreter.api import Ruleset, load, read
from interpreter.chains.finding import explore, find_states
from interpreter.chains.forks import OVER, Goal
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region
from interpreter.chains.states import Bounds, Start, States
from interpreter.engine import ChanceStop, DecisionStop, GameOver, Position, Sampled, Step, pick_default_answer
from interpreter.odds.chain_figures import Setting, make_search, solve
from interpreter.odds.condensing import Condensing
from interpreter.odds.distribution import find_distribution, find_ends
from interpreter.odds.merging import merge_states
from interpreter.program import Program
from interpreter.stepper import Stepper

BOUNDS = Bounds(20_000, 60, 40)
ROLLS = 25
"""So many throws are followed in each chain."""

GAMES = 400

SHIPPED = {
    "two_dice": "hits_per_half_inning",
    "one_die": "runs_per_half_inning",
    "foster_diamond": "runs_per_half_inning",
    "foster_aces": "runs_per_half_inning",
    "three_dice": "runs_per_half_inning",
    "ace_in_the_pot": "final_throws",
    "craps": "throws",
    "snakes_and_ladders": "throws",
}
"""A measure of each."""

MADE_UP = range(4)


def write_race(chances: Random) -> str:
    """A race of turns for two: how many dice, what scores, what ends a turn, a round and the game differ."""
    faces, least = chances.randint(2, 5), chances.randint(2, 4)
    more = chances.choice(("1", "2", "total of throw", "misses + 1", "number of mover"))
    others = chances.choice(("add 1 to throws_here", "set misses to 2", "when misses is 1 : end turn"))
    until = chances.choice(("misses is 2", "throws_here is 3", "misses is 2 or throws_here > 3"))
    return f"""
game race "A race"
players 2..2
dice throw = {chances.randint(1, 2)}d{faces}
phase game
  keep score of each player : 0..900 = 0
  keep begun : 0..9 = 0
  repeat round until begun >= {chances.randint(1, 3)}
  win those one in all player with most score of one
phase round in game
  add 1 to begun
  for each one in all player : turn for one
phase turn for (mover: player) in game
  keep misses : 0..9 = 0
  keep throws_here : 0..9 = 0
  repeat once until {until} or throws_here > 4
phase once in turn
  add 1 to throws_here
  roll throw
  when total of throw >= {least} : add {more} to score of mover
  otherwise
    add 1 to misses
    {others}
measure score per player = score of player
measure misses_of_turn per turn = misses
measure rounds per game = begun
"""


@cache
def rules_of(case: str | int) -> Ruleset:
    return load(case) if isinstance(case, str) else read(write_race(Random(case)))


@dataclass(frozen=True)
class Chained:
    """A chain of a measure, and the program that it is of."""

    program: Program
    measure: int
    region: Region
    start: Start
    states: States


@cache
def chain_of(case: str | int, name: str) -> Chained:
    program = rules_of(case).program()
    measure = [each.name for each in program.measures].index(name)
    search = make_search(Setting(program, bounds=BOUNDS), measure)
    return Chained(program, measure, search.region, search.start, find_states(search))


CASES = [*SHIPPED.items(), *((seed, name) for seed in MADE_UP for name in ("misses_of_turn", "rounds", "score"))]
cases = pytest.mark.parametrize(("case", "name"), CASES)


class Follower:
    """Plays a game, and finds each position among the states of its chain."""

    def __init__(self, chained: Chained) -> None:
        self.states, self.measure = chained.states, chained.measure
        self.stepper = Stepper(chained.program)
        self.slots = {stop: tuple(held) for stop, held in zip(self.states.stops, self.states.held, strict=True)}
        every = enumerate(zip(self.states.stops, self.states.held, strict=True))
        self.numbers = {(stop, tuple(held.items())): at for at, (stop, held) in every}
        slots = [0] * len(chained.program.slots)
        for slot, value in chained.start.slots.items():
            slots[slot] = value
        begun = replace(self.stepper.begin().position, block=chained.start.block, slots=tuple(slots), winners=())
        whole = chained.start.block == chained.program.start
        self.begun = self.go_past_decisions(self.stepper.begin() if whole else self.stepper.run_to(begun, -1))

    def go_past_decisions(self, step: Step) -> Step:
        events = step.events
        while isinstance(step.stop, DecisionStop):
            step = self.stepper.answer(step.position, pick_default_answer(step.stop))
            events += step.events
        return replace(step, events=events)

    def roll(self, position: Position, outcome: int) -> Step:
        return self.go_past_decisions(self.stepper.answer(position, outcome))

    def find_sample(self, step: Step) -> int | None:
        """What was measured on the way, first."""
        taken = [each.value for each in step.events if isinstance(each, Sampled) and each.measure == self.measure]
        return taken[0] if taken else None

    def find_state(self, step: Step) -> int | None:
        """The state of a position; None for all where it is over."""
        if isinstance(step.stop, GameOver) or self.find_sample(step) is not None:
            return None
        stop = step.position.block
        held = {slot: step.position.slots[slot] for slot in self.slots[stop]}
        self.states.relations.normalize(held)
        return self.numbers[stop, tuple(held.items())]


@cases
def test_edges_are_what_the_stepper_does(case: str | int, name: str) -> None:
    chained = chain_of(case, name)
    follower, chances, states = Follower(chained), Random(7), chained.states
    step, state = follower.begun, states.start
    gained = {states.gained}
    for _ in range(ROLLS):
        assert isinstance(step.stop, ChanceStop)
        stop = step.stop
        steps = [follower.roll(step.position, outcome) for outcome in range(stop.outcomes)]
        expected = Counter[int | None]()
        for each in steps:
            expected[follower.find_state(each)] += Fraction(1, stop.outcomes)  # type: ignore[assignment]
        found = Counter[int | None]()
        for edge in states.edges[state]:
            found[None if states.stops[edge.to] == OVER else edge.to] += edge.chance  # type: ignore[assignment]
        assert found == expected
        step = chances.choice(steps)
        then, sample = follower.find_state(step), follower.find_sample(step)
        edges = [edge for edge in states.edges[state] if then == (None if states.stops[edge.to] == OVER else edge.to)]
        gained = {before + int(edge.gain) for before in gained for edge in edges}
        if then is None:
            assert sample is None or sample in gained
            step, state, gained = follower.begun, states.start, {states.gained}
        else:
            state = then


@cases
def test_chances_come_to_one(case: str | int, name: str) -> None:
    states = chain_of(case, name).states
    for stop, edges in zip(states.stops, states.edges, strict=True):
        assert sum(edge.chance for edge in edges) == (stop >= 0)
    chain = merge_states(states)
    found = find_distribution(chain, chain.start)
    assert sum(chance for _, chance in found.totals) == pytest.approx(1, abs=1e-12)


@cases
def test_the_mean_of_the_distribution_is_the_mean(case: str | int, name: str) -> None:
    odds = solve(chain_of(case, name).states)
    figure = odds.figure(odds.start)
    assert sum(total * chance for total, chance in figure.distribution) == pytest.approx(figure.mean, rel=1e-10)


@pytest.mark.parametrize("seed", MADE_UP)
@pytest.mark.parametrize("name", [None, "rounds", "score"])
def test_phases_taken_as_a_whole_change_nothing(seed: int, name: str | None) -> None:
    program = rules_of(seed).program()
    measure = None if name is None else [each.name for each in program.measures].index(name)
    found = []
    for whole in (False, True):
        region = Region(program, measure)
        goal = Goal() if measure is None else Goal(measure)
        phases = Procedures(region, Condensing) if whole else None
        odds = solve(explore(region, Start(program.start), goal, BOUNDS, whole=phases))
        ends = dict(find_ends(odds.chain, odds.chain.start).ends)
        found.append((ends, odds.figure(odds.start).mean))
    assert found[1][0] == pytest.approx(found[0][0], abs=1e-12)
    assert found[1][1] == pytest.approx(found[0][1], abs=1e-9)


@pytest.mark.parametrize(("case", "name"), [each for each in CASES if each[1] != "score"])
def test_exact_means_lie_within_five_errors_of_simulated_ones(case: str | int, name: str) -> None:
    rules, odds = rules_of(case), solve(chain_of(case, name).states)
    tally = rules.simulate(GAMES, 11).measures[name]
    assert tally.mean is not None
    error = 5 * (tally.stderr or 0) + 1e-9
    assert odds.figure(odds.start).mean == pytest.approx(float(tally.mean), abs=error)
