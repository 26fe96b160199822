"""What is played in a simulation."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.engine import GAME_BUDGET
from interpreter.program import Program


@dataclass(frozen=True)
class Plan:
    """A program, a strategy for each seat, the seed of all games, and how many stops a game may have."""

    program: Program
    strategies: tuple[str, ...]
    seed: int
    most_stops: int = GAME_BUDGET
