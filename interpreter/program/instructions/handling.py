"""What can be done with the cards of a place or of two: one row for each.

`program.zones` says where the cards of a place are kept, and `program.cards` what each handling does to them.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.data_classes import dataclass
from interpreter.program.operands import Range
from interpreter.program.zones import ZoneInfo


@dataclass(frozen=True)
class Handling:
    """One way to handle cards, by the name of the function that does it. `result` gives the range of its result for
    cards of a zone, if it has one, and `changes` says whether it moves cards. The least result that is no failure is
    `least`."""

    name: str
    result: Callable[[ZoneInfo], Range] = lambda zone: (0, 0)
    changes: bool = True
    least: int = 0


LAY = Handling("lay")
LAY_UNDER = Handling("lay_under")
PEEK = Handling("peek", lambda zone: (-1, zone.cards - 1), changes=False, least=-1)
LIFT = Handling("lift", lambda zone: (0, zone.cards - 1))
REVEAL = Handling("reveal", lambda zone: (0, 2**zone.cards - 1), changes=False)
TAKE = Handling("take")
MIX = Handling("mix")
POUR = Handling("pour")
POUR_UNDER = Handling("pour_under")
EXCHANGE = Handling("exchange")
