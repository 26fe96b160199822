"""Limits on how large rules and values are when written out, and on how long they may run.

Definitions, columns of tables, actions of tables and what counters do are written out wherever they are used, so a
few lines could become more than any machine holds. Sizes are counted beforehand, each once, and refused past a limit.

A loop that may take more steps than a game allows between two stops gets a warning. The estimate multiplies: `repeat N
times`, `for each`, and what is asked of each member of a set, die or subset take their parts as often as their types
allow, with two steps for each round, and conditions and calls take one each. Texts take none. A loop that rolls,
shuffles, deals or asks counts once, and so does one whose rounds have no limit: it ends by `until`, or goes by a number
from `0+`. A set of cards may be much smaller than its type allows: where its subsets are visited it counts as 12
members, as in a choice, and once for the loops outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import NamedTuple

from interpreter import model
from interpreter.check.traversal import Body, list_bodies, list_called, list_parts, walk_statements
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import phases
from interpreter.domains import MOST_UNROLLED, UNBOUNDED, NumberType, RollType, SetType, ThrowType, Type
from interpreter.source import Span

MAX_VALUE_SIZE = 20_000
"""The most parts a value may have, written out."""

MAX_VALUE_DEPTH = 150
"""The most values a value may have inside one another, written out."""

MAX_RULE_SIZE = 100_000
"""The most parts a rule may have, written out."""

MOST_STEPS = 10_000_000
"""As many as the engines carry out between two stops."""

MOST_IN_SUBSETS = 12

STOPS = (model.RollDice, model.Ask, model.ShuffleZone, model.DealCards)


class Extent(NamedTuple):
    """How many parts something has, and how many lie inside one another."""

    size: int
    depth: int


def _measure_extent(world: World, value: model.Value) -> Extent:
    parts = list_parts(value)
    inner = [_measure_extent(world, part) for part in parts]
    size = 1 + sum(each.size for each in inner)
    depth = 1 + max((each.depth for each in inner), default=0)
    match value:
        case model.Applied(name, _) | model.TableValue(name, _, _):
            used = _measure_used(world, name)
            return Extent(size + used.size, depth + used.depth)
        case model.Quantified() | model.Summed() | model.CountedDice() | model.Best() if not _takes_subsets(value):
            times = _count_members(parts[0].type)
            if isinstance(parts[0].type, SetType) and times > MOST_UNROLLED:
                times = 1
            return Extent(1 + inner[0].size + sum(part.size for part in inner[1:]) * times, depth)
        case model.Parted(parts=times):
            return Extent(1 + inner[0].size + sum(part.size for part in inner[1:]) * (times + 1), depth)
        case _:
            return Extent(size, depth)


def _takes_subsets(value: model.Value) -> bool:
    return isinstance(value, model.Quantified | model.Summed | model.Best) and value.subsets


def _count_members(kind: Type) -> int:
    """The most members of a set, or dice of a roll."""
    if isinstance(kind, RollType | ThrowType):
        return kind.number
    return kind.member.high - kind.member.low + 1 if isinstance(kind, SetType) and kind.member is not None else 1


def _measure_used(world: World, name: str) -> Extent:
    known = world.definitions
    if name not in known.extents and name in known.defines:
        known.extents[name] = _measure_extent(world, known.defines[name].value)
    elif name not in known.extents and name in known.tables:
        table = known.tables[name]
        parts = [_measure_extent(world, each) for each in table.values]
        size, depth = sum(each.size for each in parts), max((each.depth for each in parts), default=0)
        known.extents[name] = (size + len(table.rows), depth + 1)
    return Extent(*known.extents.get(name, (1, 1)))


def is_within_limits(world: World, name: str, span: Span) -> bool:
    """Whether a definition or table may be used; if it is too large, that is reported and it is forgotten."""
    size, depth = _measure_used(world, name)
    if size <= MAX_VALUE_SIZE and depth <= MAX_VALUE_DEPTH:
        return True
    if size > MAX_VALUE_SIZE:
        world.report(phases.too_large(span, name, size, MAX_VALUE_SIZE, "definition"))
    else:
        world.report(phases.too_large(span, name, depth, MAX_VALUE_DEPTH, "nesting"))
    world.log.poisoned.add(name)
    world.definitions.defines.pop(name, None)
    world.definitions.tables.pop(name, None)
    return False


@dataclass
class RuleSizes:
    """Sizes of rules, and the most steps that each rule, definition, table and counter takes; None: it stops on the
    way. Nothing here uses itself: that has been seen to before."""

    world: World
    game: model.Model
    sizes: dict[str, int] = field(default_factory=dict)
    steps: dict[str, int | None] = field(default_factory=dict)

    def report_all(self) -> None:
        for routine in self.game.routines.values():
            size = self._measure_body(routine.body)
            if size > MAX_RULE_SIZE:
                self.world.report(phases.too_large(routine.span, routine.name, size, MAX_RULE_SIZE, "rule"))
        for value in self.world.definitions.supposed:
            size = self._measure_written_out(value.routine)
            if size > MAX_RULE_SIZE:
                self.world.report(phases.too_large(value.span, value.routine, size, MAX_RULE_SIZE, "rule"))
        for routine in self.game.routines.values():
            self._count_named(routine.name, (routine.body,))

    # ---- written out

    def _measure_body(self, body: Body) -> int:
        return sum(map(self._measure_statement, walk_statements(body)))

    def _measure_written_out(self, routine: str) -> int:
        """The size of a rule with those that it calls, which are written out where it is only supposed."""
        key = f"after {routine}"
        if key not in self.sizes:
            body = self.game.routines[routine].body
            called = [each.routine for each in walk_statements(body) if isinstance(each, model.CallRoutine)]
            self.sizes[key] = self._measure_body(body) + sum(map(self._measure_written_out, called))
        return self.sizes[key]

    def _measure_statement(self, statement: model.Statement) -> int:
        size = 1 + sum(_measure_extent(self.world, each).size for each in list_parts(statement))
        if isinstance(statement, model.Ask):
            conditions = self.game.choices[statement.choice].conditions
            each = sum(_measure_extent(self.world, condition).size for condition in conditions)
            return size + each * (16 if len(conditions) == 1 else 1)
        key, bodies = list_called(self.game, statement)
        if key in self.game.routines:
            return size
        if key not in self.sizes:
            self.sizes[key] = sum(map(self._measure_body, bodies))
        return size + self.sizes[key]

    # ---- run

    def _count_named(self, name: str, bodies: tuple[Body, ...]) -> int | None:
        if name not in self.steps:
            self.steps[name] = _add(map(self._count_body, bodies))
        return self.steps[name]

    def _count_body(self, body: Body) -> int | None:
        return _add(map(self._count_statement, body))

    def _count_statement(self, statement: model.Statement) -> int | None:
        told = isinstance(statement, model.Tell)
        parts = 0 if told else sum(self._count_value(each, False) for each in list_parts(statement))
        bodies = [self._count_body(each) for each in list_bodies(statement)]
        match statement:
            case model.Loop(times=times):
                rounds = times.type.high if times is not None and isinstance(times.type, NumberType) else UNBOUNDED
                inside = self._multiply(statement.span, bodies[0], rounds)
            case model.ForEach(_, domain) | model.ForEachDie(_, domain):
                inside = self._multiply(statement.span, bodies[0], _count_members(domain.type))
            case model.When():
                inside = None if None in bodies else len(bodies) + max((each or 0 for each in bodies), default=0)
            case _:
                inside = None if isinstance(statement, STOPS) else self._count_named(*list_called(self.game, statement))
        return _add((parts, inside))

    def _count_value(self, value: model.Value, in_subsets: bool) -> int:
        parts = list_parts(value)
        match value:
            case model.Quantified() | model.Summed() | model.CountedDice() | model.Best():
                subsets = _takes_subsets(value)
                each = sum(self._count_value(part, in_subsets or subsets) for part in parts[1:])
                times = 2**MOST_IN_SUBSETS if subsets else _count_members(parts[0].type)
                if in_subsets and not subsets and isinstance(parts[0].type, SetType):
                    times = min(times, MOST_IN_SUBSETS)
                found = self._multiply(value.span, each, times) or 0
                return self._count_value(parts[0], in_subsets) + (each if subsets else found)
            case model.Applied(name, _) | model.TableValue(name, _, _):
                used = max((self._count_value(each, in_subsets) for each in self.game.values_of(name)), default=0)
                return 1 + used + sum(self._count_value(each, in_subsets) for each in parts)
            case _:
                branches = isinstance(value, model.Chosen | model.Both | model.Either)
                return branches + sum(self._count_value(each, in_subsets) for each in parts)

    def _multiply(self, span: Span, each: int | None, times: int) -> int | None:
        """The steps of a loop, which is reported if it is the innermost one that takes too many."""
        if each is None:
            return None
        found = (each + 2) * (times if times < UNBOUNDED else 1)
        if each <= MOST_STEPS < found:
            self.world.report(phases.may_take_long(span, MOST_STEPS))
        return found


def _add(steps: Iterable[int | None]) -> int | None:
    found = list(steps)
    return None if None in found else sum(each or 0 for each in found)
