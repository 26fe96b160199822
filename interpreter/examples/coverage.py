"""Coverage of a ruleset by its examples: rows of tables, rules and phases, and ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from interpreter import model
from interpreter.check.traversal import walk_statements
from interpreter.examples.covered import Coverage, SiteKey

if TYPE_CHECKING:
    from interpreter.program import Site


def key_of(site: Site) -> SiteKey:
    return site.kind, site.name, site.row, site.line


def measure_coverage(game: model.Model, sites: Iterable[Site]) -> Coverage:
    reached = {key_of(site) for site in sites}
    tables = [(table.name, row.text, row.span) for table in game.tables.values() for row in table.rows]
    called = [game.routines[name] for name in _list_callable(game)]
    rows: list[tuple[SiteKey, str]] = [(("row", name, row, span.line), span.place) for name, row, span in tables]
    rules: list[tuple[SiteKey, str]] = [((one.kind, one.name, "", one.span.line), one.span.place) for one in called]
    encoded = dict.fromkeys(one for cited in _list_citations(game) for one in (*cited.ids, *cited.open_ids))
    noted = dict.fromkeys(one for note in game.notes for one in note.ids)
    shown = dict.fromkeys(one for example in game.examples for one in example.ids)
    return Coverage(
        rows=tuple((*key[1:3], place) for key, place in rows),
        rules=tuple((key[1], place) for key, place in rules),
        rows_missed=tuple((*key[1:3], place) for key, place in rows if key not in reached),
        rules_missed=tuple((key[1], place) for key, place in rules if key not in reached),
        ids_encoded=tuple(sorted({**encoded, **noted}, key=make_id_key)),
        ids_shown=tuple(sorted(shown, key=make_id_key)),
        ids_noted=tuple(sorted(noted, key=make_id_key)),
        missed=tuple(key for key, _ in (*rules, *rows) if key not in reached),
    )


def make_id_key(one: str) -> tuple[str, str, int]:
    """Ids in the order people list them: MK-2 before MK-10, facts before decisions and open points."""
    prefix, _, number = one.rpartition("-")
    letter = number[0] if number[:1].isalpha() else ""
    digits = number.removeprefix(letter)
    return prefix, letter, int(digits) if digits.isdecimal() else 0


def _list_citations(game: model.Model) -> Iterator[model.Citation]:
    for group in (
        game.options,
        game.dice,
        game.decks,
        game.zones,
        game.routines,
        game.defines,
        game.tables,
        game.choices,
        game.measures,
        game.quotients,
    ):
        yield from (each.citation for each in group.values())
    for table in game.tables.values():
        yield from (row.citation for row in table.rows)
    for routine in game.routines.values():
        yield from (state.citation for state in routine.state)
    yield from game.cited


def _list_callable(game: model.Model) -> list[str]:
    """The reachable rules and phases, in the order of the text."""
    if "game" not in game.routines:
        return list(game.routines)
    found, waiting = {"game"}, ["game"]
    while waiting:
        for name in _list_called(game, game.routines[waiting.pop()]):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return [name for name in game.routines if name in found]


def _list_called(game: model.Model, routine: model.RoutineInfo) -> Iterator[str]:
    pending = [routine.body, *(state.consequence for state in routine.state)]
    seen: set[str] = set()
    while pending:
        for statement in walk_statements(pending.pop()):
            if isinstance(statement, model.CallRoutine):
                yield statement.routine
            elif isinstance(statement, model.DoTable) and statement.table not in seen:
                seen.add(statement.table)
                pending.extend(game.tables[statement.table].actions)
