"""Describes some keys of a table for a message: patterns to name them by, and how likely they are.

Keys with several parts are gathered into boxes: the values of the first part that go with the same values of the
others stand together. Odds are counts of rolls and exact: where only some parts are chance, the rolls are counted
for each combination of the others, and combinations with the same count stand together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod

from interpreter import model
from interpreter.diagnostics.messages.tables import MAX_LISTED_KEYS, Box, KeyFacts, OddsFacts
from interpreter.domains import Domain, MemberType, RollType, write_patterns

SEPARATE_ODDS = 3
"""Up to this many different odds are given one by one; more than that as the least and the most."""


def collect_key_facts(domains: Sequence[Domain], keys: Sequence[int], cards: Sequence[int] = ()) -> KeyFacts:
    """Patterns and odds of some keys, numbered with the last part fastest; `keys` in ascending order. Where the table
    is on cards, `cards` are the keys of all cards of the deck, -1 for those it is not for."""
    named = _name_boxes(domains, keys)
    of = sum(card >= 0 for card in cards)
    if of:
        wanted = frozenset(keys)
        share = sum(card in wanted for card in cards)
        return KeyFacts(named, (OddsFacts(share, share, of, narrowed=of < len(cards), cards=True),))
    return KeyFacts(named, tuple(_compute_odds(domains, keys)))


def _name_boxes(domains: Sequence[Domain], keys: Sequence[int]) -> tuple[Box, ...]:
    sizes = [domain.size for domain in domains]
    return tuple(
        # boxes that will be counted and not shown need no names
        tuple(write_patterns(domain, part) for domain, part in zip(domains, box, strict=True))
        if at <= MAX_LISTED_KEYS
        else ((),)
        for at, box in enumerate(_make_boxes(keys, sizes))
    )


def _make_boxes(keys: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[frozenset[int], ...]]:
    """The keys as boxes that do not overlap: for each part a set, any of it with any of the others."""
    if len(sizes) == 1:
        yield (frozenset(keys),)
        return
    width = prod(sizes[1:])
    by_first: dict[int, list[int]] = {}
    for key in keys:
        by_first.setdefault(key // width, []).append(key % width)
    together: dict[tuple[int, ...], list[int]] = {}
    for first, rest in by_first.items():
        together.setdefault(tuple(rest), []).append(first)
    for others, firsts in together.items():
        for box in _make_boxes(others, sizes[1:]):
            yield (frozenset(firsts), *box)


def _compute_odds(domains: Sequence[Domain], keys: Sequence[int]) -> Iterator[OddsFacts]:
    chance = [domain for domain in domains if domain.chance]
    if not chance or not _is_independent(chance):
        return
    of = prod(domain.weight for domain in chance)
    together, narrowed = len(chance) > 1, any(domain.is_narrowed for domain in chance)
    others = [domain for domain in domains if not domain.chance]
    by_count = _group_by_count(domains, keys)
    if len(by_count) > SEPARATE_ODDS:
        yield OddsFacts(min(by_count), max(by_count), of, together, narrowed)
        return
    everywhere = prod(domain.size for domain in others)
    for count, combinations in sorted(by_count.items()):
        among = () if len(combinations) == everywhere else _name_boxes(others, combinations)
        yield OddsFacts(count, count, of, together, narrowed, among)


def _is_independent(chance: Iterable[Domain]) -> bool:
    """Whether no dice come twice: then what one part shows would settle the other."""
    dice = [domain.type.dice if isinstance(domain.type, RollType) else domain.dice for domain in chance]
    named = [each for each in dice if each]
    return len(named) == len(set(named))


def _group_by_count(domains: Sequence[Domain], keys: Sequence[int]) -> dict[int, list[int]]:
    """The combinations of the parts that are not chance, by how many of the keys have them."""
    counts: dict[int, int] = {}
    for key in keys:
        combination, scale, weight = 0, 1, 1
        for domain in reversed(domains):
            key, at = divmod(key, domain.size)
            if not domain.chance:
                combination, scale = combination + at * scale, scale * domain.size
            elif domain.weights:
                weight *= domain.weights[at]
        counts[combination] = counts.get(combination, 0) + weight
    by_count: dict[int, list[int]] = {}
    for combination, count in sorted(counts.items()):
        by_count.setdefault(count, []).append(combination)
    return by_count


# ---- tables on cards


def find_card_keys(
    values: Sequence[model.Value],
    domains: Sequence[Domain],
    decks: Mapping[str, model.DeckInfo],
    kinds: Mapping[str, model.KindInfo],
) -> tuple[int, ...]:
    """The key of each card of a deck, numbered with the last part fastest; nothing unless all parts of the key are of
    one and the same card. It is -1 for cards that the table has no key for, such as a joker that has no rank."""
    asked = {value.card if isinstance(value, model.Attribute) else value for value in values}
    kind = next(iter(asked)).type
    deck = kind.kind if isinstance(kind, MemberType) else ""
    if len(asked) > 1 or deck not in decks:
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
