"""Tables on cards: which key each card of a deck has, so that odds can be given over the whole deck.

All parts of the key have to be asked of one and the same card: the card itself, its rank, its suit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter import model
from interpreter.domains import Domain, MemberType


def find_card_keys(
    values: Sequence[model.Value],
    domains: Sequence[Domain],
    decks: Mapping[str, model.DeckInfo],
    kinds: Mapping[str, model.KindInfo],
) -> tuple[int, ...]:
    """The key of each card, numbered with the last part fastest; nothing if it is no table on cards. It is -1 for cards
    that the table has no key for, such as a joker that has no rank."""
    asked = {value.card if isinstance(value, model.Attribute) else value for value in values}
    deck = _find_deck(next(iter(asked)), decks) if len(asked) == 1 else None
    if deck is None:
        return ()
    found = []
    for card in range(len(kinds[deck].members)):
        key: int | None = 0
        for value, domain in zip(values, domains, strict=True):
            place = domain.index.get(value.values[card] if isinstance(value, model.Attribute) else card)
            key = None if place is None or key is None else key * domain.size + place
        times = decks[deck].copies[card] if decks[deck].copies else 1
        found += [-1 if key is None else key] * times
    return tuple(found)


def _find_deck(card: model.Value, decks: Mapping[str, model.DeckInfo]) -> str | None:
    return card.type.kind if isinstance(card.type, MemberType) and card.type.kind in decks else None
