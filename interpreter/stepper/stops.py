"""What a game waits for where it halts, and what comes of an answer.

Both carry out what ends a block on a machine of integers: the one writes nothing and finds out what is asked for, the
other is given the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine import ChanceStop, Decided, DecisionStop, Drawn, DrawStop, Failure, GameOver, Rolled, Stop
from interpreter.program import Kept, Program, Records, Slot, Target, cards
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Impossible
from interpreter.program.machines.exact import ExactMachine, Failed
from interpreter.stepper.run import Run


def find_stop(program: Program, values: list[int], winners: list[int], block: int) -> Stop:
    """Why a run halted in a block, if nothing failed before."""
    machine = _Finder(program, values)
    machine.winners = winners
    try:
        program.blocks[block].terminator.meaning(machine)
    except Failed as failed:
        why = failed.impossible
        return Failure(why.reason, failed.site, failed.check, why.value, why.low, why.high)
    return machine.stop


def settle(program: Program, values: list[int], run: Run, block: int, answer: int, events: bool) -> int:
    """Apply an answer to a stop. Returns the next block."""
    machine = _Settler(program, values, run, answer, events)
    terminator = program.blocks[block].terminator
    try:
        if terminator.stops:
            terminator.meaning(machine)
            return machine.next
    except Failed:
        pass
    raise ValueError("the game does not wait for an answer here")


class _StopMachine(ExactMachine):
    def loose(self, place: Place[int]) -> tuple[int, ...]:
        """The cards that may come from a place."""
        zone, index = place
        return cards.loose_cards(self.values, self.records.zones[zone], index)

    def offered(self, choice: int, offers: range) -> tuple[int, ...]:
        """The answers that may be given."""
        return self.records.choices[choice].list_offered(self.values[offers.start : offers.stop])


class _Finder(_StopMachine):
    """Finds the stop where a run halted."""

    stop: Stop = Failure("bad-index", -1)
    winners: Sequence[int] = ()

    def write(self, target: Target, number: int) -> None:
        pass

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> int:
        self.stop = ChanceStop(dice, outcomes, self.read(thrower), site)
        return 0

    def draw(self, place: Place[int], onto: Place[int], site: int) -> int:
        found = self.loose(place)
        if not found:
            raise Failed(Impossible("empty-pile"), site)
        self.stop = DrawStop(*place, found, *onto, site)
        return 0

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> int:
        offered = self.offered(choice, offers)
        if not offered:
            raise Failed(Impossible("no-option"), site)
        self.stop = DecisionStop(choice, self.read(chooser), offered, self.read(default), site)
        return 0

    def finish(self) -> None:
        self.stop = GameOver(tuple(self.winners))


class _Settler(_StopMachine):
    """Is given the answer. With `events` the run hears of it."""

    def __init__(self, records: Records, values: list[int], run: Run, answer: int, events: bool) -> None:
        super().__init__(records, values)
        self.run, self.given, self.events = run, answer, events

    def one_of(self, outcomes: int) -> int:
        """The answer, if it is in range."""
        if not 0 <= self.given < outcomes:
            raise ValueError(f"{self.given} is not one of {outcomes} outcomes")
        return self.given

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> int:
        outcome = self.one_of(outcomes)
        self.run.rolls[dice] += 1
        if self.events:
            self.run.events.append(Rolled(dice, outcome, self.read(thrower), site))
        return outcome

    def draw(self, place: Place[int], onto: Place[int], site: int) -> int:
        zone, index = place
        card = cards.draw(self.values, self.records.zones[zone], index, self.one_of(len(self.loose(place))))
        if self.events:
            self.run.events.append(Drawn(zone, index, card, *onto, site))
        return card

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> int:
        if not self.records.choices[choice].offers(self.values[offers.start : offers.stop], self.given):
            raise ValueError(f"answer {self.given} is not offered")
        if self.events:
            self.run.events.append(Decided(choice, self.given, self.read(chooser), site))
        return self.records.choices[choice].values[self.given]
