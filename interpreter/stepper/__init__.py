"""The stepper: the reference engine, in plain Python.

`Stepper` goes from block to block until one stops (`walk`). Each block is turned into a Python function when it is
first needed (`translate`). From stop to stop it goes one block at a time; whole games (`play_out`) go by regions of
blocks. Every method is a function of its arguments: the lists that a run works on are made for it and not kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace

from interpreter.engine import (
    GAME_BUDGET,
    LOOP_WINDOW,
    MOST_EVENTS,
    STEP_BUDGET,
    AtBlock,
    ChanceStop,
    DecisionStop,
    DrawStop,
    Event,
    Failure,
    Outcome,
    Position,
    RandomSource,
    Reached,
    Said,
    Sampled,
    Step,
    Stop,
    make_budget_failure,
    pick_default_answer,
)
from interpreter.engine import Decide as Decider
from interpreter.program import Program, QueryInfo
from interpreter.stepper.run import Run
from interpreter.stepper.stops import find_stop, settle
from interpreter.stepper.walk import Walker

MOST_PICTURES = 100
"""Positions from the middle of one step that are kept, the last ones."""


class Stepper:
    """Runs a verified program. `events` says whether steps and outcomes list their events; `budget` bounds the
    blocks between two stops, and `game_budget` the stops of a game played out."""

    def __init__(
        self, program: Program, *, events: bool = True, budget: int = STEP_BUDGET, game_budget: int = GAME_BUDGET
    ) -> None:
        self.program = program
        self.events = events
        self.budget = budget
        self.game_budget = game_budget
        self._walker = Walker(program, events)
        self._registers = [0] * (max(self._walker.translator.carried, default=-1) + 1)
        self._first = (0,) * len(program.slots)

    def starting_with(self, values: Mapping[int, int]) -> Stepper:
        """The same, of games that start with these values in slots. What has been translated is shared."""
        other = copy(self)
        other._first = tuple(values.get(slot, 0) for slot in range(len(self.program.slots)))
        return other

    # ---- from stop to stop

    def begin(self) -> Step:
        """From the start of the game to its first stop."""
        return self.run_to(None, -1)

    def resume(self, position: Position) -> Step:
        """From any position to its next stop."""
        return self.run_to(position, -1)

    def answer(self, position: Position, answer: int) -> Step:
        """On from a stop, with an outcome or an answer's number."""
        return self.run_to(position, -1, answer)

    def run_to(self, position: Position | None, block: int, answer: int | None = None) -> Step:
        """From a position (None for the start of the game; with an answer, from a stop) to the next stop or to
        where `block` is about to begin, whichever comes first. The latter gives the stop `AtBlock`."""
        position = position or self._start()
        values, run = self._values(position), self._run(position)
        run.events = deque(maxlen=MOST_EVENTS)
        first = position.block if answer is None else self._settle(values, run, position.block, answer)
        at = self._walker.walk(values, run, first, block)
        stop = AtBlock(at) if at == block and run.failure is None else self._stop(values, run, at)
        return Step(self._position(values, run, at), stop, tuple(run.events))

    def answer_while(self, position: Position, answer: int, unseen: Callable[[list[int]], bool]) -> Step:
        """From a stop, with an answer, to the next one; or to the first block before which `unseen` is False for the
        slots, where the stop is `AtBlock`. A game cannot be resumed there, since registers are lost."""
        values, run = self._values(position), self._run(position)
        run.events = deque(maxlen=MOST_EVENTS)
        at = self._walker.walk(values, run, self._settle(values, run, position.block, answer), unseen=unseen)
        stop = self._stop(values, run, at) if unseen(values) or run.failure is not None else AtBlock(at)
        return Step(self._position(values, run, at), stop, tuple(run.events))

    def watch(self, position: Position, answer: int) -> tuple[tuple[int, Position], ...]:
        """The positions at which something is said on the way from a stop to the next, each with the number of that
        event; none where more happens than is kept."""
        values, run = self._values(position), self._run(position)
        run.events = album = _Album(values)
        self._walker.walk(values, run, self._settle(values, run, position.block, answer))
        slots = len(self.program.slots)
        seen = tuple((at, replace(position, slots=each[:slots])) for at, each in album.pictures)
        return seen if len(album) <= MOST_EVENTS else ()

    # ---- queries

    def ask(self, position: Position, query: QueryInfo) -> tuple[int, ...] | Failure:
        """The values of a query at a position, or why it has none."""
        run = self._run(position)
        self._walker.walk(self._values(position), run, query.entry)
        return _result(run)

    def apply(self, position: Position, query: QueryInfo) -> Position | Failure:
        """The same place with the slots as a query leaves them, or why it does not finish."""
        values, run = self._values(position), self._run(position)
        self._walker.walk(values, run, query.entry)
        result = _result(run)
        return result if isinstance(result, Failure) else self._position(values, run, position.block)

    # ---- whole games

    def play_out(self, position: Position | None, chances: RandomSource, decide: Decider | None = None) -> Outcome:
        """From a position, or from the start, to the end of the game. `decide` is asked where more than one
        answer is offered; without it `pick_default_answer` is taken."""
        position = position or self._start()
        values, run = self._values(position), self._run(position)
        run.stops, run.below, run.asks = self.game_budget, chances.randbelow, decide is not None
        recent: deque[int] = deque(maxlen=LOOP_WINDOW)
        block = self._walker.rush(values, run, position.block)
        while isinstance(stop := self._stop(values, run, block), ChanceStop | DrawStop | DecisionStop):
            recent.append(block)
            if run.stops == 0:
                run.failure = make_budget_failure(self.program, recent, self.game_budget)
            elif not isinstance(stop, DecisionStop):
                block = self._go_on(values, run, block, run.below(stop.outcomes))
            elif decide is None or len(stop.offered) == 1:
                block = self._go_on(values, run, block, pick_default_answer(stop))
            else:
                block = self._go_on(values, run, block, decide(stop, _Waiting(self, values, run, block)))
        return self._outcome(values, run, block, stop)

    def _go_on(self, values: list[int], run: Run, block: int, answer: int) -> int:
        return self._walker.rush(values, run, self._settle(values, run, block, answer))

    def _outcome(self, values: list[int], run: Run, block: int, stop: Stop) -> Outcome:
        marks, samples = run.marks, run.samples
        for event in run.events:
            if isinstance(event, Reached):
                marks[event.site] += 1
            elif isinstance(event, Sampled):
                samples.append((event.measure, event.value))
        position = self._position(values, run, block)
        return Outcome(position, stop, tuple(marks), tuple(samples), tuple(run.rolls), tuple(run.events))

    # ---- positions and the lists that a run works on

    def _start(self) -> Position:
        return Position(self.program.start, self._first)

    def _values(self, position: Position) -> list[int]:
        if len(position.slots) != len(self.program.slots) or not 0 <= position.block < len(self.program.blocks):
            raise ValueError("this position belongs to another program")
        return [*position.slots, *self._registers]

    def _run(self, position: Position) -> Run:
        return Run(self.budget, len(self.program.sites), len(self.program.dice), position.winners)

    def _position(self, values: list[int], run: Run, block: int) -> Position:
        return Position(block, tuple(values[: len(self.program.slots)]), tuple(run.winners))

    # ---- stops

    def _stop(self, values: list[int], run: Run, block: int) -> Stop:
        return run.failure or find_stop(self.program, values, run.winners, block)

    def _settle(self, values: list[int], run: Run, block: int, answer: int) -> int:
        """Applies an answer to a stop. Returns the next block."""
        run.steps = run.budget
        run.stops -= 1
        return settle(self.program, values, run, block, answer, self.events)


