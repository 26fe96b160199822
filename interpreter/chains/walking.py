"""Walks: what a program does from one stop to the next, as far as it can be told beforehand."""

from __future__ import annotations

from interpreter.chains.partly_known import Leaves, PartlyKnown
from interpreter.chains.scope import Scope

LONGEST = 3_000
"""How many blocks a walk may have."""


def walk(machine: PartlyKnown, block: int) -> None:
    """Carry out what is done from the beginning of a block to the next roll, or to a block that measures something if
    the machine is not sampling; `next` is that block then. Raises Needed and Leaves."""
    scope: Scope = machine.scope
    steps = scope.steps
    machine.steps, machine.next = steps.taken(block), block
    for _ in range(LONGEST):
        at = machine.block = machine.next
        if at in steps.heads:
            machine.steps += steps.ahead[at]
            if machine.steps > steps.most:
                raise Leaves
        if at in scope.rolls:
            return
        if at in scope.measuring:
            if not machine.sampling:
                return
            if machine.ended is None:
                machine.end()
        decisions = len(machine.answers)
        machine.carried_out += len(scope.parts[at])
        for part in scope.parts[at]:
            part.meaning(machine)
        if len(machine.answers) > decisions:
            machine.steps = steps.taken(machine.next)
    raise Leaves
