"""One walk serves all outcomes of a roll with which it goes alike, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.analysis.dead_code import replace_blocks
from interpreter.analysis.partition import partition_after
from interpreter.api import load, read
from interpreter.chains import asking, regions
from interpreter.chains.asking import Asking
from interpreter.chains.finding import find_states
from interpreter.chains.regions import Region
from interpreter.chains.states import Bounds, OutOfReach, States
from interpreter.odds.chain_figures import Setting, make_search
from interpreter.odds.merging import merge_states
from interpreter.odds.solving import find_moments
from interpreter.program import Chance, Jump, Program

GAME = """game dozens "Dozens"

players 2

dice throw = 1d6

phase game
  keep mark  : 0..4 = 0
  keep other : 0..4 = 0
  count throws
  repeat
    add 1 to throws
    roll throw
    LINE
  until throws is 3 or throw is 6
  win player_1

measure length per game = throws
"""


def explore(text: str) -> States:
    return find_states(make_search(Setting(read(GAME.replace("LINE", text)).program()), 0))


@pytest.mark.parametrize(
    ("name", "measure"),
    [("marker", "runs_per_half_inning"), ("ace_in_the_pot", "final_throws"), ("craps", "throws")],
)
def test_shared_walks_find_the_same_chain(name: str, measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(name).program()
    number = [each.name for each in program.measures].index(measure)
    shared, alone = (make_search(Setting(program, bounds=Bounds(early=each)), number) for each in (10**5, 10**9))
    states = find_states(shared)
    monkeypatch.setattr(Asking, "goes_alike", lambda machine, outcome: False)
    others = find_states(alone)
    assert (states.stops, states.held, states.edges) == (others.stops, others.held, others.edges)
    assert shared.forks.steps < alone.forks.steps


def test_outcomes_are_told_apart_where_a_game_fails_with_some() -> None:
    """Nothing hangs on the mark, and a walk with a throw of 1 has no need to know it."""
    assert len(explore("set mark to the lesser of throw and 4").stops) == 4
    for line in ("set mark to throw", "set mark to 3 - throw"):
        with pytest.raises(OutOfReach, match="a game may fail"):
            explore(line)


def test_outcomes_are_told_apart_where_nothing_is_divided_by_some() -> None:
    """Nobody looks at what is said, and by 3 it cannot be said."""
    with pytest.raises(OutOfReach, match="a game may fail"):
        explore('say "{12 / ((throw - 3) * (throw - 3))}"')


def test_a_slot_with_few_values_is_looked_at_sooner_than_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a throw that is held against a mark it is enough whether it is that; it is not told from others."""
    line = "when throw is mark : set mark to 1\n    otherwise : set mark to 4"
    program = read(GAME.replace("1d6", "1d20").replace("LINE", line)).program()
    sooner, later = (make_search(Setting(program), 0) for _ in range(2))
    states = find_states(sooner)
    monkeypatch.setattr(asking, "FEW", 1)
    others = find_states(later)
    assert (states.stops, states.held, states.edges) == (others.stops, others.held, others.edges)
    assert 2 * sooner.forks.walks < later.forks.walks


def test_throws_with_the_same_total_are_alike_though_one_die_alone_is_thrown_elsewhere() -> None:
    region = Region(load("shut_the_box").program(players=1), None)
    blocks = region.program.blocks
    rolls = [at for at in region.reached if isinstance(blocks[at].terminator, Chance)]
    assert sorted(len(region.outcomes(at)) for at in rolls) == [6, 11]


def test_fewer_dice_than_there_are_are_told_apart_no_more_than_all() -> None:
    region = Region(load("farkle").program(), None)
    rolls = [at for at in region.reached if isinstance(region.program.blocks[at].terminator, Chance)]
    assert sorted(len(region.outcomes(at)) for at in rolls) == [6, 21, 56, 126, 252, 462, 462]


LOWEST = """game lowest "The lowest die"
players 2
dice throw = 3d6
phase game
  keep mark : 0..60 = 0
  repeat 2 times
    roll throw
    roll 2 of throw
    add lowest of throw to mark
  win (player_1 if mark > 4 otherwise player_2)
"""


def test_of_fewer_dice_that_is_told_apart_which_is_looked_at() -> None:
    region = Region(read(LOWEST).program(), None)
    (two,) = [at for at in region.reached if region.program.blocks[at].name == "roll 2 of throw"]
    assert sorted(chance * 36 for _, chance in region.outcomes(two)) == [1, 3, 5, 7, 9, 11]


@pytest.mark.parametrize("name", ["going_to_boston", "multiplication"])
def test_a_game_is_the_same_if_all_outcomes_are_told_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(name).program()
    means = [find_mean(program)]
    monkeypatch.setattr(regions, "partition_after", lambda program, starts, roll: tuple(range(roll.outcomes)))
    assert [*means, find_mean(program)] == pytest.approx(2 * means, abs=1e-12)


def find_mean(program: Program) -> float:
    """The mean of what one scores in a turn."""
    measure = next(at for at, each in enumerate(program.measures) if each.name == "score")
    chain = merge_states(find_states(make_search(Setting(program), measure)))
    return find_moments(chain).means[chain.start] + chain.gained


def test_what_is_made_of_an_outcome_twice_tells_outcomes_apart() -> None:
    program = load("farkle").program()
    at, roll = next(
        (at, block.terminator)
        for at, block in enumerate(program.blocks)
        if isinstance(block.terminator, Chance) and block.terminator.outcomes == 36
    )
    assert len(set(partition_after(program, [at], roll))) == 21
    after = next(iter(program.blocks[roll.then].terminator.successors(program)))
    again = replace(program.blocks[after], terminator=Jump(roll.then))
    assert len(set(partition_after(replace_blocks(program, {after: again}), [at], roll))) == 36
