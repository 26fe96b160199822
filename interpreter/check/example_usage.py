"""What the examples of a game use, through definitions and tables too."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import model
from interpreter.check.traversal import list_parts, walk_used_values


def find_used_names(game: model.Model) -> set[str]:
    used: set[str] = set()
    for example in game.examples:
        used |= {example.start, *(name for name, _ in example.options)}
        for value in _list_values(example):
            used.update(_list_names(game, value))
    return used


def _list_values(example: model.ExampleInfo) -> Iterator[model.Value]:
    for given in example.given:
        yield from list_parts(given)
    for entry in (*example.script, *example.expectations):
        match entry:
            case model.ScriptedChoice(_, value) | model.ExpectCondition(value):
                yield value
            case model.ExpectWinners(winners) if winners is not None:
                yield winners
            case _:
                pass


def _list_names(game: model.Model, value: model.Value) -> Iterator[str]:
    for part in walk_used_values(game, value):
        match part:
            case model.Read(variable, _):
                yield variable.name
            case model.OptionValue(name) | model.Applied(name, _) | model.TableValue(name, _, _):
                yield name
            case _:
                pass
