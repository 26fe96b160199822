"""Counts the steps that a game takes, and gives up where none are left (`analysis.steps`)."""

from __future__ import annotations

from interpreter.analysis.steps import Steps
from interpreter.native.superblock_writer import SuperblockWriter


class StepWriter(SuperblockWriter):
    """Writes superblocks whose steps are all counted. `fuel` is the place of the steps that are left."""

    steps: Steps
    fuel: str

    def spend(self, steps: int | str) -> None:
        """Takes steps off the budget, or gives the game up."""
        f = self.f
        left = f.op("sub", f.load(self.fuel), steps)
        self.refuse_unless(f.is_("sge", left, 0))
        f.store(left, self.fuel)

    def spend_ahead(self, first: int) -> None:
        """Where a way comes round, all steps that may be taken until the next time are counted."""
        ahead = self.steps.ahead[first] if first in self.graph.heads else 0
        if ahead:
            self.spend(ahead)
