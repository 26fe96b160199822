"""How machine code is to be made."""

from __future__ import annotations

from interpreter.data_classes import dataclass


@dataclass(frozen=True)
class CodeOptions:
    """What machine code depends on beside the program. `strategies` has a name for each seat; `budget` and
    `game_budget` are those of the stepper; `part` is how many blocks a function may have. `thorough` says whether time
    is spent on making it faster, `counting` whether it is counted how
    often each site is marked, `witness` whether games are to be compared with those of other engines, and `anywhere`
    whether games are taken up at decisions with other answers on offer than the rules offer there."""

    strategies: tuple[str, ...]
    budget: int
    game_budget: int
    part: int
    thorough: bool
    counting: bool
    witness: bool
    anywhere: bool

    @property
    def shows_slots(self) -> bool:
        """Whether all slots can be seen at the end of a game: code that is made faster leaves some out."""
        return self.witness and not self.thorough
