"""How fast games are that nobody wrote for speed, and whose rules are about sets: dice laid aside, cards in melds, men
on points, ships on squares, tiles with two ends.

`python -m tests.tools.set_speed [RULESET ...]` plays Farkle and five games of `tests/benchmarks` that were written with
the manual alone, and holds them against the same games in plain Python (`tests.benchmarks.plain`), with the same
strategies. It takes a minute and a half, and prints for each:

- games a second: machine code (the best, made beforehand), the stepper, Python, and the first two against the third;
- the blocks of the program, and how long the best code takes to make;
- what `groundrules simulate -n 20` costs with nothing cached, from its start to its end.

All is processor time of one core. Both have to play the same game: the mean number of turns and how often the first
player wins are compared with `differ`.

Last results, 30 November 2026, on two cores with nothing else to do:

| ruleset | by | native | stepper | Python | native / Python | stepper / Python | blocks | best code | simulate -n 20 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| farkle | default | 742,631 | 1,007.1 | 7,550 | 98.36 | 1/7 | 100 | 0.4 | 1.6 |
| farkle | steady | 382,346 | 590.2 | 6,038 | 63.14 | 1/10 | 100 | 0.4 | 1.6 |
| switchback | random | 116,700 | 226.2 | 1,508 | 76.43 | 1/7 | 214 | 0.3 | 1.7 |
| ten_in_hand | random | 112,247 | 219.3 | 999 | 113.76 | 1/5 | 154 | 0.3 | 1.3 |
| ten_in_hand | tidy | 41,570 | 158.6 | 344 | 121.77 | 1/2 | 154 | 0.4 | 1.6 |
| long_race | random | 26,989 | 67.9 | 499 | 53.25 | 1/7 | 253 | 0.7 | 2.4 |
| hidden_fleets | random | 297,700 | 257.4 | 7,131 | 42.14 | 1/28 | 128 | 0.3 | 1.4 |
| bones | random | 1,524,499 | 1,695.3 | 16,762 | 92.32 | 1/10 | 397 | 0.3 | 1.3 |

Since then all squares that may be fired at are asked at once, and no means are looked for where seats play by lot. On a
busy machine hidden_fleets is at 40 times Python, the stepper at 1/18 of it, and its first 20 games take 1.0 s; those of
long_race take .4 s less.

What bounds the figures that are not reached, by profile:

- hidden_fleets, 42 of 50 times Python: a shot takes some 80 cycles. A third of the time goes into comparing 64 squares
  of eight bytes each, an eighth into the look at what was hit, a fifth into the berths of the ships. The Python twin
  takes a square off a list, and asks no square.
- hidden_fleets in the stepper, 1/18 of 1/4: two thirds of a turn are the stop, with the list of what is offered, the
  lot, and the answer. Without a stop, by default, a turn takes less than half as long.
- long_race, 2 s for its first 20 games: .3 s to read and check, .6 to lower, 1.0 to play. Half of the last is the
  translation of 103 superblocks into 28,000 lines of Python.

Before only subsets that can be melds were visited, and what slots hold was compared at once: bones 33 times Python,
ten_in_hand 18 and 17, long_race 12, hidden_fleets 16; the stepper 1/15, 1/38, 1/32, 1/12 and 1/58.

Before what depends on dice in whatever order was looked up, offers included: farkle 7.4 and 9.3 times Python, stepper
1/38; switchback 3.9, 1/51.

Before `the rest of parting` and `after` the rules of Ten in Hand and the Long Race said themselves how to find the best
melds, and how the men would stand: 0.96 and 0.37 times, and 2.00 times Python.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from interpreter.bots.advice import DEFAULT
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.benchmarks import plain
from tests.benchmarks.measuring import (
    SEED,
    Way,
    middle,
    playing,
    processor_seconds,
    program_of,
    ratio,
    speeds,
    table,
)
from tests.support.paths import ROOT

BENCHMARKS = ROOT / "tests" / "benchmarks"

COMPARED = 4_000
SLOWLY_COMPARED = {"ten_in_hand": 400}
"""How many games are compared."""

SECONDS_TO_STEP = 3.0
"""How long the stepper plays."""

MOST_ERRORS = 3.0
"""How many standard errors two means may differ."""


def place_of(name: str) -> str:
    """What a ruleset is found by."""
    path = BENCHMARKS / f"{name}.rules"
    return str(path) if path.exists() else name


def strategies_of(name: str, strategy: str) -> tuple[str, ...]:
    return (strategy,) * len(program_of(place_of(name)).seats)


def differ(engine: Native, name: str, games: int) -> list[str]:
    """What differs between a ruleset and its twin by more than chance, over so many games of each."""
    strategy, summary = engine.strategies[0] or DEFAULT, engine.play(SEED, range(games))
    chance = random.Random(SEED)
    played = [plain.GAMES[name, strategy](chance) for _ in range(games)]
    turns, won = [each[0] for each in played], mean(0 in each[1] for each in played)
    tally = summary.measures[[each.name for each in engine.program.measures].index("turns")]
    share = summary.wins[0] / games
    found = {
        "turns": (float(tally.mean or 0), mean(turns), sqrt(2) * stdev(turns) / sqrt(games)),
        "won by the first player": (share, won, sqrt(2 * max(share * (1 - share), 1 / games) / games)),
    }
    return [
        f"{what} of {name} by {strategy}: {ours:.3f}, in Python {theirs:.3f}"
        for what, (ours, theirs, error) in found.items()
        if abs(ours - theirs) > MOST_ERRORS * error
    ]


def play_plain(name: str, strategy: str) -> Way:
    chance = random.Random(SEED)

    def play(games: int) -> None:
        for _ in range(games):
            plain.GAMES[name, strategy](chance)

    return play


def time_command(name: str, strategy: str) -> float:
    """The processor seconds of a first simulation of 20 games."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["simulate", place_of(name), "-n", "20", "--workers", "1", "--strategy", f"all={strategy}"]
        surroundings = {**os.environ, "GROUNDRULES_CACHE": str(Path(folder) / "cache"), "PYTHONPATH": str(ROOT)}
        before = os.times()
        subprocess.run(
            [sys.executable, "-m", "interpreter", *words], env=surroundings, check=True, stdout=subprocess.DEVNULL
        )
        after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def step_games(program: Program, strategies: Sequence[str]) -> float:
    """Games a second in the stepper. It gets ready bit by bit, so the first half of the time does not count."""
    stepper, bots, numbers = Stepper(program, events=False), Bots(program, strategies), count()

    def play(seconds: float) -> float:
        start, games = time.process_time(), 0
        while time.process_time() - start < seconds or not games:
            number, games = next(numbers), games + 1
            stepper.play_out(None, Stream(SEED, number), bots.start_game(number))
        return games / (time.process_time() - start)

    play(SECONDS_TO_STEP / 2)
    return play(SECONDS_TO_STEP / 2)


