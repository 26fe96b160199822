"""What a game can lay on its table, found once in its declarations."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import field, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

from interpreter import model
from interpreter.analysis.secrets import find_hidden_numbers
from interpreter.check.evaluate import Known, Undecided, evaluate
from interpreter.check.traversal import (
    Body,
    list_bodies,
    list_called,
    list_parts,
    walk_statements,
    walk_used_values,
    walk_values,
)
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import names
from interpreter.domains import MemberType, NumberType, SetType
from interpreter.play.session import Moment, Session
from interpreter.play.trace import NOBODY
from interpreter.program import Program
from interpreter.rulebook import TableEntry, make_table


@dataclass(frozen=True)
class Answer:
    """An answer that can be given: what to type, what it means, and whether it is the usual one."""

    say: str
    label: str
    usual: bool


@dataclass(frozen=True)
class Look:
    """How somebody looks at a game: from which seat, what the players are called, which seats people have, the numbers
    of options, and the answers, if this viewer is asked."""

    furniture: Furniture
    session: Session
    viewer: int = NOBODY
    names: tuple[str, ...] = ()
    people: frozenset[int] = frozenset()
    values: Mapping[str, int] | None = None
    answers: tuple[Answer, ...] | None = None
    reader: int = NOBODY
    """Who reads what happens."""
    bots: Mapping[int, str] = field(default_factory=dict)
    """How the seats of bots play, as far as it is known."""
    nameless: frozenset[int] = frozenset()
    """The seats of people who have given no name."""

    @property
    def program(self) -> Program:
        return self.furniture.program

    def at_moments(self, moments: Iterable[Moment]) -> Look:
        """The same look at a game of which these are the moments."""
        session = copy(self.session)
        session.moments = deque(moments)
        return replace(self, session=session)


def look_at(game: model.Model, session: Session, viewer: int = NOBODY) -> Look:
    """How a game looks from a seat, or from nobody's."""
    return Look(Furniture(game, session.program), session, viewer)


FEWEST_ROWS = 4
"""A state of each player and each member of a kind is a sheet if the kind has this many members."""

NOTING = model.Tell | model.Assign | model.AddTo
"""Steps that move nothing."""

CardMove: TypeAlias = model.DealCards | model.PutCards

Found = TypeVar("Found")


