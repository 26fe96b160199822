"""The strategy `best`: answers of best play that have been worked out before.

`best` takes those found last for a game under the same options, which are kept in the cache, and `best:FILE` those of a
file. Where there is no answer for what comes up, the default is taken.
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
"""A file cannot be read, has no answers of best play, or has those for another game, other options or players."""

SORT = "policy"

LARGEST = 200_000_000
"""So many bytes a file of answers may have."""


def is_best(name: str) -> bool:
    """Whether a strategy is called so."""
    return name == BEST or name.startswith(f"{BEST}:")


def keep_policy(policy: Policy) -> None:
    """Write the answers of best play into the cache, where the strategy `best` looks for them."""
    cache.store(SORT, cache.make_key(policy.digest), write_policy(policy).encode())


def find_policy(program: Program, name: str = BEST) -> Policy | None:
    """The answers that a strategy of this name gives; None if there are none for this program."""
    digest = make_digest(program)
    policy = _fetch(digest) if name == BEST else _read_file(name.partition(":")[2])
    return policy if isinstance(policy, Policy) and policy.digest == digest else None


def find_trouble(name: str) -> Trouble:
    """What is wrong with the file of a strategy `best:FILE`."""
    found = _read_file(name.partition(":")[2])
    return "unfit" if isinstance(found, Policy) else found


def _fetch(digest: str) -> Policy | None:
    return cache.fetch_as(SORT, cache.make_key(digest), lambda content: read_policy(content.decode()))


@lru_cache(maxsize=8)
def _read_file(path: str) -> Policy | Trouble:
    try:
        return read_policy(read_regular(path, LARGEST).decode())
    except OSError:
        return "unreadable"
    except (UnicodeDecodeError, NoPolicy):
        return "no answers"


def decide_best(policy: Policy, stop: DecisionStop, view: View) -> int:
    """The best answer, as far as there is one."""
    position = view.position()
    answer = policy.find_answer(position.block, position.slots)
    return answer if answer in stop.offered and answer is not None else pick_default_answer(stop)
