"""Writes blocks that work something out on the side, in a game that waits: nothing of it becomes part of the game."""

from __future__ import annotations

from interpreter.native.superblock_writer import SuperblockWriter
from interpreter.program import Operand, Slot
from interpreter.program.instructions.machine import Place
from interpreter.program.machines.ranged import Term
from interpreter.program.operands import Kept


class AsideWriter(SuperblockWriter):
    """Writes superblocks that do not stop."""

    def sample(self, measure: int, value: Operand) -> None:
        """Nothing is measured on the side."""

    def award(self, winner: Operand, site: int) -> None:
        """Nobody wins on the side."""

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Term:
        raise AssertionError("nothing stops on the side")

    def draw(self, place: Place[Term], onto: Place[Term], site: int) -> Term:
        raise AssertionError("nothing stops on the side")

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Term:
        raise AssertionError("nothing stops on the side")
