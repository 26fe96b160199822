"""Exact odds: what is out of reach, and what is said of positions and dice."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name


def out_of_reach(what: str, reason: str, game: str, larger: bool) -> Diagnostic:
    """A figure that cannot be worked out exactly, and why; `larger`: it might be in a larger chain."""
    wider = "; `--most-states` lets a chain grow larger, which takes longer" if larger else ""
    return Diagnostic("odds-out-of-reach", None,
        f"the exact odds of {what} are out of reach: {reason}",
        help=f"`groundrules simulate {game}` estimates them{wider}",
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


def position_undecided(text: str) -> Diagnostic:
    """A position in which nobody ever decides anything."""
    return Diagnostic("position-unreached", None,
        f"nobody ever decides anything where `{shorten_text(text)}`",
        label="no state is like this",
        help="leave something out, or say something else; without `--given` a table shows where what is decided",
    )


def dice_weights(path: str, name: str, faces: int, known: Sequence[str]) -> Diagnostic:
    """Weights of dice that do not fit those of the game. `faces` is 0 if it has none of this name."""
    told = f"`{shorten_text(name)}` is not a list of {faces} weights" if faces else f"no dice are called `{name}`"
    return Diagnostic("dice-weights", None,
        f"`{shorten_text(path)}` does not weigh dice of this game: {told if name else 'it is no TOML, or empty'}",
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


def best_out_of_reach(reason: str, game: str, phases: Sequence[str], larger: bool) -> Diagnostic:
    """Best play that cannot be worked out, and why. `phases` are the measures of phases; `larger`: it might be in a
    larger chain."""
    ways = [f"one phase may be in reach: `--for {phases[0]}`"] if phases else []
    ways += ["`--most-states` lets a chain grow larger, which takes longer"] if larger else []
    ways += ["fewer `--players` or a shorter game (`--set`) may be in reach"]
    ways += [f"`groundrules tournament {game} --strategy 1=search` plays a bot that looks ahead"]
    return Diagnostic("best-out-of-reach", None,
        f"the best play of `{game}` is out of reach: {reason}",
        help="; ".join(ways),
    )


def best_hidden(game: str) -> Diagnostic:
    """Best play where somebody does not see everything."""
    return Diagnostic("best-hidden", None,
        f"in `{game}` somebody decides without seeing everything, so no single answer is the best",
        help="hidden hands are played best by chance, which a table of answers cannot say; "
        f"`groundrules tournament {game} --strategy 1=search` plays a bot that guesses what is hidden",
    )


def best_many(sides: Sequence[str], measure: str) -> Diagnostic:
    """Several decide, and it is not said who wants what."""
    told = f"all of them have a part in `{measure}`" if measure else "no play is the best against all others"
    return Diagnostic("best-many", None,
        f"{join_names(sides)} decide, and {told}",
        help="say with `--strategy SEAT=NAME` how the others play, and with `--seat` who plays at the best",
    )


def best_undecided(game: str) -> Diagnostic:
    """Nothing is open."""
    return Diagnostic("best-undecided", None,
        f"nobody decides anything there: `{game}` plays itself",
        help="`groundrules odds` says what it comes to",
    )


def exploit_out_of_reach(reason: str, game: str) -> Diagnostic:
    """Strategies in a game too large to say by how much they can be beaten, and why."""
    return Diagnostic("exploit-out-of-reach", None,
        f"by how much a strategy of `{game}` can be beaten is out of reach: {reason}",
        help="options and house rules may make the game smaller, and `--most-histories` lets its tree grow larger; "
        f"`groundrules tournament {game}` plays strategies against each other",
    )