class _Album(list[Event]):
    """The events of a run, with what its values were when something was said."""

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.values = values
        self.pictures: deque[tuple[int, tuple[int, ...]]] = deque(maxlen=MOST_PICTURES)

    def append(self, event: Event) -> None:
        if isinstance(event, Said):
            self.pictures.append((len(self), tuple(self.values)))
        super().append(event)


class _Waiting:
    """A game that waits for a decision, as whoever decides may look at it."""

    def __init__(self, stepper: Stepper, values: list[int], run: Run, block: int) -> None:
        self._stepper, self._values, self._run, self._block = stepper, values, run, block

    def position(self) -> Position:
        return self._stepper._position(self._values, self._run, self._block)

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        """The values of a query here."""
        run = Run(self._stepper.budget, len(self._run.marks), len(self._run.rolls))
        run.stops = GAME_BUDGET  # none of them is used up; with few left, it would go block by block
        self._stepper._walker.rush(self._values[:], run, query.entry)
        return _result(run)

    def answered(self) -> int:
        """How many stops have been answered before this one."""
        return self._stepper.game_budget - self._run.stops


def _result(run: Run) -> tuple[int, ...] | Failure:
    if run.failure is not None:
        return run.failure
    if run.answer is None:
        raise ValueError("this query stops before it has an answer")
    return run.answer
