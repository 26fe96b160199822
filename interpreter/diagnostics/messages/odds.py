"""Exact odds: what is out of reach, and what people write of positions and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.names import find_nearest, join_parts
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name

_MAX_VALUES = 12

ENDING = "choose options, or a `--strategy`, with which every game ends"


def out_of_reach(
    figures: Sequence[str], reason: str, game: str, states: int, endless: bool = False, names: Sequence[str] = ()
) -> Diagnostic:
    """Figures that cannot be computed exactly, and why; they might be if so many `states` were allowed, unless that is
    0; `endless`: games may never end. Positions differ in the variables with these names."""
    wider = f"; `--most-states {states}` tries longer, perhaps for minutes" if states else ""
    estimate = f"`groundrules simulate {game}` estimates them{wider}"
    return Diagnostic("odds-out-of-reach", None,
        f"the exact odds of {join_parts(figures)} cannot be computed: {reason}",
        notes=_name_differences(names),
        help=ENDING if endless else estimate,
    )


def disagreement(figures: str, reason: str, game: str) -> Diagnostic:
    """Figures that simulated games contradict."""
    return Diagnostic("odds-disagree", None,
        f"{figures} cannot be shown: {reason}",
        notes=("this is a bug in groundrules, not in your ruleset",),
        help=f"please report it with your ruleset; `groundrules simulate {game}` estimates the figure",
    )


def estimated_meanwhile(game: str) -> str:
    """What one can do while exact figures are worked out."""
    return f"`groundrules simulate {game}` estimates it meanwhile"


def _name_differences(names: Sequence[str]) -> tuple[str, ...]:
    """What positions differ in, so that there are so many of them."""
    return (f"positions differ in {join_names(names)}",) if names else ()


def position_unknown(text: str, known: Sequence[str]) -> Diagnostic:
    """A condition on positions, or the name in one, that has no meaning in this game."""
    return Diagnostic("position-unknown", None,
        f"`{shorten_text(text)}` does not describe a position of this game",
        label="not understood",
        notes=(f"known names: {join_names(known)}",),
        help=suggest_name(text, known, "use one of the known names; after `--given`, write `NAME is VALUE`"),
    )


def position_value(text: str, name: str, form: str, known: Sequence[str]) -> Diagnostic:
    """A condition on positions with a value that what it is about cannot have. `form` is that of a `program.Shape`,
    and `known` are the values that have names."""
    few = f"{join_names(known[:_MAX_VALUES])}{', ...' if len(known) > _MAX_VALUES else ''}"
    values = {
        "member": f"one of {few}",
        "set": f"`none`, or one or several of {few}, joined by `and`",
        "yes_no": "`yes` or `no`",
    }.get(form, f"a whole number{f' or {few}' if known else ''}")
    return Diagnostic("position-unknown", None,
        f"`{name}` cannot be `{shorten_text(text)}`",
        label=f"not a value of `{name}`",
        help=suggest_name(text, known, f"write {values}"),
    )


def position_unreached(text: str) -> Diagnostic:
    """A position that is none of those from which the odds are computed."""
    return Diagnostic("position-unreached", None,
        f"these odds have no position with `{shorten_text(text)}`",
        label="never so in these positions",
        help="remove or change a condition; `--by NAME` lists the values that happen",
    )


def position_undecided(text: str) -> Diagnostic:
    """A position in which nobody ever decides anything."""
    return Diagnostic("position-unreached", None,
        f"nobody has a choice where `{shorten_text(text)}`",
        label="no choice here",
        help="remove or change a condition; without `--given` a table shows where players choose",
    )


def position_not_found(text: str, seat: str) -> Diagnostic:
    """A position in which a seat decides, and which no game came to that was played to find it."""
    return Diagnostic("position-unreached", None,
        f"no position was found where {seat} decides and `{shorten_text(text)}`",
        label="not found",
        help=f"name all cards that {seat} holds, and only what is so when {seat} decides in the first hand",
    )


def unseen_out_of_reach(reason: str, game: str) -> Diagnostic:
    """Means over cards that are not seen which cannot be computed exactly, and why."""
    return Diagnostic("unseen-out-of-reach", None,
        f"the value of each answer in `{game}` cannot be computed exactly: {reason}",
        help="with `--for`, choose a measure of a phase that ends soon; "
        f"`groundrules tournament {game} --seat-a search` plays with a bot that guesses what is hidden",
    )


def unseen_option(option: str) -> Diagnostic:
    """An option that cannot be used where cards are given."""
    return Diagnostic("unseen-option", None,
        f"`{option}` cannot be used with cards in `--given`",
        label="cannot be used here",
        help=f"omit `{option}`; `--json` prints the value of each answer as data",
    )


def dice_weights(
    path: str, name: str, number: int | None, wrong: object, known: Mapping[str, int]
) -> Diagnostic:
    """Weights of dice that do not match those of the game. `number` is how many the file has for this name, None
    if it has something else, and `wrong` is one that is no weight. `known` has the faces of the game's dice."""
    file, faces = f"`{shorten_text(path)}`", known.get(name)
    if not name:
        problem = f"{file} is empty, or not TOML"
    elif faces is None:
        problem = f"{file} has weights for `{shorten_text(name)}`, which are not dice of this game"
    elif number is None:
        problem = f"{file} has no list of weights for `{name}`"
    elif number != faces:
        problem = f"{file} has {number} {'weight' if number == 1 else 'weights'} for the {faces} faces of `{name}`"
    elif wrong is not None:
        problem = f"{file} has the weight `{shorten_text(str(wrong))}` for a face of `{name}`"
    else:
        problem = f"{file} has only weights of 0 for `{name}`"
    meant = name if faces is not None else find_nearest(name, known) or next(iter(known))
    sample = ", ".join([*["1"] * (known[meant] - 1), "1.2"])
    return Diagnostic("dice-weights", None,
        problem,
        label="expected a weight for each face",
        notes=(f"the dice of this game are {join_names(list(known))}",) if faces is None else (),
        help=f"write a weight of 0 or more for each face, for example `{meant} = [{sample}]`",
    )


