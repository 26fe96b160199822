"""Tables by which a part of a game is played: that they are found, and that a smaller one does the same."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import api
from interpreter.chains.merging import merge
from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.native import Native
from interpreter.native.tabulation import finding, lanes
from interpreter.native.tabulation.finding import Finder
from interpreter.native.tabulation.ordering import sort_states
from interpreter.native.tabulation.tables import Edge, Table
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.summary import Summary
from tests.support.random_tables import random_table_ruleset

OUTCOMES = 6

TABLES = int(os.environ.get("RANDOM_TABLES", "8"))
"""How many random rulesets are tried."""

GAMES, SEED = 12, 1982


def table(states: int, whole: int, seed: int) -> Table:
    """A table of two stops at random: states with even numbers are of the first, and `whole` ones come first."""
    random = Random(seed)
    edges = [
        Edge(following, ((1, following % 2),), (1,) * (following % 3 == 0), ((7, 1),))
        for following in (*range(states), *range(whole))
    ]
    rows = [[random.choice(edges) for _ in range(4)] for _ in range(3)]
    return Table(
        stops=(10, 20),
        outcomes=OUTCOMES,
        classes=((0, 1, 2, 3, 0, 1), (0, 0, 1, 1, 2, 3)),
        tracked=(5,),
        states=tuple((number % 2, number) for number in range(states)),
        edges=tuple(tuple(random.choice(rows)) for _ in range(states)),
        whole=tuple(number < whole for number in range(states)),
        home=10,
        slack=1,
        adding=(1,),
        cleared=(1,),
        bounds=(),
        decisions=0,
        live={},
        ends=(),
    )


def played(table: Table, outcomes: list[int]) -> tuple[list[object], tuple[int, ...] | None]:
    """What the edges do on the way, and the last state, if it is whole."""
    state, done = 0, list[object]()
    for outcome in outcomes:
        edge = table.edges[state][table.classes[table.states[state][0]][outcome]]
        assert edge is not None
        done.append((edge.added, edge.cleared, edge.marks))
        state = edge.following
    return done, table.states[state] if table.whole[state] else None


@given(
    st.integers(2, 12),
    st.integers(1, 4),
    st.integers(0, 10_000),
    st.lists(st.integers(0, OUTCOMES - 1), max_size=30),
)
@pytest.mark.quick
def test_a_smaller_table_does_the_same(states, whole, seed, outcomes):
    large = table(states, min(whole, states), seed)
    small = merge(large)
    assert played(small, outcomes) == played(large, outcomes)
    assert len(small.states) <= len(large.states)


def test_states_that_come_up_often_come_first() -> None:
    home, rare, often = (Edge(number, (), (), ()) for number in range(3))
    edges = ((often, often, often, rare), (often,) * 4, (often, often, home, often))
    states = ((0, 0), (0, 1), (0, 2))
    small = Table(**{**vars(table(3, 1, 0)), "states": states, "edges": edges})  # type: ignore[arg-type]
    sorted_ = sort_states(small, [0, 0, 1])
    assert sorted_.states == ((0, 2), (0, 0), (0, 1))
    for start in range(3):
        first = sorted_.states.index(states[start])
        assert way(sorted_, first, [5, 2, 0, 4, 1]) == way(small, start, [5, 2, 0, 4, 1])


def way(table: Table, state: int, outcomes: list[int]) -> list[tuple[int, ...]]:
    """The states that some outcomes lead to."""
    states = []
    for outcome in outcomes:
        edge = table.edges[state][table.classes[table.states[state][0]][outcome]]
        assert edge is not None
        state = edge.following
        states.append(table.states[state])
    return states


@pytest.mark.quick
def test_states_that_do_the_same_become_one() -> None:
    home, other = Edge(0, ((1, 1),), (), ()), Edge(0, ((1, 2),), (), ())
    there = [Edge(number, (), (), ()) for number in range(4)]
    large = table(4, 1, 0)
    edges = ((there[1], there[2], there[3], there[1]), (home,) * 4, (home,) * 4, (other,) * 4)
    small = merge(
        Table(**{**vars(large), "states": ((0, 0), (1, 1), (1, 2), (1, 3)), "edges": edges})  # type: ignore[arg-type]
    )
    assert small.states == ((0, 0), (1, 1), (1, 3))
    assert [len(several) for several in small.edges] == [2, 1, 1]


@pytest.mark.parametrize(
    ("name", "throws", "tracked"),
    [("two_dice", 1, {"outs", "bases"}), ("marker", 3, {"outs", "bases", "strikes", "balls", "throw"})],
)
def test_a_table_is_made_where_little_has_to_be_known(
    name: str, throws: int, tracked: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tables_made(monkeypatch)
    program = api.load(name).program()
    Native(program, tier="best", keep=False).play(1, range(1))
    assert found[0] is not None
    assert len(found[0].stops) == throws
    assert {program.slots[slot].name for slot in found[0].tracked} >= tracked
    goes_on = any(edge.samples for edges in found[0].edges for edge in edges if edge)
    assert goes_on == (name == "two_dice")
    if name == "two_dice":
        Native(program, tier="best", keep=False, tabulate=False).play(1, range(1))
        assert len(found) == 1


@pytest.mark.parametrize("limit", ["MOST_STATES", "MOST_PRACTICE", "MOST_INSTRUCTIONS"])
def test_no_table_is_made_that_would_be_large_or_take_long(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, limit, 3)
    found = tables_made(monkeypatch)
    Native(api.load("foster_diamond").program(), tier="best", keep=False).play(1, range(1))
    assert found == [None]


def tables_made(monkeypatch: pytest.MonkeyPatch) -> list[Table | None]:
    """All tables that are looked for from now on."""
    found: list[Table | None] = []
    monkeypatch.setattr(Finder, "find", lambda self, find=Finder.find: found.append(find(self)) or found[-1])
    return found


def by_stepper(program: Program) -> Summary:
    """What a few games come to, up to the first that cannot go on."""
    stepper, right = Stepper(program), Summary.of(program)
    for game in range(GAMES):
        outcome = stepper.play_out(None, Stream(SEED, game))
        if isinstance(outcome.stop, Failure):
            break
        right.add_game(outcome, game)
    return right


def test_what_was_noted_counts_when_the_lanes_are_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here they are after every few throws, where otherwise a phase ends long before."""
    monkeypatch.setattr(lanes, "LONGEST", 12)
    program = api.load("foster_diamond").program()
    assert Native(program, tier="best", keep=False).play(SEED, range(GAMES), per_game=True) == by_stepper(program)


