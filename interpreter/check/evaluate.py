"""Evaluates values in a given position, without a program: for what can be decided before a game is played.

A position is a number for each variable and option that matters. What depends on anything else, or on more than
numbers and conditions, raises `Undecided`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from interpreter import model
from interpreter.domains import BEYOND, SetType

Known: TypeAlias = Mapping[model.Variable | str, int]
"""A number for each variable, for each option by its name, and for each kind the number of its members."""


class Undecided(Exception):
    """The value depends on what is not known here, or has none."""


def evaluate(game: model.Model, value: model.Value, known: Known) -> int:
    def of(part: model.Value) -> int:
        return evaluate(game, part, known)

    match value:
        case model.Constant(number):
            return number
        case model.OptionValue(option) if option in known:
            return known[option]
        case model.Read(variable, None) if variable in known:
            return known[variable]
        case model.OfSet("size", model.AllOfKind(kind=kind)) if kind in known:
            return known[kind]
        case model.Attribute(_, model.Certain(card) | card, values) if 0 <= (place := of(card)) < len(values):
            return values[place]
        case model.Calculation(operator, left, right) | model.Comparison(operator, left, right):
            return _calculate(operator, of(left), of(right))
        case model.Contains(members, member) if isinstance(members.type, SetType):
            place = of(member)
            return int(place >= 0 and of(members) >> min(place, BEYOND) & 1)
        case model.Within(inner, low, high):
            return int(of(low) <= of(inner) <= of(high))
        case model.Not(operand):
            return int(not of(operand))
        case model.Both(parts) | model.Either(parts):
            return int((all if isinstance(value, model.Both) else any)(of(part) for part in parts))
        case model.Chosen(condition, first, other):
            return of(first) if of(condition) else of(other)
        case model.Applied(name, arguments):
            define = game.defines[name]
            given: Known = {each: of(argument) for each, argument in zip(define.parameters, arguments, strict=True)}
            return evaluate(game, define.value, {**known, **given})
        case model.Named(variable, held, inside):
            return evaluate(game, inside, {**known, variable: of(held)})
        case _:
            raise Undecided


def _calculate(operator: str, left: int, right: int) -> int:
    if operator in ("div", "mod"):
        if right == 0:
            raise Undecided
        return left // right if operator == "div" else left % right
    results = {
        "add": left + right, "sub": left - right, "mul": left * right, "eq": left == right, "ne": left != right,
        "min": min(left, right), "max": max(left, right),
        "lt": left < right, "le": left <= right, "gt": left > right, "ge": left >= right,
    }  # fmt: skip
    return int(results[operator])
