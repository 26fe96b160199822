"""Instructions on cards (see `program.zones`)."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.program.instructions.fields import (
    Count,
    Instruction,
    PileIndex,
    Reads,
    SiteIndex,
    Writes,
    ZoneIndex,
    part,
)
from interpreter.program.instructions.handling import (
    EXCHANGE,
    LAY,
    LAY_UNDER,
    LIFT,
    MIX,
    PEEK,
    POUR,
    POUR_UNDER,
    REVEAL,
    TAKE,
)
from interpreter.program.instructions.machine import Machine, Number


@part
@dataclass(frozen=True)
class Lay(Instruction):
    """Put a card onto a place, or with `bottom` 1 beneath everything there."""

    form = "lay {card} on {zone} index {index} bottom {bottom} at {site}"
    zone: ZoneIndex
    index: Reads
    card: Reads
    bottom: Count
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        cards = machine.records.zones[self.zone].cards
        card = machine.within(self.card, 0, cards - 1, "bad-index", self.site)
        machine.handle(LAY_UNDER if self.bottom else LAY, (place,), (card,), self.site)


@part
@dataclass(frozen=True)
class Peek(Instruction):
    """Look at the card on top of a pile: -1 if it is not known. An empty pile fails with "empty-pile"."""

    form = "{target} = peek {zone} index {index} at {site}"
    target: Writes
    zone: PileIndex
    index: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        machine.write(self.target, machine.handle(PEEK, (place,), (), self.site))


@part
@dataclass(frozen=True)
class Lift(Instruction):
    """Take the card off the top of a pile, which is known (else "unknown-card", or "empty-pile")."""

    form = "{target} = lift {zone} index {index} at {site}"
    target: Writes
    zone: PileIndex
    index: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        machine.write(self.target, machine.handle(LIFT, (place,), (), self.site))


@part
@dataclass(frozen=True)
class Reveal(Instruction):
    """The set of the `many` cards on top of a pile (none if it is negative). Fails unless all of them are known: with
    "unknown-card" if the pile has loose cards, otherwise with "empty-pile"."""

    form = "{target} = reveal {zone} index {index} many {many} at {site}"
    target: Writes
    zone: PileIndex
    index: Reads
    many: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        machine.write(self.target, machine.handle(REVEAL, (place,), (machine.read(self.many),), self.site))


@part
@dataclass(frozen=True)
class Take(Instruction):
    """Take these cards away from a place. Fails with "not-there" unless all of them lie there."""

    form = "take {cards} off {zone} index {index} at {site}"
    zone: ZoneIndex
    index: Reads
    cards: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        machine.handle(TAKE, (place,), (machine.read(self.cards),), self.site)


@part
@dataclass(frozen=True)
class Pour(Instruction):
    """Move all cards of a place onto another (with `bottom` 1 beneath it) in the order they lie in; those of a place
    that is no pile in rising order, the lowest at the bottom. If both have loose cards, these are merged where
    the loose cards of the lower part were, and the known cards of the upper part lie above them."""

    form = "pour {zone} index {index} onto {onto} place {place} bottom {bottom} at {site}"
    zone: ZoneIndex
    index: Reads
    onto: ZoneIndex
    place: Reads
    bottom: Count
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        onto = machine.place(self.onto, self.place, self.site)
        machine.handle(POUR_UNDER if self.bottom else POUR, (place, onto), (), self.site)


@part
@dataclass(frozen=True)
class Exchange(Instruction):
    """Each of two places gets what the other had."""

    form = "exchange {zone} index {index} with {onto} place {place} at {site}"
    zone: ZoneIndex
    index: Reads
    onto: ZoneIndex
    place: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        place = machine.place(self.zone, self.index, self.site)
        onto = machine.place(self.onto, self.place, self.site)
        machine.handle(EXCHANGE, (place, onto), (), self.site)


@part
@dataclass(frozen=True)
class Mix(Instruction):
    """Shuffle: all cards of a pile are loose."""

    form = "mix {zone} index {index} at {site}"
    zone: PileIndex
    index: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.handle(MIX, (machine.place(self.zone, self.index, self.site),), (), self.site)
