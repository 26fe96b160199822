"""Some dice of a throw as one number: how many of them show each face, in a fixed number of bits.

The first face is in the lowest bits. The highest bit of every face is always 0, so that arithmetic on all faces at once
does not carry over. Of two throws the greater number is the one with more dice of the highest face that they do not
share; so the dice themselves, the highest first, are in order too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb

MOST_BITS = 62
"""The most bits that the dice of a throw may take."""


def find_width(number: int) -> int:
    """The bits of each face, for this number of dice."""
    return number.bit_length() + 1


def fits_number(number: int, faces: int) -> bool:
    """Whether the dice can be written as one number."""
    return find_width(number) * faces <= MOST_BITS


def pack_dice(shown: Iterable[int], number: int) -> int:
    """The number of a throw, given what its dice show; `number` is how many dice there are at most."""
    width = find_width(number)
    return sum(1 << (face - 1) * width for face in shown)


@lru_cache(maxsize=64)
def list_dice(sides: tuple[int, ...], number: int) -> Mapping[int, int]:
    """The number of the throw that is one die showing a side, for each of the sides."""
    width = find_width(number)
    return {side: 1 << place * width for place, side in enumerate(sides)}


def unpack_dice(throw: int, number: int, faces: int) -> tuple[int, ...]:
    """The faces of a throw, the lowest first."""
    width = find_width(number)
    counts = [throw >> face * width & (1 << width) - 1 for face in range(faces)]
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


def show_throw(throw: int, number: int, faces: int, shown: tuple[int, ...]) -> tuple[int, ...]:
    """What the dice of a throw show, where something else than 1 and so on may be `shown` on the faces."""
    sides = list_sides(faces, shown)
    return tuple(sides[face - 1] for face in unpack_dice(throw, number, faces))


def count_throws(number: int, faces: int) -> int:
    """The number of throws of at most this many dice."""
    return comb(number + faces, faces)


@lru_cache(maxsize=16)
def list_throws(number: int, faces: int) -> tuple[int, ...]:
    """All throws of at most this many dice, in ascending order."""
    dice = (each for some in range(number + 1) for each in combinations_with_replacement(range(1, faces + 1), some))
    return tuple(sorted(pack_dice(each, number) for each in dice))


def name_faces(shown: Iterable[int], words: tuple[str, ...]) -> tuple[int | str, ...]:
    """The faces of dice, in words if they have words."""
    return tuple(words[each] for each in shown) if words else tuple(shown)


def format_dice(shown: Iterable[int | str]) -> str:
    """Dice as people read them: `2, 2, 5`, or `none`."""
    return ", ".join(map(str, shown)) or "none"


def format_dice_type(number: int, faces: int, shown: tuple[int | str, ...] = ()) -> str:
    """Dice as they are declared: `2d6`, `4 of 0, 1`, `1 of sun, rain`."""
    return f"{number} of {', '.join(map(str, shown))}" if shown else f"{number}d{faces}"


def read_dice_type(written: str) -> tuple[int, int, tuple[int, ...], tuple[str, ...]]:
    """How many dice, how many faces, and the numbers or the words on them, of `2d6`, `4 of 0, 1`, `1 of sun, rain`."""
    number, of, faces = written.partition(" of ")
    if not of:
        number, _, faces = written.partition("d")
        return int(number), int(faces), (), ()
    shown = [each.strip() for each in faces.split(",")]
    if shown[0].lstrip("-").isdigit():
        return int(number), len(shown), tuple(map(int, shown)), ()
    return int(number), len(shown), (), tuple(shown)


def write_dice(shown: Iterable[int | str]) -> str:
    """Dice as they are written in a script: `2+2+5`, `5`, `sun + rain`, or `none`."""
    faces = tuple(shown)
    plus = " + " if any(isinstance(each, str) for each in faces) else "+"
    return plus.join(map(str, faces)) or "none"


# ---- outcomes of a roll


def roll_faces(outcome: int, number: int, faces: int) -> tuple[int, ...]:
    """The faces, each from 1, of one outcome of `number` dice, or of fewer of them, the first die first."""
    while number > 1 and outcome >= faces**number:
        outcome, number = outcome - faces**number, number - 1
    shown = []
    for _ in range(number):
        outcome, face = divmod(outcome, faces)
        shown.append(face + 1)
    return tuple(reversed(shown))


def list_sides(faces: int, shown: tuple[int, ...]) -> tuple[int, ...]:
    """The faces of a die: those `shown`, else 1 and so on."""
    return shown or tuple(range(1, faces + 1))


def show_faces(outcome: int, number: int, faces: int, shown: tuple[int, ...]) -> tuple[int, ...]:
    """The faces of an outcome."""
    sides = list_sides(faces, shown)
    return tuple(sides[face - 1] for face in roll_faces(outcome, number, faces))


def reduce_faces(operator: str, shown: tuple[int, ...]) -> int:
    """The "total" or number of dice ("size"), the "highest" or "lowest" face, the "faces" as a set, how many are
    "alike" at most, or how many are "in_a_row"."""
    match operator:
        case "total":
            return sum(shown)
        case "size":
            return len(shown)
        case "faces":
            return sum(1 << face for face in set(shown))
        case "alike":
            return max(map(shown.count, shown), default=0)
        case "in_a_row":
            return _find_longest_row(set(shown))
        case _:
            return max(shown) if operator == "highest" else min(shown)


def _find_longest_row(faces: set[int]) -> int:
    lengths = dict[int, int]()
    for face in sorted(faces):
        lengths[face] = lengths.get(face - 1, 0) + 1
    return max(lengths.values(), default=0)


@lru_cache(maxsize=16)
def list_faces(number: int, sides: tuple[int, ...], parts: bool) -> tuple[tuple[int, ...], ...]:
    """The faces of every outcome, in order, first of all the dice, then of fewer and fewer if `parts` of them count."""
    numbers = range(number, 0 if parts else number - 1, -1)
    return tuple(each for some in numbers for each in product(sides, repeat=some))


@lru_cache(maxsize=64)
def reduce_outcomes(operator: str, number: int, sides: tuple[int, ...], parts: bool) -> tuple[int, ...]:
    """The result of `reduce_faces` for every outcome, in order."""
    return tuple(reduce_faces(operator, shown) for shown in list_faces(number, sides, parts))


@lru_cache(maxsize=16)
def group_outcomes_by_faces(
    number: int, sides: tuple[int, ...], parts: bool = False
) -> Mapping[tuple[int, ...], frozenset[int]]:
    """The outcomes that show the same faces in some order, by those faces in ascending order."""
    found: dict[tuple[int, ...], list[int]] = {}
    for outcome, shown in enumerate(list_faces(number, sides, parts)):
        found.setdefault(tuple(sorted(shown)), []).append(outcome)
    return {shown: frozenset(outcomes) for shown, outcomes in found.items()}
