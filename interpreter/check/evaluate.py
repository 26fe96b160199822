"""Evaluates values in a given position, without a program: for what can be decided before a game is played.

A position is a number for each variable and option that matters. What depends on anything else raises `Undecided`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from interpreter import model
from interpreter.bits import join_range
from interpreter.check.traversal import walk_values
from interpreter.domains import BEYOND, MAX_SET_SIZE, MaybeType, MemberType, RollType, SetType
from interpreter.throws import reduce_faces

Known: TypeAlias = Mapping[model.Variable | str, int]
"""A number for each variable, and for each option by its name."""


class Undecided(Exception):
    """The value depends on what is not known here, or has none."""


def find_unknowns(game: model.Model, value: model.Value) -> Iterator[model.Read | model.OptionValue]:
    for part in walk_values(value):
        match part:
            case model.Read() | model.OptionValue():
                yield part
            case model.Applied(name, _) if name in game.defines:
                define = game.defines[name]
                inner = find_unknowns(game, define.value)
                yield from (each for each in inner if getattr(each, "variable", None) not in define.parameters)
            case model.TableValue() | model.PlayersOf() | model.SideOf():
                raise Undecided
            case _:
                pass


def evaluate(game: model.Model, value: model.Value, known: Known) -> int:  # noqa: C901
    def of(part: model.Value) -> int:
        return evaluate(game, part, known)

    match value:
        case model.Constant(number):
            return number
        case model.OptionValue(option) if option in known:
            return known[option]
        case model.Read(variable, None) if variable in known:
            return known[variable]
        case model.Total(roll) if isinstance(roll.type, RollType):
            return sum(roll.type.show(of(roll)))
        case model.Calculation(operator, left, right) | model.Comparison(operator, left, right):
            return _calculate(operator, of(left), of(right))
        case model.Moved(member, amount, low, high):
            return max(low, min(high, of(member) + of(amount)))
        case model.SetOf() | model.Joined() | model.Without() | model.Between() if isinstance(value.type, SetType):
            return _collect(value, of)
        case model.AllOfKind(kind) if kind != "player":
            return int((1 << len(game.kinds[kind].members)) - 1)
        case model.Maybe() | model.Certain():
            return _evaluate_maybe(value, of)
        case model.Contains(members, member) if isinstance(members.type, SetType):
            place = of(member)
            return int(place >= 0 and of(members) >> min(place, BEYOND) & 1)
        case model.Within(inner, low_value, high_value):
            return int(of(low_value) <= of(inner) <= of(high_value))
        case model.RollMatches(roll, outcomes):
            return int(of(roll) in outcomes)
        case model.Not(operand):
            return int(not of(operand))
        case model.Both(parts):
            return int(all(of(part) for part in parts))
        case model.Either(parts):
            return int(any(of(part) for part in parts))
        case model.Chosen(condition, first, other):
            return of(first) if of(condition) else of(other)
        case model.Attribute(_, card, values):
            return values[of(card)]
        case model.OfSet(operator, members):
            return _reduce_set(operator, of(members))
        case model.Turn(member, step) if isinstance(member.type, MemberType) and member.type.kind != "player":
            return (of(member) + step) % len(game.kinds[member.type.kind].members)
        case model.Applied(name, arguments):
            define = game.defines[name]
            given: Known = {each: of(argument) for each, argument in zip(define.parameters, arguments, strict=True)}
            return evaluate(game, define.value, {**known, **given})
        case model.Named(variable, held, inside):
            return evaluate(game, inside, {**known, variable: of(held)})
        case model.OfRoll(operator, roll) if isinstance(roll.type, RollType):
            return reduce_faces(operator, roll.type.show(of(roll)))
        case model.Quantified() if not value.subsets and isinstance(value.set.type, SetType):
            return _quantify(game, value, known)
        case _:
            raise Undecided


def _calculate(operator: str, left: int, right: int) -> int:
    if operator in ("div", "mod") and right == 0:
        raise Undecided
    results = {
        "add": left + right, "sub": left - right, "mul": left * right, "eq": left == right, "ne": left != right,
        "min": min(left, right), "max": max(left, right),
        "lt": left < right, "le": left <= right, "gt": left > right, "ge": left >= right,
    }  # fmt: skip
    if operator in results:
        return int(results[operator])
    return left // right if operator == "div" else left % right


def _evaluate_maybe(value: model.Maybe | model.Certain, of: Callable[[model.Value], int]) -> int:
    match value:
        case model.Certain(maybe):
            found = of(maybe)
            nothing = isinstance(maybe.type, MaybeType) and found == maybe.type.nothing
        case model.Maybe(some):
            found, nothing = of(some), False
            assert isinstance(value.type, MaybeType)
            if isinstance(some.type, MaybeType) and found == some.type.nothing:
                return value.type.nothing
            nothing = not value.type.some.low <= found <= value.type.some.high
    if nothing:
        raise Undecided
    return found


def _collect(
    value: model.SetOf | model.Joined | model.Without | model.Between, of: Callable[[model.Value], int]
) -> int:
    match value:
        case model.SetOf(member):
            found = of(member)
            nothing = isinstance(member.type, MaybeType) and found == member.type.nothing
            return 0 if nothing else _make_set(found)
        case model.Joined(left, right):
            return of(left) | of(right)
        case model.Without(left, right):
            return of(left) & ~of(right)
        case model.Between(low, high, size):
            return _make_range(of(low), of(high), size)


def _make_range(low: int, high: int, size: int) -> int:
    if low <= high and (low < 0 or high >= MAX_SET_SIZE):
        raise Undecided
    return join_range(low, high, size)


def _make_set(member: int) -> int:
    if not 0 <= member < MAX_SET_SIZE:
        raise Undecided
    return 1 << member


def _reduce_set(operator: str, members: int) -> int:
    if operator == "size":
        return members.bit_count()
    if members == 0:
        raise Undecided
    return members.bit_length() - 1 if operator == "highest" else (members & -members).bit_length() - 1


def _quantify(game: model.Model, value: model.Quantified, known: Known) -> int:
    members = evaluate(game, value.set, known)
    kind = value.set.type
    places = range(kind.member.high + 1) if isinstance(kind, SetType) and kind.member else range(0)
    present = (place for place in places if members >> place & 1)
    met = [place for place in present if evaluate(game, value.condition, {**known, value.variable: place})]
    match value.quantifier:
        case "those":
            return sum(1 << place for place in met)
        case "count":
            return len(met)
        case "some":
            return int(bool(met))
        case _:
            return int(not met)
