"""Exact odds: what is out of reach, and what people write of positions and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.messages.settings import suggest_name
from interpreter.diagnostics.wording import find_nearest, join_names, shorten_text

__getattr__ = Messages(__name__).__getattr__

_MAX_VALUES = 12

ENDING = "choose options, or a `--strategy`, with which every game ends"


def estimated_meanwhile(game: str) -> str:
    """What one can do while exact figures are worked out."""
    return f"`groundrules simulate {game}` estimates it meanwhile"


def _name_differences(names: Sequence[str]) -> tuple[str, ...]:
    """What positions differ in: the reason for their number."""
    return (f"positions differ in {join_names(names)}",) if names else ()


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


def dice_weights(path: str, name: str, number: int | None, wrong: object, known: Mapping[str, int]) -> Diagnostic:
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
