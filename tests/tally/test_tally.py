"""Statistics of a measure: against sums over lists, split and merged, and honest about what leans on what."""

from __future__ import annotations

import statistics
from collections import Counter
from math import isclose, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.tally import Tally

Games = list[list[int]]

games_of_samples = st.lists(st.lists(st.integers(-50, 50), max_size=6), max_size=12)


def tally_of(games: Games) -> Tally:
    tally = Tally()
    for samples in games:
        tally.add_game(samples)
    return tally


def ratio_error(games: Games) -> float:
    """The same formula as in the docstring, in floats and loops."""
    samples = [value for game in games for value in game]
    mean = sum(samples) / len(samples)
    off = [sum(game) - mean * len(game) for game in games]
    return sqrt(len(games) / (len(games) - 1) * sum(each * each for each in off)) / len(samples)


@given(games_of_samples)
def test_a_tally_agrees_with_its_samples(games: Games) -> None:
    samples = [value for game in games for value in game]
    tally = tally_of(games)
    assert tally.games == len(games)
    assert tally.samples == len(samples)
    assert tally.histogram == dict(sorted(Counter(samples).items()))
    assert tally.lowest == min(samples, default=None)
    assert tally.highest == max(samples, default=None)
    if samples:
        assert tally.mean is not None
        assert tally.mean * len(samples) == sum(samples)
    else:
        assert tally.mean is None
    if samples and len(games) > 1:
        assert tally.stderr is not None
        assert isclose(tally.stderr, ratio_error(games), rel_tol=1e-9, abs_tol=1e-9)
    else:
        assert tally.stderr is None


@given(games_of_samples, games_of_samples, games_of_samples)
def test_parts_add_up_to_the_whole_in_any_order(first: Games, second: Games, third: Games) -> None:
    whole = tally_of(first + second + third)
    a, b, c = map(tally_of, (first, second, third))
    assert a.combine(b).combine(c) == whole
    assert c.combine(a.combine(b)) == whole
    assert a == tally_of(first), "a tally that was added to another is as it was"


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30))
def test_one_sample_a_game_gives_the_usual_standard_error(samples: list[int]) -> None:
    usual = statistics.stdev(samples) / sqrt(len(samples))
    found = tally_of([[value] for value in samples]).stderr
    assert found is not None
    assert isclose(found, usual, rel_tol=1e-9, abs_tol=1e-12)


def test_the_standard_error_is_right_where_samples_of_a_game_lean_on_each_other() -> None:
    """Every game has a luck of its own that all its samples share, and that also decides how many there are. Means
    of many small simulations must scatter as the standard errors say; taken for independent samples, they would
    say half as much."""
    chance = Random(5)

    def play() -> list[int]:
        luck = chance.randrange(10)
        return [luck + chance.randrange(3) for _ in range(3 + luck // 3)]

    tallies = [tally_of([play() for _ in range(60)]) for _ in range(400)]
    means = [float(tally.mean or 0) for tally in tallies]
    claimed = statistics.mean([tally.stderr or 0 for tally in tallies])
    assert 0.9 < claimed / statistics.stdev(means) < 1.1
    naive = statistics.mean([_naive_error(tally) for tally in tallies])
    assert naive / statistics.stdev(means) < 0.6


def _naive_error(tally: Tally) -> float:
    samples = list(tally.counts.elements())
    return statistics.stdev(samples) / sqrt(len(samples))


def test_large_numbers_stay_exact() -> None:
    tally = tally_of([[10**6 - 1, 10**6], [10**6]] * 100_000)
    assert tally.mean is not None
    assert tally.mean.numerator * 3 == (3 * 10**6 - 1) * tally.mean.denominator


@pytest.mark.quick
def test_what_is_printed_is_plain_data() -> None:
    printed = tally_of([[2, 2], [0, 4]]).to_dict()
    assert printed == {
        "mean": 2.0,
        "stderr": 0.0,
        "variance": 8 / 3,
        "min": 0,
        "max": 4,
        "samples": 4,
        "histogram": {"0": 1, "2": 2, "4": 1},
    }
    assert list(Tally().to_dict().values()) == [None, None, None, None, None, 0, {}]