def test_random_tables_play_as_the_stepper_does(monkeypatch: pytest.MonkeyPatch) -> None:
    found = tables_made(monkeypatch)
    for seed in range(TABLES):
        program = api.read(random_table_ruleset(seed)).program()
        right = by_stepper(program)
        monkeypatch.setattr(lanes, "LONGEST", 30 if seed % 2 else 1_000)
        monkeypatch.setattr(finding, "FEW_WALKS", 0 if seed % 4 > 1 else 600)
        native = Native(program, tier="best", keep=False)
        assert native.play(SEED, range(GAMES), per_game=True) == right, seed
    made = [each for each in found if each]
    assert len(made) > 0.8 * TABLES
    edges = [{edge for several in table.edges for edge in several if edge} for table in made]
    for kind in ("samples", "cleared"):
        assert 0.2 < sum(any(getattr(edge, kind) for edge in several) for several in edges) / TABLES < 1, kind


BOUND = """
game near_the_bound "Near the bound"
  source "Nothing"

sides red, blue
dice die = 1d6

phase game
  keep calls : 0+ = 0
  count rounds
  repeat round until rounds is 40

phase round in game
  add 1 to rounds
  when rounds > 30 : set calls to 999995
  turn for red
  turn for blue

phase turn for (thrower: side) in round
  count outs to 3 : end turn
  keep hits : 0+ = 0
  repeat throw

phase throw in turn
  roll die for thrower
  when die is 6     : add 1 to outs
  otherwise when die > 2 : add 1 to calls
  add 1 to hits

measure hits_of_turn per turn = hits
"""


def test_what_is_set_between_phases_may_be_too_much_for_what_was_to_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "FEW_WALKS", 0)
    found, program = tables_made(monkeypatch), api.read(BOUND).program()
    outcomes = [Stepper(program).play_out(None, Stream(SEED, game)) for game in range(4)]
    assert all(isinstance(each.stop, Failure) for each in outcomes)
    native = Native(program, tier="best", keep=False)
    assert all(native.play(SEED, range(game, game + 1)).games == 0 for game in range(4))
    assert found[0] is not None
    assert found[0].ends