def strategy_unfit(strategy: str, known: Sequence[str]) -> Diagnostic:
    """A bot whose decisions are not lines of the ruleset, so that it has no exact odds."""
    return Diagnostic("odds-strategy", None,
        f"there are no exact odds for `{shorten_text(strategy)}`",
        label="this bot plays at random, or looks ahead",
        help=f"use one of {join_names(['default', *known])}; `groundrules simulate` plays with any bot",
    )


def best_out_of_reach(
    reason: str, game: str, phases: Sequence[str], larger: bool, smaller: str, endless: bool = False,
    names: Sequence[str] = (),
) -> Diagnostic:
    """Best play that cannot be computed, and why. `phases` are the measures of phases; `larger`: it might be in a
    larger chain; `smaller` says how the game could be smaller; `endless`: games may never end. Positions differ in the
    variables with these names."""
    ways = [f"try a single phase: `--for {phases[0]}`"] if phases else []
    ways += ["allow more states with `--most-states`, which takes longer"] if larger else []
    ways += [smaller] if smaller else []
    ways += [f"`groundrules tournament {game} --seat-a search` plays with a bot that looks ahead"]
    return Diagnostic("best-out-of-reach", None,
        f"the best play of `{game}` cannot be computed: {reason}",
        notes=_name_differences(names),
        help=ENDING if endless else "; ".join(ways),
    )


def best_hidden(game: str, cards: bool) -> Diagnostic:
    """Best play where a player does not see everything; `cards`: there are some."""
    one = "use `--given` to say which cards one player holds, and `--for` to choose a measure; " if cards else ""
    return Diagnostic("best-hidden", None,
        f"`{game}` has hidden information, so there is no single best answer",
        help=f"{one}`groundrules tournament {game} --seat-a search` plays with a bot that guesses what is hidden",
    )


def best_many(sides: Sequence[str], measure: str) -> Diagnostic:
    """Several sides decide, and it is open what each of them wants."""
    problem = f"all of them influence `{measure}`" if measure else "the best play depends on what the others do"
    return Diagnostic("best-many", None,
        f"{join_names(sides)} decide, and {problem}",
        help="choose how the others play with `--strategy SEAT=NAME`, and with `--seat` whose best play to find",
    )


def best_undecided(game: str) -> Diagnostic:
    """A game in which nobody has a choice."""
    return Diagnostic("best-undecided", None,
        f"nobody has a choice in `{game}` as you set it up, so there is no best play to find",
        help="`groundrules odds` computes the results",
    )


def best_certain(game: str) -> Diagnostic:
    """Winning, where nobody else could win."""
    return Diagnostic("best-certain", None,
        f"`{game}` has nobody else who could win, and good play always wins",
        help="choose a measure with `--for`, or play with more `--players`",
    )


def exploit_out_of_reach(reason: str, game: str) -> Diagnostic:
    """A game too large to compute by how much a strategy can be beaten, and why."""
    return Diagnostic("exploit-out-of-reach", None,
        f"the best reply to a strategy of `{game}` cannot be computed: {reason}",
        help="make the game smaller with options or house rules, or allow more with `--most-histories`; "
        f"`groundrules tournament {game}` plays strategies against each other",
    )
