"""A few throws played beforehand, to see which come up often and what slots may hold."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.chains.scope import Scope
from interpreter.chance import Stream
from interpreter.program import Kept, Slot
from interpreter.program.instructions.operators import Impossible
from interpreter.program.machines.exact import ExactMachine, Failed

LONGEST = 3_000
"""How many blocks there may be from throw to throw."""

Visit: TypeAlias = tuple[int, dict[int, int]]
"""A stop, and what all slots held there."""


def practise(scope: Scope, throws: int, instructions: int) -> list[Visit]:
    """Play on until there were so many throws. The result is empty if that takes more instructions than these."""
    stream, visits = Stream(0, 0), list[Visit]()
    player, carried_out = _Player(scope), 0
    for _ in range(throws):
        goes_on = player.goes_on()
        carried_out += player.carried_out
        if carried_out > instructions:
            return []
        if not goes_on:
            player = _Player(scope)
            continue
        visits.append((player.next, dict(enumerate(player.values[: len(scope.program.slots)]))))
        roll = scope.rolls[player.next]
        player.write(roll.target, stream.randbelow(roll.outcomes))
        player.go(roll.then)
    return visits


class _Player(ExactMachine):
    """Plays one game, with the default answer to each decision."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope.program, [0] * (len(scope.program.slots) + scope.program.registers))
        self.scope, self.next, self.block = scope, scope.program.start, -1
        self.carried_out = 0

    def goes_on(self) -> bool:
        """Whether it comes to another throw, where `next` is then; `carried_out` says after how many instructions."""
        self.carried_out = 0
        try:
            for _ in range(LONGEST):
                self.block = self.next
                if self.block in self.scope.rolls or self.block < 0:
                    break
                parts = self.scope.parts[self.block]
                self.carried_out += len(parts)
                for part in parts:
                    part.meaning(self)
        except Failed:
            return False
        return self.next in self.scope.rolls

    def decide(self, choice: int, chooser: Kept, flags: int, default: Slot, site: int) -> int:
        values = self.records.choices[choice].values
        if self.block in self.scope.sure:
            return values[self.scope.sure[self.block]]
        offered = [at for at in range(len(values)) if self.read(Slot(flags + at)) == 1]
        if not offered:
            raise Failed(Impossible("no-answer"), site)
        answer = self.read(default)
        return values[answer if answer in offered else offered[0]]
