"""Rulings of an umpire that cannot be carried out, and questions why something is not offered."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Message, find_message
from interpreter.diagnostics.wording import find_nearest, join_names, shorten_text


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


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
