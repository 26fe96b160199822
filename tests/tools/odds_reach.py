"""What exact odds reach: asks `groundrules odds` for every game without cards, all options at their defaults, then each
at its other values, and for more players.

`python -m tests.tools.odds_reach [RULESET ...]` prints a row for each question as it is answered: how many measures
are known, which are not and why, and how much processor time the whole command took. Of an option with a range two of
the lowest numbers are asked. Nothing is kept between questions. `--seconds N` stops a question after so long, and
`--most-states N` is handed on.

Before, with the rooms that found odds by symbolic walks (49fa23e2), and after, on 29 November 2026, on a busy machine;
known figures / seconds of processor time:

| asked | before | after |
| --- | --- | --- |
| ace_in_the_pot, each option | 6 / 1.0 to 1.5 | 6 / 1.7 to 3.5 |
| ace_in_the_pot for 3, 4, 5 | 7 / 3.8, 8 / 5.8, 2 / 4.3 | 7 / 6.2, 8 / 5.8, 2 / 5.3 |
| ace_in_the_pot for 6 | 2 / 22.0 | 0; with `first_throw=first_seat` who wins / 3.3 |
| going_to_boston, each option | 6 / 1.2 to 3.7 | 6 / 1.9 to 8.6 |
| going_to_boston, `tie=carried_over` | 4 / 3.7 | 6 / 3.1 |
| going_to_boston for 3, 4 | 8 / 12.1, 1 / 21.2 | 8 / 6.1, 1 / 4.7 |
| two_dice, each option | 9 / 3.2 to 9.8 | 8 or 9 / 5.8 to 9.7 (`throws` by name) |
| two_dice, `last_half=walk_off` | 9 / 12.0 | 5 / 16.1 |
| round_the_spot for 4 | who wins / 21 | all / 8.8 |
| snakes_and_ladders for 2 | who wins / 4 | all / 3.3 |
| farkle | refused | who wins / 7.3 |
| shut_the_box for 4 | all of a turn / 11 | who wins, too / 8.4 |
| marker, `last_half=walk_off` | 3 / 6.4 | 2 / 8.8 |

On 30 November, since outcomes that lead from a state to the same are one edge, on a busier machine: ace_in_the_pot for
5 9 / 22.7 and for 6 2 / 16.5, its options 6 / 3.5 to 6.6; help_your_neighbor for 4 2 / 7.9, who wins among them (before
none); two_dice, each option, 8 or 9 / 9.4 to 16.8, `last_half=walk_off` 5 / 23.1. The other games were not asked again.

Lost is who wins at marker where the last half ends at once (the difference of the scores, all of a half-inning and its
extra innings are one state space of over four million states).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator

from interpreter import api
from interpreter.loader import list_classics, list_games
from interpreter.odds.figures import MOST_STATES
from tests.support.same_games import other_values


def list_dice_games() -> list[str]:
    """The games that are played with dice alone."""
    names = [each.name for each in (*list_games(), *list_classics())]
    return [name for name in names if not api.load(name).model.zones]


def list_questions(name: str) -> Iterator[tuple[str, ...]]:
    """What is asked about a game: words that follow its name."""
    ruleset = api.load(name)
    yield ()
    for option, values in other_values(name).items():
        for value in values:
            yield "--set", f"{option}={value}"
    for players in ruleset.players[1:6]:
        yield "--players", str(players)


def ask(words: tuple[str, ...], seconds: int) -> str:
    """What became of a question, and the processor time of it."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "interpreter", "odds", *words, "--json"]
    surroundings = {**os.environ, "GROUNDRULES_CACHE": "off"}
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=bound, env=surroundings, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{describe(done)} | {spent:.1f}"


def describe(done: subprocess.CompletedProcess[str]) -> str:
    """How many figures are known, and why others are not."""
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return "| stopped"
    messages = [each["message"].removeprefix("the exact odds of ") for each in found.get("diagnostics", ())]
    reasons = [each.replace(" cannot be computed", "") for each in messages]
    reasons += [f"`{name}` takes a while" for name in found.get("omitted", ())]
    known = len(found["measures"]) + bool(found["winners"])
    return f"{known} | {'; '.join(reasons)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=list_dice_games())
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--most-states", default=str(MOST_STATES), help="as of `odds`")
    arguments = parser.parse_args()
    print("| asked | known | out of reach | s |\n| --- | --- | --- | --- |", flush=True)
    for name in arguments.rulesets:
        for words in list_questions(name):
            answer = ask((name, *words, "--most-states", arguments.most_states), arguments.seconds)
            print(f"| {' '.join((name, *words))} | {answer} |", flush=True)


if __name__ == "__main__":
    main()
