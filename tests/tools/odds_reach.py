"""What exact odds reach: asks `groundrules odds` for every game without cards, all options at their defaults, then each
at its other values, and for more players.

`python -m tests.tools.odds_reach [RULESET ...]` prints a row for each question as it is answered: how many measures
are known, which are not and why, and how much processor time the whole command took. Of an option with a range two of
the lowest numbers are asked. Nothing is kept between questions. `--seconds N` stops a question after so long, and
`--most-states N` is handed on.
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
