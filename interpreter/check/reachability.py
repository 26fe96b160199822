"""What can happen when: active phases, ends, loops that never end, recursion, and what is never used or reached.

The calls of a game are followed from its phase `game`, with the set of active phases. A use of state whose phase is
not among them, an `end` of such a phase, a call that comes round to itself and a `repeat` that nothing can end are
reported where they stand, with the way there. Steps are never reached if the step above them always ends a phase around
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from interpreter import model
from interpreter.check.comparisons import decide_comparison
from interpreter.check.convert import can_overlap
from interpreter.check.supposing import MOST_SUPPOSED, count_supposed, find_fault
from interpreter.check.traversal import (
    Body,
    list_bodies,
    list_called,
    list_parts,
    walk_statements,
    walk_used_values,
    walk_values,
)
from interpreter.check.world import MAIN, MAX_CHAIN, World
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import names, phases, types
from interpreter.domains import NUMBERS_IN_SETS
from interpreter.source import Span


def _is_never(value: model.Value | None) -> bool:
    """Whether a condition is missing, or false for all values that its sides can have."""
    match value:
        case None | model.Constant(0):
            return True
        case model.Comparison(operator, left, right):
            return decide_comparison(operator, left.type, right.type) is False
        case _:
            return False


@dataclass
class Reachability:
    """The walk over a model. `used` collects the names of everything that is reached or read."""

    world: World
    game: model.Model
    used: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    seen: set[tuple[str, frozenset[str]]] = field(default_factory=set)
    chain: list[str] = field(default_factory=list)
    outside: set[tuple[str, str]] = field(default_factory=set)
    first_read: dict[str, Span] = field(default_factory=dict)
    _ends: dict[str, frozenset[str]] = field(default_factory=dict)
    _leaving: dict[str, bool] = field(default_factory=dict)
    _depth: int = 0

    def report_all(self) -> None:
        if MAIN in self.game.routines:
            self.visit_routine(MAIN, frozenset(), self.game.routines[MAIN].span)
        for view in self.game.views.values():
            for value in list_parts(view):
                self.visit_value(value, self.enclosing_phases(view.inside))
        for measure in self.game.measures.values():
            self.used.update(measure.rolls)
            inside = [measure.per] if measure.per in self.game.routines else [MAIN]
            if measure.condition is not None:
                inside = list(self.game.routines)
            known = frozenset().union(*map(self.enclosing_phases, inside))
            for value in list_parts(measure):
                self.visit_value(value, known)
        if not self.world.trees.standalone and not self.world.log.diagnostics.errors:
            self.report_unused()
        if not self.world.log.diagnostics.errors:
            self.report_never_reached()

    def enclosing_phases(self, phase: str) -> frozenset[str]:
        found: list[str] = []
        step: str | None = phase
        while step is not None and step not in found and step in self.game.routines:
            found.append(step)
            step = self.game.routines[step].inside
        return frozenset([*found, MAIN])

    # ---- following calls

    def enter(self, key: str, name: str, active: frozenset[str], span: Span) -> bool:
        """Whether something is to be visited: not for a second time with the same active phases, and not if it leads to
        itself, which is reported."""
        if key in self.chain:
            self.world.report(phases.phase_twice(span, name, [*self.chain[self.chain.index(key) :], key]))
            return False
        first = (key, active) not in self.seen
        self.seen.add((key, active))
        return first

    def visit_routine(self, name: str, active: frozenset[str], span: Span) -> None:
        if len(self.chain) >= MAX_CHAIN and name not in self.chain:
            self.world.report(phases.too_deep(span, name, MAX_CHAIN))
            return
        info = self.game.routines[name]
        outside = info.inside is not None and info.inside not in active and info.inside in self.game.routines
        if outside and info.inside is not None and name not in self.chain:
            self.world.report(phases.phase_outside(span, name, info.inside, [*self.chain, name]))
            active |= self.enclosing_phases(info.inside)
        self.used.add(name)
        if not self.enter(name, name, active, span):
            return
        self.chain.append(name)
        inside = active | {name} if info.kind == "phase" else active
        self.check_starts(info)
        for state in info.state:
            for value in list_parts(state):
                self.visit_value(value, inside)
        self.visit_statements(info.body, inside)
        self.chain.pop()

    def check_starts(self, info: model.RoutineInfo) -> None:
        """What a phase keeps may start only from what is there: the phases around it, and what it keeps above."""
        later = {state.variable: state for state in info.state}
        for state in info.state:
            read = (each.variable for each in walk_used_values(self.game, state.start) if isinstance(each, model.Read))
            for variable in read:
                if variable in later:
                    self.world.report(phases.read_too_early(state.start.span, state.name, variable.name, variable.span))
            del later[state.variable]

    def visit_statements(self, statements: Body, active: frozenset[str]) -> None:
        for statement in walk_statements(statements):
            for value in list_parts(statement):
                self.visit_value(value, active)
            self.visit_statement(statement, active)

    def visit_statement(self, statement: model.Statement, active: frozenset[str]) -> None:
        match statement:
            case model.CallRoutine(name, _):
                self.visit_routine(name, active, statement.span)
            case model.RollDice(name, _):
                self.used.add(name)
            case model.Ask(name, _):
                self.visit_choice(name, active)
            case model.DoTable(name, _):
                self.visit_table(name, active, statement.span)
            case model.Change(variable):
                if self.check_variable(variable, active, statement.span) and isinstance(statement, model.AddTo):
                    self.visit_consequence(variable, active, statement.span)
            case model.EndPhase(phase):
                if phase not in active:
                    self.world.report(phases.end_outside(statement.span, phase, self.chain))
            case model.Loop(body, until, None) if _is_never(until):
                self.check_end(statement.span, until, body, active)
            case model.ForEach(_, domain, _, body, _, True, until) if _is_never(until) and self.is_always_there(domain):
                self.check_end(statement.span, until, body, active)
            case _:
                pass

    def check_end(self, span: Span, until: model.Value | None, body: Body, active: frozenset[str]) -> None:
        if not self.find_ended_phases(body) & active:
            self.world.report(phases.never_ends(span, self.chain, until is not None))

    def visit_consequence(self, variable: model.Variable, active: frozenset[str], span: Span) -> None:
        """What a counter does at its limit happens where it is added to."""
        state, key = self.game.state_of(variable), f"count {variable.name}"
        if state is not None and state.consequence and self.enter(key, variable.name, active, span):
            self.chain.append(key)
            self.visit_statements(state.consequence, active)
            self.chain.pop()

    def visit_choice(self, name: str, active: frozenset[str]) -> None:
        """What a choice offers, and what strategies say of it, is computed where it is asked."""
        self.used.add(name)
        info = self.game.choices.get(name)
        if info is None or (name, active) in self.seen:
            return
        self.seen.add((name, active))
        lines = [each for strategy in self.game.strategies.values() for each in strategy.advice if each.choice == name]
        advised = (part for advice in lines for line in advice.preferences for part in line.parts)
        for value in (*info.conditions, info.default, *info.told, *advised):
            self.visit_value(value, active)

    def visit_table(self, name: str, active: frozenset[str], span: Span) -> None:
        self.used.add(name)
        if not self.enter(name, name, active, span):
            return
        info = self.game.tables[name]
        self.chain.append(name)
        for value in list_parts(info):
            self.visit_value(value, active)
        for action in info.actions:
            self.visit_statements(action, active)
        self.chain.pop()

    def visit_value(self, value: model.Value, active: frozenset[str]) -> None:
        for part in walk_values(value):
            match part:
                case model.Read(variable, _):
                    self.read.add(variable.name)
                    self.first_read.setdefault(variable.name, part.span)
                    self.check_variable(variable, active, part.span)
                case model.OptionValue(name):
                    self.used.add(name)
                case model.TableValue(name, _, _):
                    self.visit_table(name, active, part.span)
                case model.Applied(name, _):
                    self.visit_definition(name, active, part.span)
                case model.Supposed(name):
                    self.visit_supposed(name, active, part)
                case model.SetOf(member) if not can_overlap(member.type, NUMBERS_IN_SETS):
                    self.world.report(types.number_no_set(member.span, member.span.text, NUMBERS_IN_SETS.high))
                case _:
                    pass

    def visit_supposed(self, name: str, active: frozenset[str], value: model.Supposed) -> None:
        """A rule that is only supposed to be carried out: nothing in it may depend on chance or a choice."""
        if name in self.game.routines:
            fault = find_fault(self.game, name)
            if fault is not None:
                self.world.report(phases.cannot_suppose(value.span, name, *fault))
                return
            if count_supposed(self.game, value) > MOST_SUPPOSED:
                self.world.report(phases.suppose_deep(value.span))
                return
            self.visit_routine(name, active, value.span)

    def visit_definition(self, name: str, active: frozenset[str], span: Span) -> None:
        self.used.add(name)
        if name in self.game.defines and self.enter(name, name, active, span):
            self.chain.append(name)
            self.visit_value(self.game.defines[name].value, active)
            self.chain.pop()

    def check_variable(self, variable: model.Variable, active: frozenset[str], span: Span) -> bool:
        """State may be used only while its phase is under way; it is reported once for each rule that is not so."""
        owner = self.game.routines.get(variable.owner)
        if (
            owner is not None
            and owner.kind == "phase"
            and variable.role in ("state", "counter", "parameter")
            and variable.owner not in active
        ):
            place = (variable.name, self.chain[-1] if self.chain else "")
            if place in self.outside:
                return False
            self.outside.add(place)
            self.world.report(phases.state_outside(span, variable.name, variable.owner, self.chain, variable.span))
            return False
        return True

    # ---- what ends what

    def find_ended_phases(self, statements: Body) -> frozenset[str]:
        found: set[str] = set()
        for statement in walk_statements(statements):
            if isinstance(statement, model.EndPhase):
                found.add(statement.phase)
            else:
                found |= self._find_ended_by(*list_called(self.game, statement))
        return frozenset(found)

    def _find_ended_by(self, name: str, bodies: tuple[Body, ...]) -> frozenset[str]:
        if bodies and name not in self._ends and self._depth < MAX_CHAIN:
            self._ends[name] = frozenset()
            self._depth += 1
            found = {each for body in bodies for each in self.find_ended_phases(body)}
            self._depth -= 1
            self._ends[name] = frozenset(found - {name})
        return self._ends.get(name, frozenset())

    def is_always_there(self, value: model.Value) -> bool:
        """Whether a value is the same throughout a game."""
        return not any(isinstance(each, model.Read) for each in walk_used_values(self.game, value))

    # ---- what is never reached

    def report_never_reached(self) -> None:
        """Report steps behind one that always ends a phase around them, in the rules of the game itself, and in those
        that house rules bring."""
        outer = [(routine.name, routine.body) for routine in self.game.routines.values()]
        outer += [(table.name, action) for table in self.game.tables.values() for action in table.actions]
        for name, whole in outer:
            inner = (body for statement in walk_statements(whole) for body in list_bodies(statement))
            for body in (whole, *inner):
                for before, after in pairwise(body):
                    if self.always_leaves(before) and self._is_own(name, after):
                        self.world.report(phases.never_reached(after.span, before.span))
                        break

    def _is_own(self, name: str, statement: model.Statement) -> bool:
        """Libraries may have steps that some games never reach."""
        amended = self.world.trees.amended
        overlay = amended.overlay_of(statement.span.source) if amended is not None else ""
        return bool(overlay) or not self.world.names.symbols[name].library

    def always_leaves(self, statement: model.Statement) -> bool:
        """Whether nothing after a statement is ever done, since it ends a phase around it each time."""
        match statement:
            case model.EndPhase():
                return True
            case model.When(cases):
                return cases[-1].condition is None and all(self._leaves_block(each.body) for each in cases)
            case model.Loop(body, _, None):
                return self._leaves_block(body)
            case model.DoTable(name, _):
                return all(map(self._leaves_block, self.game.tables[name].actions))
            case model.CallRoutine(name, _):
                return self._leaves_routine(name)
            case _:
                return False

    def _leaves_block(self, block: Body) -> bool:
        return any(map(self.always_leaves, block))

    def _leaves_routine(self, name: str) -> bool:
        """A phase that may end itself comes back."""
        if name not in self._leaving:
            self._leaving[name] = False
            routine = self.game.routines[name]
            comes_back = routine.kind == "phase" and name in self.find_ended_phases(routine.body)
            self._leaving[name] = self._leaves_block(routine.body) and not comes_back
        return self._leaving[name]

    # ---- what is never used

    def report_unused(self) -> None:
        """Report what the game itself declares and never uses. Libraries may hold more than one game needs."""
        for word, verb in (("dice", "rolled"), ("choice", "chosen")):
            for name, symbol in self.world.names.symbols.items():
                if symbol.word == word and name in self.read and name not in self.used:
                    self.world.report(names.never_happens(symbol.span, word, name, verb, self.first_read[name]))
                    self.used.add(name)
        unused = list(self._list_unused())
        tried = self._find_tried() if unused else set()
        for word, name, span in unused:
            if word == "state":
                advice = "use its value, or remove it"
                self.world.report(names.unused(span, "state", name, advice, tried=name in tried))
            elif not (word in ("define", "table") and name in tried):
                self.world.report(names.unused(span, word, name, "use it, or remove it", tried=name in tried))

    def _list_unused(self) -> Iterator[tuple[str, str, Span]]:
        """What the game itself declares and no rule uses, or reads."""
        for word, name, span in self._list_declared_here():
            if (name not in self.read and not self._has_limit(name)) if word == "state" else name not in self.used:
                yield word, name, span

    def _list_declared_here(self) -> Iterator[tuple[str, str, Span]]:
        wanted = {"rule", "phase", "state", "table", "option", "define", "dice", "choice"}
        for name, symbol in self.world.names.symbols.items():
            if symbol.word in wanted and not symbol.library:
                yield symbol.word, name, symbol.span

    def _has_limit(self, name: str) -> bool:
        variable = self.world.declared.variables.get(name)
        state = self.game.state_of(variable) if variable is not None else None
        return variable is None or variable.role == "parameter" or (state is not None and state.limit is not None)

    def _find_tried(self) -> set[str]:
        """What the examples use, through definitions and tables too."""
        used = {name for each in self.game.examples for name in (each.start, *(option for option, _ in each.options))}
        for example in self.game.examples:
            values = [part for given in example.given for part in list_parts(given)]
            for entry in (*example.script, *example.expectations):
                match entry:
                    case model.ScriptedChoice(_, value) | model.ExpectCondition(value):
                        values.append(value)
                    case model.ExpectWinners(winners) if winners is not None:
                        values.append(winners)
                    case _:
                        pass
            for part in (each for value in values for each in walk_used_values(self.game, value)):
                match part:
                    case model.Read(variable, _):
                        used.add(variable.name)
                    case model.OptionValue(name) | model.Applied(name, _) | model.TableValue(name, _, _):
                        used.add(name)
                    case _:
                        pass
        return used
