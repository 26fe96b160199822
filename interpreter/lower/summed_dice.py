"""Finds the dice whose total the rules use; no total is shown of the others. A total that a row merely offers as a
score does not count."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter import model
from interpreter.check.traversal import list_parts, walk_statements, walk_values
from interpreter.domains import RollType, ThrowType

FACES = re.compile(r"\d+(\+\d+)+|any")
"""A pattern that does not ask for a total."""


def find_summed(game: model.Model) -> frozenset[str]:
    """The names of the dice whose total is asked for, by a rule or by the rows of a table."""
    asked = (each.roll.type for each in _walk_rules(game) if isinstance(each, model.Total))
    of_rolls = {each.dice for each in asked if isinstance(each, RollType | ThrowType)}
    return frozenset(of_rolls.union(*map(_find_keys_by_total, game.tables.values())))


def _walk_rules(game: model.Model) -> Iterator[model.Value]:
    """Every value that decides the course of the game, or that people see."""
    found: list[model.Value] = [each.value for each in game.defines.values()]
    for choice in game.choices.values():
        found += (*choice.conditions, choice.default, *choice.picked_from, *choice.told)
    for statement in walk_all_statements(game):
        found += list_parts(statement)
    for each in found:
        yield from walk_values(each)


def walk_all_statements(game: model.Model) -> Iterator[model.Statement]:
    for table in game.tables.values():
        for action in table.actions:
            yield from walk_statements(action)
    for routine in game.routines.values():
        yield from walk_statements(routine.body)
        for state in routine.state:
            yield from walk_statements(state.consequence)


def _find_keys_by_total(table: model.TableInfo) -> Iterator[str]:
    """The dice that are looked up in a table by their total, and not by their faces alone."""
    for place, key in enumerate(table.keys):
        if isinstance(key.type, RollType) and not key.type.words:
            patterns = (row.text.split("|")[place] for row in table.rows)
            if any(not FACES.fullmatch(each.strip()) for pattern in patterns for each in pattern.split(",")):
                yield key.type.dice
