"""Which slots states have to tell: those that come from there unchanged to a stop where a walk asked for them.

That something will be read is not enough. A pool, say, is shared out from whoever began; but where one player alone
gets it, that makes no difference, and no walk ever asks who began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_ways, turn_round
from interpreter.chains.regions import Region
from interpreter.program import Slot


class Wanted:
    """The slots that were `asked` for until now, each with the stops where it was (None: wherever it is live).

    If a phase that is taken as a whole writes to a slot, it is not taken for granted that the slot is wanted after it:
    that is found out there, for a round may be the last. But if a slot turns out to be wanted after one phase, or was
    `likely` to be, it is taken to be wanted after all."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.asked: dict[int, set[int | None]] = {}
        self.likely: set[int] = set()
        self._written: dict[int, frozenset[int]] = {}
        self._found: dict[int, set[int]] = {}

    def ask(self, slot: int, stop: int | None) -> bool:
        """Want a slot at a stop; whether it was not."""
        is_new = not self.is_wanted(slot, stop)
        if is_new:
            self.asked.setdefault(slot, set()).add(stop)
            self._found.pop(slot, None)
        return is_new

    def learn_from(self, other: Wanted) -> None:
        """Want all that another did."""
        for slot, stops in other.asked.items():
            self.asked.setdefault(slot, set()).update(stops)
        self.likely |= other.likely
        self._found.clear()

    def expect(self, slots: Iterable[int]) -> None:
        """Have some slots wanted after phases, too, if they are wanted at all."""
        self.likely.update(slots)
        self._found.clear()

    def take_whole(self, written: Mapping[int, frozenset[int]]) -> None:
        """Have it known which phases are taken as a whole, and the slots that each of them writes to."""
        routines = self.region.program.routines
        self._written = {at: slots for each, slots in written.items() for at in routines[each].continuations}
        self._found.clear()

    def is_wanted(self, slot: int, stop: int | None) -> bool:
        """Whether a state at a stop has to tell what a slot holds."""
        stops = self.asked.get(slot, set())
        if None in stops or stop is None or not stops:
            return None in stops
        if slot not in self._found:
            self._found[slot] = self._find_where(slot)
        return stop in self._found[slot]

    def _find_where(self, slot: int) -> set[int]:
        """The blocks that a slot comes from unchanged to a stop that asked for it, and these."""
        found = {each for each in self.asked[slot] if each is not None}
        waiting = list(found)
        passes = slot in self.likely or not found.isdisjoint(self._written)
        while waiting:
            for before in self._leading[waiting.pop()]:
                if before not in found and (passes or slot not in self._written.get(before, ())):
                    found.add(before)
                    if slot not in self._list_set(before):
                        waiting.append(before)
        return found

    def _list_set(self, block: int) -> set[int]:
        """The slots that a block sets without a look at them."""
        effects = find_effects(self.region.program, self.region.program.blocks[block].parts)
        return {each.index for each in effects.writes if isinstance(each, Slot)} - effects.slots_read()

    @cached_property
    def _leading(self) -> dict[int, list[int]]:
        return turn_round(find_ways(self.region.program, sorted(self.region.reached)))
