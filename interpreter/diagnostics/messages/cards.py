"""Cards and the zones where they lie: too many, in no zone, of the wrong sort, or out of a player's sight."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Fix, Label
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Span


def too_many_cards(span: Span, name: str, number: int, most: int) -> Diagnostic:
    return Diagnostic("too-many-cards", span,
        f"`{name}` would be {number:,} different cards; at most {most} are possible",
        label=f"{number:,} cards",
        help="leave some out, or declare two packs with piles of their own; copies of a card count once, "
        "as in `cards shoe: 6 of rank of suit`",
    )


def too_many_copies(span: Span, name: str, number: int, most: int) -> Diagnostic:
    """Several copies of each card, and too many in all; or no copy at all."""
    return Diagnostic("too-many-cards", span,
        f"`{name}` would be {number:,} cards; there must be at least one of each, and at most {most:,} in all",
        label=f"{number:,} cards",
        help="write how many there are of each, as in `cards shoe: 6 of rank of suit`, and omit cards with no copies",
    )


def copies_lost(span: Span, zone: str, place: str, owner: str) -> Diagnostic:
    """Cards with several copies, used as a set, which has each of them once; `place` is the zone as it is written
    there, and `owner` the kind whose members have one each."""
    define = f"`define NAME (who: {owner}) = sum of ... for card in {zone} of who`"
    instead = f"; a definition takes the {owner} instead: {define}" if owner else ""
    return Diagnostic("copies-lost", span,
        f"`{zone}` may hold several copies of a card, and a set holds each card only once",
        label="copies would be lost here",
        help=f"go through the cards one by one, as in `sum of ... for card in {place}`{instead}",
    )


def cards_twice(span: Span, ranks: str, suits: str, first: Span) -> Diagnostic:
    """Two kinds that are combined into cards a second time."""
    return Diagnostic("name-twice", span,
        f"the cards `{ranks} of {suits}` are declared twice",
        label="declared again here",
        labels=(Label(first, "first declared here"),),
        help=f"for two of each card write `2 of {ranks} of {suits}`; for a second pack that looks different declare "
        f"another kind and use it instead of `{suits}`",
    )


def cards_of_cards(span: Span, name: str) -> Diagnostic:
    return Diagnostic("not-cards", span,
        f"cards cannot be made of `{name}`",
        label="expected a kind",
        help="write two kinds, as in `rank of suit`, and declare each with a `kind` line",
    )


def not_cards(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    guess = find_nearest(name, known) or (known[0] if len(known) == 1 else None)
    return Diagnostic("not-cards", span,
        f"a zone holds cards, and `{name}` is not the name of any cards",
        label="expected the name of a `cards` line",
        help=f"did you mean `{guess}`?" if guess else "declare the cards first, as in `cards standard: rank of suit`",
        fix=Fix(span, guess) if guess else None,
    )


def cards_nowhere(span: Span, name: str, zone: str) -> Diagnostic:
    where = f"write `= all {name}` at the end of the line of the zone where they begin, for example `{zone}`"
    return Diagnostic("cards-nowhere", span,
        f"no zone holds the cards `{name}` when the game begins",
        label="not in any zone",
        help=where if zone else f"declare a zone for them: `pile stock : {name}, face down = all {name}`",
        about=(name,),
    )


def zone_start(span: Span, zone: str, cards: str) -> Diagnostic:
    """A zone that would begin with cards that it is not for."""
    return Diagnostic("zone-start", span,
        f"`{zone}` is for `{cards}` and cannot begin with other cards",
        label="other cards",
        help=f"write `= all {cards}`",
    )


def zone_start_each(span: Span, zone: str, each: str) -> Diagnostic:
    """Every one of several zones would begin with all the cards."""
    return Diagnostic("zone-start", span,
        f"there is a `{zone}` for each {each}, and they cannot all hold the same cards",
        label="all the cards in each of them",
        help="put the cards into a pile of their own, and deal them when the game begins",
    )


def zone_owner(span: Span, zone: str, owner: str, kinds: Sequence[str] = ()) -> Diagnostic:
    """A zone, or what is kept for each of some kinds, seen by an owner it does not have, or by what is neither a player
    nor a side."""
    who = owner if owner in ("player", "side") else "player"
    somebody = who == owner
    label = "the first kind is the owner" if owner in kinds else f"there is not one for each {owner}"
    together = " and ".join([who, *(each for each in kinds if each != who)])
    return Diagnostic("zone-owner", span,
        f"`{zone}` does not belong to a {owner} who could see it"
        if somebody
        else f"`{zone}` cannot be seen by its {owner}: only a player or a side can see it",
        label=label if somebody else "expected `player` or `side`",
        help=f"write `{zone} of each {together}` with `seen by its {who}`; or write `face up` (everyone sees it) "
        "or `face down` (nobody does)",
    )


def no_such_card(span: Span, first: str, second: str, ways: Sequence[tuple[str, str]]) -> Diagnostic:
    """`x of y` where no cards are made of such a pair; `ways` are the pairs of kinds that cards are made of."""
    if (second, first) in ways:
        advice = f"put the {second} before `of` and the {first} after it"
    elif ways:
        made = ", ".join(f"`{rank} of {suit}`" for rank, suit in ways)
        advice = f"name a card the way the cards are declared: {made}"
    else:
        advice = "declare cards made of two kinds first, as in `cards standard: rank of suit`"
    return Diagnostic("no-such-card", span,
        f"there is no card `{span.text}`",
        label=f"no cards are made of {_quoted(first)} and {_quoted(second)} in this order",
        help=advice,
    )


def hand_has_no_order(span: Span, name: str, what: str, declared: Span) -> Diagnostic:
    """The top of a hand, a hand shuffled, dealt from, or swapped with a pile."""
    doing = {
        "top": "has no top",
        "shuffle": "cannot be shuffled",
        "deal": "has no top to deal from",
        "swap": "cannot be swapped with a pile",
    }[what]
    return Diagnostic("hand-has-no-order", span,
        f"`{name}` is a hand and {doing}",
        label="a hand",
        labels=(Label(declared, "declared here"),),
        help=f"name the cards, as in `put ... from {name} to ...`, or declare `{name}` as a `pile`",
    )


def other_cards(span: Span, first: str, second: str) -> Diagnostic:
    return Diagnostic("other-cards", span,
        f"cards of `{first}` cannot go to a zone for `{second}`",
        label="these are not the cards that this zone is for",
        help="choose a zone that is declared for the same cards",
    )


@dataclass(frozen=True)
class HiddenState:
    """Where a state is given something hidden, and the name of that."""

    name: str
    span: Span
    source: str


def out_of_sight(
    span: Span, name: str, who: str, declared: Span, advice: str, state: HiddenState | None = None
) -> Diagnostic:
    """A strategy or a view that looks at cards, an answer, or a state, that it may not see. `state` says why a state is
    hidden, or another from which it gets its value."""
    depends = f", which depends on `{state.name}`" if state is not None and state.name != name else ""
    found = f"`{state.name}` gets its value here from `{state.source}`, which is hidden" if state is not None else ""
    why = (Label(state.span, found),) if state is not None else ()
    return Diagnostic("out-of-sight", span,
        f"{who} may not look at `{name}`{depends}",
        label="hidden here",
        labels=(Label(declared, "declared here"), *why),
        help=advice,
    )


def card_not_named(span: Span) -> Diagnostic:
    return Diagnostic("card-not-named", span,
        "expected the name of a card after `draw`",
        label="not a single card",
        help="name the card that is drawn, as in `draw ace of hearts`; separate several by commas",
    )


def _quoted(sort: str) -> str:
    """The name of a kind in quotes; a description as it is."""
    return sort if " " in sort else f"`{sort}`"
