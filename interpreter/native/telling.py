"""One game played the careful way: from what machine code has noted to an `Outcome`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interpreter.engine import (
    LOOP_WINDOW,
    Awarded,
    Decided,
    Drawn,
    Event,
    Failure,
    GameOver,
    Outcome,
    Position,
    Reached,
    Rolled,
    Said,
    Sampled,
    exhausted,
)
from interpreter.native.batch import lost_lines
from interpreter.native.build import Code
from interpreter.native.careful import AWARDED, DECIDED, DRAWN, REACHED, ROLLED, SAID, SAMPLED, strategies_of
from interpreter.native.layout import OPERATORS, REASONS, Layout
from interpreter.program import Finish, Program, QueryInfo
from interpreter.summary import Lost

LOG = 1 << 16
"""How many numbers there is room for in the first log; each further one has four times as much."""


@dataclass(frozen=True)
class Notes:
    """What machine code has noted of one game: the account, the slots at the end, and the log."""

    layout: Layout
    kept: Any
    slots: Any
    log: Any

    def part(self, name: str) -> tuple[int, ...]:
        """A part of the account."""
        first, size = self.layout.parts[name]
        return tuple(self.kept[first : first + size])

    @property
    def length(self) -> int:
        """How many numbers of the log there are, or would be if there were room for them."""
        return int(self.kept[self.layout["log_at"]])

    @property
    def events(self) -> list[int]:
        """All events, one after the other: of each its kind (`careful`) and its numbers."""
        events: list[int] = self.log[: self.length]
        return events

    @property
    def lost(self) -> dict[QueryInfo, Lost]:
        """The lines of strategies that could not be worked out."""
        return lost_lines(self.layout.program, self.part("lost"))


@dataclass
class Teller:
    """Plays single games of one program. `code` is a careful module, and `strategies` has a name for each seat."""

    program: Program
    code: Code
    strategies: tuple[str, ...]
    budget: int
    game_budget: int
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = Layout(self.program)
        numbers = {name: number for number, name in enumerate(strategies_of(self.program))}
        self._advisers = [numbers.get(name, 0) for name in self.strategies]
        number, pointer = ctypes.c_int64, ctypes.c_void_p
        self._start = self.code.function("start", None, pointer, ctypes.c_uint64, ctypes.c_uint64)
        self._walk = self.code.function("walk", None, pointer, pointer, number)

    def play_out(self, position: Position, seed: int, game: int, events: bool) -> Outcome:
        """From a position to the end of the game, or to where it fails."""
        return self.outcome(position, self.note(position, seed, game, events))

    def note(self, position: Position, seed: int, game: int, events: bool) -> Notes:
        """The same as numbers; with as much room for the log as it takes."""
        room = LOG
        while True:
            notes = self._noted(position, seed, game, events, room)
            if notes.length <= room:
                return notes
            room *= 4

    def _noted(self, position: Position, seed: int, game: int, events: bool, room: int) -> Notes:
        kept, log = (ctypes.c_int64 * self.layout.length)(), (ctypes.c_int64 * (room + 1))()
        slots = (ctypes.c_int64 * (len(position.slots) + self.program.registers))(*position.slots)
        self._start(kept, seed, game)
        numbers = {"stops": self.game_budget, "steps": self.budget, "log_room": room, "log_all": int(events)}
        for part, number in (numbers | {"log": ctypes.addressof(log)}).items():
            kept[self.layout[part]] = number
        for seat, strategy in enumerate(self._advisers):
            kept[self.layout["advisers"] + seat] = strategy
        self._walk(slots, kept, position.block)
        return Notes(self.layout, kept, slots, log)

    def outcome(self, position: Position, notes: Notes) -> Outcome:
        """What a game came to that began with this position."""
        told = list(self._events(notes.events))
        winners = (*position.winners, *(each.winner for each in told if isinstance(each, Awarded)))
        samples = tuple((each.measure, each.value) for each in told if isinstance(each, Sampled))
        (block,) = notes.part("block")
        over = isinstance(self.program.blocks[block].terminator, Finish)
        return Outcome(
            Position(block, tuple(notes.slots[: len(position.slots)]), winners),
            self._failure(notes) or (GameOver(winners) if over else Failure("bad-index", -1)),
            notes.part("marks"),
            samples,
            notes.part("rolls"),
            tuple(told) if notes.part("log_all")[0] else (),
        )

    def _failure(self, notes: Notes) -> Failure | None:
        reason, site, what, value, low, high, operator, right, failed = notes.part("failure")
        if not failed:
            return None
        if REASONS[reason] == "step-budget":
            stops = self.game_budget if low else None
            return exhausted(self.program, _recent(notes.part("recent_stops" if low else "recent")), stops)
        if operator:
            value = _exact(OPERATORS[operator], value, right)
        return Failure(REASONS[reason], site, what, value, low, high)

    def _events(self, numbers: list[int]) -> Iterator[Event]:
        at = 0
        while at < len(numbers):
            kind = numbers[at]
            size = 3 + len(self.program.texts[numbers[at + 1]].shapes) if kind == SAID else _SIZES[kind]
            yield _event(kind, numbers[at + 1 : at + size])
            at += size


def _recent(part: tuple[int, ...]) -> list[int]:
    """The blocks that came last, the oldest first."""
    count, *ring = part
    first = count % LOOP_WINDOW if count > LOOP_WINDOW else 0
    return (ring[first:] + ring[:first])[: min(count, LOOP_WINDOW)]


_SIZES = {REACHED: 2, SAMPLED: 3, AWARDED: 3, ROLLED: 5, DRAWN: 7, DECIDED: 5}


def _event(kind: int, numbers: list[int]) -> Event:
    match kind:
        case 0:
            return Reached(*numbers)
        case 1:
            text, site, *values = numbers
            return Said(text, tuple(values), site)
        case 2:
            return Sampled(*numbers)
        case 3:
            return Awarded(*numbers)
        case 4:
            return Rolled(*numbers)
        case 5:
            return Drawn(*numbers)
        case _:
            return Decided(*numbers)


def _exact(operator: str, left: int, right: int) -> int:
    """The result that does not fit 64 bits."""
    match operator:
        case "add":
            return left + right
        case "sub":
            return left - right
        case "mul":
            return left * right
        case "div":
            return left // right
        case _:
            return left << right
