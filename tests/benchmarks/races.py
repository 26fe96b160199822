"""Races of the classics as somebody would write them in Python by hand, between players who take any move there is.

Nobody tuned these rulesets for speed: they work with sets of squares, and ask definitions about each of them. The games
in C and in Python follow the same rules; where moves are drawn, each from its own chance, how long games are on average
is alike within errors (`test_twins`).
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from interpreter.chance import RANDOM
from interpreter.native import Native
from tests.benchmarks import twins
from tests.benchmarks.measuring import SEED, Way, middle, playing, program_of, speeds, table

SHARED, ROSETTES, MIDDLE = range(5, 13), (4, 8, 14), 8


def play_ur(chance: random.Random) -> int:
    """A game of Ur between random players; how many throws it takes."""
    men: list[set[int]] = [set(), set()]
    waiting, home = [7, 7], [0, 0]
    mover, throws = 0, 0
    while True:
        own, other = men[mover], men[1 - mover]
        marks, again = sum(chance.randint(0, 1) for _ in range(4)), False
        throws += 1
        ready = sorted(own) + ([0] if waiting[mover] else [])
        goals = {spot: spot + marks for spot in ready if marks and spot + marks <= 15}
        moves = [at for at, goal in goals.items() if goal not in own and not (goal == MIDDLE and goal in other)]
        if moves:
            spot = chance.choice(moves)
            goal = spot + marks
            if spot:
                own.remove(spot)
            else:
                waiting[mover] -= 1
            if goal == 15:
                home[mover] += 1
            else:
                own.add(goal)
            if goal in SHARED and goal in other:
                other.remove(goal)
                waiting[1 - mover] += 1
            if home[mover] == 7:
                return throws
            again = goal in ROSETTES
        if not again:
            mover = 1 - mover


def play_ludo(chance: random.Random) -> int:
    """A game of Ludo between two random players; how many throws it takes."""
    men: list[set[int]] = [set(), set()]
    mover, throws = 0, 0
    while True:
        own, other = men[mover], men[1 - mover]
        tries = 1 if any(step < 44 and step + 1 not in own for step in own) else 3
        while tries:
            die = chance.randint(1, 6)
            throws += 1
            tries = 1 if die == 6 else tries - 1
            waiting = len(own) < 4
            goals = {step: step + die for step in sorted(own) if step + die <= 44}
            if waiting and die == 6:
                goals[0] = 1
            moves = [step for step, goal in goals.items() if goal not in own]
            pressing = [step for step in moves if step == 0 or (step == 1 and waiting)]
            if not moves:
                continue
            step = chance.choice(pressing or moves)
            own.discard(step)
            own.add(goals[step])
            if goals[step] <= 40:
                met = (goals[step] - 1 + 20) % 40 + 1
                other.discard(met)
            if len(own) == 4 and min(own) > 40:
                return throws
        mover = 1 - mover


BY_HAND: dict[str, Callable[[random.Random], int]] = {"royal_game_of_ur": play_ur, "ludo": play_ludo}


def play_by_hand(name: str) -> Way:
    """The game in Python, game after game."""
    chance = random.Random(SEED)

    def play(games: int) -> None:
        for _ in range(games):
            BY_HAND[name](chance)

    return play


def ways_of(name: str, folder: Path) -> dict[str, Way]:
    """The ways in which a race is played by players who draw their moves."""
    program = program_of(name)
    engine = Native(program, (RANDOM,) * len(program.seats), tier="best", keep=False)
    engine.play(SEED, range(1))
    ways = {"ours": playing(engine), "Python": play_by_hand(name)}
    if twins.available():
        ways["C"] = twins.playing(twins.compiled(name, folder, drawn=True), SEED)
    return ways


def spread(ratios: list[float]) -> str:
    """The median, and how far turns lie apart."""
    return f"{median(ratios):,.2f} ({min(ratios):,.2f} to {max(ratios):,.2f})"


def compare_races() -> None:
    """Machine code between random players, against the same rules by hand in Python and in C."""
    rows, heads = [], ["ours", "Python", "C"]
    with tempfile.TemporaryDirectory() as folder:
        for name in BY_HAND:
            turns = speeds(ways_of(name, Path(folder)))
            heads = list(turns[0])
            against = [spread([turn["ours"] / turn[way] for turn in turns]) for way in heads[1:]]
            rows.append([name, *(f"{middle(turns, way):,.0f}" for way in heads), *against])
    heads += [f"ours / {way}" for way in heads[1:]]
    table("Races between random players: games a second, ratios with their least and most", ["ruleset", *heads], rows)


if __name__ == "__main__":
    compare_races()
