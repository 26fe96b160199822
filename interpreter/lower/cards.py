"""Cards: zones in their slots, and from statements about cards to instructions.

Dealing goes card by card: one that is known to be next is lifted, otherwise the game stops for chance to say which it
is. What a deal needs beyond such a stop is kept in slots.
"""

from __future__ import annotations

from interpreter import model, program
from interpreter.check.lying_cards import find_lying
from interpreter.domains import MAX_SET_SIZE, NumberType
from interpreter.lower.builder import Builder
from interpreter.lower.card_values import lower_zone_index
from interpreter.lower.copies import make_zone_info
from interpreter.lower.scope import Scope, check_range, find_zone_number
from interpreter.lower.slot_layout import SlotLayout


def list_zone_infos(builder: Builder, layout: SlotLayout) -> tuple[program.ZoneInfo, ...]:
    return tuple(make_zone_info(builder, layout, each) for each in builder.game.zones.values())


def fill_zones(builder: Builder, layout: SlotLayout) -> None:
    """All cards where they lie when a game begins, in no known order; the members of a kind in its order."""
    for zone in builder.game.zones.values():
        if zone.full:
            everything, slot = (1 << layout.size_of_kind(zone.cards)) - 1, layout.slot(zone.variable)
            builder.emit(program.Move(slot, everything))
            if zone.ordered and zone.cards in builder.game.decks:
                builder.emit(program.Move(program.Slot(slot.index + 1), everything))
            elif zone.ordered:
                info = make_zone_info(builder, layout, zone)
                builder.emit(program.Move(program.Slot(info.height), info.cards))
                for place in range(info.cards):
                    builder.emit(program.Move(program.Slot(info.order + place), place))
            if zone.copies:
                _fill_copies(builder, make_zone_info(builder, layout, zone))


def _fill_copies(builder: Builder, zone: program.ZoneInfo) -> None:
    """How many there are of each card, where there are several."""
    builder.emit(program.Move(program.Slot(zone.many), zone.total))
    for first in dict.fromkeys((zone.counts(0), zone.loose_counts(0))):
        for card, number in enumerate(zone.copies):
            builder.emit(program.Move(program.Slot(first + card), number))


# ---- statements


def shuffle(scope: Scope, statement: model.ShuffleZone) -> None:
    zone, site = find_zone_number(scope.builder, statement.zone), scope.site(statement.span)
    scope.builder.emit(program.Mix(zone, lower_zone_index(scope, statement.zone), site))


def swap(scope: Scope, statement: model.SwapZones) -> None:
    builder, site = scope.builder, scope.site(statement.span)
    first, second = lower_zone_index(scope, statement.first), lower_zone_index(scope, statement.second)
    numbers = (find_zone_number(builder, statement.first), find_zone_number(builder, statement.second))
    builder.emit(program.Exchange(numbers[0], first, numbers[1], second, site))


def put(scope: Scope, statement: model.PutCards) -> None:
    """All cards of a place at once, or some of them one by one, lowest first."""
    builder, site = scope.builder, scope.site(statement.span)
    zone, onto = find_zone_number(builder, statement.source), find_zone_number(builder, statement.target)
    index, place = lower_zone_index(scope, statement.source), lower_zone_index(scope, statement.target)
    if statement.cards is None:
        builder.emit(program.Pour(zone, index, onto, place, int(statement.bottom), site))
        return
    rest, card = builder.register(), builder.register()
    builder.emit(program.Move(rest, scope.lower(statement.cards)))
    if find_lying(builder.game, statement.cards) is None:
        _put_each(scope, statement, (rest, card), (zone, index, onto, place))
        return
    wanted, there = builder.register(), statement.source.variable
    builder.emit(program.Move(wanted, rest))
    again, body, after = builder.block("put copies"), builder.block("one of each"), builder.block("copies put")
    builder.jump_to(again)
    lies = scope.lower(model.Read(there, statement.source.index, type=there.type, span=statement.span))
    builder.emit(program.Binary(rest, "and", wanted, lies, site))
    builder.branch(rest, body, after)
    builder.continue_in(body)
    _put_each(scope, statement, (rest, card), (zone, index, onto, place))
    builder.close(program.Jump(again))
    builder.continue_in(after)


def _put_each(
    scope: Scope,
    statement: model.PutCards,
    registers: tuple[program.Register, program.Register],
    places: tuple[int, program.Operand, int, program.Operand],
) -> None:
    """The cards of a set, one of each."""
    builder, site, (zone, index, onto, place) = scope.builder, scope.site(statement.span), places
    rest, card = registers
    builder.emit(program.Take(zone, index, rest, site))
    again, body, after = builder.block("put"), builder.block("put a card"), builder.block("put down")
    builder.jump_to(again)
    builder.branch(rest, body, after)
    builder.continue_in(body)
    builder.emit(program.Unary(card, "lowest", rest, site))
    builder.emit(program.Binary(rest, "xor", rest, builder.binary("shl", 1, card, site), site))
    builder.emit(program.Lay(onto, place, card, int(statement.bottom), site))
    builder.close(program.Jump(again))
    builder.continue_in(after)


def deal(scope: Scope, statement: model.DealCards) -> None:
    builder, site = scope.builder, scope.site(statement.span)
    source = _allocate_kept(scope, "source of a deal", lower_zone_index(scope, statement.source))
    target = _allocate_kept(scope, "target of a deal", lower_zone_index(scope, statement.target))
    if statement.number is None:
        _deal_one(scope, statement, source, target, site)
        return
    wanted = scope.lower(statement.number)
    most = sum(builder.game.zones[statement.source.variable.name].copies) or MAX_SET_SIZE
    check_range(scope, wanted, statement.number.type, NumberType(0, most), program.CheckInfo("dealt"), site)
    left = _allocate_slot(scope, "left to deal")
    builder.emit(program.Move(left, wanted))
    again, body, after = builder.block("deal"), builder.block("deal a card"), builder.block("dealt")
    builder.jump_to(again)
    builder.branch(left, body, after)
    builder.continue_in(body)
    builder.emit(program.Binary(left, "sub", left, 1, site))
    _deal_one(scope, statement, source, target, site)
    builder.close(program.Jump(again))
    builder.continue_in(after)


def _deal_one(scope: Scope, statement: model.DealCards, source: program.Kept, target: program.Kept, site: int) -> None:
    builder = scope.builder
    zone, onto = find_zone_number(builder, statement.source), find_zone_number(builder, statement.target)
    card = _allocate_slot(scope, "card dealt")
    known, unknown, then = builder.block("known card"), builder.block("card to draw"), builder.block("lay down")
    builder.emit(program.Peek(card, zone, source, site))
    builder.branch(builder.binary("ge", card, 0, site), known, unknown)
    builder.continue_in(known)
    builder.emit(program.Lift(card, zone, source, site))
    builder.close(program.Jump(then))
    builder.continue_in(unknown)
    builder.close(program.Draw(zone, source, onto, target, card, then, site))
    builder.continue_in(then)
    builder.emit(program.Lay(onto, target, card, int(statement.bottom), site))


def _allocate_kept(scope: Scope, name: str, index: program.Operand) -> program.Kept:
    if isinstance(index, int):
        return index
    slot = _allocate_slot(scope, name)
    scope.builder.emit(program.Move(slot, index))
    return slot


def _allocate_slot(scope: Scope, name: str) -> program.Slot:
    return scope.layout.slot(model.Variable(name, scope.routine, "local", NumberType(-1, MAX_SET_SIZE)))
