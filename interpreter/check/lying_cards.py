"""Where there are several of a card: what is asked of the place they lie in, and what a set of them would lose.

The value of a zone is a set, which has each card once. Where cards are counted, added up or visited at the place
where they lie, each is met as often as it is there. Anywhere else the set would quietly be less than what lies there,
and so it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from interpreter import model
from interpreter.check.information_flow import find_counted_zone
from interpreter.check.traversal import list_parts, walk_statements
from interpreter.check.world import World
from interpreter.diagnostics.messages import cards as errors


def find_lying(game: model.Model, value: model.Value) -> model.Read | None:
    """The zone whose cards a value is, or those of them for which something holds, if there are several of a card."""
    return _find_in(game.zones, value)


def count_lying(world: World, value: model.Value) -> int:
    """How many cards can lie where a value says, if there are several of a card; otherwise 0."""
    found = _find_in(world.declared.zones, value)
    return sum(world.declared.zones[found.variable.name].copies) if found is not None else 0


def _find_in(zones: Mapping[str, model.ZoneInfo], value: model.Value) -> model.Read | None:
    match value:
        case model.Read() if value.variable.role == "zone":
            zone = zones.get(value.variable.name)
            return value if zone is not None and zone.copies else None
        case model.Quantified("those", _, members, _, False):
            return _find_in(zones, members)
        case _:
            return None


# ---- where a set of them would lose some

Asked: TypeAlias = tuple[model.Value, bool]
"""A value, and whether each card is met there as often as there are copies of it there, or that makes no difference."""


def check_lying_cards(world: World, game: model.Model) -> None:
    if any(deck.copies for deck in game.decks.values()):
        for value, counts in _list_values(game):
            _check_value(world, game, value, counts)


def _check_value(world: World, game: model.Model, value: model.Value, counts: bool) -> None:
    """Report the cards of a place where the set of them is taken for all of them."""
    lying = find_lying(game, value)
    if lying is not None and not counts:
        zone, place = lying.variable, lying.span.on_one_line
        world.report(errors.copies_lost(value.span, zone.name, place, zone.each.kind if zone.each else ""))
        return
    for part in list_parts(value):
        _check_value(world, game, part, _meets_each(value, part, counts))


def _meets_each(value: model.Value, part: model.Value, counts: bool) -> bool:
    if find_counted_zone(value) is not None:
        return True
    match value:
        case model.Quantified("those", _, members, _, False) if part is members:
            return counts
        case model.Quantified(_, _, members, _, subsets) | model.Summed(_, members, _, _, subsets):
            return part is members and not subsets
        case model.Best():
            return part is value.among and not value.subsets and value.many is None
        case model.OfSet() | model.Contains():
            return True
        case model.TopCard() | model.TopCards():
            return isinstance(part, model.Read) and part.variable == value.zone.variable
        case _:
            return False


def _list_values(game: model.Model) -> Iterator[Asked]:
    """The values of a game, but for those from which a choice picks."""
    states = [state for routine in game.routines.values() for state in routine.state]
    bodies = [routine.body for routine in game.routines.values()]
    bodies += [state.consequence for state in states]
    bodies += [action for table in game.tables.values() for action in table.actions]
    yield from (found for body in bodies for found in _list_in(body))
    declared = (game.defines, game.tables, game.strategies, game.measures)
    infos = [*states, *(each for named in declared for each in named.values())]
    yield from ((each, False) for info in infos for each in list_parts(info))
    yield from ((each, False) for info in game.choices.values() for each in (*info.conditions, info.default))
    for view in game.views.values():
        shown = {id(hole.value) for line in view.lines for hole in line.template.holes}
        yield from ((each, id(each) in shown) for each in list_parts(view))
    entries = [each for example in game.examples for each in (*example.script, *example.expectations)]
    yield from ((each.condition, False) for each in entries if isinstance(each, model.ExpectCondition))


def _list_in(statements: tuple[model.Statement, ...]) -> Iterator[Asked]:
    """What statements compute, without the places that cards are moved from and to."""
    for statement in walk_statements(statements):
        match statement:
            case model.ShuffleZone() | model.DealCards() | model.SwapZones() | model.PutCards(None):
                pass
            case model.PutCards(cards) if cards is not None:
                yield cards, True
            case _:
                told = isinstance(statement, model.Tell)
                through = statement.set if isinstance(statement, model.ForEach) and not statement.repeated else None
                yield from ((each, told or each is through) for each in list_parts(statement))
