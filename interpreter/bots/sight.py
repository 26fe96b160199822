"""What each seat learns from one stop of a game to the next.

Everybody hears what rules say, sees who rolls, draws and decides, and everything that is open. A seat also sees its own
hand, dice and secret answers, as the sight of slots and zones says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from interpreter.display import is_heard
from interpreter.engine import Awarded, Decided, DecisionStop, Drawn, Event, Rolled, Said, Stop
from interpreter.program import Program, ZoneInfo
from interpreter.program.cards import read
from interpreter.program.sight import sees, sees_slot

Seen: TypeAlias = tuple[object, ...]
"""What a seat sees, as words and numbers."""


class Onlooker:
    """Knows what one seat sees."""

    def __init__(self, program: Program, seat: int) -> None:
        self.program, self.seat = program, seat
        self._slots = tuple(
            at
            for at, slot in enumerate(program.slots)
            if slot.kind in ("state", "dice") and sees_slot(program, seat, at)
        )
        self._places = tuple(
            (zone, place, sees(program, seat, zone, place)) for zone in program.zones for place in range(zone.members)
        )

    def look(self, slots: tuple[int, ...]) -> Seen:
        """Everything that this seat sees of a position."""
        values = list(slots)
        return *(slots[at] for at in self._slots), *(self._look_at(values, *place) for place in self._places)

    def _look_at(self, values: list[int], zone: ZoneInfo, place: int, is_open: bool) -> Seen | int:
        cards = read(values, zone, place)
        if cards is None:
            return 0
        return tuple(cards.order) if is_open else len(cards.order)

    def name_changes(self, before: Seen, after: Seen) -> Iterator[Seen]:
        """What looks different, by name."""
        names = [self.program.slots[at].name for at in self._slots]
        names += [f"{zone.name} {place}" for zone, place, _ in self._places]
        for at, name in enumerate(names):
            if not before or before[at] != after[at]:
                yield name, after[at]

    def hear(self, events: tuple[Event, ...]) -> Iterator[Seen]:
        """What this seat hears and sees of some events."""
        for event in events:
            match event:
                case Said(text, values) as said if is_heard(self.program, said, self.seat):
                    yield "said", text, *values
                case Awarded(winner):
                    yield "won", winner
                case Rolled(dice, outcome, thrower):
                    open_to_all = self.program.dice[dice].sight == "up"
                    yield "rolled", dice, thrower, outcome if open_to_all else "?"
                case Drawn(zone, _, card, onto, place):
                    seen = sees(self.program, self.seat, self.program.zones[onto], place)
                    yield "drew", zone, onto, place, card if seen else "?"
                case Decided(choice, answer, chooser):
                    secret = self.program.choices[choice].secret and chooser != self.seat
                    yield "decided", choice, chooser, "?" if secret else answer

    def be_asked(self, stop: Stop) -> Iterator[Seen]:
        if isinstance(stop, DecisionStop) and stop.chooser == self.seat:
            yield "asked", stop.choice, stop.offered
