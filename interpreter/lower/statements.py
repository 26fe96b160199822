"""Statements, rules and phases: from typed statements to blocks.

A rule or phase is lowered once, when something first calls it. `end` jumps to the last block of its phase,
whatever is half-done below, since every routine has just one way back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from interpreter import model, program
from interpreter.domains import MemberType, NumberType, SetType, Type, YesNoType
from interpreter.lower.builder import Builder
from interpreter.lower.layout import Layout
from interpreter.lower.values import Scope, check_range, lower_condition, lower_value, row_of, row_site

MAIN = "game"

MOST_UNROLLED = 16
"""Up to so many possible answers of a choice are tried one by one."""


@dataclass
class Routine:
    """A rule or phase on its way into the program."""

    info: model.RoutineInfo
    number: int
    entry: int
    exit: int
    begun: int = -1
    continuations: list[int] = field(default_factory=list)


@dataclass
class Routines:
    """All routines met so far; those in `waiting` have no code yet."""

    builder: Builder
    layout: Layout
    known: dict[str, Routine] = field(default_factory=dict)
    waiting: list[Routine] = field(default_factory=list)

    def routine(self, name: str) -> Routine:
        """A routine by name; its code is made later if it is new."""
        if name not in self.known:
            entry, end = self.builder.block(name), self.builder.block(f"{name} ends")
            made = Routine(self.builder.game.routines[name], len(self.known), entry, end)
            self.known[name] = made
            self.waiting.append(made)
        return self.known[name]

    def lower_all(self) -> None:
        """Make the code of the game's first phase, and of everything it comes to call."""
        self.routine(MAIN)
        while self.waiting:
            self._lower(self.waiting.pop(0))

    def _lower(self, routine: Routine) -> None:
        info, builder = routine.info, self.builder
        scope = Scope(builder, self.layout, info.name, info.citation)
        builder.go_on_in(routine.entry)
        builder.emit(program.Mark(builder.site(info.kind, info.name, info.span, info.citation)))
        self._tally(scope, rule=info.name)
        if info.kind == "phase":
            self._begin(scope, routine)
        self.statements(scope, info.body)
        builder.jump_to(routine.exit)
        if info.kind == "phase":
            self._finish(scope, routine)
        builder.close(program.Finish() if info.name == MAIN else program.Return(routine.number))

    def _begin(self, scope: Scope, routine: Routine) -> None:
        """Set up a phase's state."""
        for state in routine.info.state:
            self._start(scope, state)
        if routine.info.name in self.layout.under_way:
            self.builder.emit(program.Move(self.layout.under_way[routine.info.name], 1))
        routine.begun = self.builder.block(f"{routine.info.name} begun")
        self.builder.jump_to(routine.begun)

    def _start(self, scope: Scope, state: model.StateInfo) -> None:
        slot, each = self.layout.slot(state.variable), state.variable.each
        site = scope.site(state.span)
        for place in range(self.layout.size_of_kind(each.kind) if each else 1):
            inner = scope.binding({state.each_variable: place}) if state.each_variable else scope
            value = lower_value(inner, state.start)
            check_range(inner, value, state.start.type, state.variable.type, state.name, site)
            self.builder.emit(program.Move(program.Slot(slot.index + place), value))

    def _finish(self, scope: Scope, routine: Routine) -> None:
        """What a phase leaves behind: measures, and the event that it has ended."""
        info, builder = routine.info, self.builder
        for number, measure in enumerate(builder.game.measures.values()):
            if measure.per == info.name or (info.name == MAIN and measure.per in builder.game.kinds):
                self._sample(scope, number, measure)
        if info.name in self.layout.under_way and info.name != MAIN:
            builder.emit(program.Move(self.layout.under_way[info.name], 0))
        builder.emit(program.Mark(builder.site("end", info.name, info.span, info.citation)))

    def _sample(self, scope: Scope, number: int, measure: model.MeasureInfo) -> None:
        if measure.value is None:
            self.builder.emit(program.Sample(number, self.layout.tallies[measure.name]))
            return
        places = range(self.layout.size_of_kind(measure.per)) if measure.each_variable else range(1)
        for place in places:
            inner = scope.binding({measure.each_variable: place}) if measure.each_variable else scope
            self.builder.emit(program.Sample(number, lower_value(inner, measure.value)))

    def _tally(self, scope: Scope, rule: str = "", dice: str = "") -> None:
        """Count for the measures that count this."""
        for measure in self.builder.game.measures.values():
            if rule in measure.rules or dice in measure.rolls:
                slot = self.layout.tallies[measure.name]
                self.builder.emit(program.Binary(slot, "add", slot, 1, scope.site(measure.span)))

    # ---- statements

    def statements(self, scope: Scope, statements: tuple[model.Statement, ...]) -> None:
        """The code of a block."""
        for statement in statements:
            self.statement(scope, statement)

    def statement(self, scope: Scope, statement: model.Statement) -> None:
        """The code of one statement."""
        match statement:
            case model.Tell(template):
                text, values = told(scope, template)
                self.builder.emit(program.Say(text, values, scope.site(statement.span)))
            case model.RollDice():
                self._roll(scope, statement)
            case model.Ask():
                self._ask(scope, statement)
            case model.DoTable():
                self._do(scope, statement)
            case model.Assign(variable, index, value):
                number = lower_value(scope, value)
                check_range(scope, number, value.type, variable.type, variable.name, scope.site(statement.span))
                self._store(scope, variable, index, number, scope.site(statement.span))
            case model.AddTo():
                self._add(scope, statement)
            case model.Loop():
                self._loop(scope, statement)
            case model.When():
                self._when(scope, statement)
            case model.ForEach():
                self._for_each(scope, statement)
            case model.EndPhase(phase):
                self.builder.close(program.Jump(self.routine(phase).exit))
            case model.Win(winner):
                self.builder.emit(program.Award(lower_value(scope, winner), scope.site(statement.span)))
            case model.CallRoutine():
                self._call(scope, statement)
            case _:
                assert_never(statement)

    def _call(self, scope: Scope, statement: model.CallRoutine) -> None:
        called = self.routine(statement.routine)
        site = scope.site(statement.span)
        values = [lower_value(scope, each) for each in statement.arguments]
        for parameter, value, given in zip(called.info.parameters, values, statement.arguments, strict=True):
            check_range(scope, value, given.type, parameter.type, parameter.name, site)
        for parameter, value in zip(called.info.parameters, values, strict=True):
            self.builder.emit(program.Move(self.layout.slot(parameter), value))
        self.layout.return_slot(called.info.name)
        then = self.builder.block(f"after {called.info.name}")
        if self.builder.blocks[self.builder.here].terminator is None:
            self.builder.close(program.Call(called.number, len(called.continuations), then))
            called.continuations.append(then)
        self.builder.go_on_in(then)

    def _roll(self, scope: Scope, statement: model.RollDice) -> None:
        dice = self.builder.game.dice[statement.dice]
        thrower = lower_value(scope, statement.thrower) if statement.thrower is not None else -1
        number = list(self.builder.game.dice).index(statement.dice)
        then = self.builder.block(f"{statement.dice} rolled")
        site = scope.site(statement.span)
        if isinstance(thrower, program.Register):
            self.builder.emit(program.Move(self.layout.thrower, thrower))
            thrower = self.layout.thrower
        self.builder.jump_to(self.builder.block(f"roll {statement.dice}"))
        self.builder.close(
            program.Chance(number, dice.type.outcomes, thrower, self.layout.slot(dice.variable), then, site)
        )
        self.builder.go_on_in(then)
        self._tally(scope, dice=statement.dice)

    def _do(self, scope: Scope, statement: model.DoTable) -> None:
        builder, table = self.builder, self.builder.game.tables[statement.table]
        site = scope.site(statement.span)
        values = [lower_value(scope, each) for each in statement.keys]
        for parameter, value in zip(table.parameters, values, strict=True):
            builder.emit(program.Move(self.layout.slot(parameter), value))
        blocks = tuple(builder.block(f"{table.name}: {row.text}") for row in table.rows)
        after = builder.block(f"after {table.name}")
        builder.close(program.Switch(row_of(scope, table, site), blocks))
        for block, row in zip(blocks, table.rows, strict=True):
            builder.go_on_in(block)
            builder.emit(program.Mark(row_site(scope, table, row)))
            self.statements(scope, row.action or ())
            builder.close(program.Jump(after))
        builder.go_on_in(after)

    # ---- changing things

    def _store(
        self, scope: Scope, variable: model.Variable, index: model.Value | None, value: program.Operand, site: int
    ) -> None:
        slot = self.layout.slot(variable)
        if index is None or variable.each is None:
            self.builder.emit(program.Move(slot, value))
            return
        place, size = lower_value(scope, index), self.layout.size_of_kind(variable.each.kind)
        if isinstance(place, int) and 0 <= place < size:
            self.builder.emit(program.Move(program.Slot(slot.index + place), value))
        else:
            self.builder.emit(program.Store(slot.index, size, place, value, site))

    def _add(self, scope: Scope, statement: model.AddTo) -> None:
        builder, variable, site = self.builder, statement.variable, scope.site(statement.span)
        amount, kind = statement.amount.type, variable.type
        assert isinstance(kind, NumberType)
        assert isinstance(amount, NumberType)
        before = lower_value(scope, model.Read(variable, statement.index, type=kind, span=statement.span))
        total = builder.binary("add", before, lower_value(scope, statement.amount), site)
        state = self._limited(variable)
        if state is None or state.limit is None:
            reach = NumberType(kind.low + amount.low, kind.high + amount.high)
            check_range(scope, total, reach, kind, variable.name, site)
            self._store(scope, variable, statement.index, total, site)
            return
        limit = lower_value(scope, state.limit)
        held = builder.binary("min", total, limit, site)
        if amount.low < 0:
            builder.check(held, 0, kind.high, variable.name, site)
        self._store(scope, variable, statement.index, held, site)
        self._at_limit(scope, state, held, limit)

    def _limited(self, variable: model.Variable) -> model.StateInfo | None:
        owner = self.builder.game.routines.get(variable.owner)
        return next((each for each in owner.state if each.variable == variable), None) if owner else None

    def _at_limit(self, scope: Scope, state: model.StateInfo, held: program.Operand, limit: program.Operand) -> None:
        builder = self.builder
        reached, after = builder.block(f"{state.name} reached"), builder.block(f"{state.name} counted")
        site = scope.site(state.span)
        builder.branch(builder.binary("ge", held, limit, site), reached, after)
        builder.go_on_in(reached)
        builder.emit(program.Mark(builder.site("clause", state.name, state.span, state.citation)))
        self.statements(Scope(builder, self.layout, state.name, state.citation), state.consequence)
        builder.close(program.Jump(after))
        builder.go_on_in(after)

    # ---- ways through

    def _loop(self, scope: Scope, statement: model.Loop) -> None:
        builder = self.builder
        again, after = builder.block("repeat"), builder.block("repeated")
        builder.jump_to(again)
        self.statements(scope, statement.body)
        if statement.until is None:
            builder.close(program.Jump(again))
        else:
            lower_condition(scope, statement.until, after, again)
        builder.go_on_in(after)

    def _when(self, scope: Scope, statement: model.When) -> None:
        builder = self.builder
        after = builder.block("after when")
        for case in statement.cases:
            met, following = builder.block("when"), builder.block("otherwise")
            if case.condition is None:
                builder.close(program.Jump(met))
            else:
                lower_condition(scope, case.condition, met, following)
            builder.go_on_in(met)
            self.statements(scope, case.body)
            builder.close(program.Jump(after))
            builder.go_on_in(following)
        builder.jump_to(after)

    def _for_each(self, scope: Scope, statement: model.ForEach) -> None:
        builder, site = self.builder, scope.site(statement.span)
        rest = self.layout.slot(
            model.Variable(f"{statement.variable.name} to come", statement.variable.owner, "local", statement.set.type)
        )
        variable = self.layout.slot(statement.variable)
        builder.emit(program.Move(rest, lower_value(scope, statement.set)))
        below = self._before(scope, statement, site)
        head, body, after = builder.block("for each"), builder.block("each"), builder.block("gone through")
        builder.jump_to(head)
        builder.branch(rest, body, after)
        builder.go_on_in(body)
        if below is None:
            builder.emit(program.Unary(variable, "highest" if statement.highest_first else "lowest", rest, site))
        else:
            self._next_round(below, rest, variable, site)
        builder.emit(program.Move(rest, builder.binary("xor", rest, builder.binary("shl", 1, variable, site), site)))
        self.statements(scope, statement.body)
        builder.close(program.Jump(head))
        builder.go_on_in(after)

    def _before(self, scope: Scope, statement: model.ForEach, site: int) -> program.Slot | None:
        """The members before the one to start from, kept for as long as the loop goes on."""
        if statement.start is None:
            return None
        name = f"before the first {statement.variable.name}"
        kept = self.layout.slot(model.Variable(name, statement.variable.owner, "local", statement.set.type))
        first = self.builder.binary("shl", 1, lower_value(scope, statement.start), site)
        self.builder.emit(program.Move(kept, self.builder.binary("sub", first, 1, site)))
        return kept

    def _next_round(self, below: program.Slot, rest: program.Slot, variable: program.Slot, site: int) -> None:
        """The lowest that is left from the start on; once there is none, the lowest of all that are left."""
        builder = self.builder
        ahead = builder.binary("xor", rest, builder.binary("and", rest, below, site), site)
        some_ahead, round_again, after = builder.block("ahead"), builder.block("round again"), builder.block("next")
        builder.branch(ahead, some_ahead, round_again)
        for block, members in ((some_ahead, ahead), (round_again, rest)):
            builder.go_on_in(block)
            builder.emit(program.Unary(variable, "lowest", members, site))
            builder.close(program.Jump(after))
        builder.go_on_in(after)

    # ---- choices

    def _ask(self, scope: Scope, statement: model.Ask) -> None:
        builder, choice = self.builder, self.builder.game.choices[statement.choice]
        builder.emit(program.Move(self.layout.slot(choice.chooser), lower_value(scope, statement.chooser)))
        inner = Scope(builder, self.layout, choice.name, choice.citation)
        if len(choice.conditions) == len(choice.values) and len(choice.conditions) > 1:
            self._offer_each(inner, choice)
        else:
            self._offer_candidates(inner, choice)
        default = self.layout.defaults[choice.name]
        site = inner.site(choice.default.span)
        builder.emit(
            program.Move(
                default, answer_number(inner, lower_value(inner, choice.default), choice.default.type, choice, site)
            )
        )
        then = builder.block(f"{choice.name} chosen")
        number = list(builder.game.choices).index(choice.name)
        target = self.layout.slot(choice.variable)
        builder.jump_to(builder.block(f"choose {choice.name}"))
        builder.close(
            program.Decide(
                number,
                self.layout.slot(choice.chooser),
                self.layout.flags[choice.name],
                default,
                target,
                then,
                scope.site(statement.span),
            )
        )
        builder.go_on_in(then)

    def _offer_each(self, scope: Scope, choice: model.ChoiceInfo) -> None:
        for place, condition in enumerate(choice.conditions):
            self.builder.emit(
                program.Move(program.Slot(self.layout.flags[choice.name] + place), lower_value(scope, condition))
            )

    def _offer_candidates(self, scope: Scope, choice: model.ChoiceInfo) -> None:
        """Try every possible answer: few of them one by one, since much is then certain, many in a loop."""
        if len(choice.values) > MOST_UNROLLED:
            self._offer_in_a_loop(scope, choice)
            return
        for place, candidate in enumerate(choice.values):
            offered = lower_value(scope.binding({choice.candidate: candidate}), choice.conditions[0])
            self.builder.emit(program.Move(program.Slot(self.layout.flags[choice.name] + place), offered))

    def _offer_in_a_loop(self, scope: Scope, choice: model.ChoiceInfo) -> None:
        builder, site = self.builder, scope.site(choice.span)
        number = builder.register()
        builder.emit(program.Move(number, 0))
        again, after = builder.block(f"{choice.name}: candidate"), builder.block(f"{choice.name}: offered")
        builder.jump_to(again)
        candidate = builder.lookup(choice.values, number, site)
        offered = lower_value(scope.binding({choice.candidate: candidate}), choice.conditions[0])
        builder.emit(program.Store(self.layout.flags[choice.name], len(choice.values), number, offered, site))
        builder.emit(program.Binary(number, "add", number, 1, site))
        builder.branch(builder.binary("lt", number, len(choice.values), site), again, after)
        builder.go_on_in(after)


def answer_number(
    scope: Scope, value: program.Operand, kind: Type, choice: model.ChoiceInfo, site: int
) -> program.Operand:
    """The number of the answer that stands for a value."""
    check_range(scope, value, kind, choice.variable.type, f"the default of `{choice.name}`", site)
    wanted = choice.variable.type
    if isinstance(wanted, SetType) and wanted.member is not None:
        return scope.builder.binary("shr", value, wanted.member.low, site)
    if isinstance(wanted, MemberType | NumberType):
        return scope.builder.binary("sub", value, wanted.low, site)
    assert isinstance(wanted, YesNoType)
    return value


def told(scope: Scope, template: model.Template) -> tuple[int, tuple[program.Operand, ...]]:
    """A text, and the operands for its holes."""
    builder = scope.builder
    shapes = tuple(builder.shape(hole.value.type) for hole in template.holes)
    text = program.Text(template.pieces, shapes, tuple(hole.choices for hole in template.holes))
    return builder.keep(builder.texts, text), tuple(lower_value(scope, hole.value) for hole in template.holes)
