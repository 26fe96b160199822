"""Sets of small numbers kept in one number, a bit for each member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits_of(indices: Iterable[int]) -> int:
    bits = 0
    for each in indices:
        bits |= 1 << each
    return bits


def indices_of(bits: int) -> Iterator[int]:
    """The members of a set, the lowest first. It takes time for each member, however large the numbers are."""
    if not bits:
        return
    lowest = (bits & -bits).bit_length() - 1
    digits = bin(bits >> lowest)[:1:-1]
    at = 0
    while at >= 0:
        yield lowest + at
        at = digits.find("1", at + 1)


_DIGITS = bytes.maketrans(b"01", b"\0\1")


def list_digits(bits: int) -> bytes:
    """The binary digits of a number that is not negative, the lowest first."""
    return f"{bits:b}"[::-1].encode().translate(_DIGITS)


def list_unions(sets: Iterable[int]) -> list[int]:
    """For each set of places among some sets, the union of those there."""
    unions = [0]
    for one in sets:
        unions += [each | one for each in unions]
    return unions


def join_range(low: int, high: int, size: int) -> int:
    """The numbers of a range. If the first is greater, there are none; in a circle of `size` numbers, the range
    passes the last and continues at 0."""
    if low <= high:
        return (2 << high) - (1 << low)
    return (1 << size) - (1 << low) + (2 << high) - 1 if size else 0
