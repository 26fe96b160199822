"""Plays many games with both engines, and compares them event for event and number for number.

    python tests/long_games.py --games 100000 --ruleset marker --workers 2

plays every strategy of the ruleset (of all rulesets if none is named) on all seats with the stepper, and holds against
it what the native engine tells and counts, with code of every tier, with tables and without. `--options` plays every
other value of every option instead, one at a time, with the code that is made first. What has been played is written
down (`--progress FILE`), so that one can stop and go on. The first difference ends everything, and is shown.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from same_games import RULESETS, Case, Rivals, alone, code, key_of, one_by_one, under

CODES = (("fast", True), ("best", True), ("best", False))
STRETCH = 100
"""How many games are compared at once."""


@lru_cache(maxsize=1)
def rivals(case: Case) -> Rivals:
    """All code for a case, made once in each process."""
    return Rivals(case, CODES[:1]) if case.settings else Rivals(case, CODES, ("fast", "best"))


def play(given: tuple[Case, range]) -> int:
    """Some games of a case; the number of the next."""
    case, games = given
    rivals(case).check(games)
    return games.stop


def cases(rulesets: list[str], options: bool) -> Iterator[Case]:
    """What is to be played."""
    for ruleset in rulesets:
        if options:
            yield from (under(ruleset, settings, at) for at, settings in enumerate(one_by_one(ruleset)))
        else:
            yield from alone(ruleset)


def main() -> None:
    words = ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=100_000)
    words.add_argument("--ruleset", action="append", choices=RULESETS)
    words.add_argument("--options", action="store_true")
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--progress", type=Path, default=Path("long_games.json"))
    given = words.parse_args()
    done: dict[str, int] = json.loads(given.progress.read_text()) if given.progress.exists() else {}
    native = code(("native/*.py",))[:8]
    keys = {
        case: f"{case.name} {key_of(case)} {native}" for case in cases(given.ruleset or list(RULESETS), given.options)
    }
    with get_context("spawn").Pool(given.workers) as pool:
        for case, key in keys.items():
            waiting = range(done.get(key, 0), given.games, STRETCH)
            stretches = [(case, range(first, min(first + STRETCH, given.games))) for first in waiting]
            for done[key] in pool.imap(play, stretches):
                given.progress.write_text(json.dumps(done, indent=0))
            print(f"{case.name}: {done.get(key, 0)} games are the same", flush=True)


if __name__ == "__main__":
    sys.exit(main())
