"""Who may look at which cards: strategies, and views, see only what those they are for see.

A strategy is for whoever chooses, a view for whoever looks. Both may count the cards of any zone. They may look at
cards that lie face up, and at those that are seen by their player, or side, if it is plain that they are the
chooser's, or the viewer's, own. Definitions and tables are followed with the values they are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter import model
from interpreter.check.walk import parts_of
from interpreter.check.world import World
from interpreter.errors import cards as errors
from interpreter.source import Span

Given = Mapping[model.Variable, model.Value]


def check_sight(world: World, game: model.Model) -> None:
    """Report every strategy and every view that looks at cards it may not see."""
    for strategy in game.strategies.values():
        sight = Sight(world, game, "chooser", f"the strategy `{strategy.name}`")
        for advice in strategy.advice:
            for condition, value in advice.preferences:
                for each in (condition, value):
                    if each is not None:
                        sight.value(each, {}, each.span)
    for view in game.views.values():
        sight = Sight(world, game, "viewer", f"the view `{view.name}`")
        if view.condition is not None:
            sight.value(view.condition, {}, view.condition.span)
        for line in view.lines:
            for hole in line.template.holes:
                sight.value(hole.value, {}, hole.value.span)
            if line.domain is not None:
                sight.value(line.domain, {}, line.domain.span)


@dataclass
class Sight:
    """Looks through values on behalf of somebody: `looker` is the name they have there, `who` what to call them."""

    world: World
    game: model.Model
    looker: str
    who: str
    told: set[str] = field(default_factory=set)

    def value(self, value: model.Value, given: Given, span: Span) -> None:
        """Everything that a value looks at; `span` is where the strategy or view asks for it. The top of a pile has the
        pile among its parts, and is looked at with it."""
        match value:
            case model.OfSet("size", model.Read(variable, index)) if variable.role == "zone":
                if index is not None:
                    self.value(index, given, span)
                return
            case model.Read(variable, index) if variable.role == "zone":
                self.zone(model.ZonePlace(variable, index), given, span)
            case model.Read(variable, _) if variable.role == "choice":
                self.choice(variable.name, span)
            case model.Applied(name, arguments) if name in self.game.defines:
                define = self.game.defines[name]
                inner = {
                    parameter: self.known(each, given)
                    for parameter, each in zip(define.parameters, arguments, strict=True)
                }
                self.value(define.value, inner, span)
            case model.TableValue(name, _, keys):
                self.table(self.game.tables[name], keys, given, span)
            case _:
                pass
        for part in parts_of(value):
            self.value(part, given, span)

    def table(self, table: model.TableInfo, keys: tuple[model.Value, ...], given: Given, span: Span) -> None:
        """What a table looks at for its keys, and in its results."""
        inner = {parameter: self.known(each, given) for parameter, each in zip(table.parameters, keys, strict=True)}
        for value in (*table.keys, *(each for row in table.rows for each in row.values)):
            self.value(value, inner, span)

    def known(self, value: model.Value, given: Given) -> model.Value:
        """A value with the name it was given by, if it is no more than such a name."""
        while isinstance(value, model.Read) and value.index is None and value.variable in given:
            value = given[value.variable]
        return value

    def zone(self, place: model.ZonePlace, given: Given, span: Span) -> None:
        """Cards that are looked at."""
        zone = self.game.zones[place.variable.name]
        if zone.sight == "up" or zone.name in self.told:
            return
        if zone.sight == "owner" and place.index is not None and self.own(place.index, given):
            return
        self.told.add(zone.name)
        owner = f"{zone.name} of {self.looker}"
        if place.variable.each is not None and place.variable.each.kind == "side":
            owner = f"{zone.name} of side of {self.looker}"
        advice = f"only `{owner}` is in sight here" if zone.sight == "owner" else "only `size of` it may be asked here"
        self.world.report(errors.out_of_sight(span, zone.name, self.who, zone.span, advice))

    def choice(self, name: str, span: Span) -> None:
        """The answer to a choice that is looked at."""
        info = self.game.choices.get(name)
        if info is not None and info.secret and name not in self.told:
            self.told.add(name)
            advice = "only its chooser sees the answer: look at what was done with it instead"
            self.world.report(errors.out_of_sight(span, name, self.who, info.span, advice))

    def own(self, index: model.Value, given: Given) -> bool:
        """Whether an index is plainly the looker, or their side."""
        index = self.known(index, given)
        if isinstance(index, model.SideOf):
            index = self.known(index.player, given)
        return isinstance(index, model.Read) and index.variable.name == self.looker and index.index is None
