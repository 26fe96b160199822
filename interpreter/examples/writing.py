"""Values as examples write them."""

from __future__ import annotations

from fractions import Fraction

from interpreter import model
from interpreter.bits import indices_of
from interpreter.domains import FractionType, MaybeType, MemberType, NumberType, SetType, Type, YesNoType
from interpreter.engine import Position
from interpreter.program import Program


def write_value(game: model.Model, kind: Type, number: int, players: int | None = None) -> str:
    """A value as an example writes it, in a game of `players` if that is given; nothing if it has no plain way."""
    match kind:
        case NumberType():
            return str(number)
        case FractionType(_, _, parts):
            return str(Fraction(number, parts))
        case YesNoType():
            return "yes" if number else "no"
        case MemberType("player") if players is not None:
            return _write_player(number, players)
        case MemberType(name):
            members = game.kinds[name].members
            return members[number] if 0 <= number < len(members) else ""
        case MaybeType(some):
            return "none" if number == kind.nothing else write_value(game, some, number, players)
        case SetType(member) if member is not None and number >= 0:
            written = [write_value(game, member, each, players) for each in indices_of(number)]
            return "" if "" in written else " and ".join(written) or "none"
        case _:
            return ""


def write_winners(game: model.Model, program: Program, position: Position) -> str:
    if position.void:
        return "ended game without result"
    sides, seats = game.kinds["side"].members if "side" in game.kinds else (), len(program.seats)
    if any(each >= len(sides or program.seats) for each in position.won):
        return "won the bank" if position.won == (len(program.parties) - 1,) else ""
    names = [sides[each] if sides else _write_player(each, seats) for each in position.won]
    return "" if "" in names else f"won {' and '.join(names)}" if names else "drawn"


def _write_player(number: int, players: int) -> str:
    return {0: "lowest of all player", players - 1: "highest of all player"}.get(number, "")
