"""Cards as values: those on top of a zone, their attributes, and how many there are with their copies."""

from __future__ import annotations

from typing import assert_never

from interpreter import model, program
from interpreter.check.lying_cards import find_lying
from interpreter.domains import MAX_SET_SIZE, NumberType
from interpreter.lower.copies import Lying, make_lying
from interpreter.lower.scope import Scope, check_range, find_zone_number
from interpreter.lower.set_loops import go_through


def find_copies_of(scope: Scope, value: model.Value) -> Lying | None:
    """The zone that a value reads, if it may hold several of a card."""
    read = find_lying(scope.builder.game, value)
    if read is None:
        return None
    return make_lying(scope, read, 0 if read.index is None else scope.lower(read.index))


def lower_of_set(scope: Scope, operator: str, members: model.Value, site: int) -> program.Operand:
    lying = find_copies_of(scope, members) if operator == "size" else None
    if lying is None:
        return scope.builder.unary(operator, scope.lower(members), site)
    if isinstance(members, model.Read):
        return lying.count_all(scope.builder)
    target, whole = scope.builder.register(), scope.lower(members)
    scope.builder.emit(program.Move(target, 0))
    for met in go_through(scope, members.type, whole, False, site):
        scope.builder.jump_to(met.met)
        scope.builder.emit(program.Binary(target, "add", target, lying.count(scope.builder, met.one), site))
        scope.builder.close(program.Jump(met.following))
    return target


def lower_zone_index(scope: Scope, place: model.ZonePlace) -> program.Operand:
    return 0 if place.index is None else scope.lower(place.index)


def lower_card_value(
    scope: Scope, value: model.TopCard | model.TopCards | model.Attribute, site: int
) -> program.Operand:
    match value:
        case model.TopCard(zone, bottom):
            return _lower_end(scope, zone, bottom, site)
        case model.TopCards(zone, number):
            wanted = scope.lower(number)
            most = sum(scope.builder.game.zones[zone.variable.name].copies) or MAX_SET_SIZE
            check_range(scope, wanted, number.type, NumberType(0, most), program.CheckInfo("cards"), site)
            return _lower_tops(scope, zone, wanted, site)
        case model.Attribute(name, card, values):
            return _lower_attribute(scope, name, scope.lower(card), values, site)
        case _:
            assert_never(value)


def _lower_end(scope: Scope, place: model.ZonePlace, bottom: bool, site: int) -> program.Operand:
    """The card on top; or the one at the bottom, which all have that those above it do not have."""
    builder = scope.builder
    if bottom:
        lying = scope.lower(model.Read(place.variable, place.index, type=place.variable.type, span=place.span))
        size = builder.binary("max", builder.unary("size", lying, site), 1, site)
        above = _lower_tops(scope, place, builder.binary("sub", size, 1, site), site)
        target = builder.binary("xor", _lower_tops(scope, place, size, site), above, site)
    else:
        target = _lower_tops(scope, place, 1, site)
    return builder.unary("lowest", target, site)


def _lower_tops(scope: Scope, place: model.ZonePlace, number: program.Operand, site: int) -> program.Operand:
    zone, target = find_zone_number(scope.builder, place), scope.builder.register()
    scope.builder.emit(program.Reveal(target, zone, lower_zone_index(scope, place), number, site))
    return target


def _lower_attribute(
    scope: Scope, name: str, card: program.Operand, values: tuple[int, ...], site: int
) -> program.Operand:
    found = scope.builder.lookup(values, card, site)
    if -1 in values:
        scope.builder.check(found, 0, max(values), program.CheckInfo("attribute", name), site)
    return found
