"""Plays a game from its beginning, on a fixed stream with default choices, to where an example starts.

A phase may begin many times on the way. The lead-in is played only as far as it is asked for, and is the same for
all examples of one program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import (
    AtBlock,
    ChanceStop,
    DecisionStop,
    DrawStop,
    Failure,
    GameOver,
    Position,
    pick_default_answer,
)
from interpreter.examples.staging import Unseen, note_unseen
from interpreter.program import RoutineInfo
from interpreter.stepper import Stepper

MOST_STOPS = 20_000
"""How many rolls and choices the way to an example's start, or its unscripted choices, may take."""

MOST_BEGINNINGS = 100
"""How many times a phase may begin on the way before it is given up."""


@dataclass(frozen=True)
class Beginning:
    """A position in which a phase has begun, and where cards lie that nobody has seen since they were dealt."""

    position: Position
    unseen: Unseen


@dataclass
class LeadIn:
    """The positions in which a phase begins, one after another. `failure` says why the game broke off, if it did."""

    stepper: Stepper
    phase: RoutineInfo
    failure: Failure | None = None
    _found: list[Beginning] = field(default_factory=list)
    _rest: Iterator[Beginning] | None = None

    def beginnings(self) -> Iterator[Beginning]:
        self._rest = self._rest or self._walk()
        for number in range(MOST_BEGINNINGS):
            if number == len(self._found):
                further = next(self._rest, None)
                if further is None:
                    return
                self._found.append(further)
            yield self._found[number]

    def _walk(self) -> Iterator[Beginning]:
        stream, position, answer = Stream(0, 0), None, None
        block, unseen = self.phase.begun, Unseen()
        for _ in range(MOST_STOPS):
            step = self.stepper.run_to(position, block, answer)
            position, answer = step.position, None
            note_unseen(self.stepper.program, unseen, step.events)
            match step.stop:
                case AtBlock(at):
                    if at == self.phase.begun:
                        yield Beginning(position, dict(unseen))
                    block = self.phase.entry if at == self.phase.begun else self.phase.begun
                case ChanceStop() | DrawStop() as stop:
                    answer = stream.randbelow(stop.outcomes)
                case DecisionStop() as stop:
                    answer = pick_default_answer(stop)
                case Failure() as failure:
                    self.failure = failure
                    return
                case GameOver():
                    return
