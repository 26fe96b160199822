"""Holds the native engine against the stepper over very many games: the stepper plays them once, for days, and
digests of them are kept (`same_games`); against these any native engine can be held in an hour or two (`rivals`).

`keep` has the stepper play what is not kept yet, or does not fit its ruleset's program any more: ruleset by ruleset,
the strategies of one in turns. What is done is written down every half minute or so, so that it can be stopped at any
time and goes on there when it is begun again. PyPy, with lark and tomli-w, can do it too. `compare` plays what is kept
with every kind of machine code: the code that tells everything and the code that counts, of every tier, with tables and
without. `list` says how many games are kept. `--options` means every other value of every option, one at a time,
instead of every strategy with the defaults.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from signal import SIG_IGN, SIGINT, signal
from time import monotonic, process_time

from tests.support.rivals import TELLERS, WAYS, Differs, Rivals, Way
from tests.support.same_games import (
    MANY,
    RULESETS,
    Case,
    Kept,
    Reference,
    blocks,
    cases_of,
    keep,
    kept_games,
    kept_of,
    options_of,
)

EXAMPLES = """examples:
  python -m tests.tools.engines list
  python -m tests.tools.engines keep --ruleset marker --games 1000
  nice -n 19 pypy3 -m tests.tools.engines keep --workers 2
  nice -n 19 python -m tests.tools.engines keep --options
  python -m tests.tools.engines compare --workers 2
  python -m tests.tools.engines compare --ruleset cribbage --ruleset marker --games 10000 --first
"""

PATIENCE = 30
"""After how many seconds what the stepper has played is written down."""


def cases(given: Namespace, ruleset: str) -> list[Case]:
    """What is asked for of a ruleset."""
    return options_of(ruleset) if given.options else cases_of(ruleset)


def goal(given: Namespace, case: Case) -> list[range]:
    """The blocks of games that are asked for."""
    return blocks(case, min(given.games, case.wanted))


def number(games: list[range]) -> int:
    """How many games these are."""
    return sum(map(len, games))


def workers(given: Namespace) -> Pool:
    """Processes that play."""
    return get_context("spawn").Pool(given.workers, ready)


def ready() -> None:
    """Ctrl-C is for the first process alone; and where machine code crashes, it is said which process is gone."""
    signal(SIGINT, SIG_IGN)
    faulthandler.enable()


# ---- the stepper's games


def missing(given: Namespace, ruleset: str) -> Iterator[tuple[Case, Kept, list[range]]]:
    """The cases of a ruleset of which games have to be played, with what is kept already and what is not."""
    for case in cases(given, ruleset):
        kept = kept_of(case)
        if waiting := goal(given, case)[len(kept.told) :]:
            yield case, kept, waiting


def played(task: tuple[Case, Kept, list[range]]) -> tuple[Case, Kept, float]:
    """Some more games of a case, and the seconds of processor time that they took."""
    (case, kept, waiting), began, used = task, monotonic(), process_time()
    reference, told, counted = Reference(case), list(kept.told), list(kept.counted)
    for games in waiting:
        digests = reference.digests(games)
        told.append(digests[0])
        counted.append(digests[1])
        if monotonic() - began > PATIENCE:
            break
    return case, Kept(kept.key, tuple(told), tuple(counted)), process_time() - used


def keep_them(given: Namespace) -> int:
    """Have the stepper play what is missing."""
    with workers(given) as pool:
        for ruleset in given.ruleset or RULESETS:
            while waiting := list(missing(given, ruleset)):
                for case, kept, seconds in pool.imap_unordered(played, waiting):
                    keep(kept_games() | {case.name: kept})
                    games, done = goal(given, case), len(kept.told)
                    print(f"{case.name}: {number(games[:done]):,} of {number(games):,}, {seconds:.0f} s", flush=True)
    return 0


# ---- the native engine's


def kinds(given: Namespace) -> tuple[tuple[Way, ...], tuple[str, ...]]:
    """Which code counts, and which tells. The best code of so many programs would take long to make."""
    return (WAYS[:1], TELLERS[:1]) if given.first or given.options else (WAYS, TELLERS)


def compared(case: Case, given: Namespace) -> tuple[bool, str]:
    """Whether all that is kept of a case is the same in machine code, and what there is to say."""
    kept, began = kept_of(case), monotonic()
    games = goal(given, case)[: len(kept.told)]
    done = f"{case.name}: {number(games):,} of {case.wanted:,} games"
    if not games:
        return True, f"{done} are kept"
    rivals = Rivals(case, *kinds(given))
    try:
        for block in zip(games, kept.told, kept.counted, strict=False):
            rivals.hold(*block)
    except Differs as difference:
        return False, str(difference)
    return True, f"{done} are the same ({monotonic() - began:.0f} s)"


def compare(given: Namespace) -> int:
    """Hold the native engine against what is kept. The result is 1 if anything differs."""
    ways, tellers = kinds(given)
    counting = ", ".join(f"{tier} {'with' if table else 'without'} tables" for tier, table in ways)
    print(f"machine code that tells: {', '.join(tellers)}; that counts: {counting}", flush=True)
    found = []
    with workers(given) as pool:
        for ruleset in given.ruleset or RULESETS:
            for same, words in pool.imap_unordered(partial(compared, given=given), cases(given, ruleset)):
                print(words, flush=True)
                found.append(same)
    print(f"{found.count(True)} cases are the same" + (f", {found.count(False)} DIFFER" if not all(found) else ""))
    return int(not all(found))


def list_them(given: Namespace) -> int:
    """Say how many games are kept."""
    for ruleset in given.ruleset or RULESETS:
        for case in cases(given, ruleset):
            done = number(blocks(case, case.wanted)[: len(kept_of(case).told)])
            print(f"{case.name}: {done:,} of {case.wanted:,} games are kept", flush=True)
    return 0


def arguments() -> Namespace:
    """The command line."""
    options = ArgumentParser(description=__doc__, epilog=EXAMPLES, formatter_class=RawDescriptionHelpFormatter)
    verbs = options.add_subparsers(required=True, metavar="keep | compare | list")
    for name, does in (("keep", keep_them), ("compare", compare), ("list", list_them)):
        verb = verbs.add_parser(name, help=(does.__doc__ or "").split(".")[0].lower())
        verb.set_defaults(does=does, games=MANY)
        verb.add_argument("--ruleset", action="append", choices=RULESETS, metavar="NAME", help="only this one")
        verb.add_argument("--options", action="store_true", help="other values of options, instead of strategies")
        if name != "list":
            verb.add_argument("--games", type=int, metavar="N", help="only the first so many of each")
            verb.add_argument("--workers", type=int, default=1, metavar="N", help="so many cases at once")
        if name == "compare":
            verb.add_argument("--first", action="store_true", help="only with the code that is made first")
    return options.parse_args()


def main() -> int:
    """Do what is asked for."""
    given = arguments()
    try:
        return int(given.does(given))
    except KeyboardInterrupt:
        print("stopped")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
