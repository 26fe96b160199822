"""The strategy `best`: answers of best play that have been worked out before.

`best` takes those found last for a game under the same options, which are kept in the cache, and `best:FILE` those of a
file. Where there is no answer for what comes up, the default is taken.
"""

from __future__ import annotations

from functools import lru_cache

from interpreter import cache
from interpreter.chains.policy import NoPolicy, Policy, make_digest, read_policy, write_policy
from interpreter.engine import DecisionStop, View, pick_default_answer
from interpreter.files import read_regular
from interpreter.program import Program

BEST = "best"

SORT = "policy"

LARGEST = 200_000_000
"""So many bytes a file of answers may have."""


def is_best(name: str) -> bool:
    """Whether a strategy is called so."""
    return name == BEST or name.startswith(f"{BEST}:")


def keep_policy(policy: Policy) -> None:
    """Keep answers for `best`."""
    cache.store(SORT, cache.make_key(policy.digest), write_policy(policy).encode())


def find_policy(program: Program, name: str = BEST) -> Policy | None:
    """The answers that a strategy of this name gives; None if there are none for this program."""
    digest = make_digest(program)
    policy = _read_file(name.partition(":")[2]) if name != BEST else _fetch(digest)
    return policy if policy is not None and policy.digest == digest else None


def _fetch(digest: str) -> Policy | None:
    content = cache.fetch(SORT, cache.make_key(digest))
    try:
        return read_policy(content.decode()) if content is not None else None
    except NoPolicy:
        return None


@lru_cache(maxsize=8)
def _read_file(path: str) -> Policy | None:
    try:
        return read_policy(read_regular(path, LARGEST).decode())
    except (OSError, UnicodeDecodeError, NoPolicy):
        return None


def decide_best(policy: Policy, stop: DecisionStop, view: View) -> int:
    """The best answer, as far as there is one."""
    position = view.position()
    answer = policy.find_answer(position.block, position.slots)
    return answer if answer in stop.offered and answer is not None else pick_default_answer(stop)