@dataclass(frozen=True)
class Furniture:
    """What can lie on the table of a game, and in which slots of its program that is kept."""

    game: model.Model
    program: Program

    @cached_property
    def slots(self) -> dict[str, int]:
        """The slots of what is kept, rolled and chosen, and whether a phase is under way, by name."""
        kinds = ("state", "dice", "choice", "local")
        return {info.name: slot for slot, info in enumerate(self.program.slots) if info.kind in kinds}

    def find_slot(self, variable: model.Variable) -> int | None:
        """The first slot of a variable."""
        if variable.each is None:
            return self.slots.get(variable.name)
        return self.slots.get(f"{variable.name}[{self.game.kinds[variable.each.kind].members[0]}]")

    def count_members(self, kind: str) -> int:
        return len(self.program.seats) if kind == "player" else len(self.game.kinds[kind].members)

    @cached_property
    def phases(self) -> tuple[model.RoutineInfo, ...]:
        return tuple(each for each in self.game.routines.values() if each.kind == "phase")

    def count_rolls(self, body: Sequence[model.Statement], dice: str, options: Mapping[str, int] | None) -> float:
        """How often dice are rolled at most, without what other phases roll; infinity if nobody can say."""
        rolls = 0.0
        for statement in body:
            if isinstance(statement, model.CallRoutine) and self.game.routines[statement.routine].kind == "phase":
                continue
            bodies = (*list_bodies(statement), *list_called(self.game, statement)[1])
            inner = [self.count_rolls(each, dice, options) for each in bodies]
            match statement:
                case model.RollDice(name):
                    rolls += name == dice
                case model.Loop(_, None, times) if (known := self.find_limit(times, options)) is not None:
                    rolls += known * inner[0]
                case model.CallRoutine() | model.DoTable() | model.When() | model.AddTo():
                    rolls += max(inner, default=0)
                case _:
                    rolls += math.inf if any(inner) else 0
        return rolls

    @cached_property
    def states(self) -> tuple[tuple[str, model.StateInfo], ...]:
        """What each phase keeps, with the phase."""
        return tuple((phase.name, state) for phase in self.phases for state in phase.state)

    @cached_property
    def scores(self) -> tuple[tuple[str, model.StateInfo], ...]:
        return _find_scores(self.game)

    @cached_property
    def rings(self) -> dict[str, tuple[tuple[str, model.StateInfo], ...]]:
        """The kinds whose members lie in a circle, each with the states that no view shows."""
        circles = [each.name for each in self.game.kinds.values() if each.circle and each.name != "player"]
        lines = [line for view in self.game.views.values() for line in view.lines]
        read = _list_read(hole.value for line in lines for hole in line.template.holes)
        kept = [each for each in self.states if each[1].name not in read]
        found = {kind: tuple(each for each in kept if _member_of(each[1]) == kind) for kind in circles}
        return {kind: states for kind, states in found.items() if states}

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names of zones, dice, states and so on that views draw."""
        lines = [line for view in self.game.views.values() for line in view.lines if line.thing is not None]
        counted = [hole.value for line in lines for hole in line.template.holes]
        counted += [each.domain for line in lines if line.thing and line.thing.parent >= 0 for each in line.loops]
        states = {state.name for _, state in self.states}
        return frozenset({line.thing.name for line in lines if line.thing is not None}) | (_list_read(counted) & states)


    def find_limit(self, limit: model.Value | None, options: Mapping[str, int] | None) -> int | None:
        try:
            return None if limit is None else evaluate(self.game, limit, self.find_known(options))
        except Undecided:
            return None

    def find_known(self, options: Mapping[str, int] | None) -> Known:
        """What is known of a game before it begins: its options, and how many play."""
        numbers = [(name, (options or {}).get(name, each.default)) for name, each in self.game.options.items()]
        return dict([*numbers, ("player", len(self.program.seats))])

    def find_chart(self, name: str) -> TableEntry:
        return self.charts.get(name) or make_table(self.game, self.game.tables[name])

    def find_roll_after(self, choice: str) -> str:
        """The dice that are rolled next in the steps with this choice; empty if none are."""
        steps = (step for body in self._steps_after.get(choice, ()) for step in body)
        return next((each.dice for each in steps if isinstance(each, model.RollDice)), "")

    def find_source(self, choice: str, answer: int, options: Mapping[str, int] | None) -> tuple[str, int] | None:
        """The zone, and the number of its member, that the rules take cards out of next if this is the answer. Only the
        rules are asked, and nothing that lies on a table, so that nothing hidden can be seen from it."""
        return self._find_move(choice, answer, options, lambda move, known: self._find_place(move.source, known))

    def find_goal(self, choice: str, answer: int, options: Mapping[str, int] | None) -> tuple[str, int, bool] | None:
        """The zone that they put cards into next, likewise, and whether they go to its bottom."""

        def find(move: CardMove, known: Known) -> tuple[str, int, bool]:
            return *self._find_place(move.target, known), move.bottom

        return self._find_move(choice, answer, options, find)

    def _find_move(
        self, choice: str, answer: int, options: Mapping[str, int] | None, find: Callable[[CardMove, Known], Found]
    ) -> Found | None:
        """What is found of the cards that are moved next, if it is the same wherever this is chosen."""
        known = {**self.find_known(options), self.game.choices[choice].variable: answer}
        bodies = [self._list_next(each, known) for each in self._steps_after.get(choice, ())]
        try:
            steps = [next(body, None) for body in bodies]
            found = {find(each[0], each[1]) if each and isinstance(each[0], CardMove) else None for each in steps}
        except Undecided:
            return None
        return found.pop() if len(found) == 1 else None

    def _find_place(self, zone: model.ZonePlace, known: Known) -> tuple[str, int]:
        return zone.variable.name, evaluate(self.game, zone.index, known) if zone.index else 0

    def _list_next(self, steps: Body, known: Known) -> Iterator[tuple[model.Statement, Known]]:
        """The next steps that move something, as far as it is known which they are, each with what is known there."""
        for step in steps:
            if all(isinstance(each, NOTING | model.When) for each in walk_statements((step,))):
                continue
            if isinstance(step, model.When):
                conditions = ((each.condition, each.body) for each in step.cases)
                holds = (body for given, body in conditions if not given or evaluate(self.game, given, known))
                yield from self._list_next(next(holds, ()), known)
            elif isinstance(step, model.CallRoutine):
                routine, given = self.game.routines[step.routine], dict(known)
                for parameter, argument in zip(routine.parameters, step.arguments, strict=True):
                    with suppress(Undecided):
                        given[parameter] = evaluate(self.game, argument, known)
                yield from self._list_next(routine.body, given)
            else:
                yield step, known

    @cached_property
    def _steps_after(self) -> dict[str, list[Body]]:
        """What follows each time that something is chosen, by the choice."""
        found, bodies = dict[str, list[Body]](), [*_list_all_bodies(self.game)]
        for body in bodies:
            bodies += [inner for step in body for inner in list_bodies(step)]
            for at, step in enumerate(body, 1):
                found.setdefault(step.choice, []).append(body[at:]) if isinstance(step, model.Ask) else None
        return found

    @cached_property
    def hidden_numbers(self) -> dict[int, frozenset[int]]:
        """The slots that rules have computed from something hidden, by the blocks where somebody decides."""
        return find_hidden_numbers(self.program)

    @cached_property
    def charts(self) -> dict[str, TableEntry]:
        """The tables that are carried out on a roll, with the odds of their rows."""
        done = {each.table for each in _list_statements(self.game) if isinstance(each, model.DoTable)}
        return {name: make_table(self.game, self.game.tables[name]) for name in done if self.dice_of(name)}

    def dice_of(self, table: str) -> frozenset[str]:
        """The dice that a table looks at."""
        values = (each for key in self.game.tables[table].keys for each in walk_used_values(self.game, key))
        reads = (each.variable for each in values if isinstance(each, model.Read))
        return frozenset(each.name for each in reads if each.role == "dice")


def _list_read(values: Iterable[model.Value]) -> frozenset[str]:
    parts = (each for value in values for each in walk_values(value))
    return frozenset(each.variable.name for each in parts if isinstance(each, model.Read))


def find_undrawn(game: model.Model) -> Iterator[Diagnostic]:
    """What players are compared by, and nobody at the table sees: no view shows it, nor is it the one score."""
    compared = _find_compared(game, [value for each in _list_statements(game) for value in list_parts(each)])
    parts = (each for view in game.views.values() for each in list_parts(view))
    viewed = [value for each in parts for value in walk_used_values(game, each)]
    shown = {*game.hidden, *(each.variable for each in viewed if isinstance(each, model.Read))}
    shown |= {state.variable for _, state in _find_scores(game)}
    for state in (each for info in game.routines.values() for each in info.state if game.views):
        kept = state.variable
        if kept in compared - shown and kept.each is not None and _is_score(kept):
            yield names.drawn_nowhere(state.span, state.name, kept.each.kind)


def _find_scores(game: model.Model) -> tuple[tuple[str, model.StateInfo], ...]:
    """What is kept for each player or side, if one number alone of these decides who wins."""
    won = [each.set for each in _list_statements(game) if isinstance(each, model.ForEach) and _wins(each)]
    compared = _find_compared(game, won)
    kept = ((info.name, each) for info in game.routines.values() for each in info.state)
    counted = [each for each in kept if each[1].variable in compared and _is_score(each[1].variable)]
    return tuple(counted) if len(counted) == 1 else ()


def _find_compared(game: model.Model, values: Iterable[model.Value]) -> set[model.Variable]:
    """What decides who has most or fewest."""
    best = (part.value for each in values for part in walk_used_values(game, each) if isinstance(part, model.Best))
    return {each.variable for one in best for each in walk_used_values(game, one) if isinstance(each, model.Read)}


def _list_statements(game: model.Model) -> Iterator[model.Statement]:
    return (each for body in _list_all_bodies(game) for each in walk_statements(body))


def _list_all_bodies(game: model.Model) -> Iterator[Body]:
    for routine in game.routines.values():
        yield routine.body
        yield from (state.consequence for state in routine.state)
    for table in game.tables.values():
        yield from table.actions


def _wins(statement: model.ForEach) -> bool:
    return any(isinstance(each, model.Win) for each in statement.body)


def _is_score(variable: model.Variable) -> bool:
    each = variable.each.kind if variable.each is not None else ""
    return each in ("player", "side") and isinstance(variable.type, NumberType)


def _member_of(state: model.StateInfo) -> str:
    """The kind whose members a state holds, one or a set of them."""
    type_ = state.variable.type
    inner = type_.member if isinstance(type_, SetType) else getattr(type_, "some", type_)
    return inner.kind if isinstance(inner, MemberType) else ""
