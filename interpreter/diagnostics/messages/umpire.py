"""Rulings of an umpire that cannot be carried out, and questions why something is not offered."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name

_MAX_STATES = 4


def ruling_unclear(text: str, known: Sequence[str] = ()) -> Diagnostic:
    """A ruling that an umpire cannot give. `known` is what the last roll could have led to."""
    could = (f"the last roll could have led to: {', '.join(known)}",) if known else ()
    forms = "write `umpire roll 4+4`, `umpire choose ANSWER`, `umpire card NAME` or `umpire NAME = VALUE`"
    near = find_nearest(text, known) if text else None
    return Diagnostic("ruling-unclear", None,
        f"`{shorten_text(text)}` is not a ruling" if text else "the ruling after `umpire` is missing",
        notes=could,
        help=f"did you mean `umpire {near}`?" if near else "; ".join((forms, *could)),
    )


def nothing_to_overrule(what: str) -> Diagnostic:
    """A ruling on a roll, a choice or a card before there is one."""
    return Diagnostic("ruling-impossible", None,
        f"there has been no {what} yet to change",
        help=f"wait for a {what}, then use `umpire`",
    )


def not_offered_there(choice: str, text: str) -> Diagnostic:
    """A ruling on a choice whose offers not everybody may know."""
    return Diagnostic("ruling-impossible", None,
        f"`{shorten_text(text)}` could not be chosen for {choice}",
        help="answer with one of the offers; they are not listed here because they may be secret",
    )


def ruling_hidden(what: str, name: str, open_states: Sequence[str]) -> Diagnostic:
    """A ruling on a card, a choice or a value that depends on what somebody does not see. `open_states` are the names
    of values that everyone sees."""
    problem = {
        "card": "the umpire cannot change this card while other cards of its deck are hidden: if a card were refused, "
        "you would learn that it is one of them",
        "choice": f"the umpire cannot change {name} here, since what can be chosen depends on something hidden: if an "
        "answer were refused, you would learn something about it",
        "value": f"the umpire cannot change `{shorten_text(name)}`, since not everyone sees it",
    }[what]
    return Diagnostic("ruling-hidden", None,
        problem,
        help=f"the umpire can change {join_names(open_states[:_MAX_STATES])}" if open_states else "",
    )


def state_unknown(name: str, known: Sequence[str]) -> Diagnostic:
    """A ruling on something that the game does not keep."""
    shown = join_names(known) if known else "nothing"
    return Diagnostic("ruling-impossible", None,
        f"there is nothing called `{shorten_text(name)}` in the game now",
        help=suggest_name(name, known, f"the umpire can change {shown}"),
    )


def state_value(name: str, text: str, wanted: str) -> Diagnostic:
    """A ruling that something has a value which it cannot have."""
    return Diagnostic("ruling-impossible", None,
        f"`{name}` cannot be `{shorten_text(text)}`",
        help=f"write {wanted}",
    )
