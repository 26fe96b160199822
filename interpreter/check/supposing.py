"""What may be supposed: rules that change only what is kept, without chance or a choice. So a game can carry them out
on the side, and forget that it did."""

from __future__ import annotations

from interpreter import model
from interpreter.check.traversal import list_done, list_parts, walk_done
from interpreter.source import Span

MOST_SUPPOSED = 2
"""How many steps may be supposed one after the other."""


def find_fault(game: model.Model, routine: str) -> tuple[str, Span] | None:
    """Why a rule cannot be supposed, and the step in it that is to blame; None if it can be."""
    for statement in walk_done(game, routine):
        why = _find_why(game, statement)
        if why:
            return why, statement.span
    return None


def _find_why(game: model.Model, statement: model.Statement) -> str:
    match statement:
        case model.RollDice(dice):
            return f"it rolls `{dice}`"
        case model.Ask(choice):
            return f"somebody chooses `{choice}`"
        case model.ShuffleZone() | model.DealCards() | model.PutCards() | model.SwapZones():
            return "it moves cards"
        case model.CallRoutine(name) if game.routines[name].kind == "phase":
            return f"it begins the phase `{name}`"
        case _:
            return ""


def count_supposed(game: model.Model, value: model.Value, within: frozenset[str] = frozenset()) -> int:
    """How many steps are supposed one after the other, at most, where a value is worked out."""
    found = [count_supposed(game, each, within) for each in list_parts(value)]
    match value:
        case model.Applied(name) | model.TableValue(name) if name not in within:
            found += [count_supposed(game, each, within | {name}) for each in game.values_of(name)]
        case model.Supposed(name):
            done = list_done(game, name) if name not in within else []
            found += [count_supposed(game, each, within | {name}) for each in done]
            return 1 + max(found, default=0)
        case _:
            pass
    return max(found, default=0)
