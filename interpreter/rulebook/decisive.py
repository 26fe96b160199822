"""What decides a game, and what changes in it: the variables that its rules look at, and those that they set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from interpreter import model as m
from interpreter.rulebook.folding import Folder, walk
from interpreter.rulebook.names import PEOPLE

LASTING = (*PEOPLE, "game")
"""What a measure is per that people keep through the game."""


def find_decisive(folder: Folder) -> tuple[set[m.Variable], set[m.Variable]]:
    """The states that can change what happens or who wins, read by a condition, a choice, a roll, a key, a win or a
    limit, or by what is given to such a state; and those that are kept for people, which a measure or view shows."""
    game, decisive = folder.game, set[m.Variable]()
    given: list[tuple[m.Variable, object]] = []
    for info in game.routines.values():
        for state in info.state:
            given.append((state.variable, state.start))
            if state.limit is not None:
                decisive |= {state.variable} | find_read(folder, state.limit)
        bodies = (folder.fold_body(info.body), tuple(state.consequence for state in info.state))
        for node in walk(bodies):
            given += _list_given(game, node)
            decisive |= find_read(folder, _list_deciding(game, node))
    for table in game.tables.values():
        decisive |= find_read(folder, table.keys) if table.actions else set()
        for node in walk(table.actions):
            given += _list_given(game, node)
    while more := find_read(folder, tuple(value for variable, value in given if variable in decisive)) - decisive:
        decisive |= more
    measured = [each.value for each in game.measures.values() if each.value is not None and each.per in LASTING]
    shown = [hole.value for view in game.views.values() for line in view.lines for hole in line.template.holes]
    kept = find_read(folder, tuple(measured)) | find_read(folder, tuple(shown))
    return decisive, {each for each in kept if each.role in ("state", "counter")} - decisive


def find_read(folder: Folder, part: object, seen: frozenset[str] = frozenset()) -> set[m.Variable]:
    """The variables that values depend on, through definitions and tables."""
    found = set[m.Variable]()
    for node in walk(part):
        if isinstance(node, m.Read):
            found.add(node.variable)
        if isinstance(node, m.Applied | m.TableValue):
            name = node.definition if isinstance(node, m.Applied) else node.table
            if name not in seen:
                values = tuple(map(folder.fold, folder.game.values_of(name)))
                found |= find_read(folder, values, seen | {name})
    return found


def _list_given(game: m.Model, node: Any) -> list[tuple[m.Variable, object]]:
    match node:
        case m.Assign(variable, index, value) | m.AddTo(variable, index, value):
            return [(variable, (value, *([index] if index is not None else [])))]
        case m.CallRoutine(name, arguments):
            return list(zip(game.routines[name].parameters, arguments, strict=True))
        case _:
            return []


def _list_deciding(game: m.Model, node: Any) -> object:
    """What a statement looks at to do one thing or another."""
    match node:
        case m.When(cases):
            return tuple(each.condition for each in cases if each.condition is not None)
        case m.Loop(_, until, times):
            return tuple(each for each in (until, times) if each is not None)
        case m.ForEach():
            return tuple(each for each in (node.set, node.start, node.until) if each is not None)
        case m.ForEachDie():
            return node.roll
        case m.Ask(name, chooser, arguments) if name in game.choices:  # in a library alone it may be unknown
            choice = game.choices[name]
            return (chooser, arguments, choice.conditions, choice.picked_from)
        case m.RollDice() | m.DoTable() | m.Win() | m.DealCards() | m.PutCards() | m.SwapZones():
            return node
        case _:
            return ()


def count_reads(body: Sequence[Any], variable: m.Variable) -> int:
    return sum(isinstance(each, m.Read) and each.variable == variable for each in walk(tuple(body), m.Tell))


def list_changed(game: m.Model, part: object, seen: frozenset[str] = frozenset()) -> Iterator[m.Variable]:
    """The variables, dice, answers and piles that statements change, in what they carry out, too."""
    for node in walk(part, m.Tell):
        match node:
            case m.Change(variable):
                yield variable
            case m.RollDice(name):
                yield game.dice[name].variable
            case m.Ask(name):
                yield game.choices[name].variable
            case m.DealCards(_, one, other) | m.PutCards(_, one, other) | m.SwapZones(one, other):
                yield from (one.variable, other.variable)
            case m.CallRoutine(name) if name not in seen:
                yield from list_changed(game, game.routines[name].body, seen | {name})
            case m.DoTable(name) if name not in seen:
                yield from list_changed(game, game.tables[name].actions, seen | {name})
