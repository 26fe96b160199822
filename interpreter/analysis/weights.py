"""Dice that were measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from interpreter.data_classes import dataclass
from interpreter.program import Chance, Program


@dataclass(frozen=True)
class Weights:
    """How likely each face of some dice is; all faces of other dice are alike."""

    of_faces: Mapping[str, Sequence[Fraction]]

    def of(self, program: Program, roll: Chance, outcome: int) -> Fraction:
        """How likely one outcome of a roll is."""
        info = program.dice[roll.dice]
        if info.name not in self.of_faces:
            return Fraction(1, roll.outcomes)
        faces = self.of_faces[info.name]
        likely, left, outcomes = Fraction(1), outcome, roll.outcomes
        while outcomes > 1:
            likely *= faces[left % info.faces]
            left, outcomes = left // info.faces, outcomes // info.faces
        return likely


FAIR = Weights({})
