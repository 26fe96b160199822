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
from interpreter.native.build import Code
from interpreter.native.careful import AWARDED, DECIDED, DRAWN, REACHED, ROLLED, SAID, SAMPLED
from interpreter.native.layout import FAILURE_PARTS, OPERATORS, REASONS, Layout
from interpreter.program import Finish, Program

LOG = 1 << 16
"""How many numbers there is room for in the first log; each further one has four times as much."""


@dataclass
class Teller:
    """Plays single games of one program. `code` is a careful module."""

    program: Program
    code: Code
    budget: int
    game_budget: int
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = Layout(self.program)
        number, pointer = ctypes.c_int64, ctypes.c_void_p
        self._start = self.code.function("start", None, pointer, ctypes.c_uint64, ctypes.c_uint64)
        self._walk = self.code.function("walk", None, pointer, pointer, number)

    def play_out(self, position: Position, seed: int, game: int, events: bool) -> Outcome:
        """From a position to the end of the game, or to where it fails."""
        room = LOG
        while True:
            kept, slots, log = self._played(position, seed, game, events, room)
            if kept[self.layout["log_at"]] <= room:
                return self._outcome(position, kept, slots, log)
            room *= 4

    def _played(self, position: Position, seed: int, game: int, events: bool, room: int) -> tuple[Any, Any, Any]:
        kept, log = (ctypes.c_int64 * self.layout.length)(), (ctypes.c_int64 * (room + 1))()
        slots = (ctypes.c_int64 * (len(position.slots) + self.program.registers))(*position.slots)
        self._start(kept, seed, game)
        numbers = {"stops": self.game_budget, "steps": self.budget, "log_room": room, "log_all": int(events)}
        for part, number in (numbers | {"log": ctypes.addressof(log)}).items():
            kept[self.layout[part]] = number
        self._walk(slots, kept, position.block)
        return kept, slots, log

    def _outcome(self, position: Position, kept: Any, slots: Any, log: Any) -> Outcome:
        told = list(self._events(log, kept[self.layout["log_at"]]))
        winners = (*position.winners, *(each.winner for each in told if isinstance(each, Awarded)))
        samples = tuple((each.measure, each.value) for each in told if isinstance(each, Sampled))
        block = kept[self.layout["block"]]
        failure = self._failure(kept)
        over = isinstance(self.program.blocks[block].terminator, Finish)
        stop = failure or (GameOver(winners) if over else Failure("bad-index", -1))
        return Outcome(
            Position(block, tuple(slots[: len(position.slots)]), winners),
            stop,
            self._part(kept, "marks"),
            samples,
            self._part(kept, "rolls"),
            tuple(told) if kept[self.layout["log_all"]] else (),
        )

    def _part(self, kept: Any, name: str) -> tuple[int, ...]:
        first, size = self.layout.parts[name]
        return tuple(kept[first : first + size])

    def _failure(self, kept: Any) -> Failure | None:
        reason, site, what, value, low, high, operator, right, failed = self._part(kept, "failure")
        if not failed:
            return None
        assert len(self._part(kept, "failure")) == FAILURE_PARTS
        if REASONS[reason] == "step-budget":
            return exhausted(self.program, self._recent(kept, "recent_stops" if low else "recent"))
        if operator:
            value = _exact(OPERATORS[operator], value, right)
        return Failure(REASONS[reason], site, self.program.checks[what] if what >= 0 else "", value, low, high)

    def _recent(self, kept: Any, part: str) -> list[int]:
        """The blocks that came last, the oldest first."""
        count, *ring = self._part(kept, part)
        first = count % LOOP_WINDOW if count > LOOP_WINDOW else 0
        return (ring[first:] + ring[:first])[: min(count, LOOP_WINDOW)]

    def _events(self, log: Any, length: int) -> Iterator[Event]:
        numbers, at = log[:length], 0
        while at < length:
            kind = numbers[at]
            size = 3 + len(self.program.texts[numbers[at + 1]].shapes) if kind == SAID else _SIZES[kind]
            yield _event(kind, numbers[at + 1 : at + size])
            at += size


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
