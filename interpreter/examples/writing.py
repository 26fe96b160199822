"""Values as examples write them."""

from __future__ import annotations

from interpreter import model
from interpreter.bits import indices_of
from interpreter.domains import MaybeType, MemberType, NumberType, SetType, Type, YesNoType


def write_value(game: model.Model, kind: Type, number: int, players: int | None = None) -> str:
    """A value as an example writes it, where so many `players` play if that is given; nothing if it has no plain way
    to."""
    match kind:
        case NumberType():
            return str(number)
        case YesNoType():
            return "yes" if number else "no"
        case MemberType("player") if players is not None:
            return write_player(number, players)
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


def write_player(number: int, players: int) -> str:
    """A player, as the first or the last of all; nothing for one between them."""
    return {0: "lowest of all player", players - 1: "highest of all player"}.get(number, "")
