"""Loops that only calculate are one step in walks: chains are the same, and take fewer steps to find."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from interpreter.analysis.calculations import Calculation, find_calculations
from interpreter.analysis.graph import Graph, find_graph
from interpreter.api import load, read
from interpreter.chains import asking, calculated, regions
from interpreter.chains.calculated import Calculated
from interpreter.chains.finding import find_states
from interpreter.chains.forks import Goal
from interpreter.chains.regions import Region
from interpreter.chains.searching import Search
from interpreter.chains.states import Bounds, OutOfReach, Start, States
from interpreter.program import Program, Register
from interpreter.program.instructions.fields import target
from tests.chains.test_procedures import chances

RULES = """
game parts "Parts of a throw"
players 2..2
dice throw = 3d3
dice coin = 1d2
phase game
  keep score of each player : 0..500 = 0
  repeat 2 times
    for each one in all player : turn for one
  win those one in all player with most score of one
phase turn for (mover: player) in game
  roll coin
  roll throw
  choose laid by mover
  add VALUE to score of mover
define worth (part: throw) = (
  sum of face * alike(face, part) for face in faces of part where alike(face, part) is not 2
  )
define alike (face: 1..3, part: throw) = count of die in part where die is face
define best = the part in subsets of throw with most worth(part)
define fitting (most: 0..600) = count of part in subsets of throw where worth(part) < most
choice laid
  "Which dice?"
  pick dice from subsets of throw where worth(dice) > 0
  default best
strategy two "Lays two dice aside if it can"
  laid : the part in subsets of throw where size of part is 2 with most worth(part)
measure score per player = score of player
"""

VALUES = {
    "the best part": "worth(best)",
    "what is laid aside": "worth(laid)",
    "how many parts": "fitting(5)",
    "a loop in a loop": "count of part in subsets of throw where some other in subsets of part where worth(other) is 3",
    "a loop whose bound hangs on another roll": "fitting(2 + total of coin)",
    "a loop that hangs on the state": "fitting(score of mover)",
    "what hangs on the state beside a loop": "(worth(best) if score of mover > 3 otherwise 2)",
}


def explore(value: str, strategy: str = "default") -> tuple[Search, States]:
    """The chain that the whole game is, and what looked for it."""
    program = read(RULES.replace("VALUE", value)).program()
    region = Region(program, None, (strategy,))
    search = Search(region, Start(program.start), Goal(), Bounds(20_000, 2_000, early=10_000_000))
    return search, find_states(search)


@pytest.mark.parametrize("strategy", ["default", "two"])
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_chains_are_the_same_and_take_fewer_steps(value: str, strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    search, states = explore(value, strategy)
    assert search.region.calculated.loops
    monkeypatch.setattr(Region, "calculated", Calculated([]))
    plain, expected = explore(value, strategy)
    assert chances(states) == pytest.approx(chances(expected), abs=1e-12)
    assert len(states.stops) <= len(expected.stops)
    assert 5 * search.patience.taken < 4 * plain.patience.taken


def test_loops_inside_others_are_found_too_and_begin_elsewhere() -> None:
    region = Region(load("farkle").program(), None)
    graph = find_graph(region.program, region.starts)
    around = find_calculations(region.program, graph)
    inside = [each for each in find_calculations(region.program, graph, inside=True) if each not in around]
    assert inside
    for each in inside:
        assert any(each.blocks < loop.blocks and each.head != loop.head for loop in around)


def find_more(program: Program, graph: Graph, inside: bool) -> list[Calculation]:
    """The loops, of which everything that they work out is a result."""
    return [
        replace(loop, results=list_written(program, loop.blocks)) for loop in find_calculations(program, graph, inside)
    ]


def list_written(program: Program, blocks: Iterable[int]) -> tuple[Register, ...]:
    found = {target(part) for at in blocks for part in program.blocks[at].instructions}
    return tuple(sorted((each for each in found if isinstance(each, Register)), key=lambda each: -each.index))


def test_a_loop_may_have_several_results(monkeypatch: pytest.MonkeyPatch) -> None:
    _, expected = explore("worth(best)")
    monkeypatch.setattr(regions, "find_calculations", find_more)
    search, states = explore("worth(best)")
    assert max(len(loop.results) for loop in search.region.calculated.loops.values()) > 5
    assert chances(states) == chances(expected)


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    _, expected = explore("worth(best)")
    monkeypatch.setattr(calculated, "MOST_KEPT", 10)
    search, states = explore("worth(best)")
    assert len(search.region.calculated._known) <= 10
    assert chances(states) == chances(expected)


def test_loops_that_take_for_ever_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MOST_STEPS", 300)
    with pytest.raises(OutOfReach, match="one roll or choice takes more than 300 steps of the rules"):
        explore("worth(best)")


def test_what_fails_in_a_loop_is_refused_and_else_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = "sum of 12 / alike(LOWEST, part) for part in subsets of throw where size of part is 3"
    with pytest.raises(OutOfReach, match="a game may fail"):
        explore(failing.replace("LOWEST", "1"))
    guarded = f"(({failing.replace('LOWEST', '1')}) if alike(1, throw) > 0 otherwise 1)"
    _, states = explore(guarded)
    monkeypatch.setattr(Region, "calculated", Calculated([]))
    _, expected = explore(guarded)
    assert chances(states) == pytest.approx(chances(expected), abs=1e-12)
