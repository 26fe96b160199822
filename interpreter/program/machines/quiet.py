"""Machines that hear of no events, to which it is all one how a game or a query ends."""

from __future__ import annotations

from interpreter.program.instructions.machine import Machine, Number
from interpreter.program.operands import Operand


class QuietMachine(Machine[Number]):
    """What is marked, said, sampled, awarded and answered is passed over. Whoever wants some of it says so."""

    def mark(self, site: int) -> None:
        pass

    def say(self, text: int, values: tuple[Operand, ...], site: int) -> None:
        pass

    def sample(self, measure: int, value: Operand) -> None:
        pass

    def award(self, winner: Operand, site: int) -> None:
        pass

    def finish(self) -> None:
        pass

    def answer(self, values: tuple[Operand, ...]) -> None:
        pass
