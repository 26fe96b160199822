"""The strategy `best`: a policy that `solve` has found.

`best` plays the one found last for the same game and options, from the cache, and `best:FILE` one from a file. Where
it has no answer, the default is taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from interpreter import cache
from interpreter.bots.policy import NoPolicy, Policy, make_digest, read_policy, write_policy
from interpreter.engine import DecisionStop, View, pick_default_answer
from interpreter.files import read_regular
from interpreter.program import Program

BEST = "best"

Trouble: TypeAlias = Literal["unreadable", "no answers", "unfit"]
"""A file cannot be read, is no policy, or is one for another game, other options or players."""

SORT = "policy"

MOST_BYTES = 200_000_000
"""The size of a policy file."""


def is_best(name: str) -> bool:
    return name == BEST or name.startswith(f"{BEST}:")


def keep_policy(policy: Policy) -> None:
    """Put a policy into the cache, where the strategy `best` looks for it."""
    cache.store(SORT, cache.make_key(policy.digest), write_policy(policy).encode())


def find_policy(program: Program, name: str = BEST) -> Policy | None:
    """The policy of a strategy; None if there is none for this program."""
    digest = make_digest(program)
    policy = _fetch(digest) if name == BEST else _read_file(name.partition(":")[2])
    return policy if isinstance(policy, Policy) and policy.digest == digest else None


def find_trouble(name: str) -> Trouble:
    """Why the strategy `best:FILE` cannot be played."""
    found = _read_file(name.partition(":")[2])
    return "unfit" if isinstance(found, Policy) else found


def _fetch(digest: str) -> Policy | None:
    return cache.fetch_as(SORT, cache.make_key(digest), lambda content: read_policy(content.decode()))


@lru_cache(maxsize=8)
def _read_file(path: str) -> Policy | Trouble:
    try:
        return read_policy(read_regular(path, MOST_BYTES).decode())
    except OSError:
        return "unreadable"
    except (UnicodeDecodeError, NoPolicy):
        return "no answers"


def decide_best(policy: Policy, stop: DecisionStop, view: View) -> int:
    position = view.position()
    answer = policy.find_answer(position.block, position.slots)
    return answer if answer in stop.offered and answer is not None else pick_default_answer(stop)
