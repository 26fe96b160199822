"""What is asked of a game, and the part of it that is looked at by itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

Fractions: TypeAlias = Mapping[float, Fraction | None]
"""The fraction that each probability of a space is the rounding of; None for one that is the rounding of two."""

FAILED, OVER = -1, -2
"""In place of a block: the game fails, and the game is over."""

EXIT = -3
"""In place of a block: `EXIT - r` where routine r has ended, with which the scope that is explored is left."""

DEFAULT, OPEN = "default", ""
"""In place of a strategy: a seat takes the default, and what it decides is open."""


class Question(NamedTuple):
    """What is asked: who wins, or the samples of a measure (of one of its members, of the game's first alone)."""

    measure: int | None = None
    member: int = 0
    first: bool = False
    open: frozenset[int] = frozenset()
    """The choices whose answers are open."""
    observed: int = 0
    """The slots, as bits, that answers may depend on: live at open choices, and neither shifted nor clamped."""


class Scope(NamedTuple):
    """What is explored by itself: the whole game, or a phase, with what some slots hold where it begins."""

    routine: int | None = None
    fixed: tuple[tuple[int, int], ...] = ()
