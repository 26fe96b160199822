"""Classics against the same rules by hand in Python and in C: games that nobody had in mind when the language was made.

Nobody tuned these rulesets for speed either. Where moves are drawn, each program draws from its own chance, and how
long games are on average is alike within errors (`test_twins`). Yacht is played by a strategy of its ruleset,
cribbage and poker by the default of each choice: in poker a deal is then a showdown.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from interpreter.chance import RANDOM
from tests.benchmarks import by_hand, twins
from tests.benchmarks.measuring import SEED, Way, best_code, middle, playing, program_of, speeds, spread, table


def play_by_hand(name: str) -> Way:
    """The game in Python, game after game."""
    chance = random.Random(SEED)

    def play(games: int) -> None:
        for _ in range(games):
            by_hand.GAMES[name](chance)

    return play


def ways_of(name: str, folder: Path) -> dict[str, Way]:
    """The ways in which a game is played: by players who draw their moves, or by the twin's strategy."""
    ways = {"ours": playing(best_code(program_of(name), strategies_of(name))), "Python": play_by_hand(name)}
    if is_in_c(name):
        ways["C"] = twins.playing(twins.compiled(name, folder, drawn=is_drawn(name)), SEED)
    return ways


def is_in_c(name: str) -> bool:
    """Whether there is a program in C, and it can be compiled."""
    return twins.available() and Path(__file__).with_name(f"{name}.c").exists()


def is_drawn(name: str) -> bool:
    """Whether moves are drawn."""
    return name not in twins.STRATEGIES


def strategies_of(name: str) -> tuple[str, ...]:
    program = program_of(name)
    return (RANDOM,) * len(program.seats) if is_drawn(name) else twins.strategies_of(name, program)


def compare_classics() -> None:
    """Machine code against the same rules by hand in Python and in C."""
    rows, heads = [], ["ours", "Python", "C"]
    with tempfile.TemporaryDirectory() as folder:
        for name in [each for each in by_hand.GAMES if is_in_c(each)] or by_hand.GAMES:
            turns = speeds(ways_of(name, Path(folder)))
            heads = list(turns[0])
            against = [spread([turn["ours"] / turn[way] for turn in turns]) for way in heads[1:]]
            rows.append([name, *(f"{middle(turns, way):,.0f}" for way in heads), *against])
    heads += [f"ours / {way}" for way in heads[1:]]
    title = "Classics, between random players or by a strategy: games a second, ratios with their least and most"
    table(title, ["ruleset", *heads], rows)


if __name__ == "__main__":
    compare_classics()
