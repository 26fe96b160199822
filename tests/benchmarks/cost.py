"""What a simulation costs against the number of games, of players, of blocks, and of threads.

Seconds of the clock for threads and for numbers of games, since that is what they are about; games a second of the
processor for the rest. The time in which the machine code is made is left out; it is told for each ruleset.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from pig import REPEATS, Row, rate

from interpreter import load, shelf
from interpreter.native import Native
from interpreter.program import Program


def made(program: Program, tier: str) -> tuple[Native, float]:
    """Machine code, and the seconds of the processor it takes to make."""
    native = Native(program, tier=tier, keep=False)
    began = time.process_time()
    native.play(1, range(1))
    return native, time.process_time() - began


def timed(native: Native, games: int) -> float:
    """Seconds of the clock, the median of several."""
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        native.play(1, range(games))
        seconds.append(time.perf_counter() - began)
    return median(seconds)


def by_games() -> Iterator[Row]:
    """Ten times the games, ten times the time."""
    native, _ = made(load("two_dice").program(), "best")
    for games in (10_000, 100_000, 1_000_000):
        seconds = timed(native, games)
        yield f"two_dice, {games:,} games", games / seconds, f"{seconds:.3f} s"


def by_players() -> Iterator[Row]:
    """More players, longer games."""
    rules = load("multiplication")
    for players in (2, 4, 8):
        native, _ = made(rules.program(players=players), "best")
        yield f"multiplication, {players} players", rate(lambda games, n=native: n.play(1, range(games)), 20_000), ""  # type: ignore[misc]


def by_blocks() -> Iterator[Row]:
    """Every ruleset: how large its program is, and how long its machine code takes to make."""
    for entry in shelf.shipped():
        program = load(entry.name).program()
        _, fast = made(program, "fast")
        native, best = made(program, "best")
        speed = rate(lambda games, n=native: n.play(1, range(games)), 2_000)  # type: ignore[misc]
        remark = f"{len(program.blocks):,} blocks, code made in {fast:.2f} s (fast), {best:.2f} s (best)"
        yield f"{entry.name}, default options", speed, remark


def by_threads() -> Iterator[Row]:
    """Two threads, twice the games."""
    rules = load("two_dice")
    rules.simulate(20_000, 1, engine="native")
    for workers in (1, 2):
        seconds = []
        for _ in range(REPEATS):
            began = time.perf_counter()
            rules.simulate(1_000_000, 1, workers=workers, engine="native")
            seconds.append(time.perf_counter() - began)
        yield f"two_dice, {workers} threads", 1_000_000 / median(seconds), f"{median(seconds):.2f} s for a million"


def rows() -> Iterator[Row]:
    """All of it, one after another."""
    yield from by_games()
    yield from by_threads()
    yield from by_players()
    yield from by_blocks()


if __name__ == "__main__":
    for name, speed, remark in rows():
        print(f"{name:45} {speed:12,.0f} games/s  {remark}", flush=True)
