"""Fractions, as people read and write them: numbers that are counted in parts of 1."""

from __future__ import annotations

import re
from fractions import Fraction

PARTS = {
    "halves": 2, "thirds": 3, "quarters": 4, "fifths": 5, "sixths": 6, "sevenths": 7, "eighths": 8, "ninths": 9,
    "tenths": 10, "twelfths": 12, "fifteenths": 15, "twentieths": 20, "hundredths": 100, "thousandths": 1000,
}  # fmt: skip
"""The parts in which numbers are counted, and how many of them make 1."""

FRACTION = re.compile(r"(-?)(?:(\d{1,9}) )?(\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?)")


def name_parts(parts: int) -> str:
    return next((name for name, number in PARTS.items() if number == parts), f"parts of 1/{parts}")


def find_parts(parts: int) -> str:
    """The fewest parts that have a name and in which what is counted in these can be kept; nothing if none can."""
    return next((name for name, number in PARTS.items() if number % parts == 0), "")


def write_fraction(value: int, parts: int) -> str:
    """A number of parts as people read them: `7`, `7.2`, `7 1/3`."""
    whole, rest = divmod(abs(value), parts)
    share, sign = Fraction(rest, parts), "-" if value < 0 else ""
    if 10**9 % share.denominator == 0:
        return f"{sign}{whole}" + f"{float(share):.9f}".strip("0").rstrip(".")
    return f"{sign}{whole} {share}" if whole else f"{sign}{share}"


def read_fraction(text: str, parts: int) -> int | None:
    """How many parts a number is that is written so, or as `36/5`; None if it is no number of parts."""
    found = FRACTION.fullmatch(text.strip())
    if found is None:
        return None
    counted = (Fraction(found[2] or 0) + Fraction(found[3])) * (-parts if found[1] else parts)
    return int(counted) if counted.denominator == 1 else None
