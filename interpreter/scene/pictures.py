"""How cards look: a rank and a sign of the suit, from Unicode's names of playing cards.

A card called `four of hearts` is drawn as 4 and ♥, because there are characters called PLAYING CARD FOUR OF HEARTS and
BLACK HEART SUIT. A card whose name ends with the sign of a suit is drawn as it is called, and one for which there is
none with its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from interpreter.data_classes import dataclass

CIRCLED_ONE = 0x2460
"""The character that is called CIRCLED DIGIT ONE; those up to twenty follow it."""

SUITS = "♠♥♦♣"

RED = "♥♦"
"""The suits that are printed in red."""


@dataclass(frozen=True)
class Picture:
    """The print on a card: its corner (`4`, `K`) and the sign of its suit; both empty for one that has only a name."""

    name: str
    rank: str = ""
    suit: str = ""

    @property
    def is_red(self) -> bool:
        return bool(self.suit) and self.suit in RED


@lru_cache(maxsize=1_000)
def picture_card(name: str) -> Picture:
    if name[-1:] in SUITS and len(name) in (2, 3):
        return Picture(name, name[:-1], name[-1])
    rank, of, suit = name.partition(" of ")
    rank = _spell(rank)
    card = _look_up(f"PLAYING CARD {rank} OF {suit}")
    sign = _look_up(f"BLACK {suit.removesuffix('s')} SUIT")
    return Picture(name, _shorten_rank(rank), sign) if of and card and sign else Picture(name)


def are_tiles(names: Iterable[str]) -> bool:
    """Whether cards are tiles with two ends, such as `4-6`."""
    return all(re.fullmatch(r"\d-\d", name) for name in names)


def _spell(rank: str) -> str:
    """A number as a word, as Unicode has it: `3` as `three`."""
    number = int(rank) if rank.isdecimal() and len(rank) <= 2 else 0
    return unicodedata.name(chr(CIRCLED_ONE + number - 1)).rpartition(" ")[2] if 0 < number <= 20 else rank


def _shorten_rank(rank: str) -> str:
    number = _look_up(f"CIRCLED DIGIT {rank}") or _look_up(f"CIRCLED NUMBER {rank}")
    if number:
        return str(int(unicodedata.numeric(number)))
    return "N" if rank.lower() == "knight" else rank[:1].upper()  # as in chess, beside K for the king


def _look_up(name: str) -> str:
    """The character of this name; empty if there is none."""
    try:
        return unicodedata.lookup(name.upper())
    except KeyError:
        return ""
