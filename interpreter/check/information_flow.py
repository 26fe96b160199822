"""Finds which states and names are hidden: whatever is given something hidden is hidden too.

Hidden from the beginning are the cards of zones that lie face down or are seen by their owner, the answers to
choices that are seen by their chooser, and states whose line says so. A value computed from these is hidden, and so
is what it is given to: a state, a name of `let` or `for each`, an argument of a rule, a phase or a table. The
analysis follows this through all rules: when a variable turns out to be hidden, its readers are looked at again. A
state that is declared `face up` is never hidden: with these words the author opens it to the table.

How many cards lie somewhere, and whether there are any, is in plain sight. Branches are not followed: what happens,
happens before everybody's eyes. Which row a hidden key led to, and what nobody sees happen in a hidden branch, is not
shown: `Model.unseen` names these tables and rules, and every trace of a game goes by it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from interpreter import model
from interpreter.check.traversal import (
    Body,
    list_bodies,
    list_called,
    list_done,
    list_parts,
    walk_statements,
    walk_used_values,
)
from interpreter.data_classes import dataclass
from interpreter.domains import SetType, ThrowType
from interpreter.source import Span

Flow = tuple[model.Variable, model.Value, Span]
"""What is given a value, that value, and where."""


def mark_hidden(game: model.Model, supposed: Iterable[model.Supposed]) -> model.Model:
    """The game with everything noted that is not open to all: states, the values of rules and phases, names, and what
    is measured."""
    finding = _find_hidden(game, supposed)
    measures = {
        name: replace(each, hidden=any(map(finding.find_source, list_parts(each))))
        for name, each in game.measures.items()
    }
    return replace(game, hidden=finding.hidden, measures=measures, unseen=_find_unseen(finding))


def _find_hidden(game: model.Model, supposed: Iterable[model.Supposed]) -> HiddenVariables:
    states = [state for routine in game.routines.values() for state in routine.state]
    closed = {each.variable: model.Hidden(each.sight) for each in states if each.sight in ("down", "owner")}
    closed |= {each.variable: model.Hidden(each.sight) for each in game.dice.values() if each.sight != "up"}
    finding = HiddenVariables(game, closed, frozenset(each.variable for each in states if each.sight == "up"))
    flows = [*_list_flows(game), *_list_supposed_flows(game, supposed)]
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


def _find_unseen(finding: HiddenVariables) -> frozenset[str]:
    """What the rules may reach because of something hidden. A table counts if it is looked up anywhere with a hidden
    key, or within a value that looks at something hidden: the number of lookups may reveal something, too. So does what
    is reached in a branch that depends on something hidden, if nobody sees anything happen there."""
    found = UnseenSteps(finding)
    game = finding.game
    for choice in game.choices.values():
        found.look_up(list_parts(choice), False)
    for routine in game.routines.values():
        for state in routine.state:
            found.look_up(list_parts(state), False)
            found.follow(state.consequence, False)
        found.follow(routine.body, False)
    for table in game.tables.values():
        for action in table.actions:
            found.follow(action, False)
    return frozenset(found.unseen)


@dataclass
class UnseenSteps:
    """Visits statements; those are `dark` that only run because of something hidden, where nobody sees it."""

    finding: HiddenVariables
    unseen: set[str] = field(default_factory=set)
    _entered: set[str] = field(default_factory=set)

    def look_up(self, values: Iterable[model.Value], dark: bool) -> bool:
        """Note the tables that values look up. Whether one of the values is hidden."""
        game, hidden = self.finding.game, False
        for value in values:
            is_hidden = bool(self.finding.find_source(value))
            if is_hidden or dark:
                used = walk_used_values(game, value)
                self.unseen.update(each.table for each in used if isinstance(each, model.TableValue))
            hidden |= is_hidden
        return hidden

    def follow(self, statements: Body, dark: bool) -> None:
        for statement in statements:
            if isinstance(statement, model.When):
                hidden = False
                for case in statement.cases:
                    hidden |= case.condition is not None and self.look_up((case.condition,), dark or hidden)
                    self._enter(case.body, dark, hidden)
            else:
                self._follow_one(statement, dark, self.look_up(list_parts(statement), dark))

    def _follow_one(self, statement: model.Statement, dark: bool, hidden: bool) -> None:
        game = self.finding.game
        for body in list_bodies(statement):
            self._enter(body, dark, hidden)
        _, called = list_called(game, statement)
        match statement:
            case model.DoTable(name) if dark or hidden or self._looks_unseen(game.tables[name]):
                self.look_up(game.tables[name].keys, True)
                self._enter_named(name, called, dark)
            case model.CallRoutine(name) if dark:
                for state in game.routines[name].state:
                    self.look_up(list_parts(state), True)
                self._enter_named(name, called, dark)
            case model.AddTo(variable) if dark or hidden:
                self._enter_named(variable.name, called, dark)
            case _:
                pass

    def _looks_unseen(self, table: model.TableInfo) -> bool:
        """Whether a table looks by itself at something hidden, and not every row does what everybody sees."""
        hidden = any(map(self.finding.find_source, table.keys))
        return hidden and not all(self._shows(each, set()) for each in table.actions)

    def _enter_named(self, name: str, bodies: tuple[Body, ...], dark: bool) -> None:
        self.unseen.add(name)
        if name not in self._entered:
            self._entered.add(name)
            for body in bodies:
                self._enter(body, dark, True)

    def _enter(self, body: Body, dark: bool, hidden: bool) -> None:
        self.follow(body, dark or (hidden and not self._shows(body, set())))

    def _shows(self, statements: Body, seen: set[str]) -> bool:
        """Whether everybody sees something happen when statements run."""
        game = self.finding.game
        for statement in walk_statements(statements):
            match statement:
                case model.Tell(listener=listener) if listener is not None:
                    continue
                case model.ShuffleZone() | model.Loop() | model.When() | model.ForEach() | model.ForEachDie():
                    continue
                case model.Change(variable):
                    if game.state_of(variable) is not None and variable not in self.finding.hidden:
                        return True
                case model.CallRoutine() | model.DoTable():
                    pass
                case _:
                    return True
            name, called = list_called(game, statement)
            if name not in seen:
                seen.add(name)
                if any(self._shows(each, seen) for each in called):
                    return True
        return False


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
            yield from ((state.variable, each, state.span) for each in list_parts(state))
            yield from _list_given_in(game, state.consequence)
        yield from _list_given_in(game, routine.body)
    for table in game.tables.values():
        for action in table.actions:
            yield from _list_given_in(game, action)


def _list_supposed_flows(game: model.Model, supposed: Iterable[model.Supposed]) -> Iterator[Flow]:
    for value in supposed:
        given = zip(game.routines[value.routine].parameters, value.arguments, strict=True)
        yield from ((parameter, each, value.span) for parameter, each in given)


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
    _of_named: dict[str, model.Variable | None] = field(default_factory=dict)

    def follow(self, variable: model.Variable, value: model.Value, span: Span) -> bool:
        """Hide a variable that is given something hidden. Whether it is hidden by that, and was not before."""
        if variable in self.open or variable in self.hidden:
            return False
        source = self.find_source(value)
        if source is not None:
            self.hidden[variable] = model.Hidden("down", source, span=span)
            self._of_named.clear()
        return source is not None

    def find_source(self, value: model.Value) -> model.Variable | None:
        """Something hidden that a value is computed from, if there is anything."""
        zone = find_counted_zone(value)
        if zone is not None:
            return self.find_source(zone.index) if zone.index is not None else None
        return self._find_own_source(value) or next(filter(None, map(self.find_source, list_parts(value))), None)

    def _find_own_source(self, value: model.Value) -> model.Variable | None:
        match value:
            case model.Read(variable, _):
                return variable if self._is_closed(variable) else None
            case model.Applied(name, _) | model.TableValue(name, _, _) | model.Supposed(name):
                return self._find_source_inside(name)
            case _:
                return None

    def _find_source_inside(self, name: str) -> model.Variable | None:
        """What a definition or a table looks at by itself, whatever it is asked with."""
        if name not in self._of_named:
            inside = list_done(self.game, name) if name in self.game.routines else self.game.values_of(name)
            self._of_named[name] = None
            self._of_named[name] = next(filter(None, map(self.find_source, inside)), None)
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
