"""Cards: the kinds they make, the zones where they lie, single cards, what they have, and what is done with them.

Cards are members of a kind. Where two kinds make them, `rank of suit`, the cards come in the order of the ranks, and
within a rank in that of the suits: the card at place `rank * suits + suit`. A zone holds a set of cards; what is on
top of a pile is asked of it by `top of`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import model, syntax
from interpreter.check.boards import check_of_part, make_tiles
from interpreter.check.citations import describe_declaration, iterate_named
from interpreter.check.context import Context
from interpreter.check.convert import coerce, to_set
from interpreter.check.products import expect_member
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import cards as errors
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MAX_SET_SIZE, MemberType, NumberType, SetType
from interpreter.source import Span

MOST_CARDS = 1000
"""The most cards of one sort, where there are several of a card."""

# ---- declarations


def declare_cards(world: World) -> None:
    made: dict[tuple[str, str], Span] = {}
    for node in iterate_named(world, syntax.Cards, "kind"):
        _declare_deck(world, node, made)


def _declare_deck(world: World, node: syntax.Cards, made: dict[tuple[str, str], Span]) -> None:
    """One declaration; `made` has the places where pairs of kinds have been made into cards before."""
    name, written, shown = node.name.text, list[str](), list[str]()
    parts: list[tuple[str, str, int]] = []
    copies = list[int]()
    if any(isinstance(each, syntax.CardsOf) and each.tiles for each in node.cards):
        _declare_tiles(world, node)
        return
    for each, number in zip(node.cards, node.copies or [1] * len(node.cards), strict=True):
        if isinstance(each, syntax.Member):
            written.append(each.name.text)
            shown.append(each.label)
            copies.append(number)
            continue
        ranks, suits = (_find_plain_kind(world, kind) for kind in (each.rank, each.suit))
        if ranks is None or suits is None:
            world.log.poisoned.add(name)
            continue
        pair = (ranks.name, suits.name)
        if pair in made:
            world.report(errors.cards_twice(each.span, *pair, made[pair]))
            world.log.poisoned.add(name)
            continue
        made[pair] = each.span
        parts.append((*pair, len(written)))
        written += [f"{rank} of {suit}" for rank in ranks.members for suit in suits.members]
        shown += [f"{rank}{' of ' * suit[:1].isalnum()}{suit}" for rank in ranks.shown for suit in suits.shown]
        copies += [number] * (len(written) - len(copies))
    if len(written) > MAX_SET_SIZE:
        world.report(errors.too_many_cards(node.name.span, name, len(written), MAX_SET_SIZE))
        world.log.poisoned.add(name)
        written, shown = _declare_single_cards(world, node)
    elif sum(copies) > MOST_CARDS or 0 in copies:
        world.report(errors.too_many_copies(node.name.span, name, sum(copies), MOST_CARDS))
        copies = []
    if not written:
        written = shown = [f"{name} {number}" for number in range(MAX_SET_SIZE)]
    world.declared.kinds[name] = model.KindInfo(name, tuple(written), tuple(shown), span=node.name.span)
    several = len(copies) == len(written) and max(copies) > 1
    world.declared.decks[name] = model.DeckInfo(
        tuple(parts), tuple(copies) if several else (), **describe_declaration(world, node)
    )


def _declare_tiles(world: World, node: syntax.Cards) -> None:
    name, tiles = node.name.text, node.cards[0]
    alone = len(node.cards) == 1 and not node.copies and isinstance(tiles, syntax.CardsOf)
    info = make_tiles(world, node.name, (tiles.rank, tiles.suit)) if alone else None  # type: ignore[union-attr]
    if not alone:
        found, advice = f"`{name}` of tiles and other cards", "declare the others with a `cards` line of their own"
        world.report(types.wrong_type(node.name.span, found, "one set of tiles", advice))
    elif info is not None and len(info.members) > MAX_SET_SIZE:
        world.report(errors.too_many_cards(node.name.span, name, len(info.members), MAX_SET_SIZE))
        info = None
    if info is None:
        world.log.poisoned.add(name)
    world.declared.kinds[name] = info or model.KindInfo(name, (name,), (name,), span=node.name.span)
    world.declared.decks[name] = model.DeckInfo((), (), **describe_declaration(world, node))


def _declare_single_cards(world: World, node: syntax.Cards) -> tuple[list[str], list[str]]:
    """As many of the cards with names of their own as are possible; the others mean nothing any more."""
    single = [each for each in node.cards if isinstance(each, syntax.Member)]
    for each in single[MAX_SET_SIZE:]:
        world.log.poisoned.add(each.name.text)
        world.names.symbols.pop(each.name.text, None)
    possible = single[:MAX_SET_SIZE]
    return [each.name.text for each in possible], [each.label for each in possible]


def _find_plain_kind(world: World, name: syntax.Name) -> model.KindInfo | None:
    if world.find(name, "kind") is None:
        return None
    if name.text in world.declared.decks or name.text == "player" or name.text not in world.declared.kinds:
        world.report(errors.cards_of_cards(name.span, name.text))
        return None
    return world.declared.kinds[name.text]


def declare_zones(world: World) -> None:
    full: dict[str, Span] = {}
    for node in iterate_named(world, syntax.Zone, "zone"):
        _declare_zone(world, node, full)
    zones = {each.cards: each for each in reversed(world.declared.zones.values())}
    for name in dict.fromkeys((*world.declared.decks, *zones)):
        if name not in full and name not in world.log.poisoned:
            zone, deck = zones.get(name), world.declared.decks.get(name)
            span = deck.span if deck is not None else zones[name].span
            world.report(errors.cards_nowhere(span, name, zone.name if zone else "", deck is None))


def _declare_zone(world: World, node: syntax.Zone, full: dict[str, Span]) -> None:
    name, each = node.name.text, None
    if node.each is not None:
        if world.find_kind(node.each) is None:
            world.log.poisoned.add(name)
            return
        each = world.all_members(node.each.text)
    known, deck = world.find(node.cards, "kind") is not None, world.declared.decks.get(node.cards.text)
    if not known or (deck is None and not _can_lie(world, node.cards.text)):
        if node.cards.text in world.names.symbols and node.cards.text not in world.log.poisoned:
            world.report(errors.not_cards(node.cards.span, node.cards.text, list(world.declared.decks), MAX_SET_SIZE))
        world.log.poisoned.add(name)
        return
    check_owner(world, name, node.each, node.sight)
    if node.full is not None:
        _check_full(world, node, node.full, full)
    kind = world.all_members(node.cards.text)
    variable = model.Variable(name, "", "zone", SetType(kind), each, span=node.name.span)
    world.declared.variables[name] = variable
    world.declared.zones[name] = model.ZoneInfo(
        variable, node.cards.text, node.word == "pile", node.sight.face, node.full is not None,
        deck.copies if deck is not None else (), **describe_declaration(world, node),
    )  # fmt: skip


def _can_lie(world: World, kind: str) -> bool:
    """Whether the members of a kind that is no cards can lie in zones."""
    info = world.declared.kinds.get(kind)
    named = info is not None and info.numbers is None and len(info.members) <= MAX_SET_SIZE
    return named and not is_attribute(world, kind)


def check_owner(
    world: World, name: str, each: syntax.Name | None, sight: syntax.Sight, others: Sequence[str] = ()
) -> None:
    """See that what is seen by its player, or side, is there for each of them, and for each of `others` with them."""
    owner = sight.owner
    if owner is not None and (each is None or owner.text != each.text or owner.text not in ("player", "side")):
        world.report(errors.zone_owner(sight.span, name, owner.text, others))
    elif owner is not None:
        world.find(owner, "kind")


def _check_full(world: World, node: syntax.Zone, name: syntax.Name, full: dict[str, Span]) -> None:
    if name.text != node.cards.text:
        world.report(errors.zone_start(name.span, node.name.text, node.cards.text))
    elif node.each is not None:
        world.report(errors.zone_start_each(name.span, node.name.text, node.each.text))
    elif name.text in full:
        world.report(names.name_twice(name.span, name.text, full[name.text], "start", "start"))
    else:
        world.find(name, "kind")
    full.setdefault(node.cards.text, name.span)


# ---- single cards, and what they have


def find_card(context: Context, node: syntax.Of) -> model.Value:
    """`ace of clubs`, or the card with a rank and suit that are computed."""
    rank = context.infer(syntax.Reference(node.name.text, span=node.name.span))
    suit = context.infer(node.subject)
    decks = context.world.declared.decks
    if has_lost_cards(context.world):
        return context.world.make_invalid(node.span)
    ways = [(ranks, suits) for deck in decks.values() for ranks, suits, _ in deck.parts]
    if isinstance(rank.type, MemberType) and isinstance(suit.type, MemberType):
        for name, deck in decks.items():
            for ranks, suits, first in deck.parts:
                if rank.type.kind == ranks and suit.type.kind == suits:
                    return _make_card(context.world, name, first, rank, suit, node.span)
    return context.refuse(errors.no_such_card(node.span, _describe_sort(rank), _describe_sort(suit), ways), rank, suit)


def _describe_sort(value: model.Value) -> str:
    """The kind of a member; what else it is of something else."""
    return value.type.kind if isinstance(value.type, MemberType) else describe_type(value.type)


def _make_card(world: World, name: str, first: int, rank: model.Value, suit: model.Value, span: Span) -> model.Value:
    assert isinstance(suit.type, MemberType)
    number = len(world.declared.kinds[suit.type.kind].members)
    whole = world.all_members(name)
    if isinstance(rank, model.Constant) and isinstance(suit, model.Constant):
        place = first + rank.value * number + suit.value
        return model.Constant(place, type=MemberType(name, place, place), span=span)
    scale = model.Constant(number, type=NumberType(number, number), span=span)
    start = model.Constant(first, type=NumberType(first, first), span=span)
    row = model.Calculation("mul", rank, scale, type=NumberType(0, MAX_SET_SIZE), span=span)
    within = model.Calculation("add", row, suit, type=NumberType(0, MAX_SET_SIZE), span=span)
    return model.Calculation("add", within, start, type=whole, span=span)


def is_attribute(world: World, name: str) -> bool:
    """Whether cards have this: `rank of` a card, `suit of` a card."""
    symbol = world.names.symbols.get(name)
    if symbol is not None and symbol.word == "kind" and has_lost_cards(world):
        return True
    return any(name in (ranks, suits) for deck in world.declared.decks.values() for ranks, suits, _ in deck.parts)


def has_lost_cards(world: World) -> bool:
    """Whether cards are declared by a line with a mistake, so that nobody knows what they have."""
    return bool(world.log.poisoned & world.declared.decks.keys()) or "cards" in world.log.unread


def check_attribute(context: Context, node: syntax.Of) -> model.Value:
    """What a card has: the member of `node.name`'s kind that it was made of."""
    world, name = context.world, node.name.text
    card = context.infer(node.subject)
    deck = world.declared.decks.get(card.type.kind) if isinstance(card.type, MemberType) else None
    if deck is None and (part := check_of_part(context, node, card)) is not None:
        return part
    if has_lost_cards(world):
        return world.make_invalid(node.span)
    if deck is None or not any(name in (ranks, suits) for ranks, suits, _ in deck.parts):
        return world.mismatch(card, f"a card that has a {name}")
    world.find(node.name, "kind")
    values = list_attributes(world.declared.kinds, deck, name)
    return model.Attribute(name, card, values, type=world.type_of_kind(name), span=node.span)


