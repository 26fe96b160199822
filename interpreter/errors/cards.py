"""Cards and the zones where they lie: too many, nowhere, of the wrong sort, or out of a player's sight."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Label
from interpreter.errors.names import nearest
from interpreter.source import Span


def too_many_cards(span: Span, name: str, number: int, most: int) -> Diagnostic:
    """More cards than a set can hold."""
    return Diagnostic(
        code="too-many-cards",
        message=f"`{name}` has {number} cards; at most {most} are possible",
        span=span,
        label=f"{number} cards",
        help="declare two sorts of cards, each with piles of its own",
    )


def cards_of_cards(span: Span, name: str) -> Diagnostic:
    """Cards made of what is no plain kind."""
    return Diagnostic(
        code="not-cards",
        message=f"cards cannot be made of `{name}`",
        span=span,
        label="not a kind declared with `kind`",
        help="cards are made of two kinds, `rank of suit`, each declared in a `kind` line",
    )


def not_cards(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """A zone of something that is no cards."""
    guess = nearest(name, known) or (known[0] if len(known) == 1 else None)
    return Diagnostic(
        code="not-cards",
        message=f"`{name}` are no cards",
        span=span,
        label="here the name of cards is wanted",
        help=f"did you mean `{guess}`?" if guess else "declare the cards in a `cards` line",
    )


def cards_nowhere(span: Span, name: str, zone: str) -> Diagnostic:
    """Cards that no zone holds when the game begins."""
    where = f"end the line of the zone they lie in at the start, `{zone}` perhaps, with `= all {name}`"
    return Diagnostic(
        code="cards-nowhere",
        message=f"nothing says where the cards `{name}` lie when the game begins",
        span=span,
        label="in no zone at the start",
        help=where if zone else f"declare a zone for them: `pile stock : {name}, face down = all {name}`",
    )


def zone_start(span: Span, zone: str, cards: str) -> Diagnostic:
    """A zone that would begin with other cards than it is for."""
    return Diagnostic(
        code="zone-start",
        message=f"`{zone}` is for `{cards}` and can begin with no other cards",
        span=span,
        label="other cards",
        help=f"write `= all {cards}`",
    )


def zone_start_each(span: Span, zone: str, each: str) -> Diagnostic:
    """Every one of several zones would begin with all the cards."""
    return Diagnostic(
        code="zone-start",
        message=f"there is a `{zone}` for each {each}, and each card can lie in one of them only",
        span=span,
        label="all the cards in each",
        help="let the cards begin in a pile of their own, and deal them when the game begins",
    )


def zone_owner(span: Span, zone: str, owner: str) -> Diagnostic:
    """A zone seen by an owner it does not have."""
    return Diagnostic(
        code="zone-owner",
        message=f"`{zone}` has no {owner} of its own who could see it",
        span=span,
        label=f"there is not one for each {owner}",
        help=f"write `{zone} of each player` with `seen by its player`, or the same with `side`",
    )


def no_such_card(span: Span, found: str) -> Diagnostic:
    """`x of y` where no cards are made of such a pair."""
    return Diagnostic(
        code="no-such-card",
        message=f"no cards are made of {found}",
        span=span,
        label="no card",
        help="cards are named as they are declared: `rank of suit`, the rank before `of`",
    )


def hand_has_no_order(span: Span, name: str, what: str, declared: Span) -> Diagnostic:
    """The top of a hand, a hand shuffled or dealt from."""
    doing = {"top": "has no top", "shuffle": "cannot be shuffled", "deal": "has no top to deal from"}[what]
    return Diagnostic(
        code="hand-has-no-order",
        message=f"`{name}` is a hand and {doing}",
        span=span,
        label="a hand",
        labels=(Label(declared, "declared here"),),
        help=f"say which cards, as in `put ... from {name} to ...`, or declare it as a `pile`",
    )


def other_cards(span: Span, first: str, second: str) -> Diagnostic:
    """Cards moved to a zone for others."""
    return Diagnostic(
        code="other-cards",
        message=f"cards of `{first}` cannot go where `{second}` lie",
        span=span,
        label="two different sorts of cards",
        help="each zone is for the cards named in its line",
    )


def out_of_sight(span: Span, zone: str, who: str, declared: Span, advice: str) -> Diagnostic:
    """A strategy or a view that looks at cards it may not see."""
    return Diagnostic(
        code="out-of-sight",
        message=f"{who} may not look at the cards of `{zone}`",
        span=span,
        label="these cards are not seen here",
        labels=(Label(declared, "declared here"),),
        help=advice,
    )


def card_not_named(span: Span) -> Diagnostic:
    """A scripted draw that is not a single card."""
    return Diagnostic(
        code="card-not-named",
        message="a draw is scripted by the card that comes",
        span=span,
        label="not a card",
        help="name one card, as in `draw ace of hearts`",
    )
