"""A limit to how many mistakes of one file are reported.

A file that is no ruleset at all would bury its reader, and finding all its mistakes would take too long.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics

MOST_MISTAKES = 100


@dataclass
class ErrorLimit(Diagnostics):
    """Collects the mistakes of one file up to a limit; the last one then says so."""

    @property
    def is_reached(self) -> bool:
        return len(self.found) >= MOST_MISTAKES

    def add(self, diagnostic: Diagnostic) -> None:
        if self.is_reached:
            return
        super().add(diagnostic)
        if self.is_reached:
            note = f"the rest of the file was not checked after {MOST_MISTAKES} mistakes"
            self.found[-1] = replace(self.found[-1], notes=(*self.found[-1].notes, note))
