"""What all benchmarks share: time, turns, machine code that is made once, and tables.

Speeds are games a second of the processor's time, so that other work on the machine matters less. What is compared is
run in turns, several times over; a ratio is the median of the ratios within a turn, since processors, too, are faster
at one time than at another. How many games make a turn is found out beforehand.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from statistics import median

from interpreter import load
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper

SEED = 7
TURNS = 5

SECONDS = 0.3
"""How long a turn is, about."""

WARM_UP = 60
"""How many games the stepper plays before it is measured."""

Row = tuple[str, float, str]
"""What was played, games a second, and a remark."""

Way = Callable[[int], object]
"""Plays so many games. What gives a number gives the seconds of the processor that it has taken."""


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def seconds_of(way: Way, games: int) -> float:
    """The processor time that some games take."""
    start = time.process_time()
    told = way(games)
    return told if isinstance(told, float) else time.process_time() - start


def fitting(way: Way, seconds: float = SECONDS) -> int:
    """How many games are a turn."""
    games = 1
    while (taken := seconds_of(way, games)) < seconds / 8:
        games *= 4
    return max(1, round(games * seconds / taken))


def speeds(ways: Mapping[str, Way]) -> list[dict[str, float]]:
    """Games a second of each, turn by turn."""
    games = {name: fitting(way) for name, way in ways.items()}
    return [{name: games[name] / seconds_of(way, games[name]) for name, way in ways.items()} for _ in range(TURNS)]


def middle(turns: Sequence[Mapping[str, float]], name: str) -> float:
    """The median speed of one."""
    return median(turn[name] for turn in turns)


def ratio(turns: Sequence[Mapping[str, float]], one: str, other: str) -> float:
    """How many times as fast one is as the other."""
    return median(turn[one] / turn[other] for turn in turns)


def spread(ratios: list[float]) -> str:
    """The median, and how far turns lie apart."""
    return f"{median(ratios):,.2f} ({min(ratios):,.2f} to {max(ratios):,.2f})"


def rate(way: Way) -> float:
    """Games a second of one by itself, the median of several turns."""
    return middle(speeds({"": way}), "")


@cache
def program_of(name: str, players: int | None = None) -> Program:
    """A ruleset with the default of every option."""
    return load(name).program(players=players)


@cache
def native(
    name: str, tier: str = "best", *, players: int | None = None, counting: bool = True
) -> tuple[Native, float]:
    """Its machine code, and the seconds of the processor it took to make."""
    engine = Native(program_of(name, players), tier=tier, keep=False, counting=counting)
    return engine, processor_seconds(lambda: engine.play(SEED, range(1)))


def best_code(program: Program, strategies: Sequence[str]) -> Native:
    """The best machine code for these strategies, made beforehand."""
    engine = Native(program, strategies, tier="best", keep=False)
    engine.play(SEED, range(1))
    return engine


def playing(engine: Native) -> Way:
    """Plays with machine code."""

    def play(games: int) -> None:
        engine.play(SEED, range(games))

    return play


def stepping(program: Program, strategies: Sequence[str] = ()) -> Way:
    """Plays with the stepper, which has played before: it gets ready bit by bit."""
    stepper, bots = Stepper(program, events=False), Bots(program, strategies) if strategies else None

    def play(games: int) -> None:
        for game in range(games):
            stepper.play_out(None, Stream(SEED, game), bots.start_game(game) if bots is not None else None)

    play(WARM_UP)
    return play


def mean_of(program: Program, measure: str, strategies: Sequence[str] = ()) -> float:
    """The mean of a measure, to tell that it is the same game."""
    summary = Native(program, strategies, keep=False).play(SEED, range(20_000))
    return float(dict(zip((each.name for each in program.measures), summary.measures, strict=True))[measure].mean or 0)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table."""
    lines = [[str(each) for each in row] for row in [heads, *rows]]
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    print(f"\n{title}\n")
    for number, line in enumerate(lines):
        print("| " + " | ".join(each.rjust(width) for each, width in zip(line, widths, strict=True)) + " |")
        if number == 0:
            print("| " + " | ".join("-" * (width - 1) + ":" for width in widths) + " |")
    sys.stdout.flush()
