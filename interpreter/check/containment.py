"""Finds which of many sets lie within which others, without comparing every pair.

A set is a whole number with a bit for each member, and belongs to a domain whose values count as numbers. Most sets
are all values that count as `low` to `high`: such a set holds another if its ends lie outside the other's. Which
sets begin low enough and end high enough is looked up, for all sets at once: a set of sets is a number with a bit
for each, too. The few other sets are compared one by one, those of the same ends together.

Where boxes (a set for each part) are nested many deep, only the next larger ones of each are listed: those that no
other larger one lies within. That is Hasse's diagram of the order by inclusion.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from interpreter.domains import Domain

Box = tuple[int, ...]


def find_next_larger(domains: Sequence[Domain], boxes: Sequence[Box], matches: Sequence[int]) -> list[list[int]]:
    """For each box the positions of the next larger ones: it lies within them, and in no other that does.

    A box is a set for each domain, none of them empty; `matches` are its combinations as bits. Equal boxes do not lie
    within one another.
    """
    ranked = sorted(range(len(boxes)), key=lambda at: matches[at].bit_count())
    larger = list(_find_larger(domains, [boxes[at] for at in ranked]))
    found: list[list[int]] = [[] for _ in boxes]
    for rank, rest in enumerate(larger):
        while rest:
            smallest = (rest & -rest).bit_length() - 1
            found[ranked[rank]].append(ranked[smallest])
            rest &= ~(larger[smallest] | 1 << smallest)
    return found


def _find_larger(domains: Sequence[Domain], boxes: Sequence[Box]) -> Iterator[int]:
    """For each box those that it lies within and is not equal to, a bit for each."""
    outer, equal = list[dict[int, int]](), list[dict[int, int]]()
    for part, domain in enumerate(domains):
        users: dict[int, int] = {}
        for at, box in enumerate(boxes):
            users[box[part]] = users.get(box[part], 0) | 1 << at
        equal.append(users)
        outer.append(_collect_users_of_larger(domain, users))
    for box in boxes:
        larger = same = -1
        for part, one in enumerate(box):
            larger &= outer[part][one]
            same &= equal[part][one]
        yield larger & ~same


def _collect_users_of_larger(domain: Domain, users: dict[int, int]) -> dict[int, int]:
    """For each set of a domain the users of all sets that it lies within, itself included."""
    ends = {one: domain.ends_of(one) for one in users}
    stretches = {one: users[one] for one, (low, high) in ends.items() if domain.bits_between(low, high) == one}
    lows = sorted({ends[one][0] for one in stretches})
    highs = sorted({ends[one][1] for one in stretches})
    begins, closes = dict.fromkeys(lows, 0), dict.fromkeys(highs, 0)
    for one, its_users in stretches.items():
        begins[ends[one][0]] |= its_users
        closes[ends[one][1]] |= its_users
    begun = [0, *accumulate(begins.values(), int.__or__)]
    unclosed = [*reversed([0, *accumulate(reversed(closes.values()), int.__or__)])]
    ragged: dict[tuple[int, int], list[int]] = {}
    for one in users.keys() - stretches.keys():
        ragged.setdefault(ends[one], []).append(one)
    found = {}
    for one, (low, high) in ends.items():
        holding = begun[bisect_left(lows, low + 1)] & unclosed[bisect_left(highs, high)]
        alike = (each for (least, most), some in ragged.items() if least <= low and high <= most for each in some)
        found[one] = holding | unite(users[each] for each in alike if not one & ~each)
    return found


def unite(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found
