"""The same games by hand in C: a file each, with the default of every option and choice.

They draw from the same random streams, so that they have to come to the same numbers, to the last run and error.

How fast the best machine code without marks is against them by the default of each choice, 30 November 2026, on a busy
machine, and what a throw or draw takes in ours and in C:

| game | ours / C | ns a throw or draw | bound by |
| --- | --- | --- | --- |
| two_dice | .80 | 16.8, 13.6 | switches on rows, checks of counters |
| marker | .79 | 15.1, 12.0 | the same |
| royal_game_of_ur | .60 | 16.1, 9.6 | no single cause: 1,000 instructions, none above 3.7 % |
| five_card_draw | .51 | | |
| cooperstown | .41 | 20.8, 8.6 | 6,200 instructions of 28 KB, none above 1.5 %; a third are loads and stores |
| cribbage | .37 | 151, 56 | the same: 256 bytes of code take 10 % at most |

What counting steps and stops costs cannot be told from noise. Without copies of rules for each call two_dice takes 10 %
longer, marker 6 %, cribbage 4 %; without the removal of dead code all take 1 to 24 % longer.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from interpreter.program import Program
from interpreter.summary import Summary

TWINS = {
    "two_dice": ("innings", "hits", "throws"),
    "marker": ("innings", "hits", "throws", "fouls_thrown", "double_plays"),
    "cooperstown": ("innings", "hits", "errors", "double_plays"),
    "cribbage": (
        "points_in_a_hand", "points_in_a_crib", "dealers_points", "points_dealers_allow", "dealers_show",
        "nondealers_show",
    ),
    "five_card_draw": ("showdowns",),
    "royal_game_of_ur": ("throws", "taken"),
    "ludo": ("throws", "taken"),
    "hearts": ("rounds", "points", "moons"),
    "yacht": ("points", "bonuses", "fives"),
}
"""What a twin counts beside the games that each side wins, and what is in `MEMBERS`."""

MEMBERS = ("runs", "dealt")
"""Measures that a twin counts for each side, or each kind of hand."""


STRATEGIES = {"yacht": "steady", "cribbage": "default", "five_card_draw": "default"}
"""By which strategy a twin plays where moves are never drawn."""


def strategies_of(name: str, program: Program) -> tuple[str, ...]:
    """How each seat plays in the twin of a ruleset."""
    return (STRATEGIES.get(name, "default"),) * len(program.seats)


def available() -> bool:
    """Whether there is a compiler."""
    return shutil.which("gcc") is not None


def compiled(name: str, folder: Path, *, drawn: bool = False) -> Path:
    """The twin of a ruleset, compiled. Its moves can be `drawn` if it is a race: from the stream of its dice."""
    source, made = Path(__file__).with_name(f"{name}.c"), folder / name
    more = ["-DRANDOM"] if drawn else []
    subprocess.run(["gcc", "-O3", "-march=native", *more, "-o", made, source], check=True)
    return made


def run(path: Path, seed: int, games: int) -> tuple[float, list[int]]:
    """The processor seconds that a twin takes for some games, and what it counts."""
    words = subprocess.run([path, str(seed), str(games)], capture_output=True, text=True, check=True).stdout.split()
    return float(words[0]), [int(each) for each in words[2:]]


def playing(path: Path, seed: int) -> Callable[[int], float]:
    """Plays so many games, and gives the processor seconds that they took."""
    return lambda games: run(path, seed, games)[0]


def counts_of(name: str, program: Program, summary: Summary) -> list[int]:
    """What the twin has to count for the same games."""
    tallies = {each.name: at for at, each in enumerate(program.measures)}
    members = [tally for each in MEMBERS if each in tallies for tally in summary.members[tallies[each]]]
    counted = [*members, *(summary.measures[tallies[each]] for each in TWINS[name])]
    return [summary.wins[0], summary.wins[1], *(each.total for each in counted)]
