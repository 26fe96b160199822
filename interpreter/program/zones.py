"""Zones: the places where the cards of a program lie.

A zone has one place, or one for each of its `members`. For every place there is a slot with the set of its cards, one
bit each. A pile (a zone with `capacity`) keeps in more slots how they lie: from the bottom
up some cards whose order is known, then those in no known order (`loose`), then some whose order is known again.

    slots from `first`:  contents of each place, and if there is a capacity
                         loose cards of each place (a set), height of each place (how many cards are in known order),
                         under of each place (how many of those lie beneath the loose ones), and
                         `capacity` slots a place for the cards in known order, from the bottom up

Where there are several of a card (`copies`), a set says only which there are. More slots behind these say how many:

    then, if there are copies:  many of each place (how many cards lie there), `cards` slots a place for how many there
                                are of each, and if there is a capacity as many for how many of these are loose

A place without loose cards has `under` 0, and a slot for a card that holds none is 0, so that one state of the cards
is one position. Shuffling makes all cards of a pile loose; the next card of a pile with none in known order above the
loose ones is drawn among these, each as likely as any other: `Draw`. So a shuffled pile is drawn card by card as cards
are needed.

Every index is checked ("bad-index"), and so is the number of a card that is laid down. A pile has room for all cards
once: more of them, and numbers that are no cards at all, as in a damaged saved game, are "bad-index" too. Cards are
never made or lost: what takes a card off one zone leaves it in a register or slot for the instruction that lays it
down.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.data_classes import dataclass


@dataclass(frozen=True)
class ZoneInfo:
    """A zone, see above. `shape` shows one of its cards, `places` names its members. `sight` says who sees the cards:
    "up" everybody, "down" nobody, "owner" the player, or side, with the place's number (`owner` says which of the two).
    `full` is 1 if all cards lie here at the start. `deck` names the cards: those of one deck can go to all zones
    of that deck. `copies` says how many there are of each, or nothing if there is one of each."""

    name: str
    shape: int
    cards: int
    places: tuple[str, ...]
    first: int
    capacity: int
    sight: str
    owner: str
    full: int = 0
    deck: str = ""
    called: str = ""
    copies: tuple[int, ...] = ()

    @cached_property
    def total(self) -> int:
        return sum(self.copies) if self.copies else self.cards

    @cached_property
    def members(self) -> int:
        return max(len(self.places), 1)

    @cached_property
    def loose(self) -> int:
        return self.first + self.members

    @cached_property
    def height(self) -> int:
        return self.first + 2 * self.members

    @cached_property
    def under(self) -> int:
        return self.first + 3 * self.members

    @cached_property
    def order(self) -> int:
        return self.first + 4 * self.members

    @cached_property
    def many(self) -> int:
        return self.first + self.members * (4 + self.capacity if self.capacity else 1)

    def counts(self, index: int) -> int:
        """The first slot of how many there are of each card at a place."""
        return self.many + self.members + index * self.cards

    def loose_counts(self, index: int) -> int:
        """The first slot of how many there are of each card among the loose ones; without a capacity all are."""
        return self.counts(index + self.members if self.capacity else index)

    @cached_property
    def size(self) -> int:
        plain = self.many - self.first
        if not self.copies:
            return plain
        return plain + self.members * (1 + self.cards * (2 if self.capacity else 1))