def list_attributes(kinds: dict[str, model.KindInfo], deck: model.DeckInfo, name: str) -> tuple[int, ...]:
    """For each card of a deck the number of its rank, or suit: that which it is, or its place in that kind; -1 where it
    has none."""
    found, numbers = [-1] * len(kinds[deck.name].members), kinds[name].numbers
    start = numbers.low if numbers is not None else 0
    for ranks, suits, first in deck.parts:
        number = len(kinds[suits].members)
        for place in range(len(kinds[ranks].members) * number):
            if name == ranks:
                found[first + place] = start + place // number
            elif name == suits:
                found[first + place] = start + place % number
    return tuple(found)


# ---- zones


def check_zone(context: Context, name: syntax.Name, subject: syntax.Expression | None) -> model.ZonePlace | None:
    world = context.world
    symbol = world.names.symbols.get(name.text)
    world.find(name, "zone")
    variable = world.declared.variables.get(name.text)
    if symbol is None or symbol.word != "zone" or variable is None:
        return None
    if variable.each is None and subject is None:
        return model.ZonePlace(variable, None, span=name.span)
    if variable.each is not None and subject is not None:
        return model.ZonePlace(variable, expect_member(context, subject, variable.each), span=name.span)
    kind = variable.each.kind if variable.each is not None else ""
    report = types.needs_of(name.span, name.text, kind) if kind else types.no_of(name.span, name.text, "single zone")
    world.report(report)
    return None


