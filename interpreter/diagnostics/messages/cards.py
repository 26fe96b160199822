"""Cards and the zones where they lie: too many, nowhere, of the wrong sort, or out of a player's sight."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Label
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Span


def too_many_cards(span: Span, name: str, number: int, most: int) -> Diagnostic:
    return Diagnostic("too-many-cards", span,
        f"`{name}` would be {number} cards; there can be at most {most} of one sort",
        label=f"{number} cards",
        help="leave some out, or declare two sorts of cards, each with piles of its own; cards that are alike count "
        "once, as in `cards shoe: 6 of rank of suit`",
    )


def too_many_copies(span: Span, name: str, number: int, most: int) -> Diagnostic:
    """Cards of which there are several, and too many in all; or of which there would be none."""
    return Diagnostic("too-many-cards", span,
        f"`{name}` would be {number} cards; there can be at most {most} in all, and at least one of each",
        label=f"{number} cards",
        help="say of each how many there are, as in `cards shoe: 6 of rank of suit`; what there is none of is left out",
    )


def copies_lost(span: Span, zone: str) -> Diagnostic:
    """Cards of which there are several, taken as a set, which has each of them once."""
    return Diagnostic("copies-lost", span,
        f"a set has each card once, and in `{zone}` there may be several of one",
        label="some of these cards would be lost",
        help=f"ask it of the cards where they lie: `count of card in {zone} where ...`, "
        f"`sum of ... for card in {zone}`, `for each card in {zone}`; a definition or rule is given whose cards "
        "they are, and not the cards",
    )


def cards_twice(span: Span, ranks: str, suits: str, first: Span) -> Diagnostic:
    """Two kinds that are made into cards a second time."""
    return Diagnostic("name-twice", span,
        f"the cards `{ranks} of {suits}` are made twice",
        label="made again here",
        labels=(Label(first, "made here first"),),
        help=f"if there are two of each, write `2 of {ranks} of {suits}`; for a second pack that is told from the "
        f"first declare another kind, as `{suits}` is declared",
    )


def cards_of_cards(span: Span, name: str) -> Diagnostic:
    return Diagnostic("not-cards", span,
        f"cards cannot be made of `{name}`",
        label="not a kind declared with `kind`",
        help="cards are made of two kinds, `rank of suit`, each declared in a `kind` line",
    )


def not_cards(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    guess = find_nearest(name, known) or (known[0] if len(known) == 1 else None)
    return Diagnostic("not-cards", span,
        f"a zone holds cards, and `{name}` are none",
        label="here the name of a `cards` line is wanted",
        help=f"did you mean `{guess}`?" if guess else "declare the cards first, as in `cards standard: rank of suit`",
        fix=Fix(span, guess) if guess else None,
    )


def cards_nowhere(span: Span, name: str, zone: str) -> Diagnostic:
    where = f"end the line of the zone they lie in at the start, `{zone}` perhaps, with `= all {name}`"
    return Diagnostic("cards-nowhere", span,
        f"nothing says where the cards `{name}` lie when the game begins",
        label="in no zone at the start",
        help=where if zone else f"declare a zone for them: `pile stock : {name}, face down = all {name}`",
    )


def zone_start(span: Span, zone: str, cards: str) -> Diagnostic:
    """A zone that would begin with other cards than it is for."""
    return Diagnostic("zone-start", span,
        f"`{zone}` is for `{cards}` and can begin with no other cards",
        label="other cards",
        help=f"write `= all {cards}`",
    )


def zone_start_each(span: Span, zone: str, each: str) -> Diagnostic:
    """Every one of several zones would begin with all the cards."""
    return Diagnostic("zone-start", span,
        f"there is a `{zone}` for each {each}, and each card can lie in one of them only",
        label="all the cards in each",
        help="let the cards begin in a pile of their own, and deal them when the game begins",
    )


def zone_owner(span: Span, zone: str, owner: str, kinds: Sequence[str] = ()) -> Diagnostic:
    """A zone, or what is kept for each of some kinds, seen by an owner it does not have, or by what is neither a player
    nor a side."""
    who = owner if owner in ("player", "side") else "player"
    somebody = who == owner
    label = "the first kind says whose it is" if owner in kinds else f"there is not one for each {owner}"
    together = " and ".join([who, *(each for each in kinds if each != who)])
    return Diagnostic("zone-owner", span,
        f"`{zone}` has no {owner} of its own who could see it"
        if somebody
        else f"`{zone}` cannot be seen by its {owner}: only players and sides see anything",
        label=label if somebody else "neither `player` nor `side`",
        help=f"write `{zone} of each {together}` with `seen by its {who}`; or `face up`, which all see, "
        "or `face down`, which nobody sees",
    )


def no_such_card(span: Span, first: str, second: str, ways: Sequence[tuple[str, str]]) -> Diagnostic:
    """`x of y` where no cards are made of such a pair; `ways` are the pairs of kinds that cards are made of."""
    if (second, first) in ways:
        advice = f"the {second} comes before `of`, the {first} after it"
    elif ways:
        made = ", ".join(f"`{rank} of {suit}`" for rank, suit in ways)
        advice = f"cards are named as they are made, and here that is {made}"
    else:
        advice = "there are no cards here that are made of two kinds, as in `cards standard: rank of suit`"
    return Diagnostic("no-such-card", span,
        f"there is no card `{span.text}`",
        label=f"no cards are made of {_quoted(first)} and {_quoted(second)} in this way",
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
        help=f"say which cards, as in `put ... from {name} to ...`, or declare it as a `pile`",
    )


def other_cards(span: Span, first: str, second: str) -> Diagnostic:
    return Diagnostic("other-cards", span,
        f"cards of `{first}` cannot go where those of `{second}` lie",
        label="two different sorts of cards",
        help="each zone is for the cards named in its line: name a zone for the same cards",
    )


def out_of_sight(
    span: Span, name: str, who: str, declared: Span, advice: str, given: tuple[Span, str] | None = None
) -> Diagnostic:
    """A strategy or a view that looks at cards, an answer, or a state, that it may not see. `given` says where a state
    is given something hidden, and what that comes from."""
    why = (Label(given[0], f"`{name}` is given here what comes from `{given[1]}`, which is hidden"),) if given else ()
    return Diagnostic("out-of-sight", span,
        f"{who} may not look at `{name}`",
        label="this is not seen here",
        labels=(Label(declared, "declared here"), *why),
        help=advice,
    )


def card_not_named(span: Span) -> Diagnostic:
    return Diagnostic("card-not-named", span,
        "after `draw` comes the name of the card that is drawn",
        label="not a single card",
        help="name one card, as in `draw ace of hearts`; several are separated by commas",
    )


def _quoted(sort: str) -> str:
    """The name of a kind in quotes; a description as it is."""
    return sort if " " in sort else f"`{sort}`"
