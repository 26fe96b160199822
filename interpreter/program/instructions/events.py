"""Instructions that report what happens, to players and to statistics."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.program.instructions.fields import (
    Instruction,
    MeasureIndex,
    Reads,
    ReadsMany,
    SiteIndex,
    TextIndex,
    part,
)
from interpreter.program.instructions.machine import Machine, Number

VOID = 62
"""Awarded in place of a seat or side: the game is without a result, whoever wins it. No seat or side has this index."""


@part
@dataclass(frozen=True)
class Mark(Instruction):
    """A rule, a phase or a table row is reached, which statistics and coverage count."""

    form = "mark {site}"
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.mark(self.site)


@part
@dataclass(frozen=True)
class Say(Instruction):
    """Something happens, in the ruleset's words: a text with the present values in its holes."""

    form = "say {text} with {values} at {site}"
    text: TextIndex
    values: ReadsMany
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.say(self.text, self.values, self.site)


@part
@dataclass(frozen=True)
class Sample(Instruction):
    """A measure takes a value."""

    form = "sample {measure} value {value}"
    measure: MeasureIndex
    value: Reads

    def meaning(self, machine: Machine[Number]) -> None:
        machine.sample(self.measure, self.value)


@part
@dataclass(frozen=True)
class Award(Instruction):
    """The seat or side with this index wins (several may); `VOID` leaves the game without a result."""

    form = "award {winner} at {site}"
    winner: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.award(self.winner, self.site)