def check_top(context: Context, node: syntax.TopOf) -> model.Value:
    """The cards on top of a pile; or what a game keeps that has something called `top` for each of a kind."""
    if node.number is None and "top" in context.world.names.symbols and not _is_zone(context.world, node.zone):
        zone = syntax.Reference(node.zone.text, span=node.zone.span)
        subject = zone if node.subject is None else syntax.Of(node.zone, node.subject, span=node.span)
        return context.infer(syntax.Of(syntax.Name("top", span=node.span), subject, span=node.span))
    place = check_zone(context, node.zone, node.subject)
    number = context.infer(node.number) if node.number is not None else None
    if place is None or not _check_pile(context, place, "top"):
        return context.world.make_invalid(node.span)
    kind = place.variable.type
    assert isinstance(kind, SetType)
    assert isinstance(kind.member, MemberType)
    if number is None:
        return model.TopCard(place, type=kind.member, span=node.span)
    most = sum(context.world.declared.zones[place.variable.name].copies) or kind.member.high + 1
    return model.TopCards(place, coerce(context.world, number, NumberType(0, most)), type=kind, span=node.span)


def check_end(context: Context, node: syntax.Of) -> model.Value | None:
    """`first of queue` or `last of queue`: who is at the bottom of a pile of members, or on top; nothing for others."""
    match node.subject:
        case syntax.Reference(word):
            name, subject = syntax.Name(word, span=node.subject.span), None
        case syntax.Of(name, subject):
            pass
        case _:
            return None
    info = context.world.declared.zones.get(name.text)
    if node.name.text not in ("first", "last") or info is None or info.cards in context.world.declared.decks:
        return None
    place = check_zone(context, name, subject)
    if place is None or not _check_pile(context, place, node.name.text):
        return context.world.make_invalid(node.span)
    kind = context.world.all_members(info.cards)
    return model.TopCard(place, node.name.text == "first", type=kind, span=node.span)


