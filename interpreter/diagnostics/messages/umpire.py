"""Rulings of an umpire that cannot be carried out, and questions why something is not offered."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name


def ruling_unclear(text: str, known: Sequence[str] = ()) -> Diagnostic:
    """A ruling that is none of those an umpire can give. `known` is what the last roll could have led to."""
    could = (f"the last roll could have led to: {', '.join(known)}",) if known else ()
    forms = "write `umpire roll 4+4`, `umpire choose ANSWER`, `umpire card NAME` or `umpire NAME = VALUE`"
    near = find_nearest(text, known) if text else None
    return Diagnostic("ruling-unclear", None,
        f"the umpire cannot rule `{shorten_text(text)}`" if text else "say what the umpire rules",
        notes=could,
        help=f"did you mean `umpire {near}`?" if near else "; ".join((forms, *could)),
    )


def nothing_to_overrule(what: str) -> Diagnostic:
    """A ruling on a roll, a choice or a card where there has been none yet."""
    return Diagnostic("ruling-impossible", None,
        f"there has been no {what} yet that an umpire could overrule",
        help="rule on it when it has been made",
    )


def not_offered_there(choice: str, text: str) -> Diagnostic:
    """A ruling on a choice of which not everybody may know what was offered."""
    return Diagnostic("ruling-impossible", None,
        f"`{shorten_text(text)}` could not be chosen for {choice}",
        help="what could is not told here, since not everybody may know it",
    )


def ruling_hidden(what: str, name: str, why: str) -> Diagnostic:
    """A ruling on what is hidden from whoever asks for it."""
    subject = f"`{shorten_text(name)}`" if what == "value" else name
    return Diagnostic("ruling-hidden", None,
        f"an umpire cannot rule on {subject} here: {why}",
        help="an umpire rules on what everybody can see",
    )


def state_unknown(name: str, known: Sequence[str]) -> Diagnostic:
    """A ruling on something that the game does not keep."""
    shown = join_names(known) if known else "nothing"
    return Diagnostic("ruling-impossible", None,
        f"the game keeps nothing called `{shorten_text(name)}` now",
        help=suggest_name(name, known, f"what it keeps now: {shown}"),
    )


def state_value(name: str, text: str, wanted: str) -> Diagnostic:
    """A ruling that something has a value which it cannot have."""
    return Diagnostic("ruling-impossible", None,
        f"`{name}` cannot be `{shorten_text(text)}`",
        help=f"it can be {wanted}",
    )
