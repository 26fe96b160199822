"""Linear equations in fractions: the solution satisfies them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from interpreter.chains.states import OutOfReach
from interpreter.odds import elimination
from interpreter.odds.elimination import TooLong, make_exact_solver

Ways = list[list[tuple[Fraction, int]]]


def draw_ways(chances: Random, count: int) -> Ways:
    """From each state but the last three, at random, with some left over that leads nowhere."""
    ways: Ways = []
    for _ in range(count - 3):
        goals = [chances.randrange(count) for _ in range(chances.randint(1, 4))]
        ways.append([(Fraction(chances.randint(1, 5), 24), to) for to in goals])
    return [*ways, [], [], []]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_found_is_what_is_gained_and_what_comes_after(seed: int) -> None:
    chances = Random(seed)
    ways = draw_ways(chances, 30)
    gains = [Fraction(chances.randint(-9, 9), 7) for _ in ways]
    found = make_exact_solver(ways)(gains)
    for state, gain in enumerate(gains):
        assert found[state] == gain + sum(chance * found[to] for chance, to in ways[state])


def test_it_can_be_used_again() -> None:
    solve = make_exact_solver([[(Fraction(1, 2), 0), (Fraction(1, 2), 1)], []])
    assert [solve([Fraction(each), Fraction(0)]) for each in (1, 3)] == [[2, 0], [6, 0]]


def test_long_fractions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "MOST_DIGITS", 50)
    with pytest.raises(TooLong):
        make_exact_solver(draw_ways(Random(1), 30))


def test_what_may_never_end_is_refused() -> None:
    half = Fraction(1, 2)
    with pytest.raises(OutOfReach, match="never end"):
        make_exact_solver([[(half, 1), (half, 3)], [(Fraction(1), 2)], [(half, 1), (half, 2)], []])
