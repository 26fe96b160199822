"""Exact odds: what is out of reach, and what is said of positions and dice."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name


def out_of_reach(what: str, reason: str, game: str) -> Diagnostic:
    """A figure that cannot be worked out exactly, and why."""
    return Diagnostic("odds-out-of-reach", None,
        f"the exact odds of {what} are out of reach: {reason}",
        help=f"`groundrules simulate {game}` estimates them; `--most-states` lets a chain grow larger",
    )


def position_unknown(text: str, known: Sequence[str]) -> Diagnostic:
    """Something said of a position that makes no sense in this game."""
    return Diagnostic("position-unknown", None,
        f"`{shorten_text(text)}` says nothing of a position of this game",
        label="not understood",
        notes=(f"what can be said is {join_names(known)}",),
        help=suggest_name(text, known, 'write `--given "NAME is VALUE, NAME is VALUE"`'),
    )


def position_unreached(text: str) -> Diagnostic:
    """A position that a game never comes to."""
    return Diagnostic("position-unreached", None,
        f"it never comes to `{shorten_text(text)}`",
        label="no state is like this",
        help="leave something out, or say something else; `--by NAME` lists what there is",
    )


def dice_weights(path: str, name: str, faces: int, known: Sequence[str]) -> Diagnostic:
    """Weights of dice that do not fit those of the game. `faces` is 0 if it has none of this name."""
    told = f"`{shorten_text(name)}` is not a list of {faces} weights" if faces else f"no dice are called `{name}`"
    return Diagnostic("dice-weights", None,
        f"`{shorten_text(path)}` does not weigh dice of this game: {told if name else 'it is no TOML'}",
        label="not understood",
        notes=(f"its dice are {join_names(known)}",),
        help='write a weight for each face, none below 0: `swing = [1, 1, 1, 1, 1.2, "6/5"]`',
    )


def strategy_unfit(strategy: str, known: Sequence[str]) -> Diagnostic:
    """A bot that does not decide by lines of the ruleset, so that nothing exact can be said of it."""
    return Diagnostic("odds-strategy", None,
        f"there are no exact odds for `{shorten_text(strategy)}`",
        label="this bot draws lots, or looks ahead",
        help=f"take {join_names(['default', *known])}; `groundrules simulate` plays with any bot",
    )
