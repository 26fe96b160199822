"""Plays a game from its beginning, on a fixed stream with default choices, to where an example starts.

A phase may begin many times on the way. The lead-in is played only as far as it is needed, and is the same for all
examples of one program.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def walk_beginnings(stepper: Stepper, phase: RoutineInfo) -> Iterator[Beginning | Failure]:
    """Where a phase begins, time after time; last the failure of the game, if there is one."""
    stream, position, answer = Stream(0, 0), None, None
    block, unseen = phase.begun, Unseen()
    for _ in range(MOST_STOPS):
        step = stepper.run_to(position, block, answer)
        position, answer = step.position, None
        note_unseen(stepper.program, unseen, step.events)
        match step.stop:
            case AtBlock(at):
                if at == phase.begun:
                    yield Beginning(position, dict(unseen))
                block = phase.entry if at == phase.begun else phase.begun
            case ChanceStop() | DrawStop() as stop:
                answer = stream.randbelow(stop.outcomes)
            case DecisionStop() as stop:
                answer = pick_default_answer(stop)
            case Failure() as failure:
                yield failure
                return
            case GameOver():
                return
