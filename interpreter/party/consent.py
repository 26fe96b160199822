"""Undo and redo of what others have seen: all of them have to agree."""

from __future__ import annotations

from dataclasses import field

from interpreter.data_classes import dataclass
from interpreter.party.places import Place

UNDO, REDO = "undo", "redo"

WANTS = {UNDO: "wants to take back the last move", REDO: "wants to do again what was taken back"}


@dataclass
class Proposal:
    """The request of a place, and the seats that still have to agree."""

    what: str
    place: Place
    missing: set[int] = field(default_factory=set)

    @property
    def text(self) -> str:
        return f"{self.place.name} {WANTS[self.what]}."

    def may_answer(self, place: Place) -> bool:
        return place.seat in self.missing
