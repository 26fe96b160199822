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
from interpreter.check.traversal import list_parts
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
    for choice in game.choices.values():
        VisibilityCheck(world.report, game, CHOOSER, f"the default of `{choice.name}`").look_at(choice.default)
        for each in choice.told:
            VisibilityCheck(world.report, game, CHOOSER, f"the question of `{choice.name}`").look_at(each)
        for each in choice.picked_from:
            VisibilityCheck(world.report, game, CHOOSER, f"what `{choice.name}` picks from").look_at(each)
    for strategy in game.strategies.values():
        sight = VisibilityCheck(world.report, game, CHOOSER, f"the strategy `{strategy.name}`")
        for advice in strategy.advice:
            for each in (part for line in advice.preferences for part in line.parts):
                sight.look_at(each)
    for view in game.views.values():
        sight = VisibilityCheck(world.report, game, VIEWER, f"the view `{view.name}`")
        sight.look_at(view.condition)
        for line in view.lines:
            for hole in line.template.holes:
                sight.look_at(hole.value)
            sight.look_at(line.domain)


def is_visible(game: model.Model, value: model.Value, looker: str) -> bool:
    found: list[Diagnostic] = []
    VisibilityCheck(found.append, game, looker, "this").look_at(value)
    return not found


@dataclass
class VisibilityCheck:
    """Looks through values on behalf of somebody: `looker` is the name they have there, `who` what to call them."""

    report: Callable[[Diagnostic], None]
    game: model.Model
    looker: str
    who: str
    reported: set[str] = field(default_factory=set)

    def look_at(self, value: model.Value | None) -> None:
        """Report everything out of sight that a value looks at, if there is one."""
        if value is not None:
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
        if hidden.source and variable.role == "parameter":
            advice = "keep what everyone may know in a state that is declared `face up`"
        elif hidden.source:
            advice = f"if everyone may know it, write `keep {variable.name} : ..., face up = ...`"
        source = (hidden.span, hidden.source) if hidden.source else None
        self.report(errors.out_of_sight(span, variable.name, self.who, variable.span, advice, source))

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
