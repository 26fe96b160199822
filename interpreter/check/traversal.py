"""Going through the typed model: the parts of a statement or value, and what they use."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import model


def walk_values(value: model.Value) -> Iterator[model.Value]:
    yield value
    for part in list_parts(value):
        yield from walk_values(part)


def list_parts(value: model.Value) -> tuple[model.Value, ...]:
    match value:
        case model.Constant() | model.TextConstant() | model.OptionValue() | model.AllOfKind() | model.Offered():
            return ()
        case model.Read(_, index):
            return () if index is None else (index,)
        case (
            model.Total(inner)
            | model.SetOf(inner)
            | model.Not(inner)
            | model.OfSet(_, inner)
            | model.OfRoll(_, inner)
            | model.RollMatches(inner, _)
        ):
            return (inner,)
        case model.SideOf(inner) | model.PlayersOf(inner) | model.Turn(inner, _):
            return (inner,)
        case model.Calculation(_, left, right) | model.Comparison(_, left, right) | model.Moved(left, right, _, _):
            return (left, right)
        case model.Joined(left, right) | model.Without(left, right) | model.Contains(left, right):
            return (left, right)
        case model.Attribute(_, inner, _):
            return (inner,)
        case model.TopCard(zone):
            return list_zone_parts(zone)
        case model.TopCards(zone, number):
            return (*list_zone_parts(zone), number)
        case model.Within(inner, low, high):
            return (inner, low, high)
        case model.Both(parts) | model.Either(parts) | model.Applied(_, parts) | model.TableValue(_, _, parts):
            return parts
        case model.Chosen(condition, first, other):
            return (condition, first, other)
        case model.Summed(_, domain, condition, inner):
            return (domain, inner) if condition is None else (domain, condition, inner)
        case model.Quantified(_, _, domain, condition) | model.CountedDice(_, _, domain, condition):
            return (domain, condition)


def list_zone_parts(zone: model.ZonePlace) -> tuple[model.Value, ...]:
    """What says which of several zones is meant. It reads the zone too."""
    read = model.Read(zone.variable, zone.index, type=zone.variable.type, span=zone.span)
    return (read,)


def walk_statements(statements: tuple[model.Statement, ...]) -> Iterator[model.Statement]:
    for statement in statements:
        yield statement
        match statement:
            case model.Loop(body, _) | model.ForEach(_, _, _, body, _) | model.ForEachDie(_, _, _, body):
                yield from walk_statements(body)
            case model.When(cases):
                for case in cases:
                    yield from walk_statements(case.body)
            case _:
                pass


def list_values(statement: model.Statement) -> tuple[model.Value, ...]:
    match statement:
        case model.Tell(template):
            return tuple(hole.value for hole in template.holes)
        case model.RollDice(_, thrower, count):
            return tuple(each for each in (thrower, count) if each is not None)
        case model.Ask(_, chooser):
            return (chooser,)
        case model.DoTable(_, keys):
            return keys
        case model.Assign(_, index, value) | model.AddTo(_, index, value):
            return (value,) if index is None else (index, value)
        case model.Loop(_, until):
            return () if until is None else (until,)
        case model.When(cases):
            return tuple(case.condition for case in cases if case.condition is not None)
        case model.ForEach(_, domain, _, _, start):
            return (domain,) if start is None else (domain, start)
        case model.ForEachDie(_, roll, _, _):
            return (roll,)
        case model.EndPhase():
            return ()
        case model.Win(winner):
            return (winner,)
        case model.CallRoutine(_, arguments):
            return arguments
        case model.ShuffleZone(zone):
            return list_zone_parts(zone)
        case model.DealCards(number, source, target, _):
            return (*list_zone_parts(source), *list_zone_parts(target), *((number,) if number is not None else ()))
        case model.PutCards(cards, source, target, _):
            return (*list_zone_parts(source), *list_zone_parts(target), *((cards,) if cards is not None else ()))
        case model.SwapZones(first, second):
            return (*list_zone_parts(first), *list_zone_parts(second))
