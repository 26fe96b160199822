"""Holds the native engine against the stepper over very many games: the stepper plays them once, for days, and
digests of them are kept (`same_games`); against these any native engine can be held in an hour or two (`rivals`).

`keep` has the stepper play what is not kept yet, or does not fit its ruleset's program any more. What is done is
written down every half minute or so, so that it can be stopped at any time and goes on there when it is begun again.
PyPy, which has to have lark and tomli-w, is several times as quick at it as CPython. `compare` plays what is kept with
every kind of machine code: of every tier, with tables and without, bearing witness and not. `list` says how many games
are kept. `--options` means every other value of every option, one at a time, instead of every strategy with the
defaults.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from signal import SIG_IGN, SIGINT, signal
from time import monotonic

from tests.support.rivals import FAST, WAYS, Differs, Rivals
from tests.support.same_games import (
    MANY,
    RULESETS,
    Case,
    Kept,
    cases_of,
    keep,
    kept_blocks,
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

TURN = 30
"""After how many seconds what the stepper has played is written down."""


def cases(given: Namespace, ruleset: str) -> list[Case]:
    """What is asked for of a ruleset."""
    return options_of(ruleset) if given.options else cases_of(ruleset)


def workers(given: Namespace) -> Pool:
    """Processes that play."""
    return get_context("spawn").Pool(given.workers, ready)


def ready() -> None:
    """Ctrl-C is for the first process alone; and where machine code crashes, it is said which process is gone."""
    signal(SIGINT, SIG_IGN)
    faulthandler.enable()


def number_kept(case: Case) -> int:
    """How many games are kept of a case."""
    return sum(len(games) for games, _ in kept_blocks(case))


# ---- keep


def missing(case: Case, given: Namespace) -> list[range]:
    """The blocks of games that are asked for and not kept."""
    return case.blocks(min(given.games, case.goal))[len(kept_of(case).digests) :]


def play_some(case: Case, given: Namespace) -> tuple[Case, Kept]:
    """Play games that are missing, for a while. What is kept of the case then."""
    kept, began, reference = kept_of(case), monotonic(), case.reference()
    digests = list(kept.digests)
    for games in missing(case, given):
        digests.append(reference.digest(games))
        if monotonic() - began > TURN:
            break
    return case, Kept(kept.key, tuple(digests))


def keep_them(given: Namespace) -> int:
    """Have the stepper play what is missing."""
    with workers(given) as pool:
        for ruleset in given.ruleset or RULESETS:
            while waiting := [case for case in cases(given, ruleset) if missing(case, given)]:
                for case, kept in pool.imap_unordered(partial(play_some, given=given), waiting):
                    keep(kept_games() | {case.name: kept})
                    print(f"{case.name}: {number_kept(case):,} games are kept", flush=True)
    return 0


# ---- compare


def compare_case(case: Case, given: Namespace) -> tuple[bool, str]:
    """Whether all that is kept of a case is the same in machine code, and what there is to say. The best code of as
    many programs as there are options would take long to make."""
    began, played = monotonic(), 0
    rivals = Rivals(case, [FAST] if given.first or given.options else WAYS)
    try:
        for games, digest in kept_blocks(case, given.games):
            rivals.hold(games, digest)
            played += len(games)
    except Differs as difference:
        return False, str(difference)
    same = f"{played:,} games are the same ({monotonic() - began:.0f} s)" if played else "no games are kept"
    return True, f"{case.name}: {same}"


def compare(given: Namespace) -> int:
    """Hold the native engine against what is kept. The result is 1 if anything differs."""
    found = []
    with workers(given) as pool:
        for ruleset in given.ruleset or RULESETS:
            for same, words in pool.imap_unordered(partial(compare_case, given=given), cases(given, ruleset)):
                print(words, flush=True)
                found.append(same)
    print(f"{found.count(True)} cases are the same" + (f", {found.count(False)} DIFFER" if not all(found) else ""))
    return int(not all(found))


# ---- list


def list_them(given: Namespace) -> int:
    """Say how many games are kept."""
    for ruleset in given.ruleset or RULESETS:
        for case in cases(given, ruleset):
            print(f"{case.name}: {number_kept(case):,} of {case.goal:,} games are kept", flush=True)
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
