"""How fast machine code is: `python -m tests.benchmarks` prints it as tables, in a few minutes.

Each table says of what; how it is measured is told in `measuring`. Only what threads come to goes by the clock on the
wall, and says nothing unless two processors have nothing else to do: it is told how much of them they had.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Thread

from interpreter.native import Native
from tests.benchmarks import classics, cost, idiomatic, open_spiel, twins
from tests.benchmarks.measuring import (
    SEED,
    TURNS,
    Row,
    Way,
    fitting,
    middle,
    native,
    playing,
    program_of,
    ratio,
    speeds,
    stepping,
    table,
)

RULESETS = ("two_dice", "marker", "cooperstown", "cribbage", "royal_game_of_ur", "ludo")

WAYS = {"fast": "first code", "best": "best code", "bare": "no rows", "C": "C"}
"""How a ruleset is played in machine code. The twins do not count how often each rule and row comes up, so they are
held against code that does not either."""


def ways_of(name: str, folder: Path) -> dict[str, Way]:
    """All ways to play a ruleset, from which `compare_engines` makes columns. A twin has to play the same games."""
    engines = {tier: native(name, tier)[0] for tier in ("fast", "best")}
    ways = {"stepper": stepping(program_of(name)), **{tier: playing(engine) for tier, engine in engines.items()}}
    if name not in twins.TWINS or not twins.available():
        return ways
    twin = twins.compiled(name, folder)
    wanted = twins.counts_of(name, program_of(name), engines["best"].play(SEED, range(2_000)))
    assert twins.run(twin, SEED, 2_000)[1][: len(wanted)] == wanted, f"the twin of {name} plays another game"
    bare = playing(native(name, counting=False)[0])
    return {**ways, "bare": bare, "C": lambda games: twins.run(twin, SEED, games)[0]}


def compare_engines() -> None:
    """The stepper, machine code of every tier, and C by hand."""
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in RULESETS:
            turns = speeds(ways_of(name, Path(folder)))
            found = {way: f"{middle(turns, way):,.0f}" for way in turns[0]}
            rows.append([name, *(found.get(way, "") for way in ("stepper", *WAYS))])
            if "C" in turns[0]:
                ratios.append([name, *(f"{ratio(turns, way, 'C'):.2f}" for way in list(WAYS)[:-1])])
    table("Games a second a core", ["ruleset", "stepper", *WAYS.values()], rows)
    if ratios:
        title = "Machine code against the same game by hand in C (gcc -O3 -march=native: 1)"
        table(title, ["ruleset", *list(WAYS.values())[:-1]], ratios)


def compile_times() -> None:
    """How long machine code takes to make."""
    rows = []
    for name in RULESETS:
        seconds = [native(name, tier)[1] for tier in ("fast", "best")]
        rows.append([name, f"{len(program_of(name).blocks):,}", *(f"{each:.2f} s" for each in seconds)])
    table("Time to make machine code, of one processor", ["ruleset", "blocks", "first code", "best code"], rows)


def with_threads(engine: Native, number: int, games: int) -> tuple[float, float]:
    """Seconds by the clock, and of all processors, for so many games in each of some threads."""
    ranges = (range(at * games, (at + 1) * games) for at in range(number))
    threads = [Thread(target=engine.play, args=(SEED, each)) for each in ranges]
    clock, processor = time.perf_counter(), time.process_time()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return time.perf_counter() - clock, time.process_time() - processor


def compare_threads() -> None:
    """One thread and two, which play twice as many games."""
    rows = []
    for name in ("two_dice", "marker"):
        engine = native(name)[0]
        games = fitting(playing(engine), 0.6)
        turns = [(with_threads(engine, 1, games), with_threads(engine, 2, games)) for _ in range(TURNS)]
        times = median(2 * one[0] / two[0] for one, two in turns)
        had = [median(turn[number][1] / turn[number][0] for turn in turns) for number in range(2)]
        dearer = median(two[1] / one[1] / 2 for one, two in turns)
        rows.append([name, f"{times:.2f}", f"{had[0]:.2f}", f"{had[1]:.2f}", f"{dearer:.2f}"])
    heads = ["ruleset", "games by the clock", "processors had by one", "by two", "processor time a game"]
    table("Two threads: times what one comes to", heads, rows)


def others(title: str, found: Iterator[Row]) -> None:
    """What a benchmark of its own has found."""
    rows = [(what, f"{speed:,.0f}" if speed else "", remark) for what, speed, remark in found]
    table(f"{title}, games a second", ["what", "games/s", ""], rows)


if __name__ == "__main__":
    began = time.perf_counter()
    compare_engines()
    compile_times()
    compare_threads()
    classics.compare_classics()
    others("Against ordinary Python", idiomatic.rows())
    open_spiel.compare_open_spiel()
    others("What simulations cost", cost.rows())
    print(f"\nAll this took {time.perf_counter() - began:.0f} s.")