def _is_zone(world: World, name: syntax.Name) -> bool:
    symbol = world.names.symbols.get(name.text)
    return symbol is not None and symbol.word == "zone"


def _check_pile(context: Context, place: model.ZonePlace, what: str) -> bool:
    """Whether a zone is a pile; if it is a hand, that is reported."""
    info = context.world.declared.zones.get(place.variable.name)
    if info is not None and not info.ordered:
        context.world.report(errors.hand_has_no_order(place.span, info.name, what, info.span))
        return False
    return True


# ---- what is done with cards


def check_card_statement(
    context: Context, node: syntax.Shuffle | syntax.Deal | syntax.Put | syntax.Swap
) -> model.Statement | None:
    match node:
        case syntax.Shuffle(where):
            place = check_zone(context, where.name, where.subject)
            shuffled = place is not None and _check_pile(context, place, "shuffle")
            return model.ShuffleZone(place, span=node.span) if place is not None and shuffled else None
        case syntax.Swap(one, other):
            zones = _check_two_zones(context, one, other, node.span)
            if zones is None or not _check_same_order(context, *zones):
                return None
            return model.SwapZones(*zones, span=node.span)
        case syntax.Deal(number_node, source, target):
            number = context.expect_optional(number_node, NumberType(0, MOST_CARDS))
            zones = _check_two_zones(context, source, target.zone, node.span)
            if zones is None or not _check_pile(context, zones[0], "deal"):
                return None
            return model.DealCards(number, *zones, target.bottom, span=node.span)
        case syntax.Put(cards_node, source, target):
            zones = _check_two_zones(context, source, target.zone, node.span)
            if zones is None:
                return None
            cards = context.expect_optional(cards_node, zones[0].variable.type)
            return model.PutCards(to_set(cards) if cards else None, *zones, target.bottom, span=node.span)


def _check_two_zones(
    context: Context, source: syntax.Place, target: syntax.Place, span: Span
) -> tuple[model.ZonePlace, model.ZonePlace] | None:
    first, second = (check_zone(context, each.name, each.subject) for each in (source, target))
    if first is None or second is None:
        return None
    if first.variable.type != second.variable.type:
        cards = [context.world.declared.zones[each.variable.name].cards for each in (first, second)]
        context.world.report(errors.other_cards(span, cards[0], cards[1]))
        return None
    return first, second


def _check_same_order(context: Context, first: model.ZonePlace, second: model.ZonePlace) -> bool:
    """Whether both zones are piles, or both are hands: nothing says in which order the cards of a hand would lie."""
    ordered = [context.world.declared.zones[each.variable.name].ordered for each in (first, second)]
    return not any(ordered) or all(_check_pile(context, each, "swap") for each in (first, second))
