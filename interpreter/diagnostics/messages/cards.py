"""Cards and the zones where they lie: too many, in no zone, of the wrong sort, or out of a player's sight."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Fix, Label
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import find_nearest
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__


def not_cards(span: Span, name: str, known: Sequence[str], most: int) -> Diagnostic:
    guess = find_nearest(name, known) or (known[0] if len(known) == 1 else None)
    return Diagnostic("not-cards", span,
        f"`{name}` cannot lie in a zone",
        label="expected the name of a `cards` line" if known else f"expected cards, or up to {most} members with names",
        help=f"did you mean `{guess}`?" if guess else "declare the cards first, as in `cards standard: rank of suit`",
        fix=Fix(span, guess) if guess else None,
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


def _quoted(sort: str) -> str:
    """The name of a kind in quotes; a description as it is."""
    return sort if " " in sort else f"`{sort}`"
