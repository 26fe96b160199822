"""Warns about loops that may take more steps than a game allows between two stops.

The estimate multiplies: `repeat N times`, `for each`, and what is asked of each member of a set, die or subset take
their parts as often as their types allow, with two steps for each round, and conditions and calls take one each. Texts
take none. A loop that rolls, shuffles, deals or asks counts once, and so does one whose rounds have no limit: it ends
by `until`, or goes by a number from `0+`. A set of cards may be much smaller than its type allows: where its subsets
are gone through it counts as 12 members, as in a choice, and once for the loops outside.
"""

from __future__ import annotations

from dataclasses import field

from interpreter import model
from interpreter.check.traversal import list_parts
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import phases
from interpreter.domains import UNBOUNDED, NumberType, RollType, SetType, Type
from interpreter.source import Span

MOST_STEPS = 10_000_000
"""As many as the engines carry out between two stops."""

MOST_IN_SUBSETS = 12

STOPS = (model.RollDice, model.Ask, model.ShuffleZone, model.DealCards)

Body = tuple[model.Statement, ...]


@dataclass
class LongWork:
    """Steps that each rule, definition, table and counter takes at most; None: it stops on the way."""

    world: World
    game: model.Model
    known: dict[str, int | None] = field(default_factory=dict)

    def report_all(self) -> None:
        for name in self.game.routines:
            self._measure_named(name, (self.game.routines[name].body,))

    def _measure_named(self, name: str, bodies: tuple[Body, ...]) -> int | None:
        if name not in self.known:
            found = [self._measure_body(each) for each in bodies]
            self.known[name] = None if None in found else sum(each or 0 for each in found)
        return self.known[name]

    def _measure_body(self, body: Body) -> int | None:
        found = [self._measure_statement(each) for each in body]
        return None if None in found else sum(each or 0 for each in found)

    def _measure_statement(self, statement: model.Statement) -> int | None:
        told = isinstance(statement, model.Tell)
        parts = 0 if told else sum(self._measure_value(each, False) for each in list_parts(statement))
        inside: int | None = 0
        match statement:
            case model.Loop(body, _, times):
                rounds = times.type.high if times is not None and isinstance(times.type, NumberType) else UNBOUNDED
                inside = self._multiply(statement.span, self._measure_body(body), rounds)
            case model.ForEach(_, domain, _, body) | model.ForEachDie(_, domain, _, body):
                inside = self._multiply(statement.span, self._measure_body(body), _count_members(domain.type, False))
            case model.When(cases):
                found = [self._measure_body(each.body) for each in cases]
                inside = None if None in found else len(cases) + max((each or 0 for each in found), default=0)
            case model.CallRoutine(name, _):
                inside = self._measure_named(name, (self.game.routines[name].body,))
            case model.DoTable(name, _):
                inside = self._measure_named(f"do {name}", self.game.tables[name].actions)
            case model.AddTo(variable, _):
                state = self.game.state_of(variable)
                inside = self._measure_named(f"count {variable.name}", (state.consequence,) if state else ())
            case _ if isinstance(statement, STOPS):
                inside = None
            case _:
                pass
        return None if inside is None else parts + inside

    def _measure_value(self, value: model.Value, in_subsets: bool) -> int:
        parts = list_parts(value)
        match value:
            case model.Quantified() | model.Summed() | model.CountedDice() | model.Best():
                subsets = not isinstance(value, model.CountedDice) and value.subsets
                each = sum(self._measure_value(part, in_subsets or subsets) for part in parts[1:])
                times = 2**MOST_IN_SUBSETS if subsets else _count_members(parts[0].type, in_subsets)
                found = self._multiply(value.span, each, times) or 0
                return self._measure_value(parts[0], in_subsets) + (each if subsets else found)
            case model.Applied(name, _) | model.TableValue(name, _, _):
                used = max((self._measure_value(each, in_subsets) for each in self.game.values_of(name)), default=0)
                return 1 + used + sum(self._measure_value(each, in_subsets) for each in parts)
            case _:
                branches = isinstance(value, model.Chosen | model.Both | model.Either)
                return branches + sum(self._measure_value(each, in_subsets) for each in parts)

    def _multiply(self, span: Span, each: int | None, times: int) -> int | None:
        """The steps of a loop, which is reported if it is the innermost one that takes too many."""
        if each is None:
            return None
        found = (each + 2) * (times if times < UNBOUNDED else 1)
        if each <= MOST_STEPS < found:
            self.world.report(phases.may_take_long(span, MOST_STEPS))
        return found


def _count_members(kind: Type, in_subsets: bool) -> int:
    if isinstance(kind, RollType):
        return kind.number
    if not isinstance(kind, SetType) or kind.member is None:
        return 1
    number = kind.member.high - kind.member.low + 1
    return min(number, MOST_IN_SUBSETS) if in_subsets else number
