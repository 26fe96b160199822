"""The names of people at seats: their own, which all others see beside that of the seat."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

MOST_LETTERS = 24

BRACKETS = "()[]{}<>"
"""Brackets are not allowed in names: the seat is written in them."""


def clean_name(text: str) -> str:
    """A name as it is shown: no signs that are not seen or turn a line round, and not too long."""
    letters = (sign for sign in unicodedata.normalize("NFKC", text[:1_000]) if sign not in BRACKETS)
    seen = "".join(sign if sign.isprintable() else " " for sign in letters)
    return " ".join(seen.split())[:MOST_LETTERS].strip()


def is_taken(name: str, others: Iterable[str]) -> bool:
    return name.casefold() in {other.casefold() for other in others}
