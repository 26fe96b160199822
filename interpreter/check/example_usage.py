"""What the examples of a game use, through definitions and tables too."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import model
from interpreter.check.traversal import list_values, walk_values


def find_used_names(game: model.Model) -> set[str]:
    used: set[str] = set()
    for example in game.examples:
        used |= {example.start, *(name for name, _ in example.options)}
        for value in _list_values(example):
            _note_names(game, value, used)
    return used


def _list_values(example: model.ExampleInfo) -> Iterator[model.Value]:
    for given in example.given:
        yield from list_values(given) if isinstance(given, model.Assign) else (given.cards,)
    for scripted in example.script:
        if isinstance(scripted, model.ScriptedChoice):
            yield scripted.value
    for expected in example.expectations:
        if isinstance(expected, model.ExpectCondition):
            yield expected.condition


def _note_names(game: model.Model, value: model.Value, used: set[str]) -> None:
    for part in walk_values(value):
        match part:
            case model.Read(variable, _):
                used.add(variable.name)
            case model.OptionValue(name):
                used.add(name)
            case model.Applied(name, _) if name not in used:
                used.add(name)
                _note_names(game, game.defines[name].value, used)
            case model.TableValue(name, _, _) if name not in used:
                used.add(name)
                table = game.tables[name]
                for inner in (*table.keys, *(each for row in table.rows for each in row.values)):
                    _note_names(game, inner, used)
            case _:
                pass
