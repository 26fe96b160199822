"""The well-known games: sound, whole, played alike by both engines, and with the figures that they are known for."""

from __future__ import annotations

from collections import deque
from functools import cache
from math import hypot, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from interpreter import api, loader
from interpreter.bots.seats import DEFAULT
from interpreter.check import CheckResult
from interpreter.examples.run_example import ExampleReport, run_examples
from interpreter.native import Native
from interpreter.pipeline import check_game
from interpreter.stepper import Stepper
from tests.support.rivals import hold
from tests.support.same_games import Reference

NAMES = [entry.name for entry in loader.list_classics()]
SEED = 1987

LONG = frozenset({"war"})
"""Games of which the stepper plays only a few in a second."""


@cache
def checked(name: str) -> CheckResult:
    return check_game(loader.sources_of(loader.find_ruleset(name)))


@cache
def report_of(name: str) -> ExampleReport:
    model = checked(name).model
    assert model is not None
    return run_examples(model)


@pytest.mark.parametrize("name", NAMES)
def test_checks_without_a_word(name: str) -> None:
    assert [f"{each.span.place if each.span else ''}: {each.message}" for each in checked(name).diagnostics.found] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_example_holds(name: str) -> None:
    report = report_of(name)
    assert [each.message for one in report.failed for each in one.failures] == []
    assert (report.coverage.rows_missed, report.coverage.rules_missed) == ((), ())


@pytest.mark.parametrize("name", NAMES)
def test_lines_fit_a_screen(name: str) -> None:
    lines = loader.find_ruleset(name).text.splitlines()
    assert [line for line in lines if len(line) > 120 or line != line.rstrip()] == []


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_play_the_same_games(name: str) -> None:
    program = api.load(name).program()
    for strategy in (DEFAULT, *program.strategies):
        seats = (strategy,) * len(program.seats)
        reference = Reference(Stepper(program), seats, SEED)
        native = Native(program, seats, witness=True, keep=False)
        games = range(3 if name in LONG else 20)
        assert hold(native, [reference.play(game) for game in games], SEED, witness=True) == []


# ---- figures


def figure(name: str, measure: str, games: int, strategy: str = DEFAULT, **options: str | int) -> tuple[float, float]:
    """The mean of a measure over many games, and its standard error."""
    found = api.load(name).simulate(games, SEED, options, strategies={"all": strategy})
    tally = found.measures[measure]
    assert tally.mean is not None
    assert tally.stderr is not None
    return float(tally.mean), tally.stderr


def assert_near(found: tuple[float, float], known: float, stderr: float = 0) -> None:
    """Within four standard errors of both."""
    mean, error = found
    assert abs(mean - known) < 4 * hypot(error, stderr), (found, known)


def battles_of_war(random: Random) -> int:
    """One game: a card face down for each war, won cards shuffled under the stack, a last card fights on."""
    cards = [rank for rank in range(13) for _ in range(4)]
    random.shuffle(cards)
    stacks = [deque(cards[:26]), deque(cards[26:])]
    battles = 0
    while all(stacks):
        battles += 1
        spoils: list[int] = []
        winner = None
        while winner is None:
            up = [stack.popleft() for stack in stacks]
            spoils += up
            if up[0] != up[1]:
                winner = 0 if up[0] > up[1] else 1
            elif not all(stacks):
                winner = 0 if stacks[0] else 1
            else:
                spoils += [stack.popleft() for stack in stacks if len(stack) > 1]
        random.shuffle(spoils)
        stacks[winner].extend(spoils)
    return battles


def test_war_lasts_as_long_as_it_does_elsewhere() -> None:
    random = Random(SEED)
    lengths = [battles_of_war(random) for _ in range(2_000)]
    assert_near(figure("war", "battles", 20_000), mean(lengths), stdev(lengths) / sqrt(len(lengths)))
