"""Phases: what they set up when they begin, and what they leave behind when they end.

A phase ends when its last clause is done, or when something inside ends it or a phase around it. Whichever way, its
measures are taken and its end reported. A flag for each phase says whether it is under way, so that what ends a phase
from inside can first end the phases that are under way within it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.lower.builder import Builder
from interpreter.lower.scope import Scope, check_range
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.stale_answers import list_own_choices

MAIN = "game"


@dataclass(frozen=True)
class CallSite:
    """A place where a rule or phase is called: the caller, the loops around it (outermost first), and the names bound
    to operands there."""

    statement: model.CallRoutine
    caller: str
    around: tuple[model.ForEach | model.ForEachDie, ...]
    bound: Mapping[model.Variable, program.Operand]


@dataclass
class Routine:
    """A rule or phase being lowered. `begun` and `ended` are blocks, or -1 while there are none; there is one of the
    `calls_of_it` for each of the `continuations`."""

    info: model.RoutineInfo
    number: int
    entry: int
    exit: int
    begun: int = -1
    ended: int = -1
    continuations: list[int] = field(default_factory=list)
    calls_of_it: list[CallSite] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class PhaseCode:
    """Makes the code at the beginning and the end of phases."""

    builder: Builder
    layout: SlotLayout

    def begin(self, scope: Scope, routine: Routine) -> None:
        self.start(scope, routine.info)
        self._set_gone(routine.info, 1)
        self.builder.emit(program.Move(self.layout.active[routine.info.name], 1))
        routine.begun = self.builder.block(f"{routine.info.name} begun")
        self.builder.jump_to(routine.begun)

    def start(self, scope: Scope, info: model.RoutineInfo) -> None:
        for state in info.state:
            self._start(scope, state)

    def _start(self, scope: Scope, state: model.StateInfo) -> None:
        slot, each = self.layout.slot(state.variable), state.variable.each
        site = scope.site(state.span)
        for place in range(self.layout.size_of_kind(each.kind) if each else 1):
            inner = scope.bind({state.each_variable: place}) if state.each_variable else scope
            value = inner.lower(state.start)
            named = program.CheckInfo("value", state.name)
            check_range(inner, value, state.start.type, state.variable.type, named, site)
            self.builder.emit(program.Move(program.Slot(slot.index + place), value))

    def finish(self, info: model.RoutineInfo) -> None:
        """Take a phase's measures, and report that it has ended. What the game leaves can still be looked at."""
        builder = self.builder
        scope = Scope(builder, self.layout, info.name, info.citation)
        self._tally_ended(scope, info)
        for number, measure in enumerate(builder.game.measures.values()):
            if measure.per == info.name or (info.name == MAIN and measure.per in builder.game.kinds):
                self._sample(scope, number, measure)
        if info.name != MAIN:
            self._set_gone(info, 0)
            builder.emit(program.Move(self.layout.active[info.name], 0))
        builder.emit(program.Mark(builder.site("end", info.name, info.span, info.citation)))

    def _set_gone(self, info: model.RoutineInfo, gone: int) -> None:
        """The answers to what a phase chooses are gone when it begins; after it, they have their last values."""
        if self.layout.gone:
            for name in sorted(list_own_choices(self.builder.game, info)):
                if name in self.layout.gone:
                    self.builder.emit(program.Move(self.layout.gone[name], gone))

    def _sample(self, scope: Scope, number: int, measure: model.MeasureInfo) -> None:
        if measure.value is None:
            self.builder.emit(program.Sample(number, self.layout.tallies[measure.name]))
            return
        places = range(self.layout.size_of_kind(measure.per)) if measure.each_variable else range(1)
        for place in places:
            inner = scope.bind({measure.each_variable: place}) if measure.each_variable else scope
            self.builder.emit(program.Sample(number, inner.lower(measure.value)))

    def tally(self, scope: Scope, rule: str = "", dice: str = "") -> None:
        for measure in self.builder.game.measures.values():
            if rule in measure.rules or dice in measure.rolls:
                routine = self.builder.game.routines.get(rule)
                if measure.condition is None or (routine is not None and routine.kind == "rule"):
                    self._count(scope, measure)

    def _tally_ended(self, scope: Scope, phase: model.RoutineInfo) -> None:
        for measure in self.builder.game.measures.values():
            if phase.name in measure.rules and measure.condition is not None:
                self._count(scope, measure)

    def _count(self, scope: Scope, measure: model.MeasureInfo) -> None:
        slot, site = self.layout.tallies[measure.name], scope.site(measure.span)
        one = 1 if measure.condition is None else scope.lower(measure.condition)
        self.builder.emit(program.Binary(slot, "add", slot, one, site))

    def end_from_inside(self, routine: Routine, known: dict[str, Routine]) -> None:
        """End the phases under way inside a phase, innermost first, then the phase itself."""
        builder = self.builder
        builder.continue_in(routine.ended)
        for name in list_phases_inside(routine, known):
            under_way, after = builder.block(f"{name} under way"), builder.block(f"{name} over")
            builder.branch(self.layout.active[name], under_way, after)
            builder.continue_in(under_way)
            self.finish(known[name].info)
            builder.jump_to(after)
        builder.close(program.Jump(routine.exit))


def list_phases_inside(routine: Routine, known: dict[str, Routine]) -> list[str]:
    found: dict[str, None] = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name not in seen:
            seen.add(name)
            for called in known[name].calls:
                visit(called)
            if known[name].info.kind == "phase":
                found[name] = None

    visit(routine.info.name)
    return [name for name in found if name != routine.info.name]
