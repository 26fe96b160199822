"""Visits the typed model: the parts of a statement or value, and what they use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, TypeAlias

from interpreter import model

Body: TypeAlias = tuple[model.Statement, ...]

HOLDERS = (
    model.Case, model.Template, model.Hole, model.Several, model.AdviceInfo, model.PreferenceInfo, model.RowInfo,
    model.ViewLine, model.ViewLoop,
)  # fmt: skip
"""What is no value itself and may hold some."""

HOLDS_VALUES = re.compile(rf"\b(Value|ZonePlace|{'|'.join(each.__name__ for each in HOLDERS)})\b")
"""What the type of a field names if there may be values in it."""


def walk_values(value: model.Value) -> Iterator[model.Value]:
    yield value
    for part in list_parts(value):
        yield from walk_values(part)


def walk_used_values(game: model.Model, value: model.Value, seen: set[str] | None = None) -> Iterator[model.Value]:
    """A value, its parts, and those of the definitions and tables that it uses, each visited once.
    None of those in `seen` is, and what has been is added there."""
    seen = set() if seen is None else seen
    for part in walk_values(value):
        yield part
        match part:
            case model.Applied(name, _) | model.TableValue(name, _, _) if name not in seen:
                seen.add(name)
                for each in game.values_of(name):
                    yield from walk_used_values(game, each, seen)
            case model.Supposed(name) if name not in seen:
                seen.add(name)
                for each in list_done(game, name):
                    yield from walk_used_values(game, each, seen)
            case _:
                pass


def walk_done(game: model.Model, routine: str) -> Iterator[model.Statement]:
    """The steps of a rule, and of all that it carries out elsewhere, each once."""
    waiting: list[tuple[str, tuple[Body, ...]]] = [(routine, (game.routines[routine].body,))]
    seen = set[str]()
    while waiting:
        name, bodies = waiting.pop()
        if name not in seen:
            seen.add(name)
            for statement in (each for body in bodies for each in walk_statements(body)):
                yield statement
                waiting.append(list_called(game, statement))


def list_done(game: model.Model, routine: str) -> list[model.Value]:
    """The values that these steps are worked out from."""
    found: list[model.Value] = []
    for statement in walk_done(game, routine):
        found += list_parts(statement)
        if isinstance(statement, model.DoTable):
            found += game.tables[statement.table].keys
    return found


def walk_statements(statements: Body) -> Iterator[model.Statement]:
    for statement in statements:
        yield statement
        for body in list_bodies(statement):
            yield from walk_statements(body)


def list_bodies(statement: model.Statement) -> tuple[Body, ...]:
    """The blocks within a statement."""
    match statement:
        case model.Loop(body=body) | model.ForEach(body=body) | model.ForEachDie(body=body):
            return (body,)
        case model.When(cases):
            return tuple(case.body for case in cases)
        case _:
            return ()


def list_called(game: model.Model, statement: model.Statement) -> tuple[str, tuple[Body, ...]]:
    """The blocks elsewhere that a statement carries out, with a name for them: those of a rule or phase, the actions of
    a table, or what a counter does at its limit."""
    match statement:
        case model.CallRoutine(name):
            return name, (game.routines[name].body,)
        case model.DoTable(name):
            return f"do {name}", game.tables[name].actions
        case model.AddTo(variable):
            state = game.state_of(variable)
            return f"count {variable.name}", (state.consequence,) if state is not None else ()
        case _:
            return "", ()


def list_parts(node: model.Placed | model.PreferenceInfo) -> tuple[model.Value, ...]:
    """The values that a value is computed from, or that a statement or declaration computes itself."""
    found: list[model.Value] = []
    _gather_parts(node, found)
    return tuple(found)


def _gather_parts(node: Any, found: list[model.Value]) -> None:
    for name in _list_fields(type(node)):  # type: ignore[arg-type]
        _gather_values(getattr(node, name), found)


def _gather_values(held: Any, found: list[model.Value]) -> None:
    """What says which of several zones is meant is a value, and reads the zone too."""
    match held:
        case None:
            pass
        case model.Typed():
            found.append(held)  # type: ignore[arg-type]
        case tuple():
            for each in held:
                _gather_values(each, found)
        case model.ZonePlace(variable, index):
            found.append(model.Read(variable, index, type=variable.type, span=held.span))
        case _ if isinstance(held, HOLDERS):
            _gather_parts(held, found)
        case _:
            pass


@cache
def _list_fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if HOLDS_VALUES.search(str(each.type)))
