"""Which rules the rows of tables lead to, so that a play-by-play names them and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter import model
from interpreter.check.traversal import walk_statements, walk_used_values
from interpreter.lower.summed_dice import walk_all_statements


def find_called_rules(game: model.Model, statements: tuple[model.Statement, ...]) -> tuple[str, ...]:
    found = (each.routine for each in _walk(game, statements, set()) if isinstance(each, model.CallRoutine))
    return tuple(dict.fromkeys(each for each in found if game.routines[each].kind == "rule"))


def speaks(game: model.Model, rule: str) -> bool:
    """Whether a rule can say to all what it does."""
    steps = _walk(game, game.routines[rule].body, set())
    return any(isinstance(each, model.Tell) and each.listener is None for each in steps)


def find_decided_rules(game: model.Model) -> Mapping[str, tuple[str, ...]]:
    """The rules that depend on a table's values: those called by a `when` that looks at them."""
    found: dict[str, dict[str, None]] = {}
    for statement in walk_all_statements(game):
        if isinstance(statement, model.When):
            called = find_called_rules(game, (statement,))
            seen: set[str] = set()
            for condition in (each.condition for each in statement.cases if called and each.condition is not None):
                for value in walk_used_values(game, condition, seen):
                    if isinstance(value, model.TableValue):
                        found.setdefault(value.table, {}).update(dict.fromkeys(called))
    return {table: tuple(rules) for table, rules in found.items()}


def _walk(game: model.Model, statements: tuple[model.Statement, ...], seen: set[str]) -> Iterator[model.Statement]:
    """Statements, with those of the tables that they carry out."""
    for each in walk_statements(statements):
        yield each
        if isinstance(each, model.DoTable) and each.table not in seen:
            seen.add(each.table)
            for action in game.tables[each.table].actions:
                yield from _walk(game, action, seen)
