"""Plays the games of which digests are kept (`same_games`) with the stepper: `python tests/keep_games.py`.

Only games that are not kept yet are played, or whose key does not fit any more. What is done is written down every few
blocks, so that it can be stopped and begun again. `--ruleset NAME` plays those of one ruleset only, `--workers N`
several cases at once.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from same_games import RULESETS, Case, Kept, Reference, blocks, cases_of, keep, kept_games, key_of

PATIENCE = 30
"""After how many seconds what is done is written down."""


def missing(rulesets: Iterable[str]) -> Iterator[tuple[Case, Kept]]:
    """The cases of which games have to be played, with what is kept of them already."""
    kept = kept_games()
    for case in (case for ruleset in rulesets for case in cases_of(ruleset)):
        key, nothing = key_of(case), Kept("", (), ())
        found = kept.get(case.name, nothing)
        found = found if found.key == key else Kept(key, (), ())
        if len(found.told) < len(blocks()):
            yield case, found


def played(given: tuple[Case, Kept]) -> tuple[Case, Kept, float]:
    """Some more games of a case, and the seconds of processor time that they took."""
    (case, kept), began, used = given, monotonic(), process_time()
    reference, told, counted = Reference(case), list(kept.told), list(kept.counted)
    for games in blocks()[len(told) :]:
        digests = reference.digests(games)
        told.append(digests[0])
        counted.append(digests[1])
        if monotonic() - began > PATIENCE:
            break
    return case, Kept(kept.key, tuple(told), tuple(counted)), process_time() - used


def main() -> None:
    options = ArgumentParser(description=__doc__)
    options.add_argument("--ruleset", action="append", choices=RULESETS)
    options.add_argument("--workers", type=int, default=1)
    given = options.parse_args()
    with get_context("spawn").Pool(given.workers) as pool:
        while waiting := list(missing(given.ruleset or RULESETS)):
            print(f"{len(waiting)} cases to play", flush=True)
            for case, kept, seconds in pool.imap_unordered(played, waiting):
                keep(kept_games() | {case.name: kept})
                print(f"{case.name}: {len(kept.told)} of {len(blocks())}, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
