"""Some dice of a throw as one number: how many of them show each face, in so many bits for each.

The first face stands in the lowest bits. The highest bit of every face's place is always 0: it is there for machines to
reckon with all faces at once. Of two throws the greater number is the one with more dice of the highest face that they
do not share; so the dice themselves, the highest first, are in order too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

MOST_BITS = 62
"""The most bits that the dice of a throw may take."""


def find_width(number: int) -> int:
    """How many bits each face has, where there are so many dice."""
    return number.bit_length() + 1


def fits_number(number: int, faces: int) -> bool:
    """Whether the dice can be written as one number."""
    return find_width(number) * faces <= MOST_BITS


def pack_dice(shown: Iterable[int], number: int) -> int:
    """The number of a throw, given what its dice show; `number` is how many dice there are at most."""
    width = find_width(number)
    return sum(1 << (face - 1) * width for face in shown)


def unpack_dice(throw: int, number: int, faces: int) -> tuple[int, ...]:
    """What the dice of a throw show, the lowest first."""
    width = find_width(number)
    counts = [throw >> face * width & (1 << width) - 1 for face in range(faces)]
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


def count_throws(number: int, faces: int) -> int:
    """How many throws there are of no dice up to so many."""
    return comb(number + faces, faces)


@lru_cache(maxsize=16)
def list_throws(number: int, faces: int) -> tuple[int, ...]:
    """All throws of no dice up to so many, in ascending order."""
    dice = (each for some in range(number + 1) for each in combinations_with_replacement(range(1, faces + 1), some))
    return tuple(sorted(pack_dice(each, number) for each in dice))


def count_below(number: int, lower: int) -> tuple[int, ...]:
    """How many throws come before one, by what is left for a face and all below it, and how many dice show the face:
    entry `left * (number + 1) + shown`. There are `lower` faces below it."""
    return tuple(
        sum(comb(left - fewer + lower, lower) for fewer in range(min(shown, left)))
        for left in range(number + 1)
        for shown in range(number + 1)
    )


def format_dice(shown: Iterable[int]) -> str:
    """Dice as people read them: `2, 2, 5`, or `none`."""
    return ", ".join(map(str, shown)) or "none"


def write_dice(shown: Iterable[int]) -> str:
    """Dice as they are written in a script: `2+2+5`, `5`, or `none`."""
    return "+".join(map(str, shown)) or "none"
