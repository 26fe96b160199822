"""Goes from block to block until a run halts: exactly, one block at a time, or fast, a region at a time.

Both ways carry out the same blocks and use up the same steps and stops. The fast way answers stops by itself, and
hands over to the exact one while there are still enough steps left to see which blocks go round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from interpreter.engine import LOOP_WINDOW, make_budget_failure
from interpreter.program import FunctionInfo, Program
from interpreter.program.flow import stops
from interpreter.stepper.run import Run
from interpreter.stepper.translate import REGION_STEPS, Code, Function, Translator

RESERVE = LOOP_WINDOW + REGION_STEPS
MOST_KEPT = 10_000
"""For how many different inputs the results of a function are kept."""

HOT = 30
"""How often a block is carried out by itself before the region that begins with it is translated."""


class Walker:
    """The translated blocks of a program, and the two ways through them."""

    def __init__(self, program: Program, events: bool) -> None:
        self.program = program
        self.translator = Translator(program, events)
        self.translator.know([self._function(each) for each in program.functions])
        self._stopping = tuple(map(stops, program.blocks))
        self._singles: list[Code] = [self._first_time(block) for block in range(len(program.blocks))]
        self._regions: list[Code] = [self._warming_up(block) for block in range(len(program.blocks))]

    def walk(
        self,
        values: list[int],
        run: Run,
        block: int,
        until: int = -1,
        unseen: Callable[[list[int]], bool] | None = None,
    ) -> int:
        """From the beginning of a block to where the run halts, or to where block `until` is about to begin, or
        `unseen` does not hold of the values. The result is the block there."""
        singles, stopping, steps = self._singles, self._stopping, run.steps
        if until < 0 and unseen is None:  # which blocks come matters only when there are few steps left
            for _ in range(steps - LOOP_WINDOW):
                block = singles[block](values, run)
                if block < 0:
                    return ~block
            steps = min(steps, LOOP_WINDOW)
        recent: deque[int] = deque(maxlen=LOOP_WINDOW)
        while block >= 0 and block != until:
            if steps <= LOOP_WINDOW:
                if stopping[block]:
                    return block
                if steps <= 0:
                    run.failure = make_budget_failure(self.program, recent)
                    return block
                recent.append(block)
            if unseen is not None and not unseen(values):
                return block
            steps -= 1
            block = singles[block](values, run)
        return block if block >= 0 else ~block

    def rush(self, values: list[int], run: Run, block: int) -> int:
        """From the beginning of a block through many stops to the end, to a failure, or to a stop where somebody is
        to be asked. Where steps or stops run low, only to the next stop."""
        regions = self._regions
        while block >= 0:
            if run.steps < RESERVE or run.stops < RESERVE:
                return self.walk(values, run, block)
            block = regions[block](values, run)
        return ~block

    def _function(self, info: FunctionInfo) -> Function:
        """Carries out a function, and memoises its results by its arguments and what it reads."""
        places = [len(self.program.slots) + each for each in info.parameters]
        zones = [self.program.zones[each] for each in info.zones]
        runs = [*info.loads, *(range(zone.first, zone.first + zone.size) for zone in zones)]
        kept: dict[tuple[object, ...], int] = {}

        def apply(values: list[int], run: Run, *arguments: int) -> int | None:
            scalars = [values[each] for each in info.slots]
            key = (*arguments, *scalars, *(tuple(values[each.start : each.stop]) for each in runs))
            if key not in kept:
                own = values[:]
                for place, argument in zip(places, arguments, strict=True):
                    own[place] = argument
                before, run.steps = run.steps, run.budget
                self.rush(own, run, info.entry)
                run.steps = before
                if run.failure is not None or run.answer is None:
                    return None
                if len(kept) >= MOST_KEPT:
                    kept.clear()
                (kept[key],), run.answer = run.answer, None
            return kept[key]

        return apply

    def _first_time(self, block: int) -> Code:
        def translate_and_run(values: list[int], run: Run) -> int:
            self._singles[block] = self.translator.block(block)
            return self._singles[block](values, run)

        return translate_and_run

    def _warming_up(self, block: int) -> Code:
        times = 0

        def run_alone(values: list[int], run: Run) -> int:
            nonlocal times
            if times >= HOT:
                self._regions[block] = self.translator.region(block)
                return self._regions[block](values, run)
            times += 1
            if self._stopping[block]:
                return ~block
            run.steps -= 1
            return self._singles[block](values, run)

        return run_alone
