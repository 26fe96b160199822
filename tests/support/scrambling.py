"""Games that go on from a position in which some slots hold other numbers: what is of no use makes no difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from interpreter.chance import Stream
from interpreter.engine import ChanceStop, DecisionStop, Failure, Outcome, Position, pick_default_answer
from interpreter.program import Program
from interpreter.stepper import Stepper


def scramble(program: Program, seed: int, stops: int, change: Callable[[Position], Sequence[int]]) -> None:
    """After a few rolls and answers, the game goes on alike with what slots hold and with what they are changed to."""
    stepper = Stepper(program, budget=100_000, game_budget=2_000)
    step, stream = stepper.begin(), Stream(seed, 0)
    for _ in range(stops):
        if isinstance(step.stop, ChanceStop):
            step = stepper.answer(step.position, stream.randbelow(step.stop.outcomes))
        elif isinstance(step.stop, DecisionStop):
            step = stepper.answer(step.position, pick_default_answer(step.stop))
    if not isinstance(step.stop, ChanceStop | DecisionStop):
        return
    slots = tuple(change(step.position))
    one = stepper.play_out(step.position, Stream(seed, 1))
    other = stepper.play_out(replace(step.position, slots=slots), Stream(seed, 1))
    assert type(one.stop) is type(other.stop)
    if not isinstance(one.stop, Failure):
        assert counted(one) == counted(other)


def counted(outcome: Outcome) -> tuple[object, ...]:
    """All that is counted of a game."""
    return outcome.position.winners, outcome.samples, outcome.marks, outcome.rolls