def measure(engine: Native, name: str) -> list[str]:
    """A row of the table."""
    program, strategy = engine.program, engine.strategies[0] or DEFAULT
    compiling = processor_seconds(lambda: engine.play(SEED, range(1)))
    turns = speeds({"native": playing(engine), "Python": play_plain(name, strategy)})
    native, plainly, times = middle(turns, "native"), middle(turns, "Python"), ratio(turns, "native", "Python")
    stepper = step_games(program, strategies_of(name, strategy))
    return [
        name, strategy, f"{native:,.0f}", f"{stepper:,.1f}", f"{plainly:,.0f}", f"{times:.2f}",
        f"1/{plainly / stepper:,.0f}", f"{len(program.blocks):,}", f"{compiling:.1f}",
        f"{time_command(name, strategy):.1f}",
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Rules about sets against the same in Python.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    wanted = parser.parse_args().rulesets
    rows, differing = [], []
    for name, strategy in plain.GAMES:
        if not wanted or name in wanted:
            engine = Native(program_of(place_of(name)), strategies_of(name, strategy), tier="best", keep=False)
            rows.append(measure(engine, name))
            differing += differ(engine, name, SLOWLY_COMPARED.get(name, COMPARED))
    heads = ["ruleset", "by", "native", "stepper", "Python", "native / Python", "stepper / Python"]
    table("Games a second, and seconds", [*heads, "blocks", "best code", "simulate -n 20"], rows)
    print("\n".join(["", *differing] if differing else ["\nAll play the same game."]))


if __name__ == "__main__":
    main()
