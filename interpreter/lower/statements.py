"""Statements, rules and phases: from typed statements to blocks.

A rule or phase is lowered once, when something first calls it. `end` jumps to where
its phase is ended, since every routine has a single exit.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import assert_never

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import FractionType, NumberType
from interpreter.lower import cards
from interpreter.lower.builder import Builder
from interpreter.lower.choices import begin_choices, lower_choice
from interpreter.lower.dice_loops import go_through_dice
from interpreter.lower.member_loops import go_round, go_through
from interpreter.lower.phases import MAIN, CallSite, PhaseCode, Routine
from interpreter.lower.rolls import RollCode
from interpreter.lower.scope import Scope, check_arguments, check_range
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.texts import lower_text
from interpreter.lower.values import lower_row, make_row_site


@dataclass
class Routines:
    """All routines met so far; those in `pending` have no code yet."""

    builder: Builder
    layout: SlotLayout
    known: dict[str, Routine] = field(default_factory=dict)
    pending: list[Routine] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    """What the routine that is being lowered calls."""
    current: str = ""
    around: list[model.ForEach | model.ForEachDie] = field(default_factory=list)
    """The loops that are being lowered, the outermost first."""

    counting: int = 0
    """The depth of nested loops with a counter that are being lowered."""

    @property
    def phases(self) -> PhaseCode:
        return PhaseCode(self.builder, self.layout)

    def routine(self, name: str) -> Routine:
        """A routine by name; its code is made later if it is new."""
        if name not in self.known:
            entry, end = self.builder.block(name), self.builder.block(f"{name} ends")
            made = Routine(self.builder.game.routines[name], len(self.known), entry, end)
            self.known[name] = made
            self.pending.append(made)
        return self.known[name]

    def lower_all(self) -> None:
        """Make the code of the game's first phase, and of everything reachable from it."""
        self.routine(MAIN)
        while self.pending:
            self._lower(self.pending.pop(0))
        for routine in self.known.values():
            if routine.ended >= 0:
                self.phases.end_from_inside(routine, self.known)

    def _lower(self, routine: Routine) -> None:
        info, builder = routine.info, self.builder
        self.calls, self.current = routine.calls, info.name
        scope = Scope(builder, self.layout, info.name, info.citation, guarded=True)
        builder.continue_in(routine.entry)
        builder.emit(program.Mark(builder.site(info.kind, info.name, info.span, info.citation)))
        self.phases.tally(scope, rule=info.name)
        if info.name == MAIN:
            cards.fill_zones(builder, self.layout)
            begin_choices(builder, self.layout)
        if info.kind == "phase":
            self.phases.begin(scope, routine)
        self.statements(scope, info.body)
        builder.jump_to(routine.exit)
        if info.kind == "phase":
            self.phases.finish(info)
        builder.close(program.Finish() if info.name == MAIN else program.Return(routine.number))

    # ---- statements

    def mark(self, site: int) -> None:
        self.builder.emit(program.Mark(site))

    def statements(self, scope: Scope, statements: tuple[model.Statement, ...]) -> None:
        for statement in statements:
            self.statement(scope, statement)

    def statement(self, scope: Scope, statement: model.Statement) -> None:  # noqa: C901
        match statement:
            case model.Tell(template, listener):
                text, values = lower_text(scope, template, listener)
                self.builder.emit(program.Say(text, values, scope.site(statement.span)))
            case model.RollDice():
                RollCode(self.phases, statement.part).roll(scope, statement)
            case model.Ask():
                lower_choice(scope, statement)
            case model.DoTable():
                self._do_table(scope, statement)
            case model.Assign(variable, index, value):
                number, site = scope.lower(value), scope.site(statement.span)
                check_range(scope, number, value.type, variable.type, program.CheckInfo("value", variable.name), site)
                self._store(scope, variable, index, number, site)
            case model.AddTo():
                self._add(scope, statement)
            case model.Loop():
                self._loop(scope, statement)
            case model.When():
                self._when(scope, statement)
            case model.ForEach():
                self._for_each(scope, statement)
            case model.ForEachDie():
                self._for_each_die(scope, statement)
            case model.EndPhase(phase, without_result):
                if without_result:
                    self.builder.emit(program.Award(program.VOID, scope.site(statement.span)))
                self._end(self.routine(phase))
            case model.Win(winner):
                won = scope.lower(winner) if winner is not None else scope.layout.bank
                self.builder.emit(program.Award(won, scope.site(statement.span)))
            case model.CallRoutine():
                self._call(scope, statement)
            case model.ShuffleZone():
                cards.shuffle(scope, statement)
            case model.DealCards():
                cards.deal(scope, statement)
            case model.PutCards():
                cards.put(scope, statement)
            case model.SwapZones():
                cards.swap(scope, statement)
            case _:
                assert_never(statement)

    def _end(self, routine: Routine) -> None:
        if routine.ended < 0:
            routine.ended = self.builder.block(f"end {routine.info.name}")
        self.builder.close(program.Jump(routine.ended))

    def _call(self, scope: Scope, statement: model.CallRoutine) -> None:
        called = self.routine(statement.routine)
        self.calls.append(statement.routine)
        site = scope.site(statement.span)
        values = [scope.lower(each) for each in statement.arguments]
        check_arguments(scope, called.info.parameters, values, statement.arguments, site)
        for parameter, value in zip(called.info.parameters, values, strict=True):
            self.builder.emit(program.Move(self.layout.slot(parameter), value))
        self.layout.return_slot(called.info.name)
        then = self.builder.block(f"after {called.info.name}")
        if self.builder.blocks[self.builder.here].terminator is None:
            self.builder.close(program.Call(called.number, len(called.continuations), then))
            called.continuations.append(then)
            called.calls_of_it.append(CallSite(statement, self.current, tuple(self.around), scope.bound))
        self.builder.continue_in(then)

    def _do_table(self, scope: Scope, statement: model.DoTable) -> None:
        builder, table = self.builder, self.builder.game.tables[statement.table]
        site = scope.site(statement.span)
        values = [scope.lower(each) for each in statement.keys]
        check_arguments(scope, table.parameters, values, statement.keys, site)
        for parameter, value in zip(table.parameters, values, strict=True):
            builder.emit(program.Move(self.layout.slot(parameter), value))
        blocks = tuple(builder.block(f"{table.name}: {row.text}") for row in table.rows)
        after = builder.block(f"after {table.name}")
        builder.close(program.Switch(lower_row(scope, table, site), blocks))
        for block, row in zip(blocks, table.rows, strict=True):
            builder.continue_in(block)
            self.mark(make_row_site(scope, table, row))
            self.statements(scope, row.action or ())
            builder.close(program.Jump(after))
        builder.continue_in(after)

    # ---- changing things

    def _store(
        self, scope: Scope, variable: model.Variable, index: model.Value | None, value: program.Operand, site: int
    ) -> None:
        slot = self.layout.slot(variable)
        if variable.role == "choice" and variable.name in self.layout.gone:
            self.builder.emit(program.Move(self.layout.gone[variable.name], 0))
        if index is None or variable.each is None:
            self.builder.emit(program.Move(slot, value))
            return
        place, size = scope.lower(index), self.layout.size_of_kind(variable.each.kind)
        if isinstance(place, int) and 0 <= place < size:
            self.builder.emit(program.Move(program.Slot(slot.index + place), value))
        else:
            self.builder.emit(program.Store(slot.index, size, place, value, site))

    def _add(self, scope: Scope, statement: model.AddTo) -> None:
        builder, variable, site = self.builder, statement.variable, scope.site(statement.span)
        amount, kind = statement.amount.type, variable.type
        assert isinstance(kind, NumberType | FractionType)
        assert isinstance(amount, NumberType | FractionType)
        before = scope.lower(model.Read(variable, statement.index, type=kind, span=statement.span))
        total = builder.binary("add", before, scope.lower(statement.amount), site)
        state, named = self.builder.game.state_of(variable), program.CheckInfo("value", variable.name)
        if state is None or state.limit is None:
            reach = replace(kind, low=kind.low + amount.low, high=kind.high + amount.high)
            check_range(scope, total, reach, kind, named, site)
            self._store(scope, variable, statement.index, total, site)
            return
        limit = scope.lower(state.limit)
        room, what = NumberType(1, kind.high), program.CheckInfo("limit", variable.name)
        check_range(scope, limit, state.limit.type, room, what, scope.site(state.limit.span))
        held = builder.binary("min", total, limit, site)
        if amount.low < 0:
            builder.check(held, 0, kind.high, named, site)
        self._store(scope, variable, statement.index, held, site)
        self._at_limit(scope, state, held, limit)

    def _at_limit(self, scope: Scope, state: model.StateInfo, held: program.Operand, limit: program.Operand) -> None:
        builder = self.builder
        reached, after = builder.block(f"{state.name} reached"), builder.block(f"{state.name} counted")
        site = scope.site(state.span)
        builder.branch(builder.binary("ge", held, limit, site), reached, after)
        builder.continue_in(reached)
        self.mark(builder.site("clause", state.name, state.span, state.citation))
        inside = Scope(builder, self.layout, state.name, state.citation, guarded=scope.guarded)
        self.statements(inside, state.consequence)
        builder.close(program.Jump(after))
        builder.continue_in(after)

    # ---- ways through

    def _loop(self, scope: Scope, statement: model.Loop) -> None:
        builder = self.builder
        again = builder.block(program.UNBOUNDED if statement.times is None else "repeat times")
        after = builder.block("repeated")
        left = self._count_down(scope, statement)
        builder.jump_to(again)
        if left is not None:
            site, body = scope.site(statement.span), builder.block("once more")
            builder.branch(builder.binary("gt", left, 0, site), body, after)
            builder.continue_in(body)
            builder.emit(program.Move(left, builder.binary("sub", left, 1, site)))
        self.counting += left is not None
        self.statements(scope, statement.body)
        self.counting -= left is not None
        if statement.until is None:
            builder.close(program.Jump(again))
        else:
            scope.branch(statement.until, after, again)
        builder.continue_in(after)

    def _count_down(self, scope: Scope, statement: model.Loop) -> program.Slot | None:
        """The counter of the remaining rounds of a loop, if it has one."""
        if statement.times is None:
            return None
        name = f"times to come {self.counting}"
        left = self.layout.slot(model.Variable(name, scope.routine, "local", statement.times.type))
        self.builder.emit(program.Move(left, scope.lower(statement.times)))
        return left

    def _when(self, scope: Scope, statement: model.When) -> None:
        builder = self.builder
        after = builder.block("after when")
        for case in statement.cases:
            met, following = builder.block("when"), builder.block("otherwise")
            if case.condition is None:
                builder.close(program.Jump(met))
            else:
                scope.branch(case.condition, met, following)
            builder.continue_in(met)
            self.statements(scope, case.body)
            builder.close(program.Jump(after))
            builder.continue_in(following)
        builder.jump_to(after)

    def _for_each(self, scope: Scope, statement: model.ForEach) -> None:
        self.around.append(statement)
        go_on = go_round if statement.repeated else go_through
        go_on(scope, statement, lambda: self.statements(scope, statement.body))
        self.around.pop()

    def _for_each_die(self, scope: Scope, statement: model.ForEachDie) -> None:
        self.around.append(statement)
        go_through_dice(scope, statement, lambda: self.statements(scope, statement.body))
        self.around.pop()
