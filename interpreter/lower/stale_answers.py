"""Finds reads of choices whose answers may be gone (definite assignment, by abstract interpretation).

The answer to a choice is gone when a phase begins in whose own steps, or rules and tables carried out from them, it is
chosen. Whether it has been chosen since is followed through the model: along the steps, round loops, into rules and
phases, and to where phases are ended from inside. Options are known. Lowering adds a check to each read of an answer
that may be gone.

Often a choice is made under a condition, and the next step reads its answer under the same one, or after its negation
and `or`. So the choices that a condition implies are known in the conditions of the step right after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from interpreter import model
from interpreter.check.evaluate import Known, Undecided, evaluate
from interpreter.check.traversal import list_parts, walk_statements, walk_used_values
from interpreter.data_classes import dataclass

Gone = frozenset[str]
"""Choices whose answers may be gone."""

State = Gone | None
"""The same at a point of the game; None where the game cannot get."""


def join(first: State, second: State) -> State:
    if first is None or second is None:
        return first if second is None else second
    return first | second


@dataclass
class Passage:
    """The effect of some steps: the state after them, and the states where they end phases."""

    after: State
    ends: dict[str, Gone]


Facts = frozenset[model.Value]
"""Conditions that hold."""

Granted = Mapping[str, Facts]
"""Choices that have been made if all of these hold."""


def find_stale_reads(game: model.Model, options: Mapping[str, int]) -> Mapping[int, str]:
    """The choices that are read where their answers may be gone, by the `id` of the value that reads them."""
    walk = _Walk(game, options)
    if game.choices:
        walk.routine("game", frozenset())
    return walk.found


def list_own_choices(game: model.Model, phase: model.RoutineInfo) -> Gone:
    """The choices that are chosen in a phase, and not only in a phase that is begun there."""
    found, seen = set[str](), set[str]()

    def visit(statements: Iterable[model.Statement]) -> None:
        for statement in walk_statements(tuple(statements)):
            match statement:
                case model.Ask(choice):
                    found.add(choice)
                case model.CallRoutine(name) if game.routines[name].kind == "rule" and name not in seen:
                    seen.add(name)
                    visit(game.routines[name].body)
                case model.DoTable(name) if name not in seen:
                    seen.add(name)
                    visit(each for action in game.tables[name].actions for each in action)
                case model.AddTo(variable) if f"count {variable.name}" not in seen:
                    seen.add(f"count {variable.name}")
                    state = game.state_of(variable)
                    visit(state.consequence if state is not None else ())
                case _:
                    pass

    visit(phase.body)
    return frozenset(found)


def _oppose(value: model.Value) -> model.Value:
    match value:
        case model.Not(operand):
            return operand
        case model.Comparison(operator, left, right):
            return model.Comparison(model.OPPOSITES[operator], left, right, type=value.type)
        case model.Either(parts):
            return model.Both(tuple(map(_oppose, parts)), type=value.type)
        case _:
            return model.Not(value, type=value.type)


class _Walk:
    def __init__(self, game: model.Model, options: Mapping[str, int]) -> None:
        self.game = game
        self.options: Known = dict(options.items())
        self.own = {name: list_own_choices(game, each) for name, each in game.routines.items() if each.kind == "phase"}
        self.found: dict[int, str] = {}
        self._known: dict[tuple[str, Gone], Passage] = {}
        self._ends: dict[str, Gone] = {}

    def routine(self, name: str, gone: Gone) -> Passage:
        """The effect of a rule or phase; after a phase, none of its own choices counts as gone."""
        if (name, gone) not in self._known:
            info, own = self.game.routines[name], self.own.get(name, frozenset())
            for state in info.state:
                self._read(state.start, gone)
            outer, self._ends = self._ends, {}
            after = self._steps(info.body, gone | own)
            ends, self._ends = self._ends, outer
            if info.kind == "phase":
                after = join(after, ends.pop(name, None))
            after = after - own if after is not None else None
            self._known[name, gone] = Passage(after, {each: at - own for each, at in ends.items()})
        return self._known[name, gone]

    # ---- steps

    def _steps(self, statements: tuple[model.Statement, ...], state: State) -> State:
        granted: Granted = {}
        for statement in statements:
            if state is None:
                return None
            before = state
            state = self._step(statement, state, granted)
            granted = self._list_granted(statement, before)
        return state

    def _step(self, statement: model.Statement, gone: Gone, granted: Granted) -> State:
        match statement:
            case model.Loop():
                return self._loop(statement, gone)
            case model.When(cases):
                return self._when(cases, gone, granted)
        for value in self._list_read(statement):
            self._read(value, gone)
        match statement:
            case model.Ask(choice):
                return gone - {choice}
            case model.ForEach(_, domain, _, body) if statement.repeated:
                return self._iterate(body, gone, statement.until, domain)[0]
            case model.ForEach(_, _, _, body) | model.ForEachDie(_, _, _, body):
                return self._iterate(body, gone)[0]
            case model.CallRoutine(name):
                return self._call(self.routine(name, gone))
            case model.DoTable(name):
                after: State = None
                for action in self.game.tables[name].actions:
                    after = join(after, self._steps(action, gone))
                return after
            case model.AddTo(variable):
                kept = self.game.state_of(variable)
                return join(gone, self._steps(kept.consequence, gone)) if kept is not None else gone
            case model.EndPhase(phase):
                self._ends[phase] = self._ends.get(phase, frozenset()) | gone
                return None
            case _:
                return gone

    def _iterate(
        self,
        body: tuple[model.Statement, ...],
        gone: Gone,
        until: model.Value | None = None,
        domain: model.Value | None = None,
    ) -> tuple[Gone, State]:
        """The states before and after each round of a loop, as a least fixpoint. A round begins by reading the domain,
        where who is next is found anew each time, and ends by reading the condition."""
        while True:
            if domain is not None:
                self._read(domain, gone)
            after = self._steps(body, gone)
            if until is not None and after is not None:
                self._read(until, after)
            more = gone | (after or frozenset())
            if more == gone:
                return gone, after
            gone = more

    def _list_read(self, statement: model.Statement) -> Iterator[model.Value]:
        yield from list_parts(replace(statement, until=None) if isinstance(statement, model.ForEach) else statement)
        match statement:
            case model.Ask(name):
                yield from (*self.game.choices[name].conditions, self.game.choices[name].default)
            case model.AddTo(variable):
                kept = self.game.state_of(variable)
                if kept is not None and kept.limit is not None:
                    yield kept.limit
            case model.DoTable(name):
                yield from self.game.tables[name].keys
            case _:
                pass

    def _when(self, cases: tuple[model.Case, ...], gone: Gone, granted: Granted) -> State:
        after: State = None
        facts: Facts = frozenset()
        for case in cases:
            if case.condition is None:
                return join(after, self._steps(case.body, gone))
            self._read_condition(case.condition, gone, granted, facts)
            holds = self._decide(case.condition)
            if holds is not False:
                after = join(after, self._steps(case.body, gone))
            if holds:
                return after
            facts |= self._take_apart(_oppose(case.condition))
        return join(after, gone)

    def _call(self, passage: Passage) -> State:
        for phase, gone in passage.ends.items():
            self._ends[phase] = self._ends.get(phase, frozenset()) | gone
        return passage.after

    def _loop(self, statement: model.Loop, gone: Gone) -> State:
        times = statement.times
        if times is not None:
            self._read(times, gone)
        gone, after = self._iterate(statement.body, gone, statement.until)
        if times is not None and not (isinstance(times, model.Constant) and times.value > 0):
            return gone  # perhaps not even once
        return after if statement.until is not None or times is not None else None

    # ---- conditions

    def _decide(self, condition: model.Value) -> bool | None:
        try:
            return bool(evaluate(self.game, condition, self.options))
        except (Undecided, KeyError):
            return None

    def _take_apart(self, condition: model.Value) -> Facts:
        """The conditions that follow from a condition, except those that always hold."""
        if isinstance(condition, model.Both):
            return frozenset[model.Value]().union(*map(self._take_apart, condition.parts))
        return frozenset() if self._decide(condition) else frozenset({condition})

    def _list_granted(self, statement: model.Statement, gone: Gone) -> Granted:
        """What a step chooses if a condition holds, and does nothing else that could change the condition."""
        if not gone or not isinstance(statement, model.When):
            return {}
        condition, body = statement.cases[0].condition, statement.cases[0].body
        if condition is None or len(body) != 1 or not isinstance(body[0], model.Ask):
            return {}
        return {body[0].choice: self._take_apart(condition)}

    def _read_condition(self, condition: model.Value, gone: Gone, granted: Granted, facts: Facts) -> None:
        """What a condition reads, as far as it is looked at: up to a part that is certain to decide it."""
        if not isinstance(condition, model.Both | model.Either):
            self._read(condition, gone - {choice for choice, needed in granted.items() if needed <= facts})
            return
        both = isinstance(condition, model.Both)
        for part in condition.parts:
            self._read_condition(part, gone, granted, facts)
            if self._decide(part) is not None and self._decide(part) != both:
                return
            facts |= self._take_apart(part if both else _oppose(part))

    def _read(self, value: model.Value, gone: Gone) -> None:
        for part in walk_used_values(self.game, value) if gone else ():
            if isinstance(part, model.Read) and part.variable.role == "choice" and part.variable.name in gone:
                self.found[id(part)] = part.variable.name
