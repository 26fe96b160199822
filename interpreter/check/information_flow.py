"""Finds which states and names are hidden: whatever is given something hidden is hidden too.

Hidden from the beginning are the cards of zones that lie face down or are seen by their owner, the answers to
choices that are seen by their chooser, and states whose line says so. A value computed from these is hidden, and so
is what it is given to: a state, a name of `let` or `for each`, an argument of a rule, a phase or a table. The
analysis follows this through all rules: when a variable turns out to be hidden, its readers are looked at again. A
state that is declared `face up` is never hidden: with these words the author opens it to the table.

How many cards lie somewhere, and whether there are any, is in plain sight. Branches are not followed: what happens,
happens before everybody's eyes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import field, replace

from interpreter import model
from interpreter.check.traversal import list_parts, walk_statements, walk_used_values
from interpreter.data_classes import dataclass
from interpreter.domains import SetType, ThrowType
from interpreter.source import Span

Flow = tuple[model.Variable, model.Value, Span]
"""What is given a value, that value, and where."""


def mark_hidden(game: model.Model) -> model.Model:
    """The game with everything noted that is not open to all: states, the values of rules and phases, names, and what
    is measured."""
    finding = _find_hidden(game)
    measures = {
        name: replace(each, hidden=each.value is not None and bool(finding.find_source(each.value)))
        for name, each in game.measures.items()
    }
    return replace(game, hidden=finding.hidden, measures=measures)


def _find_hidden(game: model.Model) -> HiddenVariables:
    states = [state for routine in game.routines.values() for state in routine.state]
    closed = {each.variable: model.Hidden(each.sight) for each in states if each.sight in ("down", "owner")}
    closed |= {each.variable: model.Hidden(each.sight) for each in game.dice.values() if each.sight != "up"}
    finding = HiddenVariables(game, closed, frozenset(each.variable for each in states if each.sight == "up"))
    flows = list(_list_flows(game))
    readers: dict[model.Variable, list[Flow]] = {}
    for flow in flows:
        for variable in {each.variable for each in walk_used_values(game, flow[1]) if isinstance(each, model.Read)}:
            readers.setdefault(variable, []).append(flow)
    waiting = deque(flows)
    while waiting:
        flow = waiting.popleft()
        if finding.follow(*flow):
            waiting.extend(readers.get(flow[0], ()))
    return finding


def find_counted_zone(value: model.Value) -> model.Read | None:
    """The zone, or dice, of which a value only says how many cards or dice lie there, or whether any do."""
    match value:
        case model.OfRoll("size", model.Read() as dice) if dice.variable.role == "dice":
            return dice
        case model.Comparison("eq" | "ne", model.Read() as dice, model.Constant(0, type=ThrowType())) if (
            dice.variable.role == "dice"
        ):
            return dice
        case model.OfSet("size", model.Read() as zone) if zone.variable.role == "zone":
            return zone
        case model.Comparison("eq" | "ne", model.Read() as zone, model.Constant(0, type=SetType())) if (
            zone.variable.role == "zone"
        ):
            return zone
        case _:
            return None


# ---- who gives what to whom


def _list_flows(game: model.Model) -> Iterator[Flow]:
    for routine in game.routines.values():
        for state in routine.state:
            yield state.variable, state.start, state.span
            if state.limit is not None:
                yield state.variable, state.limit, state.span
            yield from _list_given_in(game, state.consequence)
        yield from _list_given_in(game, routine.body)
    for table in game.tables.values():
        for action in table.actions:
            yield from _list_given_in(game, action)


def _list_given_in(game: model.Model, statements: tuple[model.Statement, ...]) -> Iterator[Flow]:
    for statement in walk_statements(statements):
        for variable, value in _list_given_by(game, statement):
            yield variable, value, statement.span


def _list_given_by(game: model.Model, statement: model.Statement) -> Iterator[tuple[model.Variable, model.Value]]:
    match statement:
        case model.Change(variable):
            yield from ((variable, each) for each in list_parts(statement))
        case model.ForEach(variable, domain, _, _, start):
            yield from ((variable, each) for each in (domain, start) if each is not None)
        case model.ForEachDie(variable, roll, _, _):
            yield variable, roll
        case model.CallRoutine(routine, arguments):
            yield from zip(game.routines[routine].parameters, arguments, strict=True)
        case model.Ask(choice, _, arguments):
            yield from zip(game.choices[choice].parameters, arguments, strict=True)
        case model.DoTable(table, keys):
            yield from zip(game.tables[table].parameters, keys, strict=False)
        case _:
            pass


# ---- what comes from something hidden


@dataclass
class HiddenVariables:
    """What has been found to be hidden so far; `open` are the states that never are."""

    game: model.Model
    hidden: dict[model.Variable, model.Hidden]
    open: frozenset[model.Variable]
    _of_named: dict[str, str] = field(default_factory=dict)

    def follow(self, variable: model.Variable, value: model.Value, span: Span) -> bool:
        """Hide a variable that is given something hidden. Whether it is hidden by that, and was not before."""
        if variable in self.open or variable in self.hidden:
            return False
        source = self.find_source(value)
        if source:
            self.hidden[variable] = model.Hidden("down", source, span=span)
            self._of_named.clear()
        return bool(source)

    def find_source(self, value: model.Value) -> str:
        """The name of something hidden that a value is computed from; empty if there is none."""
        zone = find_counted_zone(value)
        if zone is not None:
            return self.find_source(zone.index) if zone.index is not None else ""
        return self._find_own_source(value) or next(filter(None, map(self.find_source, list_parts(value))), "")

    def _find_own_source(self, value: model.Value) -> str:
        match value:
            case model.Read(variable, _):
                return variable.name if self._is_closed(variable) else ""
            case model.Applied(name, _) | model.TableValue(name, _, _):
                return self._find_source_inside(name)
            case _:
                return ""

    def _find_source_inside(self, name: str) -> str:
        """What a definition or a table looks at by itself, whatever it is asked with."""
        if name not in self._of_named:
            self._of_named[name] = next(filter(None, map(self.find_source, self.game.values_of(name))), "")
        return self._of_named[name]

    def _is_closed(self, variable: model.Variable) -> bool:
        match variable.role:
            case "zone":
                return self.game.zones[variable.name].sight != "up"
            case "choice":
                choice = self.game.choices.get(variable.name)
                return choice is not None and choice.secret
            case _:
                return variable in self.hidden
