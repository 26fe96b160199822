"""How chains end: moved along the edges or solved, and as they grow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import pytest

from interpreter.chains.leads import FAR, Stretch
from interpreter.chains.phase_exploring import InnerEdges, Way, Worth
from interpreter.odds import condensing, endings, levels
from interpreter.odds.condensing import Condensing
from interpreter.odds.endings import Endings, Unsolvable
from interpreter.odds.levels import Levels, TooFar

InnerEdge: TypeAlias = tuple[float, int, int]
"""How likely a state comes next, which it is, and the number of the change."""

WORTHS = [Worth(0, gain, gain * (gain + 0.5)) for gain in range(3)]

CHAIN = 40
"""So many states has a chain; the last four are its ends."""


def random_chain(seed: int, gaining: bool) -> list[list[InnerEdge]]:
    """The edges of each state: to the same part of the chain, of ten states, or on to what comes before it."""
    random, edges = Random(seed), list[list[InnerEdge]]()
    for at in range(CHAIN):
        goals = [random.randrange(min(CHAIN, at // 10 * 10 + 10)) for _ in range(5)] if at >= 4 else []
        weights = [random.random() for _ in goals]
        change = random.randrange(3) if gaining else 0
        edges.append([(weight / sum(weights), to, change) for weight, to in zip(weights, goals, strict=True)])
    return edges


def as_columns(several: Sequence[Sequence[InnerEdge]]) -> InnerEdges:
    every = [edge for edges in several for edge in edges]
    chances, goals, changes = ([edge[at] for edge in every] for at in range(3))
    return InnerEdges(list(map(len, several)), chances, goals, changes)


def as_numbers(ways: Sequence[Way]) -> dict[int, list[float]]:
    return {way.end: [way.chance, way.gain, way.square] for way in ways}


@pytest.mark.parametrize("seed", range(5))
def test_what_is_moved_along_as_a_whole_is_the_same_as_taken_apart(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for most in (endings.MANY_TOGETHER, 0):
        monkeypatch.setattr(endings, "MANY_TOGETHER", most)
        solved = Endings()
        solved.add(as_columns(random_chain(seed, gaining=True)), WORTHS)
        found.append([as_numbers(solved.ways_from(start)) for start in range(CHAIN)])
    for one, other in zip(*found, strict=True):
        assert one.keys() == other.keys()
        for end, numbers in one.items():
            assert other[end] == pytest.approx(numbers, rel=1e-12)
    monkeypatch.setattr(endings, "MOST_MOVES", 5)
    with pytest.raises(Unsolvable):
        Endings().add(as_columns(random_chain(seed, gaining=True)), WORTHS)


@pytest.mark.parametrize("gaining", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_solved_is_the_same_as_moved(seed: int, gaining: bool) -> None:
    edges = random_chain(seed, gaining)
    solved = Endings()
    for first in range(0, CHAIN, 10):
        solved.add(as_columns(edges[first : first + 10]), WORTHS)
    for start in range(CHAIN):
        moving = Condensing()
        moving.add(as_columns(edges), WORTHS)
        moved, found = as_numbers(moving.ways_from(start)), as_numbers(solved.ways_from(start))
        assert found.keys() == moved.keys()
        for end, numbers in moved.items():
            assert found[end] == pytest.approx(numbers, rel=1e-11, abs=1e-14)


@pytest.mark.parametrize("short", [0, 4_000])
def test_a_chain_may_grow_from_one_start_to_the_next(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(condensing, "SHORT", short)
    edges = random_chain(7, gaining=True)
    growing, whole = Condensing(), Condensing()
    whole.add(as_columns(edges), WORTHS)
    for first in range(0, CHAIN, 10):
        growing.add(as_columns(edges[first : first + 10]), WORTHS)
        for start in range(first, first + 10):
            now, then = as_numbers(growing.ways_from(start)), as_numbers(whole.ways_from(start))
            assert now.keys() == then.keys()
            assert all(now[end] == pytest.approx(then[end], rel=1e-11, abs=1e-14) for end in now)


@pytest.mark.parametrize("gaining", [False, True])
@pytest.mark.parametrize("first", [-3, 0, 40])
@pytest.mark.parametrize("seed", range(3))
def test_level_by_level_is_the_same_as_moved(
    seed: int, first: int, gaining: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(condensing, "FEW", 1_000_000)
    random = Random(seed)
    worths = [
        Worth(added, gain * gaining, gain * (gain + 0.5) * gaining, within)
        for within in (Stretch(-FAR, -1), Stretch(0, 4), Stretch(5, FAR))
        for added, gain in ((0, 0), (0, 1), (random.randrange(4), random.randrange(3)))
    ]
    columns = as_columns(random_chain(seed, gaining=True))
    edges = InnerEdges([3 * count for count in columns.counts], [], [], [])
    for chance, to, change in zip(columns.chances, columns.goals, columns.changes, strict=True):
        there = [to, random.randrange(4), to]
        edges.add([], [chance] * 3, there, [change + 3 * zone for zone in range(3)])
    moving, by_level = Condensing(), Levels(edges, worths)
    moving.add(edges, worths)
    for start, lead in ((start, lead) for start in range(4, CHAIN, 14) for lead in (first, first + 2)):
        moved, found = moving.ways_from(start, lead), by_level.ways_from(start, lead)
        assert {each[1:3] for each in moved if each.chance > 1e-9} <= {each[1:3] for each in found}
        assert sum(each.chance for each in found) == pytest.approx(1, abs=1e-14)
        numbers = {(each.end, each.added): each for each in found}
        for each in moved:
            if each.chance > 1e-9:
                then = numbers[each.end, each.added]
                assert then[3:] == pytest.approx(each[3:], rel=1e-9, abs=1e-12)
                assert then.chance == pytest.approx(each.chance, rel=1e-9, abs=1e-17)


def test_of_lower_levels_that_alone_is_kept_which_leads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST_NUMBERS", 2_500)
    worths = [Worth(), *(Worth(added) for added in range(900, 1_000))]
    ending = [(0.5, 1, 0), *((0.005, 0, 1 + each) for each in range(100))]
    found = Levels(as_columns([[], ending]), worths).ways_from(1)
    assert {way.added: way.chance for way in found} == pytest.approx(dict.fromkeys(range(900, 1_000), 0.01))
    leading_on = [(1 - 1e-6, 0, 0), *((1e-8, 1, 1 + each) for each in range(100))]
    with pytest.raises(TooFar):
        Levels(as_columns([[], leading_on]), worths).ways_from(1)
    monkeypatch.setattr(levels, "MOST_NUMBERS", 10_000)
    assert len(Levels(as_columns([[], leading_on]), worths).ways_from(1)) > 100


def test_what_adds_something_or_never_ends_is_not_solved() -> None:
    with pytest.raises(Unsolvable):
        Endings().add(as_columns([[], [(1.0, 0, 0)]]), [Worth(added=1)])
    with pytest.raises(Unsolvable):
        Endings().add(as_columns([[], [(1.0, 1, 0)]]), [Worth()])


@pytest.mark.parametrize(("short", "cell"), [(5, 0), (30_000, 10)])
def test_where_it_takes_long_to_move_along_it_is_solved(short: int, cell: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_all(short: int, cell: int) -> tuple[int, list[dict[int, list[float]]]]:
        monkeypatch.setattr(condensing, "SHORT", short)
        monkeypatch.setattr(condensing, "CELL", cell)
        chain = Condensing()
        chain.add(as_columns(random_chain(3, gaining=True)), WORTHS)
        found = [as_numbers(chain.ways_from(start)) for start in range(CHAIN)]
        return chain.endings.count, found

    (untouched, moved), (solved, found) = find_all(1_000_000, 0), find_all(short, cell)
    assert (untouched, solved) == (0, CHAIN)
    for one, other in zip(moved, found, strict=True):
        assert one.keys() == other.keys()
        assert all(one[end] == pytest.approx(other[end], rel=1e-11, abs=1e-14) for end in one)


def test_a_large_chain_that_may_never_end_is_moved_along_as_far_as_it_goes() -> None:
    stuck = [[(0.5, 0, 0), (0.5, 1, 0)] for _ in range(300)]
    chain = Condensing()
    chain.add(as_columns([[], [(1.0, 1, 0)], *stuck]), [Worth()])
    assert as_numbers(chain.ways_from(2)) == {0: [0.5, 0.0, 0.0]}
