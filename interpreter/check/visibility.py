"""Checks that strategies, views, defaults and picks see only what those they are for may see.

A strategy, the default of a choice and what it picks from are for whoever chooses, a view is for whoever looks. All
may count the cards of any zone. They may look at what lies face up or is open to all, and at cards and states that
are seen by their player, or side, if it is plain that they are the chooser's, or the viewer's, own. Definitions and
tables are followed with the values they are given. What else is hidden, `information_flow` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from interpreter import model
from interpreter.check.information_flow import find_counted_zone
from interpreter.check.traversal import list_done, list_parts
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import cards as errors
from interpreter.source import Span

Given = Mapping[model.Variable, model.Value]

CHOOSER, VIEWER = "chooser", "viewer"
"""What whoever looks is called."""


def check_visibility(world: World, game: model.Model) -> None:
    """Report every strategy, view, default and pick that looks at what it may not see."""
    opened: set[model.Variable] = set()
    for choice in game.choices.values():
        looking = (("the default of", (choice.default,)), ("the question of", choice.told),
                   ("what", choice.picked_from))  # fmt: skip
        for who, values in looking:
            of = f"{who} `{choice.name}`{' picks from' if who == 'what' else ''}"
            for each in values:
                VisibilityCheck(world.report, game, CHOOSER, of, opened).look_at(each)
    for strategy in game.strategies.values():
        sight = VisibilityCheck(world.report, game, CHOOSER, f"the strategy `{strategy.name}`", opened)
        for each in list_parts(strategy):
            sight.look_at(each)
    for view in game.views.values():
        sight = VisibilityCheck(world.report, game, VIEWER, f"the view `{view.name}`", opened)
        for each in list_parts(view):
            sight.look_at(each)


def is_visible(game: model.Model, value: model.Value, looker: str) -> bool:
    found: list[Diagnostic] = []
    VisibilityCheck(found.append, game, looker, "this").look_at(value)
    return not found


@dataclass
class VisibilityCheck:
    """Looks through values on behalf of somebody: `looker` is the name they have there, `who` what to call them.
    `opened` are the states that messages propose to open to everyone, each once, whoever looks at what."""

    report: Callable[[Diagnostic], None]
    game: model.Model
    looker: str
    who: str
    opened: set[model.Variable] = field(default_factory=set)
    reported: set[str] = field(default_factory=set)

    def look_at(self, value: model.Value) -> None:
        """Report everything out of sight that a value looks at."""
        self.check_value(value, {}, value.span)

    def check_value(self, value: model.Value, given: Given, span: Span) -> None:
        """Everything that a value looks at; `span` is where the strategy or view asks for it. The top of a pile has the
        pile among its parts, and is looked at with it."""
        zone = find_counted_zone(value)
        if zone is not None:
            if zone.index is not None:
                self.check_value(zone.index, given, span)
            return
        match value:
            case model.Read(variable, index) if variable.role == "zone":
                self.check_zone(variable, index, given, span)
            case model.Read(variable, _) if variable.role == "choice":
                self.check_choice(variable.name, span)
            case model.Read(variable, index) if variable in self.game.hidden:
                self.check_state(variable, index, given, span)
            case model.Applied(name, arguments) if name in self.game.defines:
                define = self.game.defines[name]
                inner = {
                    parameter: self.resolve(each, given)
                    for parameter, each in zip(define.parameters, arguments, strict=True)
                }
                self.check_value(define.value, inner, span)
            case model.Named(variable, held, inside):
                self.check_value(held, given, span)
                self.check_value(inside, {**given, variable: self.resolve(held, given)}, span)
                return
            case model.TableValue(name, _, keys):
                self.check_table(self.game.tables[name], keys, given, span)
            case model.Supposed(name) if name in self.game.routines:
                for each in list_done(self.game, name):
                    self.check_value(each, {}, span)
            case _:
                pass
        for part in list_parts(value):
            self.check_value(part, given, span)

    def check_table(self, table: model.TableInfo, keys: tuple[model.Value, ...], given: Given, span: Span) -> None:
        inner = {parameter: self.resolve(each, given) for parameter, each in zip(table.parameters, keys, strict=True)}
        for value in table.values:
            self.check_value(value, inner, span)

    def resolve(self, value: model.Value, given: Given) -> model.Value:
        """A value with the name it was given by, if it is no more than such a name."""
        while isinstance(value, model.Read) and value.index is None and value.variable in given:
            value = given[value.variable]
        return value

    def check_zone(self, variable: model.Variable, index: model.Value | None, given: Given, span: Span) -> None:
        zone = self.game.zones[variable.name]
        if zone.sight == "up" or zone.name in self.reported:
            return
        if zone.sight == "owner" and self.is_own(index, given):
            return
        self.reported.add(zone.name)
        own = f"look at `{self.describe_owned(variable)}` only"
        advice = own if zone.sight == "owner" else "look at its `size of` only"
        self.report(errors.out_of_sight(span, zone.name, self.who, zone.span, advice))

    def check_state(self, variable: model.Variable, index: model.Value | None, given: Given, span: Span) -> None:
        """A hidden state, or a value that a phase was begun with, that is looked at."""
        hidden = self.game.hidden[variable]
        if variable.name in self.reported or (hidden.sight == "owner" and self.is_own(index, given)):
            return
        self.reported.add(variable.name)
        advice = (
            f"look at `{self.describe_owned(variable)}` only" if hidden.sight == "owner" else "use what is not hidden"
        )
        first = self.find_first(variable)
        hidden = self.game.hidden[first]
        if hidden.source is None:
            self.report(errors.out_of_sight(span, variable.name, self.who, variable.span, advice))
            return
        if first in self.opened:
            return
        self.opened.add(first)
        advice = f"if everyone may know it, write `keep {first.name} : ..., face up = ...`"
        if first.role == "parameter":
            advice = "keep what everyone may know in a state that is declared `face up`"
        why = errors.HiddenState(first.name, hidden.span, hidden.source.name)
        self.report(errors.out_of_sight(span, variable.name, self.who, first.span, advice, why))

    def find_first(self, variable: model.Variable) -> model.Variable:
        """The first state, on the way from something hidden to a variable, that could be opened to everyone."""
        first, step = variable, self.game.hidden.get(variable)
        while step is not None and step.source is not None:
            first = variable if variable.role in ("state", "counter") else first
            variable, step = step.source, self.game.hidden.get(step.source)
        return first

    def describe_owned(self, variable: model.Variable) -> str:
        first, *others = variable.each.kind.split(model.PAIRED) if variable.each is not None else ("",)
        own = f"{'side of ' if first == 'side' else ''}{self.looker}"
        return f"{variable.name} of {f'({own}, ...)' if others else own}"

    def check_choice(self, name: str, span: Span) -> None:
        info = self.game.choices.get(name)
        if info is not None and info.secret and name not in self.reported:
            self.reported.add(name)
            advice = "look at what was done with the answer, which only its chooser sees"
            self.report(errors.out_of_sight(span, name, self.who, info.span, advice))

    def is_own(self, index: model.Value | None, given: Given) -> bool:
        if index is None:
            return False
        index = self.resolve(index.parts[0] if isinstance(index, model.Together) else index, given)
        if isinstance(index, model.SideOf):
            index = self.resolve(index.player, given)
        return isinstance(index, model.Read) and index.variable.name == self.looker and index.index is None
