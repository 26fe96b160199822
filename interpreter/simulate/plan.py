"""What is played in a simulation."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.program import Program


@dataclass(frozen=True)
class Plan:
    """A program, a strategy for each seat, and the seed of all games."""

    program: Program
    strategies: tuple[str, ...]
    seed: int
