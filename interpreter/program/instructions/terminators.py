"""Terminators: how a block ends, and what comes next.

Only `Chance`, `Draw` and `Decide` stop. A block that stops has no instructions, so that a position in it means one
thing only, and names its thrower or chooser by a number or a slot.
"""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.program.instructions.fields import (
    BlockIndex,
    BlockIndices,
    ChoiceIndex,
    ContinuationIndex,
    Count,
    DiceIndex,
    OffersFrom,
    PileIndex,
    Reads,
    ReadsKept,
    ReadsMany,
    ReadsSlot,
    RoutineIndex,
    SiteIndex,
    Terminator,
    WritesSlot,
    ZoneIndex,
    part,
)
from interpreter.program.instructions.machine import Machine, Number
from interpreter.program.records import Records


@part
@dataclass(frozen=True)
class Jump(Terminator):
    """Continue with a block."""

    form = "jump {block}"
    local = True
    block: BlockIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.go(self.block)


@part
@dataclass(frozen=True)
class Branch(Terminator):
    """Continue with `yes` if the condition is not 0, else with `no`."""

    form = "if {condition} then {yes} else {no}"
    local = True
    condition: Reads
    yes: BlockIndex
    no: BlockIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.branch(self.condition, self.yes, self.no)


@part
@dataclass(frozen=True)
class Switch(Terminator):
    """Continue with blocks[value]; the value is known to be in range."""

    form = "switch {value} to {blocks}"
    local = True
    value: Reads
    blocks: BlockIndices

    def meaning(self, machine: Machine[Number]) -> None:
        machine.choose(self.value, self.blocks)


@part
@dataclass(frozen=True)
class Call(Terminator):
    """Note in the routine's return slot that this is its call number `number`, and go to its entry. It comes back to
    `then`, which is routines[routine].continuations[number]."""

    form = "call {routine} number {number} then {then}"
    routine: RoutineIndex
    number: Count
    then: ContinuationIndex

    def successors(self, records: Records) -> tuple[int, ...]:
        return (records.routines[self.routine].entry,)

    def meaning(self, machine: Machine[Number]) -> None:
        machine.call(self.routine, self.number, self.then)


@part
@dataclass(frozen=True)
class Return(Terminator):
    """Go to the continuation that the routine's return slot names."""

    form = "return from {routine}"
    routine: RoutineIndex

    def successors(self, records: Records) -> tuple[int, ...]:
        return records.routines[self.routine].continuations

    def meaning(self, machine: Machine[Number]) -> None:
        machine.leave(self.routine)


@part
@dataclass(frozen=True)
class Chance(Terminator):
    """Stop: one of `outcomes` equally likely results of `dice` is put into `target`. `thrower` is the seat or side that
    rolls, -1 for nobody in particular."""

    form = "roll {dice} outcomes {outcomes} by {thrower} into {target} then {then} at {site}"
    stops = True
    dice: DiceIndex
    outcomes: Count
    thrower: ReadsKept
    target: WritesSlot
    then: BlockIndex
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.write(self.target, machine.roll(self.dice, self.outcomes, self.thrower, self.site))
        machine.go(self.then)


@part
@dataclass(frozen=True)
class Draw(Terminator):
    """Stop: one of the loose cards of a pile, which has some and none in known order above them. Answer n is the n-th
    lowest of them; it is taken from the pile and put into `target`. It will be laid on place `place` of zone `onto`, so
    those who see that zone may know it."""

    form = "draw {zone} index {index} onto {onto} place {place} into {target} then {then} at {site}"
    stops = True
    zone: PileIndex
    index: ReadsKept
    onto: ZoneIndex
    place: ReadsKept
    target: WritesSlot
    then: BlockIndex
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        onto = machine.place(self.onto, self.place, self.site)
        machine.write(self.target, machine.draw(place, onto, self.site))
        machine.go(self.then)


@part
@dataclass(frozen=True)
class Decide(Terminator):
    """Stop: `chooser` picks one of the answers that are offered. Their numbers are the set in `offer_slots`. `default`
    holds the default answer's number. The value of the answer, choices[choice].values[n], goes into `target`. If
    nothing is offered the game fails at `site`."""

    form = "choose {choice} by {chooser} offers {offers} default {default} into {target} then {then} at {site}"
    stops = True
    choice: ChoiceIndex
    chooser: ReadsKept
    offers: OffersFrom
    default: ReadsSlot
    target: WritesSlot
    then: BlockIndex
    site: SiteIndex

    def offer_slots(self, records: Records) -> range:
        """The slots that hold the set of answers offered, `ANSWERS_IN_SLOT` in each, the lowest first."""
        return range(self.offers, self.offers + records.choices[self.choice].words)

    def meaning(self, machine: Machine[Number]) -> None:
        answer = machine.decide(self.choice, self.chooser, self.offer_slots(machine.records), self.default, self.site)
        machine.write(self.target, answer)
        machine.go(self.then)


@part
@dataclass(frozen=True)
class Finish(Terminator):
    """End the game: no block follows."""

    form = "finish"

    def meaning(self, machine: Machine[Number]) -> None:
        machine.finish()


@part
@dataclass(frozen=True)
class Answer(Terminator):
    """A query is over; its results are these."""

    form = "answer {values}"
    values: ReadsMany

    def meaning(self, machine: Machine[Number]) -> None:
        machine.answer(self.values)
