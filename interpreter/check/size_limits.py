"""Limits on the size and depth of a ruleset when it is written out.

Definitions, columns of tables, actions of tables and what counters do are written out wherever they are used, so a
few lines could come to more than any machine holds. Sizes are counted beforehand, each once, and refused past a
limit.
"""

from __future__ import annotations

from dataclasses import field

from interpreter import model
from interpreter.check.traversal import list_parts, walk_statements
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import phases
from interpreter.domains import MOST_UNROLLED, RollType, SetType, Type
from interpreter.source import Span

MAX_VALUE_SIZE = 20_000
"""The most parts a value may have, written out."""

MAX_VALUE_DEPTH = 150
"""The most values a value may have inside one another, written out."""

MAX_RULE_SIZE = 100_000
"""The most parts a rule may have, written out."""


@dataclass(frozen=True)
class Extent:
    """How many parts something has, and how many lie inside one another."""

    size: int
    depth: int

    @property
    def is_excessive(self) -> bool:
        return self.size > MAX_VALUE_SIZE or self.depth > MAX_VALUE_DEPTH


def measure_extent(world: World, value: model.Value) -> Extent:
    inner = [measure_extent(world, part) for part in list_parts(value)]
    size = 1 + sum(each.size for each in inner)
    depth = 1 + max((each.depth for each in inner), default=0)
    match value:
        case model.Applied(name, _) | model.TableValue(name, _, _):
            used = _measure_used(world, name)
            return Extent(size + used.size, depth + used.depth)
        case model.Quantified() | model.Summed() | model.CountedDice() | model.Best() if not _takes_subsets(value):
            whole, *each = inner
            times = _count_members(list_parts(value)[0].type)
            return Extent(1 + whole.size + sum(part.size for part in each) * times, depth)
        case _:
            return Extent(size, depth)


def _takes_subsets(value: model.Quantified | model.Summed | model.CountedDice | model.Best) -> bool:
    return not isinstance(value, model.CountedDice) and value.subsets


def _count_members(kind: Type) -> int:
    """How many times what is asked of each member, or die, is written out."""
    if isinstance(kind, RollType):
        return kind.number
    if not isinstance(kind, SetType) or kind.member is None:
        return 1
    number = kind.member.high - kind.member.low + 1
    return number if number <= MOST_UNROLLED else 1


def _measure_used(world: World, name: str) -> Extent:
    if name not in world.definitions.extents:
        if name in world.definitions.defines:
            found = measure_extent(world, world.definitions.defines[name].value)
            world.definitions.extents[name] = (found.size, found.depth)
        elif name in world.definitions.tables:
            table = world.definitions.tables[name]
            parts = [measure_extent(world, each) for each in table.values]
            size, depth = sum(each.size for each in parts), max((each.depth for each in parts), default=0)
            world.definitions.extents[name] = (size + len(table.rows), depth + 1)
        else:
            return Extent(1, 1)
    return Extent(*world.definitions.extents[name])


def is_within_limits(world: World, name: str, span: Span) -> bool:
    """Whether a definition or table may be used; if it comes to too much, that is reported and it is forgotten."""
    extent = _measure_used(world, name)
    if not extent.is_excessive:
        return True
    if extent.size > MAX_VALUE_SIZE:
        world.report(phases.too_large(span, name, extent.size, MAX_VALUE_SIZE, "definition"))
    else:
        world.report(phases.too_large(span, name, extent.depth, MAX_VALUE_DEPTH, "nesting"))
    world.log.poisoned.add(name)
    world.definitions.defines.pop(name, None)
    world.definitions.tables.pop(name, None)
    return False


@dataclass
class RuleSizes:
    """The extent of rules. Nothing here comes round to itself: that has been seen to before."""

    world: World
    game: model.Model
    known: dict[str, int] = field(default_factory=dict)

    def check(self) -> None:
        for routine in self.game.routines.values():
            size = self.measure_block(routine.body)
            if size > MAX_RULE_SIZE:
                self.world.report(phases.too_large(routine.span, routine.name, size, MAX_RULE_SIZE, "rule"))

    def measure_block(self, statements: tuple[model.Statement, ...]) -> int:
        return sum(self.measure_statement(each) for each in walk_statements(statements))

    def measure_statement(self, statement: model.Statement) -> int:
        size = 1 + sum(measure_extent(self.world, each).size for each in list_parts(statement))
        match statement:
            case model.DoTable(name, _):
                return size + self.measure_once(f"do {name}", self.game.tables[name].actions)
            case model.AddTo(variable, _, _):
                state = self.game.state_of(variable)
                return size + self.measure_once(f"count {variable.name}", (state.consequence,) if state else ())
            case model.Ask(name, _):
                choice = self.game.choices[name]
                each = sum(measure_extent(self.world, condition).size for condition in choice.conditions)
                return size + each * (16 if len(choice.conditions) == 1 else 1)
            case _:
                return size

    def measure_once(self, key: str, blocks: tuple[tuple[model.Statement, ...], ...]) -> int:
        if key not in self.known:
            self.known[key] = sum(self.measure_block(each) for each in blocks)
        return self.known[key]
