"""Finds values that cannot fail, by their types alone: they may be evaluated speculatively."""

from __future__ import annotations

from interpreter import model
from interpreter.check.traversal import list_parts
from interpreter.domains import (
    NUMBERS_IN_SETS,
    ORDERED,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    ThrowType,
    Type,
    YesNoType,
)
from interpreter.lower.positions import is_certain
from interpreter.lower.scope import Scope
from interpreter.program import HIGHEST, LOWEST, Range
from interpreter.program.instructions.operators import OPERATORS


def never_fails(scope: Scope, value: model.Value) -> bool:
    """Whether a value can be evaluated in every position."""
    known = scope.builder.found.certain
    key = id(value), scope.guarded
    if key not in known:
        known[key] = value, is_safe_with(scope, value) and all(never_fails(scope, each) for each in list_parts(value))
    return known[key][1]


def is_safe_with(scope: Scope, value: model.Value) -> bool:
    """Whether a value cannot fail as long as its parts do not."""
    game = scope.builder.game
    match value:
        case model.Read():
            return not (scope.guarded and id(value) in scope.layout.stale_reads)
        case model.Calculation(operator, left, right):
            ranges = find_range(left.type), find_range(right.type)
            if None in ranges or not OPERATORS[operator].accepts(*ranges):  # type: ignore[arg-type]
                return False
            low, high = OPERATORS[operator].bounds(*ranges)
            return bool(low >= LOWEST and high <= HIGHEST)
        case model.SetOf(member):
            return isinstance(value.type, SetType) and fits(member.type, NUMBERS_IN_SETS)
        case model.Between(low_end, high_end):
            return fits(low_end.type, NUMBERS_IN_SETS) and fits(high_end.type, NUMBERS_IN_SETS)
        case model.Joined() | model.Contains():
            return not isinstance(list_parts(value)[0].type, ThrowType)
        case model.OfSet(operator):
            return operator == "size"
        case model.OfRoll(operator, roll):
            return isinstance(roll.type, RollType) or operator not in ("lowest", "highest")
        case model.Attribute(_, _, values):
            return -1 not in values
        case model.Applied(name, arguments):
            define = game.defines[name]
            return _all_fit(arguments, define.parameters) and never_fails(scope, define.value)
        case model.TableValue(name, _, arguments):
            table = game.tables[name]
            found = all(is_certain(key.type, domain) for key, domain in zip(table.keys, table.domains, strict=True))
            rows = (each for row in table.rows for each in row.values)
            inside = found and -1 not in table.index and _all_fit(arguments, table.parameters)
            return inside and all(never_fails(scope, each) for each in (*table.keys, *rows))
        case model.Together(kind, parts):
            return all(fits(part.type, of.type) for part, of in zip(parts, game.kinds[kind].parts, strict=True))
        case model.Best():
            return value.all_best and value.many is None and not value.subsets
        case (
            model.Constant() | model.OptionValue() | model.AllOfKind() | model.Total() | model.DiceOf()
            | model.Without() | model.Comparison() | model.Within() | model.RollMatches() | model.Not() | model.Both()
            | model.Either() | model.Chosen() | model.Moved() | model.Turn() | model.SideOf() | model.PlayersOf()
            | model.Named() | model.Quantified() | model.Summed() | model.CountedDice()
        ):  # fmt: skip
            return True
    return False


def _all_fit(values: tuple[model.Value, ...], variables: tuple[model.Variable, ...]) -> bool:
    return all(fits(value.type, variable.type) for value, variable in zip(values, variables, strict=True))


def fits(found: Type, allowed: Type) -> bool:
    """Whether every value of a type is one of another."""
    if isinstance(found, ORDERED) and isinstance(allowed, ORDERED):
        return allowed.low <= found.low and found.high <= allowed.high
    if isinstance(found, SetType) and isinstance(allowed, SetType):
        return found.member is None or (allowed.member is not None and fits(found.member, allowed.member))
    return found == allowed


def find_range(kind: Type) -> Range | None:
    """The range of the values of a type; None if they are no numbers."""
    match kind:
        case YesNoType():
            return 0, 1
        case NumberType(low, high) | FractionType(low, high) | MemberType(_, low, high):
            return low, high
        case MaybeType(some):
            return kind.nothing, some.high
        case SetType(member):
            return 0, (2 << member.high) - 1 if member is not None else 0
        case RollType():
            return 0, kind.outcomes - 1
    return None
